// Games: quiz rounds, words, sudokus and bees as pure state machines. Input and time go in, actions come out.
// A `Game` is Codable with a version, so it can be stored and resumed at any move. Random choices depend only on the
// given seed. The quiz makes questions from headlines and keeps the scores; a sudoku is made, solved and graded by the
// techniques that people use. It sends nothing, stores nothing, reads no clock and has no texts for people.
// Used by GameRooms, which runs games for rooms and people, ChatCommands and crier.

// Games: quiz rounds as pure state machines. Input and time go in, actions come out.
// It makes questions from headlines and keeps the scores. Random choices depend only on the given seed.
// It sends nothing, stores nothing, reads no clock and has no texts for people.
// Used by GameRooms, which runs the rounds in rooms, and by ChatCommands.
// A round is Codable, so it can be stored and resumed in the middle of a question.

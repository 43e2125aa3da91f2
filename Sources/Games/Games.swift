// Games: quiz rounds and puzzles as pure state machines: input and time in, actions out.
// It makes questions from headlines and keeps score; it draws lots only from the seed it is given.
// It sends nothing, stores nothing, reads no clock and words nothing for people.
// Used by GameRooms, which drives the rounds in rooms, and by ChatCommands for what it shows.
// A round is Codable, so that it survives a restart in the middle of a question.

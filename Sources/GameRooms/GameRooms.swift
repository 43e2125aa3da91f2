// GameRooms: drives rounds in rooms and private chats: timers, who answered, persistence at each move.
// The rules are in Games; here are the place, the clock, the store and the words.
// It parses no commands and checks no rights.
// Used by ChatCommands (start, answer, stop, scores) and by Schedules (`ScheduledQuizzes`: the daily quiz).
// A round survives a restart: it is stored before anything of it is said.

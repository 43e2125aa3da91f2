// GameRooms: runs games in rooms and private chats: rounds of quizzes, puzzles of people, and puzzles of rooms.
// The rules are in Games. This module adds the chats, the timers, the storage and the texts. `GameTables` drives all.
// It parses no commands and checks no permissions.
// Used by ChatCommands (start, move, stop, scores) and crier. `ScheduledQuizzes` starts the daily quiz when its slot is
// due.
// A game survives a restart, because each move is stored before it is shown.

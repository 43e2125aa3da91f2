// GameRooms: runs quiz rounds in rooms and private chats.
// The rules are in Games. This module adds the chats, the timers, the storage and the texts.
// It parses no commands and checks no permissions.
// Used by ChatCommands (start, answer, stop, scores) and by Schedules (`ScheduledQuizzes`: the daily quiz).
// A round survives a restart, because each move is stored before it is shown.

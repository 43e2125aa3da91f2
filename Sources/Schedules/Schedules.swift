// Schedules: decides which slots of a schedule are due, in whose time zone, and which stories each contains.
// It queues headlines and digests in the ledger and starts quizzes through `ScheduledQuizStarter`.
// It words nothing and sends nothing.
// Used by crier, which runs it as `ScheduleClock`, ItemDelivery, which words what it queued, and GameRooms, which runs
// the quizzes.
// The rules are pure values: SlotRule, SlotWindow, SlotDecision.

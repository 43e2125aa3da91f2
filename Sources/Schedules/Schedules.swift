// Schedules: which slots of a schedule fall due, by whose clock, and which stories belong to one.
// It queues headlines and digests in the ledger, and begins quizzes through `ScheduledQuizStarter`.
// It words nothing and sends nothing.
// Run by `crier` as `ScheduleClock`; ItemDelivery words what it queued, GameRooms plays the quizzes.
// The rules are pure values (SlotRule, SlotWindow, SlotDecision); the clock drives them.

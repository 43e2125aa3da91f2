// Waking: runs a task on a signal or at a deadline.
// `WakeLoop` waits for any number of signals and for one deadline. The task returns its next deadline.
// `ChangeBell` wakes tasks that wait for a state. `TimeSource.race` runs work with a deadline. Time comes only from the
// `TimeSource` that is passed in. Used by FeedRefresh (due feeds), ItemDelivery (due deliveries), Schedules (due
// slots), Speaking (limits of a try), ChatNetworks (mail) and GameRooms (due moves of games).
// It is not part of NewsModel, because NewsModel holds only values and protocols.

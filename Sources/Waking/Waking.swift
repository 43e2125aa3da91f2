// Waking: repeats a pass when something nudges it, and when its time has come.
// It holds one loop: one sleeper, one alarm, any number of nudges; a pass says when the next one is due at the latest.
// It does no work of its own and reads no clock but the one it is handed (`TimeSource`).
// Used by FeedRefresh (due feeds), ItemDelivery (due deliveries), Schedules (due slots) and ChatNetworks (mail that came in).
// It is apart from NewsModel because that holds values and protocols, and nothing that runs.

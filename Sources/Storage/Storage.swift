// Storage: the database. All SQL is here: schema, migrations, full-text index, named reads and writes.
// It guarantees what needs a transaction: no requested news is lost, and no story is sent twice to a recipient.
// It does not rate, word, send or fetch news.
// Used by FeedRefresh, Schedules, ItemDelivery, GameRooms, ChatCommands and crier; tests use it in memory.
// `Store` is the entry point; each topic is an extension of it in a file of its own.

// Storage: the only SQL of the house: schema, migrations, full-text index, named reads and writes.
// It keeps the promises that need a transaction: nothing wanted is lost, nothing told is told again.
// It does not decide what is worth telling, word anything, send anything or fetch anything.
// Used by FeedRefresh, ItemDelivery, GameRooms, ChatCommands and the program itself; tests use it in memory.
// `Store` is the one door; every topic is an extension of it in a file of its own.

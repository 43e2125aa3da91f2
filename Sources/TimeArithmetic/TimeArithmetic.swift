// TimeArithmetic: calendar dates without a time zone (`CivilDate`), and waits that double after failures (`BackOff`).
// It converts between days since 1970-01-01 and year, month and day. Foundation's Calendar is slow on Linux.
// It reads no clock, knows no time zone, never waits, and imports no other module of this repository.
// Used by FeedParsing, TextAnalysis, MailMessages, MailTransport, IRCClient, Storage, Editorial, Speaking, Schedules,
// FeedRefresh, ItemDelivery, ChatNetworks, GameRooms, ChatCommands and crier. It is a module of its own because the
// first five never import NewsModel.

// NewsModel: shared value types, and the protocols that higher modules implement.
// It defines feeds, articles, stories, profiles, rooms, alerts, schedules, rich text and messages as Sendable structs.
// It does no I/O. Only `SystemTimeSource` reads the clock. It imports Geography alone.
// Used by ArticleQueries, Localization, MailTalk, Storage, Waking, Editorial, Games, FeedRefresh, Schedules, Speaking,
// NewsWording, ItemDelivery, ChatNetworks, GameRooms, ChatCommands and crier. Modules for parsing, HTTP, IRC and text
// analysis never import it.
// Each identifier has its own type, so that a feed's number cannot be passed where an article's is expected.

// NewsWording: values (an article, headlines, a digest, pushed news) in; rich text in the reader's language and time zone out.
// It chooses what is said and in what order, bounds the length of what feeds wrote, and ends every list with what to type next.
// It escapes nothing (the networks' renderers do), fetches nothing, stores nothing and reads no clock.
// Used by ChatCommands for replies, by ItemDelivery for pushes and schedules, and by GameRooms.
// The words themselves are in `locales/<language>/article.toml`, `headlines.toml`, `digest.toml` and `delivery.toml`.

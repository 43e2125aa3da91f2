// NewsWording: turns articles, headlines, digests and pushed news into rich text in the reader's language and zone.
// It decides what is shown and in which order, limits the length of feed texts, and adds the next command to type.
// It escapes nothing (the networks' renderers do), fetches nothing, stores nothing and reads no clock.
// Used by ChatCommands for replies, ItemDelivery for pushes and schedules, GameRooms and crier.
// The texts are in `locales/<language>/article.toml`, `headlines.toml`, `digest.toml` and `delivery.toml`.

// NewsModel: the plain values everyone speaks, and the protocols the outer rooms fulfil.
// It holds feeds, articles, stories, profiles, rooms, alerts, deliveries, rich text and messages as Sendable structs.
// It does no I/O, reads no clock and knows no network, database or library but Foundation.
// Used by every module of layer 1 and up; the lifted-out rooms (parsing, HTTP, IRC, words) never import it.
// Identifiers are distinct types, so that a feed's number cannot be handed where an article's is meant.

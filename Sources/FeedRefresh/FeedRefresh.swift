// FeedRefresh fetches the feeds that are due. A feed is fetched once for all its followers.
// It parses each document and stores the new articles together with the deliveries they cause.
// It finds the feed behind an address that a person typed.
// It computes when a feed is checked next: intervals, host spacing, back-off and conditional requests.
// It sends nothing to readers: ItemDelivery does, from the database. The matching of alerts is in Editorial.
// `FeedScheduler` runs on the clock. `FeedRefresher` and `FeedFinder` serve commands.
// Used by crier, which runs it, and by ChatCommands.

// FeedRefresh fetches the feeds that are due, once for everybody who follows them, reads them and stores what is new
// together with the work of telling it. It also finds the feed behind what a person typed.
// It decides when a feed is asked again and how politely: host spacing, back-off, conditional requests.
// It tells nobody anything (ItemDelivery does, by way of the database), words nothing and matches no alert itself.
// `FeedScheduler` runs by the clock; `FeedRefresher` and `FeedFinder` answer the commands of ChatCommands.

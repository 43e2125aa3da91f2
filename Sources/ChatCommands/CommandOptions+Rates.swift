/// Rate limits. The terminal's own user is not limited.
extension CommandOptions {
    package struct Rates: Hashable, Sendable {
        /// Commands of one person.
        package var personBurst: Int
        package var personPerMinute: Int
        package var roomBurst: Int
        package var roomPerMinute: Int
        /// All guests of one host together may send this many times what one person may.
        package var guestsPerHost = 3
        /// Fetches for one person, by `sub`, `preview`, `read`, `import` and similar commands.
        package var fetchBurst: Int
        package var fetchesPerMinute: Int
        /// How many feeds one line may name; the rest is not done, and said so.
        package var feedsPerLine = 100
        /// Fetches for all people together.
        ///
        /// The last half is reserved for people who have made few fetches.
        package var allFetchesBurst = 90
        package var allFetchesPerMinute = 90
        /// People of one network who are answered at the same time.
        ///
        /// At most half of them may wait for fetches.
        package var atOnce = 100
        /// People for whom sites are fetched at the same time.
        package var fetchesAtOnce = 16
        /// Searches that run at the same time.
        package var searchesAtOnce = 2
        /// Messages that may wait in the queue of one network.
        package var waiting = 500
        package var waitingPerPerson = 10

        /// People who may wait for a fetch.
        ///
        /// The other half of `atOnce` is reserved for commands that fetch nothing.
        var mostWaitingForSites: Int { max(1, atOnce / 2 - fetchesAtOnce) }

        package init(
            personBurst: Int = 8,
            personPerMinute: Int = 20,
            roomBurst: Int = 20,
            roomPerMinute: Int = 40,
            fetchBurst: Int = 20,
            fetchesPerMinute: Int = 6
        ) {
            self.personBurst = personBurst
            self.personPerMinute = personPerMinute
            self.roomBurst = roomBurst
            self.roomPerMinute = roomPerMinute
            self.fetchBurst = fetchBurst
            self.fetchesPerMinute = fetchesPerMinute
        }
    }
}

/// How much people may ask for at a time; the terminal's own user is not limited.
extension CommandOptions {
    package struct Rates: Hashable, Sendable {
        /// Commands.
        package var personBurst: Int
        package var personPerMinute: Int
        package var roomBurst: Int
        package var roomPerMinute: Int
        /// All guests of one host together may say so many times what one person may.
        package var guestsPerHost = 3
        /// Sites asked for one person by `sub`, `preview`, `read`, `import` and the like.
        package var fetchBurst: Int
        package var fetchesPerMinute: Int
        /// The same for everybody together; the last half is for those who have asked for little.
        package var allFetchesBurst = 90
        package var allFetchesPerMinute = 90
        /// People of one network answered at the same time; at most half of them may wait for sites.
        package var atOnce = 100
        /// People for whom sites are asked at the same time.
        package var fetchesAtOnce = 16
        /// Messages of one network that wait for their turn, and of one person there.
        package var waiting = 500
        package var waitingPerPerson = 10

        /// People who wait until sites are asked for them; the other half of those who are answered is for commands
        /// that ask nobody.
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

import ChatCommands

extension ConfigurationReader {
    func readLimits(_ section: ConfigurationSection, into limits: inout CommandOptions.Rates) {
        func read(_ key: String, into limit: inout Int) { limit = section.integer(key) ?? limit }
        read("commands_per_minute", into: &limits.personPerMinute)
        read("commands_burst", into: &limits.personBurst)
        read("room_commands_per_minute", into: &limits.roomPerMinute)
        read("room_commands_burst", into: &limits.roomBurst)
        read("guests_per_host", into: &limits.guestsPerHost)
        read("sites_per_minute", into: &limits.fetchesPerMinute)
        read("sites_burst", into: &limits.fetchBurst)
        read("all_sites_per_minute", into: &limits.allFetchesPerMinute)
        read("all_sites_burst", into: &limits.allFetchesBurst)
        read("sites_at_once", into: &limits.fetchesAtOnce)
        read("people_at_once", into: &limits.atOnce)
        read("waiting", into: &limits.waiting)
        read("waiting_per_person", into: &limits.waitingPerPerson)
    }
}

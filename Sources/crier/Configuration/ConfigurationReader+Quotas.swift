import ChatCommands
import Foundation
import NewsModel
import Storage

extension ConfigurationReader {
    /// If `new_per_day` is not set, its default is at most `most`, the limit of articles of one feed.
    func readRoom(_ section: ConfigurationSection, most: Int, into room: inout Configuration.StorageRoom) {
        room.firstEntries = section.integer("first_entries") ?? room.firstEntries
        room.newPerDay = section.integer("new_per_day") ?? min(room.newPerDay, most)
        room.keepUnfollowed = section.decimal("keep_unfollowed") ?? room.keepUnfollowed
        room.maxSize = section.integer("max_size") ?? room.maxSize
        room.minFree = section.integer("min_free") ?? room.minFree
        room.decisionsPerDay = section.integer("decisions_per_day") ?? room.decisionsPerDay
        room.readingsPerPerson = section.integer("readings_per_person") ?? room.readingsPerPerson
    }

    func readQuotas(_ section: ConfigurationSection, into quotas: inout Configuration.Quotas) {
        func read(_ prefix: String, _ limits: inout Configuration.Quotas.Limits) {
            limits.subscriptions = section.integer(prefix + "subscriptions") ?? limits.subscriptions
            limits.alerts = section.integer(prefix + "alerts") ?? limits.alerts
            limits.schedules = section.integer(prefix + "schedules") ?? limits.schedules
            limits.mutes = section.integer(prefix + "mutes") ?? limits.mutes
            limits.filters = section.integer(prefix + "filters") ?? limits.filters
        }
        read("", &quotas.person)
        read("room_", &quotas.room)
        read("created_", &quotas.created)
        quotas.person.categories = section.integer("categories") ?? quotas.person.categories
        quotas.room.categories = section.integer("room_categories") ?? quotas.room.categories
        quotas.person.smartFeeds = section.integer("smart_feeds") ?? quotas.person.smartFeeds
        quotas.room.smartFeeds = section.integer("room_smart_feeds") ?? quotas.room.smartFeeds
        quotas.saved = section.integer("saved") ?? quotas.saved
        quotas.bytes = section.integer("bytes") ?? quotas.bytes
        quotas.roomsPerInviter = section.integer("rooms_per_inviter") ?? quotas.roomsPerInviter
        quotas.invitedChannels = section.integer("invited_channels") ?? quotas.invitedChannels
    }

    func readLimits(_ section: ConfigurationSection, into limits: inout CommandOptions.Rates) {
        func read(_ key: String, into limit: inout Int) { limit = section.integer(key) ?? limit }
        read("commands_per_minute", into: &limits.personPerMinute)
        read("commands_burst", into: &limits.personBurst)
        read("room_commands_per_minute", into: &limits.roomPerMinute)
        read("room_commands_burst", into: &limits.roomBurst)
        read("guests_per_host", into: &limits.guestsPerHost)
        read("sites_per_minute", into: &limits.fetchesPerMinute)
        read("sites_burst", into: &limits.fetchBurst)
        read("feeds_per_line", into: &limits.feedsPerLine)
        read("all_sites_per_minute", into: &limits.allFetchesPerMinute)
        read("all_sites_burst", into: &limits.allFetchesBurst)
        read("sites_at_once", into: &limits.fetchesAtOnce)
        read("people_at_once", into: &limits.atOnce)
        read("waiting", into: &limits.waiting)
        read("waiting_per_person", into: &limits.waitingPerPerson)
    }
}

extension CommandOptions.Quotas {
    init(_ limits: Configuration.Quotas.Limits, saved: Int) {
        self.init(
            subscriptions: limits.subscriptions,
            alerts: limits.alerts,
            schedules: limits.schedules,
            saved: saved,
            mutes: limits.mutes,
            filters: limits.filters,
            categories: limits.categories,
            smartFeeds: limits.smartFeeds
        )
    }
}

extension StorageLimits {
    /// A size of 0 means unlimited.
    init(_ configuration: Configuration) {
        func limit(_ bytes: Int) -> Int64 { bytes == 0 ? .max : Int64(bytes) }
        // Stored accounts are folded by their networks.
        let folded = configuration.admins.map { Identity(network: $0.network, account: $0.account.lowercased()) }
        self.init(
            firstEntries: configuration.room.firstEntries,
            newPerDay: configuration.room.newPerDay,
            personBytes: limit(configuration.quotas.bytes),
            unfollowedAge: configuration.room.keepUnfollowed,
            databaseBytes: limit(configuration.room.maxSize),
            freeBytes: Int64(configuration.room.minFree),
            decisionsPerDay: configuration.room.decisionsPerDay,
            quizReports: configuration.quizReports,
            readings: configuration.room.readingsPerPerson,
            operators: Set(configuration.admins + folded)
        )
    }
}

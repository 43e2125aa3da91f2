import ChatCommands
import Foundation
import NewsModel
import Storage

extension ConfigurationReader {
    /// Without a word about them, no more new articles are kept than a feed may have at `most`.
    func readRoom(_ section: ConfigurationSection, most: Int, into room: inout Configuration.StorageRoom) {
        room.firstEntries = section.integer("first_entries") ?? room.firstEntries
        room.newPerDay = section.integer("new_per_day") ?? min(room.newPerDay, most)
        room.keepUnfollowed = section.decimal("keep_unfollowed") ?? room.keepUnfollowed
        room.maxSize = section.integer("max_size") ?? room.maxSize
        room.minFree = section.integer("min_free") ?? room.minFree
    }

    func readQuotas(_ section: ConfigurationSection, into quotas: inout Configuration.Quotas) {
        func read(_ prefix: String, _ wishes: inout Configuration.Quotas.Wishes) {
            wishes.subscriptions = section.integer(prefix + "subscriptions") ?? wishes.subscriptions
            wishes.alerts = section.integer(prefix + "alerts") ?? wishes.alerts
            wishes.schedules = section.integer(prefix + "schedules") ?? wishes.schedules
            wishes.mutes = section.integer(prefix + "mutes") ?? wishes.mutes
        }
        read("", &quotas.person)
        read("room_", &quotas.room)
        read("created_", &quotas.created)
        quotas.saved = section.integer("saved") ?? quotas.saved
        quotas.bytes = section.integer("bytes") ?? quotas.bytes
        quotas.roomsPerInviter = section.integer("rooms_per_inviter") ?? quotas.roomsPerInviter
        quotas.invitedChannels = section.integer("invited_channels") ?? quotas.invitedChannels
    }
}

extension CommandOptions.Quotas {
    init(_ wishes: Configuration.Quotas.Wishes, saved: Int) {
        self.init(
            subscriptions: wishes.subscriptions,
            alerts: wishes.alerts,
            schedules: wishes.schedules,
            saved: saved,
            mutes: wishes.mutes
        )
    }
}

extension StorageLimits {
    /// Of sizes 0 is no limit.
    init(_ configuration: Configuration) {
        func limit(_ bytes: Int) -> Int64 { bytes == 0 ? .max : Int64(bytes) }
        // Accounts are kept as their networks fold them.
        let folded = configuration.admins.map { Identity(network: $0.network, account: $0.account.lowercased()) }
        self.init(
            firstEntries: configuration.room.firstEntries,
            newPerDay: configuration.room.newPerDay,
            personBytes: limit(configuration.quotas.bytes),
            unfollowedAge: configuration.room.keepUnfollowed,
            databaseBytes: limit(configuration.room.maxSize),
            freeBytes: Int64(configuration.room.minFree),
            operators: Set(configuration.admins + folded)
        )
    }
}

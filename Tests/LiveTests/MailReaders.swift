import Foundation
import NewsModel
import Storage

/// People made in the database, before the bot starts.
enum MailReaders {
    static func address(_ mailbox: String) -> Address { Address(network: "mail", kind: .person, target: mailbox) }

    private static func make(_ people: [String], _ store: Store) async throws -> [Profile] {
        let time = Date() - 7_200
        var profiles: [Profile] = []
        for person in people {
            _ = try await store.correspondent(person, network: "mail", at: time)
            try await store.confirm(person, network: "mail", at: time)
            let identity = Identity(network: "mail", account: person)
            profiles.append(try await store.ensureProfile(for: identity, name: person, at: time))
        }
        return profiles
    }

    /// They follow a feed.
    static func follow(_ url: String, _ people: [String], databasePath: String) async throws {
        let store = try Store.open(path: databasePath)
        let feed = try await store.ensureFeed(FeedDescription(url: url), at: Date())
        for (person, profile) in zip(people, try await make(people, store)) {
            _ = try await store.addSubscription(
                of: profile.id.recipient,
                to: feed.id,
                at: address(person),
                by: Maker(Identity(network: "mail", account: person), profile: profile.id),
                limit: 10,
                time: Date()
            )
        }
    }

    /// They get a digest a minute ago, of what the default selection reads.
    static func getDigest(_ people: [String], databasePath: String) async throws {
        let store = try Store.open(path: databasePath)
        let minute = (Int(Date().timeIntervalSince1970) / 60 + 1_439) % 1_440
        for (person, profile) in zip(people, try await make(people, store)) {
            _ = try await store.addSchedule(
                of: profile.id.recipient,
                kind: .digest,
                minuteOfDay: minute,
                days: .daily,
                at: address(person),
                request: ScheduleRequest(period: "24h"),
                limit: 10,
                time: Date() - 3_600
            )
        }
    }

    static func isAllDelivered(databasePath: String) async throws -> Bool {
        try await Store.open(path: databasePath).lanes(at: Date() + 86_400).isEmpty
    }
}

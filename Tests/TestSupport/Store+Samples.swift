package import Foundation
package import NewsModel
package import Storage

extension Date {
    /// A fixed Monday noon, 2026-11-16T12:00:00Z, from which tests count.
    package static let sampleNow = Date(timeIntervalSince1970: 1_794_830_400)
}

extension Identity {
    package static func sample(_ account: String) -> Identity { Identity(network: "testnet", account: account) }
}

extension Store {
    /// A person on `testnet`.
    package func sampleProfile(_ name: String = "alice", at time: Date = .sampleNow) async throws -> Profile {
        try await ensureProfile(for: .sample(name), name: name, at: time)
    }

    /// A room on `testnet`.
    package func sampleRoom(_ name: String = "#news", at time: Date = .sampleNow) async throws -> Room {
        try await ensureRoom(network: "testnet", name: name, at: time)
    }

    /// A feed at `https://NAME.example/feed`.
    package func sampleFeed(
        _ name: String = "example",
        category: String? = nil,
        at time: Date = .sampleNow
    ) async throws -> Feed {
        try await ensureFeed(
            FeedDescription(url: "https://\(name.lowercased()).example/feed", name: name, category: category),
            at: time
        )
    }

    /// The person follows the feed on their own address.
    @discardableResult
    package func sampleSubscription(
        of profile: Profile,
        to feed: Feed,
        at address: Address? = nil,
        time: Date = .sampleNow
    ) async throws -> AddOutcome<Subscription> {
        try await addSubscription(
            of: profile.id.recipient,
            to: feed.id,
            at: address ?? Identity.sample(profile.name).address,
            by: profile.id,
            limit: 1_000,
            time: time
        )
    }
}

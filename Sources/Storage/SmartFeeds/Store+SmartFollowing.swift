package import Foundation
import GRDB
package import NewsModel

/// A smart feed that is followed like a feed.
package struct FollowedSmartFeed: Hashable, Sendable {
    package var feed: SmartFeed
    package var address: Address
    package var isPaused: Bool
    /// When a pause ends; nil if only its owner ends it.
    package var pausedUntil: Date?
}

extension Store {
    /// Follows a smart feed of the recipient: what matches it from now on is pushed.
    ///
    /// A second call changes the address and ends a pause. Of the limit only the quota for rooms counts, because the
    /// recipient's smart feeds have a quota of their own.
    package func followSmartFeed(
        _ id: SmartFeedID,
        of recipient: RecipientID,
        at address: Address,
        by maker: Maker? = nil,
        limit: QuotaLimit,
        time: Date
    ) async throws -> AddOutcome<FollowedSmartFeed> {
        let outcome: AddOutcome<FollowedSmartFeed> = try await write { db in
            guard try SmartFeed.all(of: recipient, in: db).contains(where: { $0.id == id }) else {
                throw StorageError.noRow(id, in: "smartFeed")
            }
            let following = SmartFollowing(db: db, time: time)
            let place = try AddressID.choose(address, for: recipient, in: db)
            let isNew = try following.alert(of: id) == nil
            if isNew {
                let rooms = QuotaLimit(own: .max, created: limit.created)
                let refusal: AddOutcome<FollowedSmartFeed>? = try QuotaKind.alert.refusal(
                    rooms,
                    of: recipient,
                    by: maker,
                    in: db
                )
                if let refusal { return refusal }
                let row = StoredFollowing(
                    address: place,
                    createdBy: maker?.profile,
                    madeBy: try maker?.mark(in: db),
                    createdAt: time.unixSeconds
                )
                try following.begin(id, row)
            } else {
                try db.executeCached(
                    sql: "UPDATE alert SET addressID = ? WHERE smartFeedID = ?",
                    arguments: [place, id]
                )
                _ = try following.setPause(false, until: nil, on: id)
            }
            let followed = try FollowedSmartFeed.all(of: recipient, in: db).first { $0.feed.id == id }
            guard let followed else { throw StorageError.noRow(id, in: "alert") }
            return isNew ? .added(followed) : .alreadyThere(followed)
        }
        signals.send(.deliveries)
        return outcome
    }

    /// The smart feeds that a recipient follows, sorted by number.
    package func followedSmartFeeds(of recipient: RecipientID) async throws -> [FollowedSmartFeed] {
        try await read { db in try FollowedSmartFeed.all(of: recipient, in: db) }
    }

    /// Withdraws what was queued only for it; false when it was not followed.
    package func unfollowSmartFeed(_ id: SmartFeedID, of recipient: RecipientID, at time: Date) async throws -> Bool {
        try await write { db in
            guard try SmartFeed.all(of: recipient, in: db).contains(where: { $0.id == id }) else { return false }
            return try SmartFollowing(db: db, time: time).end(id)
        }
    }

    /// Pauses a followed smart feed, until `end` if that is set, or resumes it; false when it is not followed.
    ///
    /// What was queued only for it is withdrawn.
    package func setPause(
        _ isPaused: Bool,
        until end: Date? = nil,
        ofSmartFeed id: SmartFeedID,
        of recipient: RecipientID,
        at time: Date
    ) async throws -> Bool {
        let isFollowed = try await write { db in
            guard try SmartFeed.all(of: recipient, in: db).contains(where: { $0.id == id }) else { return false }
            return try SmartFollowing(db: db, time: time).setPause(isPaused, until: end, on: id)
        }
        signals.send(.feeds)
        return isFollowed
    }

    /// The queries of the followed smart feeds that are on, in the order in which they are matched: before all alerts.
    package func smartQueriesFollowed(by recipient: RecipientID) async throws -> [MadeQuery] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT number, query FROM alert WHERE recipientID = ? AND smartFeedID IS NOT NULL AND isOn = 1
                    ORDER BY number
                    """,
                arguments: [recipient]
            ).map { MadeQuery(owner: recipient, number: $0[0], query: $0[1]) }
        }
    }
}

extension FollowedSmartFeed {
    fileprivate static func all(of recipient: RecipientID, in db: Database) throws -> [FollowedSmartFeed] {
        let feeds = try SmartFeed.all(of: recipient, in: db)
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT smartFeedID, isPaused, pausedUntil, \(Address.columns)
                FROM alert JOIN address ON address.id = alert.addressID
                WHERE alert.recipientID = ? AND smartFeedID IS NOT NULL ORDER BY number DESC
                """,
            arguments: [recipient]
        )
        return rows.compactMap { row in
            guard let feed = feeds.first(where: { $0.id == row[0] as SmartFeedID }) else { return nil }
            return FollowedSmartFeed(
                feed: feed,
                address: Address(row: row, at: 3),
                isPaused: row[1],
                pausedUntil: row.optionalDate(2)
            )
        }
    }
}

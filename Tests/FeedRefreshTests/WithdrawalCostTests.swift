import Foundation
import GRDB
import NewsModel
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// What is kept back from somebody is read once in a transaction, not once for each delivery that ends: a person who
/// leaves a feed with thousands of waiting pushes must not hold up the writer for minutes.
@Suite(.timed) struct WithdrawalCostTests {
    private static let count = 50

    @Test func `however many pushes end, what was kept back for them is read once, and is sent`() async throws {
        let fixture = try await StoryFixture()
        let store = fixture.store
        let articles = try await fixture.storeQuake(1)
        let story = try #require(articles.first).storyID
        let followed = try await store.followedFeeds(of: fixture.bob.id.recipient, at: fixture.clock.now)
        let (ended, other) = (followed[0].subscription, followed[1].subscription)
        try await store.write { db in
            let place = try Row.fetchOne(
                db,
                sql: "SELECT recipientID, addressID FROM delivery WHERE storyID = ?",
                arguments: [story]
            )
            let row = try #require(place)
            let (recipient, address): (Int64, Int64) = (row[0], row[1])
            for _ in 0..<Self.count {
                let told = try Self.deliver("queued", because: ended, to: recipient, address, in: db)
                let kept = try Self.deliver(
                    "withdrawn",
                    repeating: told.story,
                    because: other,
                    to: recipient,
                    address,
                    in: db
                )
                try db.execute(sql: "INSERT INTO keptBackReport VALUES (?, ?)", arguments: [kept.delivery, told.story])
            }
        }
        let reads = Mutex(0)
        try await store.write { db in
            db.trace { event in
                if "\(event)".contains("INDEXED BY deliveryKeptBack") { reads.withLock { $0 += 1 } }
            }
        }
        let bob = fixture.bob.id.recipient
        #expect(try await store.removeSubscription(of: bob, to: ended.feedID, at: fixture.clock.now))
        #expect(reads.withLock(\.self) == 1)
        let queued = try await store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM delivery WHERE state = 'queued' AND createdAt = 0")
        }
        #expect(queued == Self.count)
    }

    private static func deliver(
        _ state: String,
        repeating told: Int64? = nil,
        because subscription: Subscription,
        to recipient: Int64,
        _ address: Int64,
        in db: Database
    ) throws -> (delivery: Int64, story: Int64) {
        try db.execute(sql: "INSERT INTO story (firstSeenAt) VALUES (0)")
        let story = db.lastInsertedRowID
        try db.execute(
            sql: """
                INSERT INTO delivery (recipientID, addressID, kind, storyID, isUrgent, dueAt, createdAt, state,
                    repeatedStoryID) VALUES (?, ?, 'news', ?, 0, 0, 0, ?, ?)
                """,
            arguments: [recipient, address, story, state, told]
        )
        let delivery = db.lastInsertedRowID
        try db.execute(sql: "INSERT INTO deliveryStory VALUES (?, ?)", arguments: [delivery, story])
        try db.execute(sql: "INSERT INTO told (recipientID, storyID) VALUES (?, ?)", arguments: [recipient, story])
        try db.execute(
            sql: "INSERT INTO deliveryReason VALUES (?, 'subscription', ?)",
            arguments: [delivery, subscription.id]
        )
        return (delivery, story)
    }
}

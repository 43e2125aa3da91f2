import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// Work that may have arrived or not counts as told, and is no success.
@Suite(.timed) struct UnconfirmedTests {
    let store: Store
    let alice: Profile
    let bob: Profile
    let feed: Feed

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        bob = try await store.sampleProfile("bob")
        feed = try await store.sampleFetchedFeed()
    }

    /// Words all that waits for somebody, and takes it as handed over.
    private func handOver(to account: String) async throws -> MessageID {
        let place = Identity.sample(account).address
        let queued = try await store.queuedDeliveries(to: place, at: .distantFuture, limit: 9)
        let parts = [MessagePart(payload: "x")]
        let message = try #require(try await store.freeze(queued.map(\.id), to: place, parts: parts, at: .sampleNow))
        #expect(try await store.markAttempt(message.id))
        return message.id
    }

    private func states() async throws -> [DeliveryState] {
        try await store.read { db in
            try DeliveryState.fetchAll(db, sql: "SELECT state FROM delivery WHERE kind <> 'notice' ORDER BY id")
        }
    }

    private func addDigest(of person: Profile) async throws -> ScheduleID {
        _ = try await store.addSchedule(
            of: person.id.recipient,
            kind: .digest,
            minuteOfDay: 1,
            days: .daily,
            at: Identity.sample(person.name).address,
            limit: 9,
            time: .sampleNow
        )
        return try #require(try await store.schedules(of: person.id.recipient).first?.id)
    }

    private func queueSlot(of schedule: ScheduleID) async throws -> Bool {
        try await store.queueSlot(
            schedule,
            localSlot: "2026-11-16T00:01",
            kind: .digest,
            dueAt: .sampleNow,
            payload: .sample(),
            at: .sampleNow
        )
    }

    @Test func `it is counted apart from what was sent and what failed`() async throws {
        for person in [alice, bob] { try await store.sampleSubscription(of: person, to: feed) }
        try await store.sampleRefresh(feed, [.sample("Storm")])
        try await store.giveUp(try await handOver(to: "alice"), at: .sampleNow)
        try await store.confirm(try await handOver(to: "bob"), part: 0, at: .sampleNow)
        #expect(try await Set(states()) == [.unconfirmed, .sent])
        let day = try await store.endedDeliveries(from: .sampleNow - 60, to: .sampleNow + 60)
        #expect(day == [.unconfirmed: 1, .sent: 1])
        #expect(try await store.endedDeliveries(from: .sampleNow + 60, to: .sampleNow + 120).isEmpty)
    }

    @Test func `a slot of which nobody knows has told its stories and has not failed`() async throws {
        let schedule = try await addDigest(of: alice)
        #expect(try await queueSlot(of: schedule))
        try await store.giveUp(try await handOver(to: "alice"), at: .sampleNow)
        #expect(try await states() == [.unconfirmed])
        #expect(try await store.slotPayloads(of: schedule) == [.sample()])
        #expect(try await store.failedSlotPayloads(of: schedule).isEmpty)
    }

    @Test func `a slot of which nobody knows does not come again to the account it is linked with`() async throws {
        let (kept, gone) = (try await addDigest(of: alice), try await addDigest(of: bob))
        #expect(try await queueSlot(of: kept))
        try await store.giveUp(try await handOver(to: "alice"), at: .sampleNow)
        #expect(try await queueSlot(of: gone))
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        #expect(try await states() == [.unconfirmed, .withdrawn])
    }

    @Test func `a story of which nobody knows was heard, whatever failed before`() async throws {
        try await store.sampleSubscription(of: bob, to: feed)
        try await store.sampleRefresh(feed, [.sample("Storm")])
        try await store.giveUp(try await handOver(to: "bob"), at: .sampleNow)
        let reader = bob.id.recipient
        try await store.write { db in
            let story = try Int64.fetchOne(db, sql: "SELECT storyID FROM delivery WHERE kind = 'news'") ?? 0
            let family = try StoryFamily(of: StoryID(rawValue: story), in: db)
            #expect(try family.wasTold(to: reader, in: db))
            try db.execute(
                sql: """
                    INSERT INTO delivery (recipientID, addressID, kind, storyID, dueAt, createdAt, state)
                    SELECT recipientID, addressID, kind, storyID, dueAt, createdAt, 'failed' FROM delivery
                    WHERE kind = 'news'
                    """
            )
            #expect(try family.wasTold(to: reader, in: db))
            try db.execute(sql: "UPDATE delivery SET state = 'failed'")
            #expect(try !family.wasTold(to: reader, in: db))
        }
    }

    @Test func `what was given up before the state had a name gets it, and all else stays as it is`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0025-unconfirmed-mail")
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO recipient (kind, createdAt) VALUES ('profile', 0);
                    INSERT INTO profile (id, name) VALUES (1, 'alice');
                    INSERT INTO address (recipientID, network, kind, target) VALUES (1, 'n', 'person', 'alice');
                    INSERT INTO message (addressID, state, parts, partCount, nextAttemptAt, createdAt)
                    VALUES (1, 'sent', '[]', 1, 0, 0), (1, 'failed', '[]', 1, 0, 0), (1, 'open', '[]', 1, 0, 0);
                    INSERT INTO delivery (recipientID, addressID, kind, storyID, payload, isUrgent, dueAt, createdAt,
                        state, messageID, endedAt)
                    VALUES (1, 1, 'news', 5, 'p', 1, 7, 8, 'sent', 1, 9), (1, 1, 'news', 6, NULL, 0, 7, 8, 'sent', 2, 9),
                        (1, 1, 'news', 7, NULL, 0, 7, 8, 'failed', 2, 9), (1, 1, 'news', 8, NULL, 0, 7, 8, 'frozen', 3, NULL),
                        (1, 1, 'news', 9, NULL, 0, 7, 8, 'queued', NULL, NULL);
                    DELETE FROM delivery WHERE id = 5;
                    INSERT INTO deliveryReason VALUES (2, 'alert', 3);
                    INSERT INTO deliveryStory VALUES (2, 6);
                    """
            )
        }
        @Sendable func others(_ db: Database) throws -> [String] {
            let columns = """
                id, recipientID, addressID, kind, storyID, articleID, payload, isUrgent, dueAt, createdAt, state, messageID,
                endedAt
                """
            return try Row.fetchAll(db, sql: "SELECT \(columns) FROM delivery WHERE id <> 2").map(\.description)
        }
        let old = try await database.read(others)
        #expect(old.count == 3)
        let store = try Store(migrating: database, path: nil)
        try await store.write { db in
            #expect(try others(db) == old)
            #expect(try DeliveryState.fetchOne(db, sql: "SELECT state FROM delivery WHERE id = 2") == .unconfirmed)
            #expect(try Int.fetchOne(db, sql: "SELECT deliveryID FROM deliveryReason") == 2)
            #expect(try Int.fetchOne(db, sql: "SELECT deliveryID FROM deliveryStory") == 2)
            try db.checkForeignKeys()
            // Numbers are never used twice, and what hangs on a delivery goes with it.
            try db.execute(
                sql: """
                    INSERT INTO delivery (recipientID, addressID, kind, dueAt, createdAt) VALUES (1, 1, 'news', 0, 0);
                    DELETE FROM delivery WHERE id = 2;
                    """
            )
            #expect(try Int.fetchOne(db, sql: "SELECT max(id) FROM delivery") == 6)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM deliveryReason") == 0)
        }
    }
}

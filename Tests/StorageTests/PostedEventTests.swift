import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct PostedEventTests {
    /// A message of some deliveries, each with an article of that number.
    private func message(_ store: Store, articles: [Int64]) async throws -> MessageID {
        let profile = try await store.sampleProfile()
        return try await store.write { db in
            let address = try Int64.fetchOne(
                db,
                sql: "SELECT id FROM address WHERE recipientID = ?",
                arguments: [profile.id.rawValue]
            )
            try db.execute(
                sql: """
                    INSERT INTO message (addressID, state, parts, partCount, nextAttemptAt, createdAt)
                    VALUES (?, 'open', '[]', 1, 0, 0)
                    """,
                arguments: [address]
            )
            let message = MessageID(rawValue: db.lastInsertedRowID)
            for article in articles {
                try db.execute(
                    sql: """
                        INSERT INTO delivery (recipientID, addressID, kind, articleID, dueAt, createdAt, messageID)
                        VALUES (?, ?, 'news', ?, 0, 0, ?)
                        """,
                    arguments: [profile.id.rawValue, address, article, message.rawValue]
                )
            }
            return message
        }
    }

    @Test func `what a network calls a message leads back to its article`() async throws {
        let store = try Store.inMemory()
        let one = try await message(store, articles: [7])
        let two = try await message(store, articles: [8, 9])
        let place = Identity.sample("alice").address
        let home = place.network
        try await store.recordPosted(network: home, eventID: "$one", key: .message(one, part: 0))
        try await store.recordPosted(network: home, eventID: "$one", key: .message(one, part: 0))
        try await store.recordPosted(network: home, eventID: "$two", key: .message(two, part: 0))
        #expect(try await store.postedArticle(eventID: "$one", at: place) == ArticleID(rawValue: 7))
        #expect(try await store.postedArticle(eventID: "$two", at: place) == nil)
        // Whoever names it from elsewhere learns nothing.
        for other in [Identity.sample("bob").address, Address(network: home, kind: .room, target: place.target)] {
            #expect(try await store.postedArticle(eventID: "$one", at: other) == nil)
        }
        #expect(try await store.isPosted(network: home, eventID: "$two"))
        #expect(try await !store.isPosted(network: "other", eventID: "$one"))
        try await store.write { try $0.execute(sql: "DELETE FROM message") }
        #expect(try await !store.isPosted(network: home, eventID: "$one"))
    }

    @Test(
        arguments: [
            .reply(to: "$event", part: 1), .unreadable(room: "!room", part: 0), .ledger(999),
            .scheduledQuiz(ScheduleID(rawValue: 3), slot: 0, part: 0),
        ] as [PartKey]
    )
    func `what is outside the ledger is not remembered`(key: PartKey) async throws {
        let store = try Store.inMemory()
        try await store.recordPosted(network: "home", eventID: "$x", key: key)
        #expect(try await !store.isPosted(network: "home", eventID: "$x"))
    }

    @Test func `a part of a message has its own event`() async throws {
        let store = try Store.inMemory()
        let one = try await message(store, articles: [7])
        try await store.recordPosted(network: "home", eventID: "$first", key: .message(one, part: 0))
        try await store.recordPosted(network: "home", eventID: "$second", key: .message(one, part: 1))
        #expect(try await store.postedEvent(network: "home", key: .message(one, part: 0)) == "$first")
        #expect(try await store.postedEvent(network: "home", key: .message(one, part: 1)) == "$second")
        for key: PartKey in [.message(one, part: 2), .reply(to: "\(one)", part: 0)] {
            #expect(try await store.postedEvent(network: "home", key: key) == nil)
        }
    }
}

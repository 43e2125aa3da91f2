import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct PeopleTests {
    @Test func `one identity is one profile`() async throws {
        let store = try Store.inMemory()
        let first = try await store.sampleProfile("alice")
        let again = try await store.sampleProfile("alice")
        let other = try await store.sampleProfile("bob")
        #expect(first == again)
        #expect(first.id != other.id)
        #expect(try await store.profile(for: .sample("alice")) == first)
        #expect(try await store.profile(for: .sample("carol")) == nil)
    }

    @Test func `profiles and rooms share one number space`() async throws {
        let store = try Store.inMemory()
        let profile = try await store.sampleProfile()
        let room = try await store.sampleRoom()
        #expect(profile.id.recipient != room.id.recipient)
        #expect(try await store.sampleRoom() == room)
        #expect(try await store.room(RoomID(rawValue: profile.id.rawValue)) == nil)
    }

    @Test func `settings and etiquette come back as saved`() async throws {
        let store = try Store.inMemory()
        let room = try await store.sampleRoom()
        let settings = RecipientSettings(
            language: "zh-Hans",
            timeZone: "Europe/Paris",
            quietHours: QuietHours(start: 1320, end: 420, exceptUrgent: true)
        )
        let etiquette = RoomEtiquette(
            prefix: "~",
            idleMinutes: 0,
            usesColour: true,
            enabledVerbs: ["more"],
            editsPosts: true,
            threadsDigests: true
        )
        try await store.saveSettings(settings, of: room.id.recipient)
        try await store.saveEtiquette(etiquette, of: room.id)
        let saved = try #require(try await store.room(network: "testnet", name: "#news"))
        #expect(saved.settings == settings)
        #expect(saved.etiquette == etiquette)
        await #expect(throws: StorageError.self) {
            try await store.saveSettings(settings, of: RecipientID(rawValue: 999))
        }
    }

    @Test func `a code confirms its action once, for ten minutes`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile("alice")
        let bob = try await store.sampleProfile("bob")
        let code = try await store.makeCode(for: alice.id, action: "forget me", at: .sampleNow)
        #expect(try await store.redeemCode(code, for: bob.id, at: .sampleNow) == nil)
        #expect(try await store.redeemCode(code.lowercased(), for: alice.id, at: .sampleNow) == "forget me")
        #expect(try await store.redeemCode(code, for: alice.id, at: .sampleNow) == nil)
        let late = try await store.makeCode(for: alice.id, action: "forget me", at: .sampleNow)
        #expect(try await store.redeemCode(late, for: alice.id, at: .sampleNow + 601) == nil)
    }

    @Test func `five wrong tries void a person's codes`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile("alice")
        let code = try await store.makeCode(for: alice.id, action: "forget me", at: .sampleNow)
        for _ in 0..<5 { #expect(try await store.redeemCode("nonono", for: alice.id, at: .sampleNow) == nil) }
        #expect(try await store.redeemCode(code, for: alice.id, at: .sampleNow) == nil)
    }
}

@Suite(.timed) struct MovedRoomTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `a room moves with its address, over a blank one of the new name`() async throws {
        let store = try Store.inMemory()
        let room = try await store.ensureRoom(network: "home", name: "!old", at: now)
        _ = try await store.ensureRoom(network: "home", name: "!new", at: now)
        #expect(try await store.moveRoom(network: "home", from: "!old", to: "!new"))
        #expect(try await store.room(network: "home", name: "!old") == nil)
        #expect(try await store.room(network: "home", name: "!new")?.id == room.id)
        let address = Address(network: "home", kind: .room, target: "!new")
        #expect(try await store.addresses(of: room.id.recipient) == [address])
        #expect(try await !store.moveRoom(network: "home", from: "!old", to: "!new"))
    }

    @Test func `what a room was told that makes way is forgotten with its work`() async throws {
        let store = try Store.inMemory()
        _ = try await store.ensureRoom(network: "home", name: "!old", at: now)
        let other = try await store.ensureRoom(network: "home", name: "!new", at: now)
        try await store.write { db in
            try db.execute(
                sql: """
                    INSERT INTO told (recipientID, storyID) VALUES (\(other.id), 1);
                    INSERT INTO message (addressID, state, parts, partCount, nextAttemptAt, createdAt)
                    SELECT id, 'open', '[]', 1, 0, 0 FROM address WHERE recipientID = \(other.id);
                    INSERT INTO delivery (recipientID, addressID, kind, dueAt, createdAt, state, messageID)
                    SELECT \(other.id), addressID, 'notice', 0, 0, 'frozen', id FROM message;
                    """
            )
        }
        #expect(try await store.moveRoom(network: "home", from: "!old", to: "!new"))
        let left = try await store.read { db in
            try ["told", "message", "delivery"].map { try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") }
        }
        #expect(left == [0, 0, 0])
    }

    @Test func `a room with subscriptions of its own is not taken over`() async throws {
        let store = try Store.inMemory()
        _ = try await store.ensureRoom(network: "home", name: "!old", at: now)
        let other = try await store.ensureRoom(network: "home", name: "!new", at: now)
        try await store.write { db in
            try db.execute(
                sql: """
                    INSERT INTO alert (recipientID, number, query, addressID, createdAt)
                    SELECT recipientID, 1, 'q', id, 0 FROM address WHERE recipientID = ?
                    """,
                arguments: [other.id.rawValue]
            )
        }
        #expect(try await !store.moveRoom(network: "home", from: "!old", to: "!new"))
        #expect(try await store.room(network: "home", name: "!old") != nil)
    }
}

import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// What somebody makes counts for their account, whatever they do to be somebody new.
@Suite(.timed) struct MakerTests {
    private let limit = QuotaLimit(own: 99, created: 2)
    let store: Store

    init() throws { store = try Store.inMemory() }

    private func alert(
        _ query: String,
        by maker: Maker?,
        for recipient: RecipientID? = nil
    ) async throws -> AddOutcome<Alert> {
        let room = try await store.sampleRoom("#\(query)").id.recipient
        return try await store.addAlert(
            of: recipient ?? room,
            query: query,
            at: Address(network: "testnet", kind: .room, target: "#\(query)"),
            by: maker,
            limit: limit,
            time: .sampleNow
        )
    }

    private func unlink(_ name: String, from other: Profile) async throws -> Profile {
        _ = try await store.unlink(
            .sample(name),
            from: other.id,
            movingSubscriptions: true,
            otherwiseAt: Identity.sample(other.name).address,
            at: .sampleNow
        )
        return try await store.sampleProfile(name)
    }

    private func makers() async throws -> Int {
        try await store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM alert WHERE madeBy IS NOT NULL") ?? 0
        }
    }

    @Test func `forgotten and back, an account finds what it has made for rooms`() async throws {
        for round in 0..<3 {
            let alice = try await store.sampleProfile("alice")
            let outcomes = [
                try await alert("one\(round)", by: alice.maker), try await alert("two\(round)", by: alice.maker),
            ]
            #expect(outcomes.allSatisfy { ($0.value != nil) == (round == 0) })
            #expect(try await store.createdCounts(by: alice.maker)[.alert] == 2)
            let feed = try await store.ensureFeed(
                FeedDescription(url: "https://\(round).example/"),
                by: alice.maker,
                at: .sampleNow
            )
            try await store.sampleRefresh(feed, [.sample("Storm \(round)")])
            try await store.erase(alice.id)
        }
        let alice = try await store.sampleProfile("alice")
        let bytes = try await store.read { db in try Int64.fetchOne(db, sql: "SELECT sum(bytes) FROM feed") }
        #expect(try await store.paidBytes(by: alice.maker) == bytes)
        // Nothing else of theirs is kept.
        #expect(
            try await store.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM alert WHERE createdBy IS NOT NULL")
            } == 0
        )
        let bob = try await store.sampleProfile("bob")
        #expect(try await alert("bob", by: bob.maker).value != nil)
    }

    @Test func `what is removed from the rooms counts no longer, and nothing of it is kept`() async throws {
        let alice = try await store.sampleProfile("alice")
        #expect(try await alert("one", by: alice.maker).value != nil)
        try await store.erase(alice.id)
        #expect(try await makers() == 1)
        let room = try await store.sampleRoom("#one")
        #expect(try await store.removeAlert(of: room.id.recipient, number: 1, at: .sampleNow) != nil)
        #expect(try await makers() == 0)
    }

    @Test func `accounts that were linked and forgotten each find what it was that they made`() async throws {
        let alice = try await store.sampleProfile("alice")
        let bob = try await store.sampleProfile("bob")
        for query in ["a", "b"] { #expect(try await alert(query, by: alice.maker).value != nil) }
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        let asBob = Maker(.sample("bob"), profile: alice.id)
        #expect(try await alert("c", by: asBob) == .createdTooMany(limit: 2))
        try await store.erase(alice.id)
        let back = try await store.sampleProfile("alice")
        #expect(try await alert("c", by: back.maker) == .createdTooMany(limit: 2))
    }

    @Test func `two accounts make no more than two may, however often they are linked and parted`() async throws {
        let alice = try await store.sampleProfile("alice")
        for round in 0..<3 {
            let bob = try await store.sampleProfile("bob")
            for person in [alice, bob] {
                for query in ["x", "y"] { _ = try await alert("\(query)\(person.name)\(round)", by: person.maker) }
            }
            #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
            _ = try await alert("z\(round)", by: Maker(.sample("bob"), profile: alice.id))
            _ = try await unlink("bob", from: alice)
        }
        #expect(try await makers() == 4)
    }

    @Test func `who is put out of a profile does not pay for what it follows`() async throws {
        store.limits = StorageLimits(personBytes: 1_000_000)
        let alice = try await store.sampleProfile("alice")
        let bob = try await store.sampleProfile("bob")
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: .sampleNow))
        let feed = try await store.sampleFetchedFeed()
        let asBob = Maker(.sample("bob"), profile: alice.id)
        _ = try await store.addSubscription(
            of: alice.id.recipient,
            to: feed.id,
            at: Identity.sample("bob").address,
            by: asBob,
            limit: 9,
            time: .sampleNow
        )
        try await store.sampleRefresh(feed, [.sample("Storm")])
        let new = try await store.sampleUnlink(.sample("bob"), from: alice, movingSubscriptions: false)
        try await store.tidyFeeds(at: .sampleNow)
        #expect(try await store.paidBytes(by: alice.maker) > 0)
        #expect(try await store.paidBytes(by: Maker(.sample("bob"), profile: new)) == 0)
    }

    @Test func `an account away for long counts in rooms before it has said whose its profile is`() async throws {
        let alice = try await store.sampleProfile("alice")
        for query in ["a", "b"] { #expect(try await alert(query, by: alice.maker).value != nil) }
        #expect(try await alert("c", by: Maker(.sample("alice"), profile: nil)) == .createdTooMany(limit: 2))
    }

    @Test func `guests of one place are one, whatever they call themselves, also in what they want for themselves`()
        async throws
    {
        let names = try await [store.sampleProfile("nick:a"), store.sampleProfile("nick:b")]
        func guest(_ number: Int, from host: String? = "h.example") -> Maker {
            Maker(guestOf: "testnet", from: host, profile: names[number].id)
        }
        #expect(try await alert("one", by: guest(0), for: names[0].id.recipient).value != nil)
        #expect(try await alert("two", by: guest(1)).value != nil)
        #expect(try await alert("three", by: guest(0)) == .createdTooMany(limit: 2))
        #expect(try await alert("three", by: guest(1), for: names[1].id.recipient) == .createdTooMany(limit: 2))
        #expect(try await alert("three", by: guest(1, from: "other.example")).value != nil)
        // Who hides where they come from shares with all who do.
        for query in ["four", "five"] { #expect(try await alert(query, by: guest(0, from: nil)).value != nil) }
        #expect(try await alert("six", by: guest(1, from: nil)) == .createdTooMany(limit: 2))
    }

    @Test func `costly questions are counted over a farewell, too`() async throws {
        let alice = try await store.sampleProfile("alice")
        #expect(try await alert("one", by: alice.maker).value != nil)
        try await store.erase(alice.id)
        let back = try await store.sampleProfile("alice")
        #expect(try await alert("two", by: back.maker).value != nil)
        let mark = try await store.mark(of: back.maker)
        #expect(try await store.alertsMade(by: mark).map(\.query).sorted() == ["one", "two"])
    }

    @Test func `what was made before the count knew accounts counts for them`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0037-own-changes")
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO recipient (id, kind, createdAt) VALUES (1, 'profile', 0), (2, 'room', 0);
                    INSERT INTO profile VALUES (1, 'alice');
                    INSERT INTO identity (network, account, profileID, displayName, lastSeenAt)
                    VALUES ('testnet', 'alice', 1, 'alice', 0);
                    INSERT INTO address (id, recipientID, network, kind, target) VALUES (1, 2, 'testnet', 'room', '#a');
                    INSERT INTO alert (recipientID, number, query, isUrgent, cooldown, addressID, createdBy, createdAt)
                    VALUES (2, 1, 'old', 0, 0, 1, 1, 0);
                    INSERT INTO feed (url, host, name, nameKey, nextCheckAt, createdAt, broughtBy, bytes)
                    VALUES ('u', 'h', 'F', 'f', 0, 0, 1, 70);
                    """
            )
        }
        let store = try Store(migrating: database, path: nil)
        let maker = Maker(.sample("alice"), profile: ProfileID(rawValue: 1))
        #expect(try await store.createdCounts(by: maker)[.alert] == 1)
        #expect(try await store.paidBytes(by: maker) == 70)
    }
}

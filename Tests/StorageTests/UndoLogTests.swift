import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// How much is remembered of changes, for how long, and how an answer leads to one.
@Suite(.timed) struct UndoLogTests {
    let store: Store
    let alice: Profile
    let feed: Feed
    private var owner: RecipientID { alice.id.recipient }

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        feed = try await store.sampleFetchedFeed("one")
        try await store.sampleSubscription(of: alice, to: feed, time: .sampleNow - 3_000)
    }

    @Test func `ten changes are kept, for a day, and a large one is not`() async throws {
        for number in 1...14 {
            let time = Date.sampleNow + Double(number)
            _ = try await store.command("name \(number)", at: time).setOwnName("N\(number)", of: owner, on: feed.id)
        }
        let changes = try await store.ownChanges(of: owner, at: .sampleNow + 20)
        #expect(changes.map(\.lines) == (5...14).reversed().map { ["name \($0)"] })
        #expect(try await store.ownChanges(of: owner, at: .sampleNow + 86_414) == [])
        let long = String(repeating: "long ", count: 100_000)
        _ = try await store.command("long", at: .sampleNow + 30).setOwnName(long, of: owner, on: feed.id)
        let outcome = try await store.undoNewest(of: owner, at: .sampleNow + 40)
        #expect(outcome?.restored == 0 && outcome?.obstacles.map(\.reason) == [.large])
        #expect(try await store.ownChanges(of: owner, at: .sampleNow + 40).count == 9)
    }

    @Test func `a command of many transactions is undone whole, and costs no square of them`() async throws {
        var feeds: [Feed] = []
        for number in 0..<100 {
            let feed = try await store.sampleFeed("many\(number)")
            feeds.append(feed)
            try await store.sampleSubscription(of: alice, to: feed)
        }
        let command = store.command("unsub all")
        for feed in feeds { _ = try await command.removeSubscription(of: owner, to: feed.id, at: .sampleNow) }
        try await command.describeChanges(orElse: "unsub all")
        let last = try await store.read {
            try Int.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'ownChange'")
        }
        // Sixteen whole entries, then one at 32, at 64 and at the end.
        #expect(try #require(last) < 25)
        #expect(try await store.undoNewest(of: owner)?.restored == 100)
        #expect(try await store.followedFeeds(of: owner, at: .sampleNow).count == 101)
    }

    @Test func `what was too large stays too large, whatever the command changes then`() async throws {
        let command = store.command("many")
        let long = String(repeating: "long ", count: 100_000)
        _ = try await command.setOwnName(long, of: owner, on: feed.id)
        for tag in ["de", "fr"] { try await command.saveSettings(RecipientSettings(language: tag), of: owner) }
        let outcome = try await store.undoNewest(of: owner)
        #expect(outcome?.restored == 0 && outcome?.obstacles.map(\.reason) == [.large])
        #expect(try await store.settings(of: owner)?.language == "fr")
    }

    @Test func `old changes go without anybody making a new one`() async throws {
        _ = try await store.command().removeSubscription(of: owner, to: feed.id, at: .sampleNow)
        _ = try await store.prune(at: .sampleNow + 86_500)
        #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM ownChange") } == 0)
    }

    @Test func `an answer leads to its change, also after it was undone`() async throws {
        for number in 1...2 {
            let command = store.command("name \(number)", inboundID: "in\(number)")
            _ = try await command.setOwnName("N\(number)", of: owner, on: feed.id)
            try await store.recordPosted(
                network: "testnet",
                eventID: "event\(number)",
                key: .reply(to: "in\(number)", part: 0)
            )
        }
        func told(_ event: String) async throws -> [OwnChange]? {
            try await store.ownChanges(answeredBy: event, on: "testnet", of: owner, at: .sampleNow)
        }
        #expect(try await told("event1")?.map(\.lines) == [["name 1"]])
        #expect(try await told("other") == nil)
        let second = try #require(try await told("event2")?.first)
        _ = try await store.undo(second, of: owner, isNewest: false, at: .sampleNow)
        #expect(try await told("event2")?.map(\.isUndone) == [true])
        #expect(try await store.subscription(of: owner, to: feed.id)?.name == "N1")
        let bob = try await store.sampleProfile("bob")
        let asBob = try await store.ownChanges(
            answeredBy: "event1",
            on: "testnet",
            of: bob.id.recipient,
            at: .sampleNow
        )
        #expect(asBob == [])
    }

    @Test func `an owner who is erased leaves nothing, and a forgotten history no marks`() async throws {
        _ = try await store.command().removeSubscription(of: owner, to: feed.id, at: .sampleNow)
        try await store.command().eraseHistory(of: alice.id)
        #expect(try await store.ownChanges(of: owner, at: .sampleNow) == [])
        _ = try await store.command().saveSettings(RecipientSettings(language: "de"), of: owner)
        try await store.command().erase(alice.id)
        let left = try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM ownChange") }
        #expect(left == 0)
    }
}

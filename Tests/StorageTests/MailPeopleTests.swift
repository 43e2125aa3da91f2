import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// Mail beside what other parts of the store do with people and their time.
@Suite struct MailPeopleTests {
    private let now = Date.sampleNow

    private func count(_ store: Store, _ table: String) async throws -> Int {
        try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }

    /// All that mail keeps about an address of `testnet`.
    private func fill(_ store: Store, _ address: String) async throws -> String {
        try await store.confirm(address, network: "testnet", at: now)
        _ = try await store.countAnswer(to: address, network: "testnet", limit: 9, at: now)
        let mail = KeptMail(id: Int64(address.count), content: [1], receivedAt: now)
        _ = try await store.confirmationCode(mail: mail, position: 0, of: address, network: "testnet", at: now)
        return try await store.correspondent(address, network: "testnet", at: now).token
    }

    @Test func `who is forgotten is a stranger by mail and others are not`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile()
        let token = try await fill(store, "alice")
        let other = try await fill(store, "robert")
        // An address of theirs that is no account of theirs.
        let second = try await fill(store, "alice@work")
        let place = Address(network: "testnet", kind: .person, target: "alice@work")
        try await store.sampleSubscription(of: alice, to: try await store.sampleFeed(), at: place)
        try await store.unsubscribe("alice", network: "testnet", at: now)
        try await store.keepMail([NewMail(content: [1])], network: "testnet", position: nil, at: now)
        try await store.erase(alice.id)
        for gone in [token, second] {
            #expect(try await store.correspondent(token: gone, network: "testnet") == nil)
        }
        #expect(try await store.correspondent(token: other, network: "testnet")?.confirmedAt == now)
        for table in ["mailConfirmation", "mailAnswerCount", "mailCorrespondent"] {
            #expect(try await count(store, table) == 1)
        }
        // The mail that asked for it is still to be answered.
        #expect(try await count(store, "keptMail") == 1)
        #expect(try await store.correspondent("alice", network: "testnet", at: now).confirmedAt == nil)
    }

    @Test func `a mailbox keeps its token and its word when its profile is linked and unlinked`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile()
        let bob = try await store.sampleProfile("bob")
        let token = try await fill(store, "bob")
        let feed = try await store.sampleFetchedFeed()
        try await store.sampleSubscription(of: bob, to: feed)
        try await store.unsubscribe("bob", network: "testnet", at: now)
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: now))
        #expect(try await store.correspondent(token: token, network: "testnet")?.unsubscribedAt == now)
        #expect(try await store.isUnsubscribed(Identity.sample("bob").address))
        try await store.sampleRefresh(feed, [.sample("News")])
        #expect(try await store.queuedTitles(for: bob).isEmpty)
        let parted = try await store.unlink(
            .sample("alice"),
            from: alice.id,
            takingWishes: false,
            otherwiseAt: Identity.sample("bob").address,
            at: now
        )
        #expect(parted != nil)
        // What was told elsewhere does not go to a mailbox that wants nothing.
        #expect(try await store.pauseReason(of: Identity.sample("bob").address) == Store.unsubscribedReason)
        #expect(try await store.resubscribe("bob", network: "testnet"))
        try await store.sampleRefresh(feed, [.sample("Later")])
        #expect(try await store.queuedTitles(for: bob) == ["Later"])
    }

    @Test func `what nobody confirmed goes in time`() async throws {
        let store = try Store.inMemory()
        _ = try await fill(store, "confirmed")
        _ = try await store.correspondent("stranger", network: "testnet", at: now)
        _ = try await store.correspondent("returning", network: "testnet", at: now)
        _ = try await store.correspondent("returning", network: "testnet", at: now + 20 * 86_400)
        for name in ["forged", "wanted"] { _ = try await store.correspondent(name, network: "testnet", at: now) }
        let place = Address(network: "testnet", kind: .person, target: "wanted")
        let profile = try await store.sampleProfile()
        try await store.sampleSubscription(of: profile, to: try await store.sampleFeed(), at: place)
        for name in ["forged", "wanted", "unknown", "confirmed"] {
            try await store.unsubscribe(name, network: "testnet", at: now)
        }
        try await store.keepMail([NewMail(content: [1])], network: "gone", position: nil, at: now)
        try await store.prune(at: now + 3_599)
        #expect(try await count(store, "mailAnswerCount") == 1)
        try await store.prune(at: now + 3_600)
        #expect(try await count(store, "mailAnswerCount") == 0)
        #expect(try await count(store, "mailConfirmation") == 1)
        try await store.prune(at: now + 7 * 86_400)
        #expect(try await count(store, "mailConfirmation") == 0)
        #expect(try await count(store, "keptMail") == 1)
        #expect(try await count(store, "mailCorrespondent") == 5)
        try await store.prune(at: now + 30 * 86_400)
        #expect(try await count(store, "keptMail") == 0)
        let left = try await store.read {
            try String.fetchAll($0, sql: "SELECT address FROM mailCorrespondent ORDER BY address")
        }
        #expect(left == ["confirmed", "returning", "wanted"])
    }
}

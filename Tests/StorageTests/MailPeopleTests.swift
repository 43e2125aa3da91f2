import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// Mail beside what other parts of the store do with people and their time.
@Suite(.timed) struct MailPeopleTests {
    private let now = Date.sampleNow

    private func count(_ store: Store, _ table: String) async throws -> Int {
        try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }

    /// All that mail keeps about an address of `testnet`.
    private func fill(_ store: Store, _ address: String) async throws -> String {
        try await store.confirm(address, network: "testnet", at: now)
        let counted = ["", "guest ", "token ", "end "].map { MailAnswerLimit($0 + address, most: 9) }
        _ = try await store.countAnswer(counted, network: "testnet", at: now)
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
            #expect(try await count(store, table) == (table == "mailAnswerCount" ? 4 : 1))
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
            movingSubscriptions: false,
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

    @Test func `attempts count for each mail alone, and for as long as it may go again`() async throws {
        let store = try Store.inMemory()
        let once = UnconfirmedMail(attempts: 1, heldUntil: now)
        try await store.setUnconfirmedMail("<a@x>", network: "mail", to: once)
        try await store.setUnconfirmedMail("<b@x>", network: "mail", to: once)
        try await store.setUnconfirmedMail("<a@x>", network: "other", to: once)
        let twice = UnconfirmedMail(attempts: 2, heldUntil: now + 60)
        try await store.setUnconfirmedMail("<a@x>", network: "mail", to: twice)
        #expect(try await store.unconfirmedMail("<a@x>", network: "mail") == twice)
        #expect(try await store.unconfirmedMail("<b@x>", network: "mail") == once)
        try await store.setUnconfirmedMail("<b@x>", network: "mail", to: nil)
        #expect(try await store.unconfirmedMail("<b@x>", network: "mail") == nil)
        #expect(try await store.unconfirmedMail("<c@x>", network: "mail") == nil)
        // One of them waits with an open message, as when its place is paused.
        let alice = try await store.sampleProfile()
        let feed = try await store.sampleFetchedFeed()
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleRefresh(feed, [.sample("News")])
        let home = Identity.sample("alice").address
        let ids = try await store.queuedDeliveries(to: home, at: now, limit: 1).map(\.id)
        let parts = [MessagePart(payload: "p")]
        let message = try #require(try await store.freeze(ids, to: home, parts: parts, at: now))
        try await store.recordPosted(network: "mail", eventID: "<a@x>", key: .message(message.id, part: 0))
        try await store.pruneMail(at: now + 29 * 86_400)
        #expect(try await count(store, "unconfirmedMail") == 2)
        try await store.pruneMail(at: now + 400 * 86_400)
        #expect(try await count(store, "unconfirmedMail") == 1)
        #expect(try await store.unconfirmedMail("<a@x>", network: "mail") == twice)
        try await store.giveUp(message.id, at: now)
        try await store.pruneMail(at: now + 400 * 86_400)
        #expect(try await count(store, "unconfirmedMail") == 0)
    }

    @Test(arguments: [false, true])
    func `a notice goes to no mailbox that is not confirmed, however lately seen`(isRefused: Bool) async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile()
        let work = Identity(network: "mail", account: "alice@work.example")
        #expect(try await store.attach(work, name: "alice", to: alice.id, at: now))
        try await store.confirm(work.account, network: "mail", at: now)
        for (seconds, account) in ["new@home.example", "old@home.example", "unheard@home.example"].enumerated() {
            let later = now + 60 + Double(seconds)
            let mailbox = Identity(network: "mail", account: account)
            #expect(try await store.attach(mailbox, name: "alice", to: alice.id, at: later))
            if seconds < 2 { _ = try await store.correspondent(account, network: "mail", at: later) }
        }
        try await store.confirm("old@home.example", network: "mail", at: now)
        try await store.unsubscribe("old@home.example", network: "mail", at: now)
        let feed = try await store.sampleFetchedFeed()
        try await store.sampleSubscription(of: alice, to: feed, at: work.address)
        try await store.sampleRefresh(feed, [.sample("News"), .sample("More news")])
        let queued = try await store.queuedDeliveries(to: work.address, at: now, limit: 9).filter { $0.kind == .news }
        let parts = [MessagePart(payload: "p")]
        let frozen = try await store.freeze(queued.map(\.id), to: work.address, parts: parts, at: now)
        let message = try #require(frozen)
        #expect(try await store.markAttempt(message.id))
        if isRefused {
            try await store.fail(message.id, reason: "no such user", at: now)
        } else {
            try await store.giveUp(message.id, at: now)
        }
        let home = Identity.sample("alice").address
        let notices = try await store.queuedDeliveries(to: home, at: now + 3_600, limit: 9)
            .compactMap(\.notice)
        let articles = queued.compactMap { $0.article?.article.id.rawValue }
        #expect(articles.count == 2)
        #expect(
            notices.contains(
                isRefused
                    ? .addressFailed(address: work.address, reason: "no such user")
                    : .unconfirmed(address: work.address, articles: articles)
            )
        )
    }

    @Test func `who has linked an account is told at no mailbox that wants nothing`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile()
        for account in ["new@home.example", "own@home.example"] {
            let mailbox = Identity(network: "mail", account: account)
            #expect(try await store.attach(mailbox, name: "alice", to: alice.id, at: now))
            _ = try await store.correspondent(account, network: "mail", at: now)
        }
        try await store.confirm("own@home.example", network: "mail", at: now)
        let joined = Identity(network: "other", account: "alice")
        #expect(try await store.attach(joined, name: "alice", to: alice.id, at: now))
        let notice = try DeliveryPayload.notice(.accountLinked(joined.address)).encoded()
        let told = try await store.read { db in
            try String.fetchAll(
                db,
                sql: "SELECT target FROM delivery JOIN address ON address.id = addressID WHERE payload = ? ORDER BY 1",
                arguments: [notice]
            )
        }
        #expect(told == ["alice", "own@home.example"])
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
        #expect(try await count(store, "mailAnswerCount") == 4)
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

import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// Numbered lists, found by the message that shows them.
@Suite(.timed) struct ListingOriginTests {
    private let now = Date.sampleNow
    private let alice = Identity.sample("alice").address
    private let room = Address(network: "testnet", kind: .room, target: "#news")

    /// Alice's list in an answer to her command.
    private func answer(
        _ store: Store,
        _ items: [Int64],
        to inboundID: String,
        at place: Address? = nil,
        kind: String = "article",
        owner: ListingOwner = .guest(network: "testnet", name: "alice"),
        time: Date? = nil
    ) async throws {
        try await store.saveListing(
            owner: owner,
            place: (place ?? alice).listingPlace,
            kind: kind,
            items: items,
            origin: .answer(network: "testnet", inboundID: inboundID),
            at: time ?? now
        )
    }

    @Test func `news goes on counting behind an answer about one article`() async throws {
        let store = try Store.inMemory()
        let owner = ListingOwner.guest(network: "testnet", name: "alice")
        let pushed = NewListing(
            owner: owner,
            place: alice.listingPlace,
            kind: "article",
            items: [11, 12],
            extendsNewest: true
        )
        let seconds = now.unixSeconds
        _ = try await store.write { db in try ListingWriting(db: db, seconds: seconds).extend(pushed) }
        try await answer(store, [11], to: "$read", kind: Listing.subjectKind)
        let numbers = try await store.write { db in try ListingWriting(db: db, seconds: seconds).extend(pushed) }
        #expect(numbers == [3, 4])
    }

    private func list(
        _ store: Store,
        _ event: String,
        at place: Address? = nil,
        owner: String = "alice",
        kinds: [String] = ["article"]
    ) async throws -> [Int64]? {
        try await store.listing(
            ofPosted: event,
            at: place ?? alice,
            owners: [.guest(network: "testnet", name: owner)],
            kinds: kinds
        )?.items
    }

    private func posted(_ store: Store, _ event: String, answer inboundID: String, part: Int = 1) async throws {
        let key = PartKey.reply(to: inboundID, part: part)
        try await store.recordPosted(network: "testnet", eventID: event, key: key)
    }

    /// A message to Alice with a list of the articles.
    private func push(_ store: Store, _ items: [Int64], single: Bool = false) async throws -> FrozenMessage {
        let profile = try await store.sampleProfile()
        let feed = try await store.sampleFetchedFeed()
        try await store.sampleSubscription(of: profile, to: feed)
        try await store.sampleRefresh(feed, [.sample("Story \(items)")])
        let queued = try await store.queuedDeliveries(to: alice, at: now, limit: 9)
        let list = NewListing(
            owner: .recipient(profile.id.recipient),
            place: alice.listingPlace,
            kind: "article",
            items: items,
            extendsNewest: single
        )
        let parts = [MessagePart(payload: "x")]
        return try #require(
            try await store.freeze(queued.map(\.id), to: alice, parts: parts, lists: [list], at: now)
        )
    }

    @Test func `an old answer's numbers are its own`() async throws {
        let store = try Store.inMemory()
        try await answer(store, [1, 2], to: "$a-b")
        try await answer(store, [3, 4], to: "$c")
        try await posted(store, "$one", answer: "$a-b")
        try await posted(store, "$onePart2", answer: "$a-b", part: 2)
        try await posted(store, "$two", answer: "$c")
        #expect(try await list(store, "$one") == [1, 2])
        #expect(try await list(store, "$onePart2") == [1, 2])
        #expect(try await list(store, "$two") == [3, 4])
        #expect(try await list(store, "$unknown") == nil)
        #expect(try await list(store, "$one", kinds: ["feed"]) == nil)
        #expect(try await list(store, "$one", kinds: []) == nil)
    }

    @Test func `a mail that answers several commands has the lists of all of them`() async throws {
        let store = try Store.inMemory()
        try await answer(store, [1], to: "mail-7-0")
        try await answer(store, [2], to: "mail-7-1", kind: "feed")
        try await answer(store, [3], to: "mail-7-2")
        for position in 0...2 { try await posted(store, "answer@x", answer: "mail-7-\(position)") }
        #expect(try await list(store, "answer@x", kinds: ["feed"]) == [2])
        #expect(try await list(store, "answer@x") == [3], "the newest of a kind")
    }

    @Test func `an answer is nothing to others or elsewhere`() async throws {
        let store = try Store.inMemory()
        try await answer(store, [1, 2], to: "$a")
        try await answer(store, [5], to: "$a", at: room, owner: .recipient(RecipientID(rawValue: 9)))
        try await posted(store, "$one", answer: "$a")
        #expect(try await list(store, "$one", owner: "bob") == nil)
        #expect(try await list(store, "$one", at: room) == nil)
        let shared = try await store.listing(
            ofPosted: "$one",
            at: room,
            owners: [.recipient(RecipientID(rawValue: 9))],
            kinds: ["article"]
        )
        #expect(shared?.items == [5])
    }

    @Test(arguments: [.ledger(1), .unreadable(room: "$a", part: 1), .reply(to: "$b", part: 1)] as [PartKey])
    func `a key that names no command leaves nothing`(key: PartKey) async throws {
        let store = try Store.inMemory()
        try await answer(store, [1], to: "$a")
        try await store.recordPosted(network: "testnet", eventID: "$x", key: key)
        #expect(try await list(store, "$x") == nil)
    }

    @Test func `a push keeps its list from the moment it is frozen`() async throws {
        let store = try Store.inMemory()
        let first = try await push(store, [1, 2, 3])
        try await store.recordPosted(network: "testnet", eventID: "$push", key: .message(first.id, part: 0))
        try await store.recordPosted(network: "testnet", eventID: "$push2", key: .message(first.id, part: 1))
        #expect(try await list(store, "$push") == [1, 2, 3])
        #expect(try await list(store, "$push2", owner: "whoever") == [1, 2, 3])
        #expect(try await list(store, "$push", at: Identity.sample("bob").address) == nil)
        #expect(try await list(store, "$push", at: room) == nil)
        // What joins the list later was not shown in that message.
        let second = try await push(store, [4], single: true)
        try await store.recordPosted(network: "testnet", eventID: "$single", key: .message(second.id, part: 0))
        let profile = try await store.sampleProfile()
        let newest = try await store.newestListing(
            owner: .recipient(profile.id.recipient),
            place: "p:testnet",
            at: now
        )
        #expect(newest?.items == [1, 2, 3, 4])
        #expect(try await list(store, "$push") == [1, 2, 3])
        #expect(try await list(store, "$single") == nil)
    }

    @Test func `a list lives as long as its message, others for a day`() async throws {
        let store = try Store.inMemory()
        try await answer(store, [1], to: "$kept")
        try await posted(store, "$kept", answer: "$kept")
        try await answer(store, [2], to: "$neverPosted")
        let frozen = try await push(store, [3])
        try await store.recordPosted(network: "testnet", eventID: "$push", key: .message(frozen.id, part: 0))
        try await store.confirm(frozen.id, part: 0, at: now)
        try await store.saveListing(
            owner: .guest(network: "testnet", name: "alice"),
            place: "p:testnet",
            kind: "article",
            items: [4],
            at: now
        )
        func count() async throws -> Int {
            try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM listing") ?? 0 }
        }
        try await store.prune(at: now + 86_400)
        #expect(try await count() == 4)
        try await store.prune(at: now + 86_401)
        #expect(try await count() == 2)
        #expect(try await list(store, "$kept") == [1])
        #expect(try await list(store, "$push") == [3])
        // By its age alone it is not the newest any more.
        let newest = try await store.newestListing(
            owner: .guest(network: "testnet", name: "alice"),
            place: "p:testnet",
            at: now + 86_401
        )
        #expect(newest == nil)
        try await store.prune(at: now + 14 * 86_400 + 1)
        #expect(try await count() == 0)
        #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM postedReply") } == 0)
    }

    @Test func `lists move with their owner and go with a forgotten one`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile()
        let bob = try await store.sampleProfile("bob")
        try await answer(store, [1], to: "$a", owner: .recipient(bob.id.recipient))
        try await posted(store, "$one", answer: "$a")
        #expect(try await store.merge(bob.id, of: .sample("bob"), into: alice.id, at: now))
        func found() async throws -> [Int64]? {
            try await store.listing(
                ofPosted: "$one",
                at: Identity.sample("bob").address,
                owners: [.recipient(alice.id.recipient)],
                kinds: ["article"]
            )?.items
        }
        #expect(try await found() == [1])
        try await store.erase(alice.id)
        #expect(try await found() == nil)
    }
}

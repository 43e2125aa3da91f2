import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// Headlines that change after they were posted.
@Suite(.timed) struct EditablePostTests {
    private let store: Store
    private let room: Room
    private let feed: Feed
    private let place = Address(network: "testnet", kind: .room, target: "#news")

    init() async throws {
        store = try Store.inMemory()
        room = try await store.sampleRoom()
        feed = try await store.sampleFetchedFeed("one")
        _ = try await store.addSubscription(of: room.id.recipient, to: feed.id, at: place, limit: 10, time: .sampleNow)
        try await wantEdits(true)
    }

    private func wantEdits(_ wanted: Bool) async throws {
        var etiquette = room.etiquette
        etiquette.editsPosts = wanted
        try await store.saveEtiquette(etiquette, of: room.id)
    }

    /// Everything queued for the room leaves as one message.
    private func post(as event: String, at time: Date = .sampleNow) async throws {
        let queued = try await store.queuedDeliveries(to: place, at: .distantFuture, limit: 100)
        let frozen = try await store.freeze(queued.map(\.id), to: place, parts: [.init(payload: "x")], at: time)
        let message = try #require(frozen)
        try await store.recordPosted(network: "testnet", eventID: event, key: .message(message.id, part: 0))
        try await store.confirm(message.id, part: 0, at: time)
    }

    private func entry(_ title: String, guid: String = "g", link: String = "https://site.example/a") -> NewArticle {
        .sample(title, guid: guid, link: link)
    }

    private func queued(at time: Date = .distantFuture) async throws -> [QueuedDelivery] {
        try await store.queuedDeliveries(to: place, at: time, limit: 100)
    }

    @Test func `a changed headline of a post is queued once as a change of it and told nobody`() async throws {
        try await store.sampleRefresh(feed, [entry("Storm nears")])
        try await post(as: "$a")
        try await store.sampleRefresh(feed, [entry("Storm is here")], at: .sampleNow + 60)
        try await store.sampleRefresh(feed, [entry("Storm is over")], at: .sampleNow + 120)
        let edits = try await queued()
        #expect(edits.map(\.editedEvent) == ["$a"])
        #expect(edits.first?.article?.article.title == "Storm is over")
        #expect(edits.first?.reasons.count == 1)
        #expect(try await store.searchArticles(words: "over", in: .shown(to: nil), limit: 5).count == 1)
        // The change has an event of its own, which means the same article and is never changed itself.
        try await post(as: "$b")
        let article = try await store.postedArticle(eventID: "$b", at: place)
        #expect(article == edits.first?.article?.article.id)
        try await store.sampleRefresh(feed, [entry("Storm was here")], at: .sampleNow + 180)
        #expect(try await queued().map(\.editedEvent) == ["$a"])
    }

    @Test func `a change that an older version queued is not queued again`() async throws {
        try await store.sampleRefresh(feed, [entry("Storm nears")])
        try await post(as: "$a")
        try await store.sampleRefresh(feed, [entry("Storm is here")], at: .sampleNow + 60)
        try await store.write { db in try db.execute(sql: "UPDATE delivery SET payload = '$a' WHERE kind = 'edit'") }
        try await store.sampleRefresh(feed, [entry("Storm is over")], at: .sampleNow + 120)
        #expect(try await queued().map(\.editedEvent) == ["$a"])
    }

    @Test func `a post changes three times at most, and for a day`() async throws {
        try await store.sampleRefresh(feed, [entry("Version")])
        try await post(as: "$a")
        for number in 1...5 {
            try await store.sampleRefresh(feed, [entry("Version \(number)")], at: .sampleNow + Double(number))
            guard try await !queued().isEmpty else {
                #expect(number == 4)
                break
            }
            try await post(as: "$edit\(number)")
        }
        try await store.sampleRefresh(feed, [entry("Other", guid: "h", link: "https://site.example/b")])
        try await post(as: "$b")
        let late = [entry("Other words", guid: "h", link: "https://site.example/b")]
        try await store.sampleRefresh(feed, late, at: .sampleNow + 86_400)
        #expect(try await queued().isEmpty)
    }

    @Test func `where nobody wants it, or several were told at once, nothing changes`() async throws {
        try await store.sampleRefresh(feed, [entry("One"), entry("Two", guid: "h", link: "https://site.example/b")])
        try await post(as: "$both")
        try await store.sampleRefresh(feed, [entry("One more")])
        #expect(try await queued().isEmpty)
        try await store.sampleRefresh(feed, [entry("Three", guid: "i", link: "https://site.example/c")])
        try await post(as: "$c")
        try await wantEdits(false)
        try await store.sampleRefresh(feed, [entry("Third", guid: "i", link: "https://site.example/c")])
        #expect(try await queued().isEmpty)
        // Posted while nobody wanted it.
        try await store.sampleRefresh(feed, [entry("Four", guid: "j", link: "https://site.example/d")])
        try await post(as: "$d")
        try await wantEdits(true)
        try await store.sampleRefresh(feed, [entry("Fourth", guid: "j", link: "https://site.example/d")])
        #expect(try await queued().isEmpty)
    }

    @Test func `a follower's word about a feed goes before the room's`() async throws {
        let follower = room.id.recipient
        #expect(try await store.setEditsPosts(false, of: follower, on: feed.id))
        try await store.sampleRefresh(feed, [entry("One", guid: "o", link: "https://site.example/o")])
        try await post(as: "$o")
        #expect(try await store.setEditsPosts(nil, of: follower, on: feed.id))
        try await store.sampleRefresh(feed, [entry("Two", guid: "t", link: "https://site.example/t")])
        try await post(as: "$t")
        try await wantEdits(false)
        #expect(try await store.setEditsPosts(true, of: follower, on: feed.id))
        try await store.sampleRefresh(
            feed,
            [
                entry("One again", guid: "o", link: "https://site.example/o"),
                entry("Two again", guid: "t", link: "https://site.example/t"),
            ]
        )
        #expect(try await queued().map(\.editedEvent) == ["$t"])
    }

    @Test func `a link that several entries have had makes no other entry a change of the post`() async throws {
        let home = "https://site.example/"
        try await store.sampleRefresh(feed, [entry("Monday", guid: "mon", link: home)])
        try await post(as: "$mon")
        // A new entry with the same link, then known and alone; then both at once.
        try await store.sampleRefresh(
            feed,
            [.init(title: "Tuesday", url: home, keys: ["guid:tue"])],
            at: .sampleNow + 1
        )
        let news = try await queued()
        #expect(news.map(\.editedEvent) == [nil])
        try await post(as: "$tue", at: .sampleNow + 1)
        for titles in [["Wednesday"], ["Thursday", "Monday again"]] {
            let entries = zip(titles, ["tue", "mon"]).map { NewArticle(title: $0, url: home, keys: ["guid:\($1)"]) }
            try await store.sampleRefresh(feed, entries, at: .sampleNow + 2)
            #expect(try await queued().isEmpty)
        }
    }

    @Test func `a room that moves takes no changes of its old posts along`() async throws {
        try await store.sampleRefresh(feed, [entry("Storm nears")])
        try await post(as: "$a")
        try await store.sampleRefresh(feed, [entry("Storm is here")], at: .sampleNow + 60)
        #expect(try await store.moveRoom(network: "testnet", from: "#news", to: "#new"))
        try await store.sampleRefresh(feed, [entry("Storm is over")], at: .sampleNow + 120)
        let there = Address(network: "testnet", kind: .room, target: "#new")
        #expect(try await store.queuedDeliveries(to: there, at: .distantFuture, limit: 10).isEmpty)
    }

    @Test func `who unsubscribes hears of no change, and what was told stays told`() async throws {
        try await store.sampleRefresh(feed, [entry("Storm nears")])
        try await post(as: "$a")
        try await store.sampleRefresh(feed, [entry("Storm is here")], at: .sampleNow + 60)
        #expect(try await store.removeSubscription(of: room.id.recipient, to: feed.id, at: .sampleNow + 61))
        #expect(try await queued().isEmpty)
        _ = try await store.addSubscription(of: room.id.recipient, to: feed.id, at: place, limit: 10, time: .sampleNow)
        try await store.sampleRefresh(feed, [entry("Storm is here", guid: "other")], at: .sampleNow + 62)
        #expect(try await queued().isEmpty)
    }
}

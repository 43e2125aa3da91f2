import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// Icons of feeds: who may see them, how often they are asked for, and how much is kept.
@Suite(.timed) struct FeedIconTests {
    private let store: Store
    private let month = Store.iconAge

    init() throws { store = try Store.inMemory() }

    private func save(_ bytes: Int, of feed: FeedID, at time: Date = .sampleNow) async throws {
        _ = try await store.dueIcon(of: feed, at: time)
        let icon = FetchedIcon(
            address: "https://site.example/i.png",
            bytes: [UInt8](repeating: 7, count: bytes),
            etag: "\"1\"",
            lastModified: nil
        )
        try await store.saveIcon(icon, of: feed, at: time)
    }

    private func shown(_ feeds: [FeedID], to reader: Address) async throws -> [FeedID: Int] {
        let icons = try await store.feedIcons(of: feeds, for: reader)
        let known = try await store.knownIcons(of: feeds, for: reader)
        #expect(known.compactMapValues(\.fetchedAt) == icons.mapValues(\.fetchedAt))
        return icons.mapValues(\.bytes.count)
    }

    @Test func `a private feed's icon is for who follows it, a public feed's for all`() async throws {
        let alice = try await store.sampleProfile()
        _ = try await store.sampleProfile("bob")
        let room = try await store.sampleRoom()
        let own = try await store.sampleFeed("own")
        let open = try await store.sampleFeed("open")
        try await store.saveDefaultSelection([FeedDescription(url: open.url)], at: .sampleNow)
        try await store.sampleSubscription(of: alice, to: own)
        try await save(10, of: own.id)
        try await save(20, of: open.id)
        let feeds = [own.id, open.id]
        let place = Address(network: "testnet", kind: .room, target: room.name)
        #expect(try await shown(feeds, to: Identity.sample("alice").address) == [own.id: 10, open.id: 20])
        #expect(try await shown(feeds, to: Identity.sample("bob").address) == [open.id: 20])
        #expect(try await shown(feeds, to: Identity.sample("nobody").address) == [open.id: 20])
        #expect(try await shown(feeds, to: place) == [open.id: 20])
        // What cannot be seen is not wanted either, so nobody makes us fetch it.
        #expect(try await store.knownIcons(of: feeds, for: place).keys.sorted() == [open.id])
        _ = try await store.addSubscription(
            of: room.id.recipient,
            to: own.id,
            at: place,
            limit: 100,
            time: .sampleNow
        )
        #expect(try await shown(feeds, to: place) == [own.id: 10, open.id: 20])
    }

    @Test func `an icon is due once a month, found or not`() async throws {
        let feed = try await store.ensureFeed(
            FeedDescription(url: "https://site.example/feed", homePageURL: "https://site.example/home"),
            at: .sampleNow
        )
        let first = try #require(try await store.dueIcon(of: feed.id, at: .sampleNow))
        #expect(first.address == nil && first.site == "https://site.example/home" && first.stored == nil)
        try await store.saveIcon(nil, of: feed.id, at: .sampleNow)
        for later in [0, 86_400, month - 1] {
            #expect(try await store.dueIcon(of: feed.id, at: .sampleNow + later) == nil)
        }
        try await save(10, of: feed.id, at: .sampleNow + month)
        #expect(try await store.dueIcon(of: feed.id, at: .sampleNow + month + 1) == nil)
        let again = try #require(try await store.dueIcon(of: feed.id, at: .sampleNow + 2 * month))
        #expect(again.stored?.etag == "\"1\"" && again.stored?.bytes.count == 10)
        #expect(try await store.dueIcon(of: FeedID(rawValue: 99), at: .sampleNow) == nil)
    }

    @Test func `an icon is due again after a day while nobody has answered`() async throws {
        let feed = try await store.sampleFeed("feed").id
        try await save(10, of: feed)
        for day in [month, month + 86_400] {
            #expect(try await store.dueIcon(of: feed, at: .sampleNow + day)?.stored?.bytes.count == 10)
            #expect(try await store.dueIcon(of: feed, at: .sampleNow + day + 86_399) == nil)
        }
        try await store.saveIcon(nil, of: feed, at: .sampleNow + month)
        let later = Date.sampleNow + 2 * month
        #expect(try await store.dueIcon(of: feed, at: later - 1) == nil)
        // What was found before stays.
        #expect(try await store.dueIcon(of: feed, at: later)?.stored?.bytes.count == 10)
    }

    @Test func `a database from before says when its icons are due`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0105-feed-icons")
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO feed (url, host, name, nameKey, nextCheckAt, createdAt)
                    VALUES ('u', 'h', 'F', 'f', 0, 0);
                    INSERT INTO feedIcon (feedID, triedAt) VALUES (1, 1000);
                    """
            )
        }
        let store = try Store(migrating: database, path: nil)
        let feed = FeedID(rawValue: 1)
        #expect(try await store.dueIcon(of: feed, at: Date(timeIntervalSince1970: 999) + month) == nil)
        #expect(try await store.dueIcon(of: feed, at: Date(timeIntervalSince1970: 1_000) + month) != nil)
    }

    @Test func `beyond the limit the oldest ones go, and are not asked for at once`() async throws {
        var feeds: [FeedID] = []
        for number in 0..<3 {
            let feed = try await store.sampleFeed("feed\(number)")
            try await store.saveDefaultSelection(
                try await store.defaultFeeds().map { FeedDescription(url: $0.url) } + [FeedDescription(url: feed.url)],
                at: .sampleNow
            )
            feeds.append(feed.id)
            try await save(100, of: feed.id, at: .sampleNow + Double(number))
        }
        try await store.write { db in try Store.dropIcons(beyond: 250, in: db) }
        let reader = Identity.sample("nobody").address
        #expect(try await shown(feeds, to: reader).keys.sorted() == [feeds[1], feeds[2]])
        #expect(try await store.dueIcon(of: feeds[0], at: .sampleNow + 86_400) == nil)
    }

    @Test func `a feed's icon goes with it, and its document says where a new one is`() async throws {
        let feed = try await store.ensureFeed(
            FeedDescription(url: "https://site.example/feed", iconURL: "https://site.example/favicon.ico"),
            at: .sampleNow
        )
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: .sampleNow + 1_800,
            outcome: .document(FetchedDocument(title: "Site", iconURL: "https://site.example/i.png", articles: []))
        )
        _ = try await store.commitRefresh(
            [commit],
            alertsVersion: try await store.standingQueries().version,
            at: .sampleNow
        )
        #expect(try await store.feed(feed.id)?.iconURL == "https://site.example/i.png")
        try await save(10, of: feed.id)
        try await store.write { db in try db.execute(sql: "DELETE FROM feed WHERE id = ?", arguments: [feed.id]) }
        #expect(try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM feedIcon") } == 0)
    }
}

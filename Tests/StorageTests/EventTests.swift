import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// The stories of one event in the database.
@Suite(.timed) struct EventTests {
    private let store: Store
    private let feed: Feed

    init() async throws {
        store = try Store.inMemory()
        feed = try await store.sampleFeed()
    }

    private func join(_ stories: some Sequence<StoryID> & Sendable) async throws {
        try await store.write { db in
            let events = StoryEvents(db: db)
            var last: StoryID?
            for story in stories {
                if let last { try events.join(last, story) }
                last = story
            }
        }
    }

    private func count(_ table: String) async throws -> Int {
        try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }

    @Test func `an event takes only so many stories`() async throws {
        try await store.write { db in
            for _ in 0..<1_100 { try db.execute(sql: "INSERT INTO story (firstSeenAt) VALUES (0)") }
        }
        try await join((1...1_100).map(StoryID.init(rawValue:)))
        let sizes = try await store.read { db in
            try Int.fetchAll(db, sql: "SELECT count(*) FROM story GROUP BY coalesce(eventID, id) ORDER BY 1 DESC")
        }
        #expect(sizes[0] == 1_000)
        #expect(sizes.reduce(0, +) == 1_100)
    }

    @Test func `private feeds neither fill an event nor push out of sight what all may see`() async throws {
        let description = FeedDescription(url: "https://open.example/feed", name: "Open")
        try await store.saveDefaultSelection([description], at: .sampleNow)
        let open = try await store.ensureFeed(description, at: .sampleNow)
        let honest = try await store.sampleRefresh(open, [.sample("Quake")])[0].storyID
        let flood = try await store.sampleRefresh(feed, (1...60).map { .sample("Flood \($0)") }).map(\.storyID)
        try await join([honest] + flood)
        let newest = try await store.read { db in try StoryEvents(db: db).newest(10, of: honest) }
        #expect(newest.count == 11 && newest.prefix(2).contains(honest))
        let later = try await store.sampleRefresh(open, [.sample("Quake again")])[0].storyID
        try await store.write { db in
            let events = StoryEvents(db: db)
            try events.join(honest, later, most: 61)
            #expect(try events.event(of: later) == later)
            try events.join(honest, later)
            #expect(try events.event(of: later) == honest)
            #expect(try events.newest(2, of: honest).contains(later))
        }
    }

    private func growth() async throws -> [Int64] {
        try await store.read { db in try Int64.fetchAll(db, sql: "SELECT id FROM story WHERE hasGrown = 1") }
    }

    @Test func `events with reports that are joined have grown, and a new report's event has not`() async throws {
        let stories = try await store.sampleRefresh(feed, ["One", "Two", "Three"].map { .sample($0) }).map(\.storyID)
        let empty = try await store.write { db in
            try db.execute(sql: "INSERT INTO story (firstSeenAt) VALUES (0)")
            return StoryID(rawValue: db.lastInsertedRowID)
        }
        try await join([stories[0], empty])
        #expect(try await growth() == [])
        try await join([stories[1], empty])
        #expect(try await growth() == [min(stories[0], stories[1]).rawValue])
    }

    /// Stories that are stored by feeds one by one, all before `event` already of its event.
    private func report(_ feeds: [Feed], _ event: StoryID?, _ numbers: Range<Int>) async throws -> StoryID? {
        var event = event
        for number in numbers {
            var article = NewArticle.sample("Report \(number) of it", publishedAt: .sampleNow - 60)
            article.grouping = StoryGrouping(number: 1, related: [event].compactMap(\.self).map { [.story($0)] })
            let stored = try await store.sampleRefresh(feeds[number % feeds.count], [article])
            event = try event ?? #require(stored.first).storyID
        }
        return event
    }

    @Test func `a step that two joined events reach together is told with the next report, whoever brings it`()
        async throws
    {
        let names = (1...6).map { FeedDescription(url: "https://\($0).example/feed", name: "Feed \($0)") }
        try await store.saveDefaultSelection(names, at: .sampleNow)
        for feed in try await store.defaultFeeds() { try await store.sampleRefresh(feed, [], at: .sampleNow - 3_600) }
        let feeds = try await store.defaultFeeds().sorted { $0.name < $1.name }
        let bob = try await store.sampleProfile("bob")
        var settings = RecipientSettings()
        settings.hearsUpdates = true
        try await store.saveSettings(settings, of: bob.id.recipient)
        try await store.sampleSubscription(of: bob, to: feeds[0])
        let first = try await report(feeds, nil, 0..<3)
        try await store.deliverAll(to: Identity.sample("bob").address, at: .sampleNow)
        let second = try await report(feeds, nil, 3..<6)
        try await join([first, second].compactMap(\.self))
        func updates() async throws -> [Int?] {
            try await store.queuedDeliveries(to: Identity.sample("bob").address, at: .distantFuture, limit: 9)
                .compactMap {
                    if case .update(let update)? = $0.payload { update.sources } else { nil }
                }
        }
        #expect(try await updates() == [])
        // Its feed has reported before.
        _ = try await report(feeds, first, 7..<8)
        #expect(try await updates() == [6])
        _ = try await report(feeds, first, 8..<9)
        #expect(try await updates() == [6])
    }

    @Test func `a muted story mutes the other reports of its event`() async throws {
        let alice = try await store.sampleProfile("alice")
        try await store.sampleRefresh(feed, [], at: .sampleNow - 3_600)
        try await store.sampleSubscription(of: alice, to: feed, time: .sampleNow - 3_000)
        let story = try #require(try await report([feed], nil, 0..<1))
        #expect(try await store.queuedTitles(for: alice) == ["Report 0 of it"])
        _ = try await store.addMute(
            .story(story),
            named: "it",
            until: nil,
            of: alice.id.recipient,
            limit: 3,
            at: .sampleNow
        )
        _ = try await report([feed], story, 1..<2)
        try await store.sampleRefresh(feed, [.sample("Something else")])
        #expect(try await store.queuedTitles(for: alice) == ["Something else"])
        let unread = try await store.unreadArticles(in: .of(alice.id.recipient), at: .sampleNow, limit: 9)
        #expect(unread.articles.map(\.article.title) == ["Something else"] && unread.storyCount == 1)
    }

    @Test func `unread stories and outlines show an event once`() async throws {
        let alice = try await store.sampleProfile("alice")
        try await store.sampleRefresh(feed, [], at: .sampleNow - 3_600)
        let other = try await store.sampleFetchedFeed("other")
        for each in [feed, other] { try await store.sampleSubscription(of: alice, to: each, time: .sampleNow - 3_000) }
        _ = try await report([feed, other], nil, 0..<4)
        try await store.sampleRefresh(feed, [.sample("Something else", publishedAt: .sampleNow - 90)])
        let unread = try await store.unreadArticles(in: .of(alice.id.recipient), at: .sampleNow, limit: 9)
        #expect(unread.articles.count == 2 && unread.storyCount == 2)
        #expect(unread.articles.first { $0.article.title != "Something else" }?.otherSourceCount == 1)
        let beyond = try await store.unreadArticles(in: .of(alice.id.recipient), at: .sampleNow, limit: 1)
        #expect(beyond.articles.count == 1 && beyond.storyCount == 2)
        let selection = ArticleSelection(from: .distantPast, to: .distantFuture)
        let outline = try await store.outline(of: selection, in: .of(alice.id.recipient), limit: 100)
        #expect(outline.articles.count == 5 && Set(outline.articles.map(\.event)).count == 2)
    }

    @Test func `earlier reports are found behind a thousand that the reader may not see`() async throws {
        let alice = try await store.sampleProfile("alice")
        try await store.sampleRefresh(feed, [], at: .sampleNow - 9_000)
        try await store.sampleSubscription(of: alice, to: feed, time: .sampleNow - 3_000)
        try await store.sampleRefresh(feed, [.sample("Luzon ferry sinks", publishedAt: .sampleNow - 8_000)])
        store.limits = StorageLimits(newPerDay: 10_000)
        let hidden = try await store.sampleFetchedFeed("hidden")
        let many = (0..<1_200).map { NewArticle.sample("Luzon \($0)", publishedAt: .sampleNow - 7_000 + Double($0)) }
        for start in stride(from: 0, to: many.count, by: 300) {
            try await store.sampleRefresh(hidden, Array(many[start..<min(start + 300, many.count)]))
        }
        let last = try await store.sampleRefresh(feed, [.sample("Luzon ferry: 40 dead")])
        let listed = try #require(
            try await store.articles(last.map(\.id), in: .of(alice.id.recipient)).first
        )
        let found = try await store.possibleEarlierReports(
            of: listed,
            naming: ["Luzon"],
            in: .of(alice.id.recipient),
            from: .sampleNow - 86_400
        )
        #expect(found.map(\.article.title) == ["Luzon ferry sinks"])
    }

    @Test func `an event and its updates are removed with its last article`() async throws {
        let entries = (0..<3).map {
            NewArticle.sample("N \($0)", publishedAt: .sampleNow - 100 * 86_400 + Double($0))
        }
        let articles = try await store.sampleRefresh(feed, entries)
        try await join(articles.map(\.storyID))
        let alice = try await store.sampleProfile("alice")
        try await store.write { db in
            try db.execute(
                sql: "INSERT INTO storyUpdate (recipientID, eventID, sourceCount, queuedAt) VALUES (?, ?, 5, 0)",
                arguments: [alice.id.recipient, articles.map(\.storyID).min()]
            )
        }
        // The event's oldest story goes last.
        let some = Retention(articleAge: 86_400, articlesKept: 1, articlesAtMost: 100)
        #expect(try await store.prune(at: .sampleNow, keeping: some) == 2)
        #expect(try await [count("story"), count("storyUpdate")] == [2, 1])
        let none = Retention(articleAge: 0, articlesKept: 0, articlesAtMost: 0)
        #expect(try await store.prune(at: .sampleNow, keeping: none) == 1)
        #expect(try await [count("story"), count("storyUpdate")] == [0, 0])
    }
}

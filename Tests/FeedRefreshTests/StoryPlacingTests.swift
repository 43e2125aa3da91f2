import Editorial
import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

/// Articles about one event become one event while they are stored, and the same news is pushed a few times only.
@Suite struct StoryPlacingTests {
    private let store: Store
    private let clock: ManualTimeSource
    private let queue: CommitQueue
    private let bob: Profile
    private let feeds: [Feed]

    private static let quake = [
        "Earthquake of magnitude 7.1 strikes Valparaiso in Chile",
        "Valparaiso in Chile struck by earthquake of magnitude 7.1",
        "Chile: magnitude 7.1 earthquake strikes Valparaiso", "Magnitude 7.1 earthquake strikes Chile near Valparaiso",
        "Earthquake in Chile: magnitude 7.1 near Valparaiso",
        "Earthquake strikes Chile, Valparaiso reports magnitude 7.1",
    ]

    init() async throws {
        store = try Store.inMemory()
        clock = ManualTimeSource()
        queue = Self.queue(store, clock)
        let names = (1...6).map { FeedDescription(url: "https://\($0).example/feed", name: "Feed \($0)") }
        try await store.saveDefaultSelection(names, at: .sampleNow)
        bob = try await store.sampleProfile("bob")
        for feed in try await store.defaultFeeds() {
            try await store.sampleRefresh(feed, [], at: .sampleNow - 3_600)
            try await store.sampleSubscription(of: bob, to: feed)
        }
        feeds = try await store.defaultFeeds().sorted { $0.name < $1.name }
    }

    private static func queue(_ store: Store, _ clock: ManualTimeSource) -> CommitQueue {
        CommitQueue(store: store, time: clock, words: ArticleWords { Vocabulary([]) })
    }

    private func work(_ feed: Feed, _ title: String) -> CommitQueue.Work {
        let article = NewArticle.sample(title, publishedAt: clock.now)
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: clock.now + 1_800,
            outcome: .document(FetchedDocument(language: "en", articles: [article]))
        )
        return CommitQueue.Work(feed: feed, commit: commit)
    }

    @discardableResult
    private func store(_ feed: Feed, _ title: String, by queue: CommitQueue? = nil) async throws -> Article {
        clock.advance(by: 60)
        return try #require(try await (queue ?? self.queue).store(work(feed, title)).first)
    }

    private func event(_ article: Article, for reader: Profile? = nil) async throws -> [String] {
        try await store.articles(aboutEventOf: article.storyID, in: .of(reader?.id.recipient)).map(\.article.title)
    }

    @Test func `reports of one event are one event, however they arrive`() async throws {
        try await store(feeds[0], "Parliament of Norway elects a speaker")
        let first = try await store(feeds[1], Self.quake[0])
        // Two that share a transaction find each other.
        let (queue, works) = (queue, [work(feeds[2], Self.quake[1]), work(feeds[3], Self.quake[2])])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for work in works { group.addTask { _ = try await queue.store(work) } }
            try await group.waitForAll()
        }
        #expect(Set(try await event(first)) == Set(Self.quake.prefix(3)))
        // After a start the story is still known.
        try await store(feeds[4], Self.quake[3], by: Self.queue(store, clock))
        #expect(try await event(first).count == 4)
        let listed = try #require(try await store.articles(aboutEventOf: first.storyID, in: .of(nil)).last)
        #expect(listed.otherSourceCount == 3)
        #expect(listed.event != listed.article.storyID)
    }

    @Test func `an article that could not be stored is in no event`() async throws {
        let first = try await store(feeds[1], Self.quake[0])
        try await store.refuseArticles(titled: Self.quake[1])
        await #expect(throws: (any Error).self) { try await store(feeds[2], Self.quake[1]) }
        try await store(feeds[3], Self.quake[2])
        #expect(try await event(first) == [Self.quake[0], Self.quake[2]])
    }

    @Test func `the fourth report of the same news is not pushed, and why is recorded`() async throws {
        var articles: [Article] = []
        for (feed, title) in zip(feeds, Self.quake).prefix(4) { articles.append(try await store(feed, title)) }
        #expect(try await store.queuedTitles(for: bob) == Array(Self.quake.prefix(3)))
        let telling = try #require(
            try await store.tellings(of: articles[3].storyID, to: bob.id.recipient).first
        )
        #expect(telling.state == .withdrawn)
        #expect(telling.repeated.map { articles.prefix(3).map(\.storyID).contains($0) } == true)
        // Another feed's copy of the same page is known too.
        #expect(try await event(articles[0]).count == 4)
    }

    @Test func `who was told fewer reports is sent the next one`() async throws {
        let carol = try await store.sampleProfile("carol")
        for feed in [feeds[0], feeds[4]] { try await store.sampleSubscription(of: carol, to: feed) }
        for (feed, title) in zip(feeds, Self.quake).prefix(5) { try await store(feed, title) }
        #expect(try await store.queuedTitles(for: carol) == [Self.quake[0], Self.quake[4]])
        #expect(try await store.queuedTitles(for: bob).count == 3)
    }

    @Test func `what has a new number is pushed`() async throws {
        let ferries = [
            "Ferry sinks off Luzon in the Philippines, 12 dead", "Philippines: ferry sinks off Luzon, 12 dead",
            "12 dead as ferry sinks off Luzon in the Philippines", "Ferry sinks off Luzon: 12 dead in the Philippines",
        ]
        for (feed, title) in zip(feeds, ferries) { try await store(feed, title) }
        #expect(try await store.queuedTitles(for: bob).count == 3)
        try await store(feeds[4], "Ferry sinks off Luzon in the Philippines, 40 dead")
        #expect(try await store.queuedTitles(for: bob).count == 4)
    }

    @Test func `repeats are sent to whom they were promised`() async throws {
        var settings = RecipientSettings()
        settings.allowsRepeats = true
        try await store.saveSettings(settings, of: bob.id.recipient)
        let carol = try await store.sampleProfile("carol")
        for feed in feeds.prefix(4) { try await store.sampleSubscription(of: carol, to: feed) }
        #expect(try await store.setAllowsRepeats(true, of: carol.id.recipient, on: feeds[3].id))
        for (feed, title) in zip(feeds, Self.quake).prefix(5) { try await store(feed, title) }
        #expect(try await store.queuedTitles(for: bob).count == 5)
        #expect(try await store.queuedTitles(for: carol).count == 4)
    }

    @Test func `an alert that finds something new in the fourth report is not kept back`() async throws {
        func alert(_ query: String) async throws {
            let address = Identity.sample("bob").address
            _ = try await store.addAlert(
                of: bob.id.recipient,
                query: query,
                at: address,
                by: bob.maker,
                limit: 10,
                time: clock.now
            )
        }
        try await alert("tsunami")
        for (feed, title) in zip(feeds, Self.quake).prefix(3) { try await store(feed, title) }
        try await store(feeds[3], "Tsunami: magnitude 7.1 earthquake strikes Chile near Valparaiso")
        #expect(try await store.queuedTitles(for: bob).count == 4)
        try await alert("earthquake")
        try await store(feeds[4], Self.quake[4])
        #expect(try await store.queuedTitles(for: bob).count == 5)
        try await store(feeds[5], Self.quake[5])
        #expect(try await store.queuedTitles(for: bob).count == 5)
    }

    private func updates() async throws -> [StoryUpdate] {
        try await store.queuedDeliveries(to: Identity.sample("bob").address, at: .distantFuture, limit: 100).compactMap
        {
            if case .storyUpdated(let update)? = $0.notice { update } else { nil }
        }
    }

    @Test func `a story that has grown is followed up once a day, for who asked`() async throws {
        var settings = RecipientSettings()
        settings.hearsUpdates = true
        try await store.saveSettings(settings, of: bob.id.recipient)
        let carol = try await store.sampleProfile("carol")
        for feed in feeds { try await store.sampleSubscription(of: carol, to: feed) }
        let address = Identity.sample("bob").address
        for (feed, title) in zip(feeds, Self.quake).prefix(3) { try await store(feed, title) }
        try await store.deliverAll(to: address, at: clock.now)
        try await store(feeds[3], Self.quake[3])
        #expect(try await updates() == [])
        let fifth = try await store(feeds[4], Self.quake[4])
        #expect(try await updates().map(\.sources) == [5])
        #expect(try await updates().map(\.article) == [fifth.id.rawValue])
        // Not again on the same day, and not for who did not ask.
        try await store(feeds[5], Self.quake[5])
        #expect(try await updates().count == 1)
        let others = try await store.queuedDeliveries(
            to: Identity.sample("carol").address,
            at: .distantFuture,
            limit: 100
        )
        #expect(others.allSatisfy { $0.notice == nil })
    }

    @Test func `a number that has risen is told to who was sent a lower one`() async throws {
        var settings = RecipientSettings()
        settings.hearsUpdates = true
        try await store.saveSettings(settings, of: bob.id.recipient)
        try await store(feeds[0], "Ferry sinks off Luzon in the Philippines, 12 dead")
        try await store.deliverAll(to: Identity.sample("bob").address, at: clock.now)
        _ = try await store.removeSubscription(of: bob.id.recipient, to: feeds[1].id, at: clock.now)
        try await store(feeds[1], "Ferry sinks off Luzon in the Philippines, 40 dead")
        #expect(try await updates().map(\.numbers) == [["12 dead", "40 dead"]])
        #expect(try await updates().map(\.sources) == [nil])
    }

    @Test func `what was kept back is sent when the others are withdrawn`() async throws {
        for (feed, title) in zip(feeds, Self.quake).prefix(4) { try await store(feed, title) }
        #expect(try await store.queuedTitles(for: bob).count == 3)
        for feed in feeds.prefix(3) {
            _ = try await store.removeSubscription(of: bob.id.recipient, to: feed.id, at: clock.now)
        }
        #expect(try await store.queuedTitles(for: bob) == [Self.quake[3]])
    }

    @Test func `of two alerts the one that finds something new is not swallowed by the other`() async throws {
        for query in ["earthquake", "tsunami"] {
            let address = Identity.sample("bob").address
            _ = try await store.addAlert(
                of: bob.id.recipient,
                query: query,
                at: address,
                by: bob.maker,
                limit: 10,
                time: clock.now
            )
        }
        for (feed, title) in zip(feeds, Self.quake).prefix(3) { try await store(feed, title) }
        try await store(feeds[3], "Tsunami: magnitude 7.1 earthquake strikes Chile near Valparaiso")
        #expect(try await store.queuedTitles(for: bob).count == 4)
    }

    @Test func `what was kept back of a feed that is no longer followed is not sent`() async throws {
        for (feed, title) in zip(feeds, Self.quake).prefix(4) { try await store(feed, title) }
        for feed in feeds.prefix(4).reversed() {
            _ = try await store.removeSubscription(of: bob.id.recipient, to: feed.id, at: clock.now)
        }
        #expect(try await store.queuedTitles(for: bob) == [])
    }

    @Test func `private feeds of a stranger keep nothing back and merge nothing`() async throws {
        let mallory = try await store.sampleProfile("mallory")
        for number in 0..<6 {
            let own = try await store.sampleFetchedFeed("own-\(number)")
            try await store.sampleSubscription(of: mallory, to: own)
            try await store(own, "Earthquake strikes Valparaiso in Chile; speaker of the parliament of Norway elected")
        }
        let quake = try await store(feeds[0], Self.quake[0])
        let norway = try await store(feeds[1], "Parliament of Norway elects a speaker")
        #expect(try await store.queuedTitles(for: bob).count == 2)
        #expect(try await event(quake, for: bob) == [Self.quake[0]])
        #expect(try await event(norway, for: bob).count == 1)
        let listed = try #require(
            try await store.articles(aboutEventOf: quake.storyID, in: .of(bob.id.recipient)).first
        )
        #expect(listed.otherSourceCount == 0)
    }

    @Test func `an entry with the link of one story and the title of another shows that they are one`() async throws {
        func entry(_ title: String, _ link: String?, _ key: String?) -> NewArticle {
            NewArticle(title: title, url: link, canonicalURL: link, titleKey: key, keys: ["guid:\(title)"])
        }
        let one = try await store.sampleRefresh(feeds[0], [entry("A", "https://3.example/1", nil)])
        let other = try await store.sampleRefresh(feeds[1], [entry("B", nil, "four telling title words")])
        let own = try await store.sampleFetchedFeed("own")
        try await store.sampleRefresh(own, [entry("M", "https://3.example/1", "four telling title words")])
        #expect(try await store.withRoots([other[0].storyID]) == [other[0].storyID])
        #expect(try await event(other[0]) == ["B"])
        try await store.sampleRefresh(feeds[2], [entry("C", "https://3.example/1", "four telling title words")])
        #expect(try await store.withRoots([other[0].storyID]) == [one[0].storyID, other[0].storyID])
        #expect(try await store.queuedTitles(for: bob) == ["A", "B"])
        #expect(try await event(other[0]) == ["A", "B", "C"])
        // What another publisher links shows only that they are related.
        let far = try await store.sampleRefresh(feeds[0], [entry("F", "https://far.example/2", nil)])
        let near = try await store.sampleRefresh(feeds[1], [entry("G", nil, "four other telling words")])
        try await store.sampleRefresh(feeds[4], [entry("D", "https://far.example/2", "four other telling words")])
        #expect(try await store.withRoots([near[0].storyID, far[0].storyID]).count == 2)
        #expect(try await event(near[0]) == ["F", "G", "D"])
    }
}

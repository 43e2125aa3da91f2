import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import FeedRefresh
@testable import Storage

/// Articles about one event become one event while they are stored, and the same news is pushed a few times only.
@Suite(.timed) struct StoryPlacingTests {
    private let fixture: StoryFixture
    private var store: Store { fixture.store }
    private var feeds: [Feed] { fixture.feeds }
    private var bob: Profile { fixture.bob }
    private static let quake = StoryFixture.quake

    init() async throws { fixture = try await StoryFixture() }

    @Test func `reports of one event are one event, however they arrive`() async throws {
        try await fixture.store(feeds[0], "Parliament of Norway elects a speaker")
        let first = try await fixture.store(feeds[1], Self.quake[0])
        // Two that share a transaction find each other.
        let queue = fixture.queue
        let works = [fixture.work(feeds[2], Self.quake[1]), fixture.work(feeds[3], Self.quake[2])]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for work in works { group.addTask { _ = try await queue.store(work) } }
            try await group.waitForAll()
        }
        #expect(Set(try await fixture.event(first)) == Set(Self.quake.prefix(3)))
        // After a start the story is still known.
        try await fixture.store(feeds[4], Self.quake[3], by: fixture.newQueue())
        #expect(try await fixture.event(first).count == 4)
        let listed = try #require(try await store.articles(aboutEventOf: first.storyID, in: .of(nil)).last)
        #expect(listed.otherSourceCount == 3)
        #expect(listed.event != listed.article.storyID)
    }

    @Test func `after a start, the kinds of names are known again from what was stored`() async throws {
        let vocabulary = try TestVocabularyFiles.loader()
        func newQueue() -> CommitQueue {
            CommitQueue(store: store, time: fixture.clock, words: ArticleWords(vocabulary: vocabulary))
        }
        func kind(_ title: String, by queue: CommitQueue) async throws -> String? {
            let article = try await fixture.store(feeds[4], title, by: queue)
            let listed = try await store.articles([article.id], in: .of(nil))
            return listed.first?.facts.things.first { $0.name.hasSuffix("Zubrowski") }?.kind
        }
        let first = newQueue()
        #expect(try await kind("Critics praised Oolio Zubrowski on Tuesday", by: first) != "person")
        for (feed, hosts) in zip(feeds, ["Farmers meet", "Miners in Luzon thank", "Ferry crews greet"]) {
            try await fixture.store(feed, "\(hosts) President Oolio Zubrowski", by: first)
        }
        #expect(try await kind("Critics praised Oolio Zubrowski once more", by: first) == "person")
        let second = newQueue()
        try await fixture.store(feeds[3], "Ferry sinks off Luzon", by: second)
        #expect(try await kind("Critics praised Oolio Zubrowski a third time", by: second) == "person")
    }

    @Test func `an article that could not be stored is in no event`() async throws {
        let first = try await fixture.store(feeds[1], Self.quake[0])
        try await store.refuseArticles(titled: Self.quake[1])
        await #expect(throws: (any Error).self) { try await fixture.store(feeds[2], Self.quake[1]) }
        try await fixture.store(feeds[3], Self.quake[2])
        #expect(try await fixture.event(first) == [Self.quake[0], Self.quake[2]])
    }

    @Test func `the fourth report of the same news is not pushed, and why is recorded`() async throws {
        let articles = try await fixture.storeQuake(4)
        #expect(try await fixture.queuedTitles() == Array(Self.quake.prefix(3)))
        let telling = try #require(
            try await store.tellings(of: articles[3].storyID, to: bob.id.recipient).first
        )
        #expect(telling.state == .withdrawn)
        #expect(telling.repeated.map { articles.prefix(3).map(\.storyID).contains($0) } == true)
        // Another feed's copy of the same page is known too.
        #expect(try await fixture.event(articles[0]).count == 4)
    }

    @Test func `what was kept back is known for digests, as long as it is kept back`() async throws {
        let articles = try await fixture.storeQuake(5)
        #expect(try await store.keptBackStories(of: bob.id.recipient) == Set(articles[3...4].map(\.storyID)))
        let carol = try await store.sampleProfile("carol")
        #expect(try await store.keptBackStories(of: carol.id.recipient).isEmpty)
    }

    @Test func `a thousand titles of one template in an hour are stored apart, the last as quickly as the first`()
        async throws
    {
        let count = StatementCount()
        try await store.write { db in db.trace { _ in count.add() } }
        var statements: [Int] = []
        for (place, feed) in feeds.enumerated() {
            let articles = (0..<170).map { number in
                let title = "Severe weather warning for district \(place * 170 + number)"
                return NewArticle.sample(title, publishedAt: fixture.clock.now - Double(number) * 20)
            }
            let commit = RefreshCommit(
                feedID: feed.id,
                status: 200,
                nextCheckAt: fixture.clock.now + 1_800,
                outcome: .document(FetchedDocument(language: "en", articles: articles))
            )
            _ = try await fixture.queue.store(CommitQueue.Work(feed: feed, commit: commit))
            statements.append(count.take())
        }
        let (stored, joined) = try await store.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM article") ?? 0,
                try Int.fetchOne(db, sql: "SELECT count(*) FROM story WHERE eventID IS NOT NULL") ?? 0
            )
        }
        // The first few cannot be known as a template yet.
        #expect(stored == 1_020 && joined <= 5, "\(joined) of \(stored)")
        #expect(try await store.keptBackStories(of: bob.id.recipient).isEmpty)
        // Each article is stored with as many statements, however many there are; `StoryTemplateTests` counts what it
        // is compared with.
        let first = try #require(statements.first)
        let last = try #require(statements.last)
        #expect(first > 170 && last < first * 2, "\(statements)")
    }

    @Test func `what was kept back is known as long as digests look back, while its article is there`() async throws {
        let articles = try await fixture.storeQuake(5)
        let (bob, began) = (bob.id.recipient, fixture.clock.now)
        try await store.deliverAll(to: fixture.address, at: began)
        try await store.prune(at: began + 40 * 86_400)
        #expect(try await store.keptBackStories(of: bob) == Set(articles[3...4].map(\.storyID)))
        #expect(try await store.tellings(of: articles[4].storyID, to: bob).first?.repeated != nil)
        // What was sent is forgotten earlier.
        #expect(try await store.tellings(of: articles[0].storyID, to: bob).isEmpty)
        try await store.write { db in
            try db.execute(sql: "DELETE FROM article WHERE id = ?", arguments: [articles[4].id])
        }
        try await store.prune(at: began + 41 * 86_400)
        #expect(try await store.tellings(of: articles[4].storyID, to: bob).isEmpty)
        #expect(try await store.keptBackStories(of: bob) == [articles[3].storyID])
        try await store.prune(at: began + 93 * 86_400)
        #expect(try await store.keptBackStories(of: bob).isEmpty)
    }

    @Test func `who was told fewer reports is sent the next one`() async throws {
        let carol = try await store.sampleProfile("carol")
        for feed in [feeds[0], feeds[4]] { try await store.sampleSubscription(of: carol, to: feed) }
        try await fixture.storeQuake(5)
        #expect(try await store.queuedTitles(for: carol) == [Self.quake[0], Self.quake[4]])
        #expect(try await fixture.queuedTitles().count == 3)
    }

    @Test func `what has a new number is pushed`() async throws {
        let ferries = [
            "Ferry sinks off Luzon in the Philippines, 12 dead", "Philippines: ferry sinks off Luzon, 12 dead",
            "12 dead as ferry sinks off Luzon in the Philippines", "Ferry sinks off Luzon: 12 dead in the Philippines",
        ]
        for (feed, title) in zip(feeds, ferries) { try await fixture.store(feed, title) }
        #expect(try await fixture.queuedTitles().count == 3)
        try await fixture.store(feeds[4], "Ferry sinks off Luzon in the Philippines, 40 dead")
        #expect(try await fixture.queuedTitles().count == 4)
    }

    @Test func `repeats are sent to whom they were promised`() async throws {
        var settings = RecipientSettings()
        settings.allowsRepeats = true
        try await store.saveSettings(settings, of: bob.id.recipient)
        let carol = try await store.sampleProfile("carol")
        for feed in feeds.prefix(4) { try await store.sampleSubscription(of: carol, to: feed) }
        #expect(try await store.setAllowsRepeats(true, of: carol.id.recipient, on: feeds[3].id))
        try await fixture.storeQuake(5)
        #expect(try await fixture.queuedTitles().count == 5)
        #expect(try await store.queuedTitles(for: carol).count == 4)
    }

    @Test func `an alert that finds something new in the fourth report is not kept back`() async throws {
        try await fixture.addAlert("tsunami")
        try await fixture.storeQuake(3)
        try await fixture.store(feeds[3], "Tsunami: magnitude 7.1 earthquake strikes Chile near Valparaiso")
        #expect(try await fixture.queuedTitles().count == 4)
        try await fixture.addAlert("earthquake")
        try await fixture.store(feeds[4], Self.quake[4])
        #expect(try await fixture.queuedTitles().count == 5)
        try await fixture.store(feeds[5], Self.quake[5])
        #expect(try await fixture.queuedTitles().count == 5)
    }

    @Test func `what was kept back is sent when the others are withdrawn`() async throws {
        try await fixture.storeQuake(4)
        #expect(try await fixture.queuedTitles().count == 3)
        for feed in feeds.prefix(3) {
            _ = try await store.removeSubscription(of: bob.id.recipient, to: feed.id, at: fixture.clock.now)
        }
        #expect(try await fixture.queuedTitles() == [Self.quake[3]])
    }

    @Test(arguments: 0..<3)
    func `what was kept back is sent when any of the three others is withdrawn`(report: Int) async throws {
        try await fixture.storeQuake(4)
        #expect(try await fixture.queuedTitles().count == 3)
        _ = try await store.removeSubscription(of: bob.id.recipient, to: feeds[report].id, at: fixture.clock.now)
        #expect(try await fixture.queuedTitles().contains(Self.quake[3]))
        #expect(try await fixture.queuedTitles().count == 3)
    }

    @Test func `what was kept back is not sent when all of it is muted`() async throws {
        try await fixture.storeQuake(4)
        _ = try await store.addMute(
            .words("earthquake"),
            named: "earthquake",
            until: nil,
            of: bob.id.recipient,
            limit: 9,
            at: fixture.clock.now
        )
        #expect(try await fixture.queuedTitles().isEmpty)
        #expect(try await store.keptBackStories(of: bob.id.recipient).isEmpty)
    }

    @Test func `what was kept back for a story is sent when another one, merged with it, was not sent`() async throws {
        _ = try await store.removeSubscription(of: bob.id.recipient, to: feeds[1].id, at: fixture.clock.now)
        let articles = try await fixture.storeQuake(4)
        try await store.mergeStories(articles[1].storyID, articles[0].storyID)
        #expect(try await fixture.queuedTitles().count == 3)
        // It is most similar to the second report, which counts as told by the first.
        let title = "Valparaiso in Chile struck by an earthquake of magnitude 7.1"
        let last = try await fixture.store(feeds[4], title)
        #expect(try await fixture.queuedTitles().count == 3)
        let telling = try await store.tellings(of: last.storyID, to: bob.id.recipient).first
        #expect(telling?.repeated == articles[1].storyID)
        _ = try await store.removeSubscription(of: bob.id.recipient, to: feeds[0].id, at: fixture.clock.now)
        #expect(try await fixture.queuedTitles().contains(title))
    }

    @Test func `of two alerts the one that finds something new is not swallowed by the other`() async throws {
        for query in ["earthquake", "tsunami"] { try await fixture.addAlert(query) }
        try await fixture.storeQuake(3)
        try await fixture.store(feeds[3], "Tsunami: magnitude 7.1 earthquake strikes Chile near Valparaiso")
        #expect(try await fixture.queuedTitles().count == 4)
    }

    @Test func `what was kept back of a feed that is no longer followed is not sent`() async throws {
        try await fixture.storeQuake(4)
        for feed in feeds.prefix(4).reversed() {
            _ = try await store.removeSubscription(of: bob.id.recipient, to: feed.id, at: fixture.clock.now)
        }
        #expect(try await fixture.queuedTitles() == [])
    }

    @Test func `private feeds of a stranger keep nothing back and merge nothing`() async throws {
        let mallory = try await store.sampleProfile("mallory")
        for number in 0..<6 {
            let own = try await store.sampleFetchedFeed("own-\(number)")
            try await store.sampleSubscription(of: mallory, to: own)
            let title = "Earthquake strikes Valparaiso in Chile; speaker of the parliament of Norway elected"
            try await fixture.store(own, title)
        }
        let quake = try await fixture.store(feeds[0], Self.quake[0])
        let norway = try await fixture.store(feeds[1], "Parliament of Norway elects a speaker")
        #expect(try await fixture.queuedTitles().count == 2)
        #expect(try await fixture.event(quake, for: bob) == [Self.quake[0]])
        #expect(try await fixture.event(norway, for: bob).count == 1)
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
        #expect(try await fixture.event(other[0]) == ["B"])
        try await store.sampleRefresh(feeds[2], [entry("C", "https://3.example/1", "four telling title words")])
        #expect(try await store.withRoots([other[0].storyID]) == [one[0].storyID, other[0].storyID])
        #expect(try await fixture.queuedTitles() == ["A", "B"])
        #expect(try await fixture.event(other[0]) == ["A", "B", "C"])
        // What another publisher links shows only that they are related.
        let far = try await store.sampleRefresh(feeds[0], [entry("F", "https://far.example/2", nil)])
        let near = try await store.sampleRefresh(feeds[1], [entry("G", nil, "four other telling words")])
        try await store.sampleRefresh(feeds[4], [entry("D", "https://far.example/2", "four other telling words")])
        #expect(try await store.withRoots([near[0].storyID, far[0].storyID]).count == 2)
        #expect(try await fixture.event(near[0]) == ["F", "G", "D"])
    }
}

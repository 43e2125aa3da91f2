import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// A stranger's feed that says it has moved to a publisher's.
@Suite(.timed) struct FeedForgeryTests {
    let store: Store
    let paper = "https://paper.example/feed"
    let mallory: Profile
    let bob: Profile
    let evil: Feed

    private static let real = NewArticle.sample("Storm hits the northern coast", guid: "p1")
    private static let forged = NewArticle.sample(
        "Your account is locked",
        guid: "x1",
        link: "https://evil.example/login"
    )
    /// What the publisher will call tomorrow's news.
    private static let guessed = NewArticle.sample("Guessed", guid: "p2", link: "https://paper.example/p2")
    private static let tomorrow = NewArticle.sample(
        "Election won by nobody",
        guid: "p2",
        link: "https://paper.example/p2",
        publishedAt: .sampleNow + 13 * 86_400
    )

    init() async throws {
        store = try Store.inMemory()
        mallory = try await store.sampleProfile("mallory")
        bob = try await store.sampleProfile("bob")
        evil = try await store.sampleFetchedFeed("evil")
        try await store.sampleSubscription(of: mallory, to: evil)
        try await store.sampleRefresh(evil, [Self.real, Self.forged, Self.guessed])
    }

    private func refresh(
        _ feed: FeedID,
        _ articles: [NewArticle],
        title: String = "The Paper",
        movedTo: String? = nil,
        day: Double
    ) async throws {
        let time = Date.sampleNow + day * 86_400
        let document = FetchedDocument(title: title, articles: articles)
        let commit = RefreshCommit(
            feedID: feed,
            status: 200,
            nextCheckAt: time + 1_800,
            outcome: .document(document),
            movedTo: movedTo
        )
        _ = try await store.commitRefresh([commit], alertsVersion: store.standingQueries().version, at: time)
    }

    /// Ten answers of `feed` that were found at `target`.
    private func move(_ feed: Feed, to target: String, showing articles: [NewArticle]) async throws {
        for day in 1...10 { try await refresh(feed.id, articles, movedTo: target, day: Double(day)) }
    }

    private func titles(_ feeds: ArticleSelection.Feeds, for reader: Profile? = nil) async throws -> Set<String> {
        let selection = ArticleSelection(feeds: feeds, from: .distantPast, to: .distantFuture)
        return try await Set(
            store.articles(selection, in: .shown(to: reader?.id.recipient), limit: 100).map(\.article.title)
        )
    }

    private func selectedPaper() async throws -> Feed {
        try await store.saveDefaultSelection([FeedDescription(url: paper, name: "The Paper")], at: .sampleNow)
        let feed = try #require(try await store.feed(url: paper))
        try await store.sampleSubscription(of: bob, to: feed)
        try await refresh(feed.id, [Self.real], day: 0)
        return feed
    }

    @Test func `what a stranger's feed showed never becomes the publisher's by a redirect`() async throws {
        let feed = try await selectedPaper()
        try await move(evil, to: paper, showing: [Self.real])
        #expect(try await store.feed(evil.id) == nil)
        #expect(try await store.subscriptions(of: mallory.id.recipient).map(\.feedID) == [feed.id])
        #expect(try await titles(.some([feed.id])) == [Self.real.title])
        #expect(try await titles(.defaultSelection) == [Self.real.title])
    }

    @Test func `names that a stranger's feed made up hide no news of the publisher's`() async throws {
        let feed = try await selectedPaper()
        try await move(evil, to: paper, showing: [Self.real])
        try await refresh(feed.id, [Self.tomorrow, Self.real], day: 13)
        #expect(try await store.queuedTitles(for: bob).contains(Self.tomorrow.title))
    }

    @Test func `a redirect changes neither name, category nor manners of the publisher's feed`() async throws {
        let feed = try await selectedPaper()
        let before = try #require(try await store.feed(feed.id))
        try await move(evil, to: paper, showing: [Self.real])
        var after = try #require(try await store.feed(feed.id))
        after.health.nextCheckAt = before.health.nextCheckAt
        #expect(after == before)
    }

    @Test func `at an address that nobody followed only what it shows itself counts`() async throws {
        try await move(evil, to: paper, showing: [Self.real])
        let feed = try #require(try await store.feed(url: paper))
        #expect(try await titles(.some([feed.id])) == [Self.real.title])
        try await store.sampleSubscription(of: bob, to: feed)
        try await refresh(feed.id, [Self.tomorrow, Self.real], day: 13)
        #expect(try await store.queuedTitles(for: bob).contains(Self.tomorrow.title))
    }

    @Test func `an article that the new address shows too has the words of the new address`() async throws {
        var copied = Self.real
        copied.summary = "Log in at evil.example first."
        copied.imageURL = "https://evil.example/qr.png"
        let copy = try await store.sampleFetchedFeed("copy")
        try await store.sampleSubscription(of: mallory, to: copy)
        try await store.sampleRefresh(copy, [copied])
        try await move(copy, to: paper, showing: [Self.real])
        let feed = try #require(try await store.feed(url: paper))
        let selection = ArticleSelection(feeds: .some([feed.id]), from: .distantPast, to: .distantFuture)
        let article = try #require(try await store.articles(selection, in: .shown(to: nil), limit: 10).first?.article)
        #expect(article.summary == Self.real.summary)
        #expect(article.imageURL == nil)
    }

    @Test func `what the publisher has not been asked for yet is lost to nobody when a feed joins it`() async throws {
        let feed = try await selectedPaper()
        let fresh = NewArticle.sample(
            "Bridge reopens after a decade",
            guid: "p3",
            publishedAt: .sampleNow + 9.5 * 86_400
        )
        for day in 1...9 { try await refresh(evil.id, [Self.real], movedTo: paper, day: Double(day)) }
        try await refresh(evil.id, [fresh, Self.real], movedTo: paper, day: 10)
        #expect(try await store.subscriptions(of: mallory.id.recipient).map(\.feedID) == [feed.id])
        try await refresh(feed.id, [fresh, Self.real], day: 10.1)
        for person in [bob, mallory] {
            #expect(try await store.queuedTitles(for: person).filter { $0 == fresh.title }.count == 1)
        }
    }

    @Test func `a feed joins another only when what it brings can be told from what is known there`() async throws {
        let feed = try await selectedPaper()
        let bare = NewArticle(title: "Up", keys: ["guid:p4"], publishedAt: .sampleNow + 9.5 * 86_400)
        for day in 1...9 { try await refresh(evil.id, [Self.real], movedTo: paper, day: Double(day)) }
        try await refresh(evil.id, [bare, Self.real], movedTo: paper, day: 10)
        #expect(try await store.feed(evil.id) != nil)
        try await refresh(feed.id, [bare, Self.real], day: 10.1)
        try await refresh(evil.id, [bare, Self.real], movedTo: paper, day: 11)
        #expect(try await store.feed(evil.id) == nil)
        for person in [bob, mallory] {
            #expect(try await store.queuedTitles(for: person).filter { $0 == "Up" }.count == 1)
        }
    }

    @Test func `who followed the publisher all along hears nothing of a feed that joined it`() async throws {
        let feed = try await selectedPaper()
        try await move(evil, to: paper, showing: [Self.real])
        let now = Date.sampleNow + 11 * 86_400
        #expect(try await store.feedMoves(of: bob.id.recipient, at: now).isEmpty)
        let move = try #require(try await store.feedMoves(of: mallory.id.recipient, at: now).first)
        _ = try await store.undoMove(move, for: bob.id.recipient, at: now)
        #expect(try await store.subscriptions(of: bob.id.recipient).map(\.feedID) == [feed.id])
    }

    @Test func `what a moved feed leaves behind counts for whoever brought the feed in`() async throws {
        _ = try await selectedPaper()
        try await store.write { [evil] db in
            try db.execute(
                sql: "UPDATE feed SET paidBy = 7 WHERE id = ?",
                arguments: [evil.id.rawValue]
            )
        }
        try await move(evil, to: paper, showing: [Self.real])
        let payers = try await store.read { db in
            try Int64?.fetchAll(db, sql: "SELECT paidBy FROM feed WHERE url LIKE '%#moved-%'")
        }
        #expect(payers == [7])
    }

    @Test func `undone, a joined feed has its own articles again`() async throws {
        let feed = try await selectedPaper()
        try await move(evil, to: paper, showing: [Self.real])
        let now = Date.sampleNow + 11 * 86_400
        let move = try #require(try await store.feedMoves(of: mallory.id.recipient, at: now).first)
        // What was left behind outlives the tidying for as long as this is possible.
        for day in 1...3 { _ = try await store.tidyFeeds(at: now + Double(day) * 86_400) }
        let back = try #require(try await store.undoMove(move, for: mallory.id.recipient, at: now))
        #expect(back.url == evil.url)
        #expect(try await titles(.own, for: mallory) == [Self.real.title, Self.forged.title, Self.guessed.title])
        #expect(try await store.followerCount(of: feed.id) == 1)
        #expect(try await store.followerCount(of: back.id) == 1)
    }

    @Test func `an entry from before the move that comes into sight again is no news`() async throws {
        let old = NewArticle.sample("Market opens in the old town", guid: "o1", publishedAt: .sampleNow - 5 * 86_400)
        let gazette = try await store.sampleFetchedFeed("gazette")
        try await store.sampleRefresh(gazette, [old, Self.real], at: .sampleNow - 5 * 86_400)
        try await store.sampleSubscription(of: bob, to: gazette)
        try await move(gazette, to: "https://new.example/feed", showing: [Self.real])
        try await refresh(gazette.id, [Self.tomorrow, Self.real, old], day: 13)
        let titles = try await store.queuedTitles(for: bob)
        #expect(titles.contains(Self.tomorrow.title) && !titles.contains(old.title), "\(titles)")
    }

    @Test func `a feed that moves with new links keeps its list, and says nothing twice`() async throws {
        let gazette = try await store.sampleFetchedFeed("gazette")
        try await store.sampleSubscription(of: bob, to: gazette)
        let old = [NewArticle.sample("Storm"), .sample("Flood"), .sample("Wind")]
        let new = [
            NewArticle.sample("Storm", guid: "n1", link: "https://new.example/1"),
            .sample("Flood", guid: "n2", link: "https://new.example/2"), .sample("Wind"),
        ]
        try await store.sampleRefresh(gazette, old)
        try await move(gazette, to: "https://new.example/feed", showing: new)
        #expect(try await store.feed(gazette.id)?.url == "https://new.example/feed")
        try await refresh(gazette.id, [Self.tomorrow] + new, day: 13)
        #expect(try await titles(.own, for: bob) == ["Storm", "Flood", "Wind", Self.tomorrow.title])
        #expect(
            try await store.queuedTitles(for: bob).sorted() == ["Storm", "Flood", "Wind", Self.tomorrow.title].sorted()
        )
        let selection = ArticleSelection(feeds: .some([gazette.id]), from: .distantPast, to: .distantFuture)
        let urls = try await store.articles(selection, in: .of(bob.id.recipient), limit: 10).compactMap(\.article.url)
        #expect(urls.contains("https://new.example/1"))
    }

    @Test func `a feed that goes there and back again is at its first address, and nothing repeats`() async throws {
        let gazette = try await store.sampleFetchedFeed("gazette")
        try await store.sampleSubscription(of: bob, to: gazette)
        try await store.sampleRefresh(gazette, [Self.real])
        try await move(gazette, to: "https://new.example/feed", showing: [Self.real])
        for day in 11...21 { try await refresh(gazette.id, [Self.real], movedTo: gazette.url, day: Double(day)) }
        #expect(try await store.feed(gazette.id)?.url == gazette.url)
        try await refresh(gazette.id, [Self.real], day: 22)
        #expect(try await store.queuedTitles(for: bob) == [Self.real.title])
    }

    @Test func `a stranger's feed between two others hides no news from who follows only these`() async throws {
        let one = try await store.sampleFetchedFeed("one")
        let two = try await store.sampleFetchedFeed("two")
        try await store.sampleSubscription(of: bob, to: one)
        try await store.sampleSubscription(of: bob, to: two)
        try await store.sampleRefresh(one, [.sample("First", link: "https://one.example/1")])
        let bridge = NewArticle.sample(
            "Bridge",
            guid: "bridge",
            link: "https://one.example/1",
            titleKey: "election won by nobody"
        )
        try await store.sampleRefresh(evil, [bridge])
        let other = NewArticle.sample("Second", link: "https://two.example/2", titleKey: "election won by nobody")
        try await store.sampleRefresh(two, [other])
        #expect(try await store.queuedTitles(for: bob).sorted() == ["First", "Second"])
    }

    @Test func `who follows the feed between two others as well is told their story once`() async throws {
        let feeds = [try await store.sampleFetchedFeed("one"), evil, try await store.sampleFetchedFeed("two")]
        // Bob is shown a sample of what is there already.
        for feed in feeds { try await store.sampleSubscription(of: bob, to: feed) }
        let key = "harbour closed after the storm"
        try await store.sampleRefresh(feeds[0], [.sample("First", link: "https://one.example/1")])
        let between = NewArticle.sample("Between", guid: "b", link: "https://one.example/1", titleKey: key)
        try await store.sampleRefresh(evil, [between])
        try await store.sampleRefresh(feeds[2], [.sample("Second", link: "https://two.example/2", titleKey: key)])
        let titles = try await store.queuedTitles(for: bob)
        #expect(titles == [Self.real.title, "First"])
        // What has the constant title of a column is news each time.
        for page in ["https://two.example/3", "https://two.example/4"] {
            try await store.sampleRefresh(feeds[2], [.sample("Column", guid: page, link: page, titleKey: key)])
        }
        let all = try await store.queuedTitles(for: bob)
        #expect(all.dropFirst() == ["First", "Column", "Column"])
    }

    @Test func `a stranger's feed between two default feeds leaves both stories in every list`() async throws {
        let one = FeedDescription(url: "https://one.example/feed", name: "One")
        let two = FeedDescription(url: "https://two.example/feed", name: "Two")
        try await store.saveDefaultSelection([one, two], at: .sampleNow)
        let (first, second) = (try await store.feed(url: one.url), try await store.feed(url: two.url))
        let key = "election won by nobody"
        let entries = [NewArticle.sample("Budget", link: "https://one.example/1")]
        try await store.sampleRefresh(try #require(first), entries)
        let bridge = NewArticle.sample("Bridge", guid: "b", link: "https://one.example/1", titleKey: key)
        try await store.sampleRefresh(evil, [bridge])
        let quake = NewArticle.sample("Quake", link: "https://two.example/2", titleKey: key)
        try await store.sampleRefresh(try #require(second), [quake])
        let listed = try await store.articles(
            ArticleSelection(feeds: .defaultSelection, from: .distantPast, to: .distantFuture),
            in: .of(nil),
            limit: 9
        )
        #expect(Set(listed.map(\.article.storyID)).count == 2)
        #expect(listed.allSatisfy { $0.otherSourceCount == 0 })
    }

    @Test func `feeds of strangers that all tell one story are still one story`() async throws {
        var stories: Set<StoryID> = []
        for name in ["one", "two", "three"] {
            let feed = try await store.sampleFetchedFeed(name)
            let entry = NewArticle.sample("Same", guid: name, link: "https://one.example/same")
            stories.formUnion(try await store.sampleRefresh(feed, [entry]).map(\.storyID))
        }
        #expect(stories.count == 1)
    }

    @Test func `a stranger's feed is not shown by a default feed's name or one of the catalogue`() async throws {
        _ = try await selectedPaper()
        try await store.saveReservedNames([(name: "Daily News", url: "https://daily.example/rss")])
        let stranger = try await store.ensureFeed(FeedDescription(url: "https://evil.example/other"), at: .sampleNow)
        for (title, name) in [
            ("The Paper", "The Paper (evil.example)"), ("the  PAPER!", "the  PAPER! (evil.example)"),
            ("Paper", "Paper (evil.example)"), ("Th\u{435} P\u{430}per", "Th\u{435} P\u{430}per (evil.example)"),
            ("The\u{200B} Paper", "The\u{200B} Paper (evil.example)"),
            ("Daily News", "Daily News (evil.example)"), ("Paperclips", "Paperclips"),
        ] {
            try await refresh(stranger.id, [Self.real], title: title, day: 1)
            #expect(try await store.feed(stranger.id)?.name == name)
        }
        let sports = try await store.ensureFeed(FeedDescription(url: "https://sports.paper.example/f"), at: .sampleNow)
        try await refresh(sports.id, [Self.real], title: "The Paper", day: 1)
        #expect(try await store.feed(sports.id)?.name == "The Paper")
    }
}

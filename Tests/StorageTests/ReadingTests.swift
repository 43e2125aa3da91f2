import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@Suite(.timed) struct ReadingTests {
    let store: Store
    let alice: Profile
    let one: Feed
    let two: Feed

    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        one = try await store.sampleFetchedFeed("one", category: "Tech")
        two = try await store.sampleFetchedFeed("two", category: "Sport")
    }

    private func titles(_ selection: ArticleSelection, limit: Int = 10) async throws -> [String] {
        try await store.articles(selection, in: .shown(to: alice.id.recipient), limit: limit).map(\.article.title)
    }

    private func everything() async throws -> ArticleSelection.Feeds { .some(try await store.allFeeds().map(\.id)) }

    private func week(_ feeds: ArticleSelection.Feeds, category: String? = nil) -> ArticleSelection {
        ArticleSelection(feeds: feeds, category: category, from: .sampleNow - 7 * 86_400, to: .sampleNow)
    }

    @Test func `articles come newest first, from both ends of the period`() async throws {
        try await store.sampleRefresh(
            one,
            [
                .sample("At the end", publishedAt: .sampleNow),
                .sample("Late", publishedAt: .sampleNow - 1),
                .sample("At the start", publishedAt: .sampleNow - 7 * 86_400),
                .sample("Before", publishedAt: .sampleNow - 7 * 86_400 - 1),
            ]
        )
        try await store.sampleRefresh(two, [.sample("Between", publishedAt: .sampleNow - 100)])
        #expect(try await titles(week(try await everything())) == ["Late", "Between", "At the start"])
        #expect(try await titles(week(try await everything()), limit: 2) == ["Late", "Between"])
        #expect(try await titles(week(.some([two.id]))) == ["Between"])
        let count = try await store.countArticles(week(try await everything()), in: .shown(to: nil))
        #expect(count == ArticleCount(articles: 3, stories: 3, feeds: 2))
    }

    @Test func `what was read and what has no picture is left out of many feeds as of few`() async throws {
        var feeds: [FeedID] = []
        for number in 0..<60 {
            let feed = try await store.sampleFetchedFeed("many\(number)")
            feeds.append(feed.id)
            var entry = NewArticle.sample("T\(number)", publishedAt: .sampleNow - Double(number) - 1)
            if number.isMultiple(of: 3) { entry.imageURL = "https://site.example/\(number).jpg" }
            let article = try #require(try await store.sampleRefresh(feed, [entry]).first)
            if number.isMultiple(of: 2) { try await store.recordReading(of: article.id, by: alice.id, at: .sampleNow) }
        }
        for few in [feeds, Array(feeds.prefix(20))] {
            var selection = week(.some(few))
            selection.unreadAt = .sampleNow
            #expect(try await titles(selection, limit: 3) == ["T1", "T3", "T5"])
            selection.onlyPictures = true
            #expect(try await titles(selection, limit: 3) == ["T3", "T9", "T15"])
            selection.unreadAt = nil
            #expect(try await titles(selection, limit: 3) == ["T0", "T3", "T6"])
            let spans = try await store.newsSpans(
                selection,
                since: [.sampleNow - 7 * 86_400],
                in: .shown(to: alice.id.recipient),
                limit: 2
            )
            #expect(spans.map(\.storyCount) == [few.count == 60 ? 20 : 7])
        }
    }

    @Test func `of a very long title a reading keeps the beginning`() async throws {
        let title = String(repeating: "storm ", count: 400)
        let article = try #require(try await store.sampleRefresh(one, [.sample(title)]).first)
        try await store.recordReading(of: article.id, by: alice.id, at: .sampleNow)
        try await store.prune(
            at: .sampleNow + 10,
            keeping: Retention(articleAge: 0, articlesKept: 0, articlesAtMost: 0)
        )
        let readings = try await store.readings(
            of: alice.id,
            from: .sampleNow - 60,
            to: .sampleNow + 60,
            withGone: true,
            limit: 9
        )
        #expect(readings.map(\.listed.article.title) == [String(title.prefix(300))])
    }

    @Test func `a reading keeps title, feed and category when its article is gone`() async throws {
        let article = try #require(try await store.sampleRefresh(one, [.sample("Old storm")]).first)
        try await store.recordReading(of: article.id, by: alice.id, at: .sampleNow)
        let none = Retention(articleAge: 0, articlesKept: 0, articlesAtMost: 0)
        func readings(withGone: Bool) async throws -> [Reading] {
            try await store.readings(
                of: alice.id,
                from: .sampleNow - 60,
                to: .sampleNow + 60,
                withGone: withGone,
                limit: 9
            )
        }
        #expect(try await readings(withGone: true).map(\.isGone) == [false])
        try await store.prune(at: .sampleNow + 10, keeping: none)
        #expect(try await readings(withGone: false).isEmpty)
        let reading = try #require(try await readings(withGone: true).first)
        #expect(reading.isGone && reading.listed.article.title == "Old storm")
        #expect(reading.listed.article.id == ArticleID(rawValue: 0))
        #expect(reading.listed.feedName == "one" && reading.listed.category == "Tech")
    }

    @Test func `many feeds give the same answer as few`() async throws {
        var feeds: [FeedID] = []
        for number in 0..<60 {
            let feed = try await store.sampleFetchedFeed("many\(number)")
            feeds.append(feed.id)
            try await store.sampleRefresh(
                feed,
                [.sample("T\(number)", publishedAt: .sampleNow - Double(number * 7 % 60) - 1)]
            )
        }
        try await store.sampleRefresh(two, (0..<1_200).map { .sample("Noise \($0)", publishedAt: .sampleNow - 1) })
        let expected = (0..<60).sorted { $0 * 7 % 60 < $1 * 7 % 60 }.map { "T\($0)" }
        #expect(try await titles(week(.some(feeds)), limit: 12) == Array(expected.prefix(12)))
        #expect(try await titles(week(.some(Array(feeds.prefix(20)))), limit: 5).count == 5)
    }

    @Test func `who follows nothing sees the default selection, who follows sees their own`() async throws {
        try await store.saveDefaultSelection([FeedDescription(url: one.url)], at: .sampleNow)
        try await store.sampleRefresh(one, [.sample("House")])
        try await store.sampleRefresh(two, [.sample("Own")])
        #expect(try await titles(week(.own)) == ["House"])
        try await store.sampleSubscription(of: alice, to: two)
        #expect(try await titles(week(.own)) == ["Own"])
        #expect(try await store.shownCategories(in: .of(alice.id.recipient)) == ["Sport"])
        #expect(try await store.shownFeeds(in: .of(nil)) == [one.id])
    }

    @Test func `the reader's own category of a feed counts`() async throws {
        _ = try await store.addSubscription(
            of: alice.id.recipient,
            to: one.id,
            at: Identity.sample("alice").address,
            category: "Métier",
            limit: 9,
            time: .sampleNow
        )
        try await store.sampleRefresh(one, [.sample("A")])
        #expect(try await titles(week(.own, category: "metier")) == ["A"])
        #expect(try await titles(week(.own, category: "tech")) == [])
        #expect(try await titles(week(try await everything(), category: "TECH")) == [])
        let listed = try await store.articles(week(.own), in: .shown(to: alice.id.recipient), limit: 1)
        #expect(listed.first?.category == "Métier")
    }

    @Test func `reading counts for the story, and re-reads are marked`() async throws {
        try await store.saveDefaultSelection([FeedDescription(url: two.url)], at: .sampleNow)
        try await store.sampleSubscription(of: alice, to: one)
        let first = try #require(try await store.sampleRefresh(one, [.sample("A", link: "https://a.example/1")]).first)
        try await store.sampleRefresh(two, [.sample("B", link: "https://a.example/1")])
        let followed = try await store.followedFeeds(of: alice.id.recipient, at: .sampleNow + 60)
        #expect(followed.map(\.unreadCount) == [0])
        for minute in [0.0, 5] {
            try await store.recordReading(of: first.id, by: alice.id, at: .sampleNow + minute * 60)
        }
        let listed = try await store.articles(
            week(try await everything()),
            in: .shown(to: alice.id.recipient),
            limit: 9
        )
        #expect(listed.map(\.isRead) == [true, true])
        let readings = try await store.readings(
            of: alice.id,
            from: .sampleNow,
            to: .sampleNow + 3_600,
            limit: 10
        )
        #expect(readings.map(\.isReread) == [true, false])
        #expect(readings.first?.listed.otherSourceCount == 1)
    }

    @Test func `a history keeps the newest readings, of each person`() async throws {
        store.limits.readings = 3
        let bob = try await store.sampleProfile("bob")
        let articles = try await store.sampleRefresh(one, (1...5).map { .sample("Story \($0)") })
        try await store.recordReading(of: articles[0].id, by: bob.id, at: .sampleNow)
        for (index, article) in articles.enumerated() {
            #expect(try await store.isHistoryFull(of: alice.id) == (index >= 3))
            try await store.recordReading(of: article.id, by: alice.id, at: .sampleNow + Double(index))
        }
        func titles(_ person: Profile) async throws -> [String] {
            try await store.readings(of: person.id, from: .distantPast, to: .distantFuture, limit: 9)
                .map(\.listed.article.title)
        }
        #expect(try await titles(alice) == articles.suffix(3).reversed().map(\.title))
        #expect(try await titles(bob) == [articles[0].title])
    }

    @Test func `unread counts start with the subscription and end with reading`() async throws {
        try await store.sampleSubscription(of: alice, to: one, time: .sampleNow - 3_600)
        let new = try await store.sampleRefresh(one, [.sample("A"), .sample("B")])
        func unread() async throws -> [Int] {
            try await store.followedFeeds(of: alice.id.recipient, at: .sampleNow).map(\.unreadCount)
        }
        #expect(try await unread() == [2])
        try await store.recordReading(of: new[0].id, by: alice.id, at: .sampleNow)
        #expect(try await unread() == [1])
        try await store.markAllRead(of: alice.id.recipient, at: .sampleNow)
        #expect(try await unread() == [0])
    }

    @Test(arguments: [
        ("storm", ["A"]), ("STÖRM", ["A"]), ("coast storm", ["A"]), ("coas*", ["A"]), ("storm train", []),
        ("東京", ["J"]), ("京都", ["J"]), ("都", ["J"]), ("東京都知事", ["J"]), ("東都", []), ("knowledge OR storm", ["A"]),
        ("\"storm", ["A"]), ("storm\0coast", ["A"]), ("* ( NEAR", []), ("title:storm", []),
    ])
    func `search finds words, beginnings and parts of Chinese and Japanese`(
        _ words: String,
        _ found: [String]
    ) async throws {
        let texts = [("A", "Störm reaches the coast"), ("J", "東京都知事の会見"), ("C", "A train arrives")]
        try await store.sampleRefresh(
            one,
            texts.map { NewArticle(title: $0, keys: [$0], summary: $1, publishedAt: .sampleNow) }
        )
        let articles = try await store.searchArticles(words: words, in: .shown(to: nil), limit: 10)
        #expect(articles.map(\.article.title) == found)
    }

    @Test func `numbered lists last a day and count from one`() async throws {
        let owner = ListingOwner.recipient(alice.id.recipient)
        try await store.saveListing(owner: owner, place: "dm", kind: "article", items: [7, 8], at: .sampleNow)
        try await store.saveListing(owner: owner, place: "dm", kind: "feed", items: [1], at: .sampleNow + 1)
        func newest(_ kinds: [String], at time: Date, place: String = "dm") async throws -> [Int64]? {
            try await store.newestListing(owner: owner, place: place, kinds: kinds, at: time)?.items
        }
        #expect(try await newest(["article"], at: .sampleNow + 2) == [7, 8])
        #expect(try await newest([], at: .sampleNow + 2) == [1])
        #expect(try await newest([], at: .sampleNow + 2, place: "#news") == nil)
        #expect(try await newest(["article"], at: .sampleNow + 86_401) == nil)
    }
}

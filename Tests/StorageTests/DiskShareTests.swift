import Foundation
import GRDB
import Geography
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// What feeds, and those who bring them in, may take of the disk.
@Suite(.timed) struct DiskShareTests {
    private let day: TimeInterval = 86_400

    private func store(_ limits: StorageLimits) throws -> Store {
        let store = try Store.inMemory()
        store.limits = limits
        return store
    }

    private func entries(_ range: Range<Int>, words: Int = 0) -> [NewArticle] {
        range.map { number in
            var entry = NewArticle.sample("N \(number)", publishedAt: .sampleNow - 6_000 + Double(number))
            if words > 0 { entry.text = String(repeating: "word ", count: words) }
            return entry
        }
    }

    private func titles(_ feed: Feed, in store: Store) async throws -> [String] {
        let selection = ArticleSelection(feeds: .some([feed.id]), from: .distantPast, to: .distantFuture)
        return try await store.articles(selection, in: .shown(to: nil), limit: 1_000).map(\.article.title)
    }

    private func bytes(_ feed: Feed, in store: Store) async throws -> Int64? {
        try await store.read { db in
            try Int64.fetchOne(db, sql: "SELECT bytes FROM feed WHERE id = ?", arguments: [feed.id.rawValue])
        }
    }

    private func follow(
        _ url: String,
        _ person: Profile,
        in store: Store,
        at time: Date = .sampleNow
    ) async throws -> Feed {
        let feed = try await store.ensureFeed(FeedDescription(url: url, name: url), by: person.maker, at: time)
        try await store.sampleSubscription(of: person, to: feed, time: time)
        return feed
    }

    @Test func `a first document leaves its newest entries, and the others are never news`() async throws {
        let store = try store(StorageLimits(firstEntries: 3))
        let alice = try await store.sampleProfile()
        let feed = try await follow("https://a.example/feed", alice, in: store)
        #expect(try await store.sampleRefresh(feed, entries(0..<50)).count == 3)
        #expect(try await titles(feed, in: store).sorted() == ["N 47", "N 48", "N 49"])
        #expect(try await store.sampleRefresh(feed, entries(0..<51), at: .sampleNow + 60).map(\.title) == ["N 50"])
        #expect(try await store.leftOutNews(of: feed) == nil)
    }

    @Test func `a feed gets so many new articles a day, and what comes after them is counted and no news later`()
        async throws
    {
        let store = try store(StorageLimits(newPerDay: 4))
        let feed = try await store.sampleFetchedFeed()
        #expect(try await store.sampleRefresh(feed, entries(0..<3)).count == 3)
        #expect(try await store.sampleRefresh(feed, entries(0..<10), at: .sampleNow + 60).map(\.title) == ["N 9"])
        let news = try await store.leftOutNews(of: feed)
        #expect(
            news
                == LeftOutNews(day: Int(Date.sampleNow.timeIntervalSince1970 / 86_400), count: 6, isWithoutShare: false)
        )
        let tomorrow = Date.sampleNow + day
        #expect(
            try await store.sampleRefresh(feed, entries(0..<12), at: tomorrow).map(\.title).sorted() == [
                "N 10", "N 11",
            ]
        )
    }

    @Test func `of the default selection's feeds no new article is too much`() async throws {
        let store = try store(StorageLimits(newPerDay: 2))
        let feed = try await store.sampleFetchedFeed()
        try await store.saveDefaultSelection([FeedDescription(url: feed.url)], at: .sampleNow)
        #expect(try await store.sampleRefresh(feed, entries(0..<50)).count == 50)
        #expect(try await store.sampleRefresh(feed, entries(0..<53), at: .sampleNow + 60).count == 3)
        #expect(try await store.leftOutNews(of: feed) == nil)
    }

    @Test func `keys of endless new entries are bounded, too, and what is not known yet comes another day`()
        async throws
    {
        let store = try store(StorageLimits(newPerDay: 2))
        let feed = try await store.sampleFetchedFeed()
        try await store.sampleRefresh(feed, entries(0..<500))
        let keys = try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM articleKey") ?? 0 }
        #expect(keys <= 2 * 10 * 3)
        #expect(try await store.sampleRefresh(feed, entries(0..<500), at: .sampleNow + day).count == 2)
    }

    @Test func `bytes are counted whatever is written, and given back`() async throws {
        let store = try store(StorageLimits())
        let alice = try await store.sampleProfile()
        // Followed by nobody, so that no article waits for anybody.
        let description = FeedDescription(url: "https://a.example/feed")
        let feed = try await store.ensureFeed(description, by: alice.maker, at: .sampleNow)
        let stored = try await store.sampleRefresh(feed, entries(0..<20, words: 100))
        let full = try #require(try await bytes(feed, in: store))
        #expect(full > 20 * 500)
        try await store.saveArticleBody(
            ArticleBody(source: .page, text: String(repeating: "x", count: 5_000), fetchedAt: .sampleNow),
            of: stored[0].id
        )
        #expect(try await bytes(feed, in: store) == full + 5_000 - 500)
        #expect(try await store.paidBytes(by: alice.maker) == full + 4_500)
        let none = Retention(articleAge: 0, articlesKept: 0, articlesAtMost: 0)
        try await store.prune(at: .sampleNow, keeping: none)
        try await store.write { db in try db.execute(sql: "DELETE FROM articleKey") }
        #expect(try await bytes(feed, in: store) == 0)
    }

    @Test func `what is known of articles is counted whenever it is written, and given back`() async throws {
        let store = try store(StorageLimits())
        let alice = try await store.sampleProfile()
        let feed = try await store.ensureFeed(
            FeedDescription(url: "https://a.example/feed"),
            by: alice.maker,
            at: .sampleNow
        )
        let turin = NewsPlace(id: 7, name: "Turin", kind: .city, position: Coordinates(latitude: 45, longitude: 7))
        let facts = ArticleFacts(
            language: "en",
            keyphrases: ["ferry", "évacuation"],
            things: [ArticleFacts.Thing(name: "Luzon", kind: "place")],
            numbers: [ArticleFacts.Number(value: 12, unit: "", nouns: ["dead"], text: "12 dead")]
        )
        var known = NewArticle.sample("One", publishedAt: .sampleNow - 60)
        (known.facts, known.places) = (facts, [NamedPlace(place: turin, confidence: 1)])
        let plain = NewArticle.sample("Two", publishedAt: .sampleNow - 60)
        let stored = try await store.sampleRefresh(feed, [known, plain])
        let full = try #require(try await bytes(feed, in: store))
        let own = try await store.read { db in
            try Int64.fetchAll(db, sql: "SELECT factBytes FROM article ORDER BY factBytes DESC")
        }
        #expect(own.count == 2 && own[1] == 0 && own[0] > 100)
        // The same, saved later, counts the same.
        let other = try #require(stored.first { $0.title == "Two" }).id
        try await store.saveAnalyses([other: (places: known.places, facts: facts)])
        #expect(try await bytes(feed, in: store) == full + own[0])
        try await store.saveAnalyses([other: (places: [], facts: nil)])
        #expect(try await bytes(feed, in: store) == full + own[0] - 40)
        try await store.saveAnalyses([other: (places: nil, facts: ArticleFacts())])
        #expect(try await bytes(feed, in: store) == full + 40)
        try await store.write { db in try FeedBytes.recount(url: feed.url, in: db) }
        #expect(try await bytes(feed, in: store) == full + 40)
        let none = Retention(articleAge: 0, articlesKept: 0, articlesAtMost: 0)
        try await store.prune(at: .sampleNow, keeping: none)
        try await store.write { db in try db.execute(sql: "DELETE FROM articleKey") }
        #expect(try await bytes(feed, in: store) == 0)
    }

    @Test func `a large feed followed and left again and again leaves nothing behind`() async throws {
        let store = try store(StorageLimits(firstEntries: 100, newPerDay: 500, personBytes: 3_000_000))
        let alice = try await store.sampleProfile()
        let before = try await store.space().used
        for round in 0..<5 {
            // Eight megabytes, all new each time.
            let first = round * 1_000
            do {
                let feed = try await follow("https://a.example/\(round)", alice, in: store)
                try await store.sampleRefresh(feed, entries(first..<(first + 1_000), words: 1_600))
                #expect(try await store.removeSubscription(of: alice.id.recipient, to: feed.id, at: .sampleNow))
            } catch StorageError.noSpace(.person(let used, let limit)) {
                #expect(used >= limit && limit == 3_000_000)
            }
        }
        #expect(try await store.paidBytes(by: alice.maker) < 5_000_000)
        #expect(try await store.space().used - before < 12_000_000)
        try await store.tidyFeeds(at: .sampleNow)
        #expect(try await store.tidyFeeds(at: .sampleNow + day) == 4)
        #expect(try await store.paidBytes(by: alice.maker) == 0)
        #expect(try await store.space().used - before < 1_000_000)
        _ = try await follow("https://b.example/feed", alice, in: store, at: .sampleNow + day)
    }

    @Test func `a feed without followers stays for a while, and for who comes back`() async throws {
        let store = try store(StorageLimits())
        let alice = try await store.sampleProfile()
        let feed = try await follow("https://a.example/feed", alice, in: store)
        try await store.sampleRefresh(feed, entries(0..<3))
        #expect(try await store.removeSubscription(of: alice.id.recipient, to: feed.id, at: .sampleNow))
        #expect(try await store.tidyFeeds(at: .sampleNow) == 0)
        #expect(try await store.tidyFeeds(at: .sampleNow + day - 1) == 0)
        try await store.sampleSubscription(of: alice, to: feed)
        #expect(try await store.tidyFeeds(at: .sampleNow + 9 * day) == 0)
        #expect(try await titles(feed, in: store).count == 3)
    }

    @Test
    func
        `when a feed goes saved articles, told rows and readings stay, and it is a first one for who follows it again`()
        async throws
    {
        let store = try store(StorageLimits())
        let alice = try await store.sampleProfile()
        let feed = try await follow("https://a.example/feed", alice, in: store)
        let stored = try await store.sampleRefresh(feed, entries(0..<400, words: 10))
        _ = try await store.save(stored[7].id, for: alice.id, note: nil, tags: [], limit: 9, at: .sampleNow)
        let told = try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM told") }
        #expect(told == 1)
        #expect(try await store.removeSubscription(of: alice.id.recipient, to: feed.id, at: .sampleNow))
        try await store.write { db in
            try db.execute(sql: "INSERT INTO told VALUES (?, 12345)", arguments: [alice.id.rawValue])
        }
        try await store.tidyFeeds(at: .sampleNow)
        #expect(try await store.tidyFeeds(at: .sampleNow + day) == 0)
        #expect(try await titles(feed, in: store) == [stored[7].title])
        #expect(try await store.articleBody(stored[7].id)?.text != nil)
        #expect(try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM told") } == 1)
        let again = try await follow("https://a.example/feed", alice, in: store, at: .sampleNow + 2 * day)
        #expect(again.id == feed.id)
        // Silent, but for the sample.
        try await store.sampleRefresh(feed, entries(0..<400), at: .sampleNow + 2 * day)
        #expect(try await store.queuedTitles(for: alice).count == 1)
        #expect(try await store.removeSubscription(of: alice.id.recipient, to: feed.id, at: .sampleNow + 2 * day))
        #expect(try await store.unsave(stored[7].id, for: alice.id))
        try await store.tidyFeeds(at: .sampleNow + 2 * day)
        #expect(try await store.tidyFeeds(at: .sampleNow + 3 * day) == 1)
        #expect(try await store.feed(feed.id) == nil)
    }

    @Test func `the default selection's feeds never go for want of followers`() async throws {
        let store = try store(StorageLimits())
        let description = FeedDescription(url: "https://house.example/feed")
        try await store.saveDefaultSelection([description], at: .sampleNow)
        try await store.tidyFeeds(at: .sampleNow)
        #expect(try await store.tidyFeeds(at: .sampleNow + 99 * day) == 0)
        #expect(try await store.defaultFeeds().count == 1)
    }

    @Test func `who has no share left gets titles, then nothing, and another name that follows, too, is no way out`()
        async throws
    {
        let store = try store(StorageLimits(personBytes: 20_000))
        let (alice, bob) = (try await store.sampleProfile("alice"), try await store.sampleProfile("bob"))
        let feed = try await follow("https://a.example/feed", alice, in: store)
        try await store.sampleRefresh(feed, entries(0..<5, words: 1_000))
        await #expect(throws: StorageError.self) { _ = try await follow("https://b.example/feed", alice, in: store) }
        let poor = try await store.sampleRefresh(feed, entries(5..<6, words: 1_000), at: .sampleNow + 60)
        #expect(poor.map(\.summary) == [""])
        #expect(try await store.articleBody(poor[0].id) == nil)
        #expect(try await store.leftOutNews(of: feed)?.isWithoutShare == true)
        try await store.sampleRefresh(feed, entries(6..<200), at: .sampleNow + 90)
        let validators = { try await store.dueFeed(feed.id)?.validators }
        let known = try await validators()
        #expect(try await store.sampleRefresh(feed, entries(200..<203), at: .sampleNow + 120) == [])
        #expect(try await validators() == known)
        try await store.sampleSubscription(of: bob, to: feed)
        #expect(try await store.sampleRefresh(feed, entries(200..<203), at: .sampleNow + 180) == [])
        #expect(try await store.paidBytes(by: bob.maker) == 0)
    }

    @Test func `a feed whose payer has no share left is paid for by who follows it and has room, and keeps its words`()
        async throws
    {
        let store = try store(StorageLimits(personBytes: 20_000))
        let (alice, bob) = (try await store.sampleProfile("alice"), try await store.sampleProfile("bob"))
        let (small, large) = (
            try await follow("https://a.example/feed", alice, in: store),
            try await follow("https://b.example/feed", alice, in: store)
        )
        try await store.sampleRefresh(small, entries(0..<2, words: 1_000))
        try await store.sampleRefresh(large, entries(0..<3, words: 1_000))
        try await store.sampleSubscription(of: bob, to: small)
        #expect(try await store.leftOutNews(of: small) == nil)
        let kept = try await store.sampleRefresh(small, entries(2..<3, words: 100), at: .sampleNow + 60)
        #expect(kept.map(\.summary) == ["Summary of N 2."])
        #expect(try await store.paidBytes(by: bob.maker) == bytes(small, in: store))
        #expect(try await store.paidBytes(by: alice.maker) == bytes(large, in: store))
    }

    @Test func `two accounts that follow the same feeds hold the shares of two and no more`() async throws {
        let store = try store(StorageLimits(personBytes: 20_000))
        let (alice, bob) = (try await store.sampleProfile("alice"), try await store.sampleProfile("bob"))
        var feeds: [Feed] = []
        for number in 0..<6 {
            let feed = try await store.sampleFeed("f\(number)")
            for person in [alice, bob] { try await store.sampleSubscription(of: person, to: feed) }
            feeds.append(feed)
        }
        for round in 0..<10 {
            for feed in feeds {
                let entry = entries(round..<(round + 1), words: 400)
                try await store.sampleRefresh(feed, entry, at: .sampleNow + Double(round * 60))
            }
        }
        var total: Int64 = 0
        for feed in feeds { total += try await bytes(feed, in: store) ?? 0 }
        // A refresh may go a little beyond, and titles are kept up to twice the share.
        #expect(total < 2 * 2 * 20_000)
        let words = try await store.read { db in try Int64.fetchOne(db, sql: "SELECT sum(bodyBytes) FROM article") }
        #expect(try #require(words) < 2 * 20_000 + 2_000)
        #expect(try await store.leftOutNews(of: feeds[0])?.isWithoutShare == true)
    }

    @Test func `a feed that nobody pays for is paid for by who follows it, whoever made it`() async throws {
        let store = try store(StorageLimits(personBytes: 20_000))
        let alice = try await store.sampleProfile()
        let feed = try await store.sampleFetchedFeed()
        try await store.sampleSubscription(of: alice, to: feed)
        // As after a move that was undone.
        let forget = { try await store.write { try $0.execute(sql: "UPDATE feed SET paidBy = NULL") } }
        try await forget()
        try await store.sampleRefresh(feed, entries(0..<5, words: 1_000))
        #expect(try await store.paidBytes(by: alice.maker) == bytes(feed, in: store))
        // Also when it is more than anybody has room for.
        try await forget()
        let poor = try await store.sampleRefresh(feed, entries(5..<6, words: 1_000), at: .sampleNow + 60)
        #expect(poor.map(\.summary) == [""])
        try await store.tidyFeeds(at: .sampleNow)
        #expect(try await store.paidBytes(by: alice.maker) == bytes(feed, in: store))
    }

    @Test func `what a person made rooms follow counts when they are forgotten and come back`() async throws {
        let store = try store(StorageLimits(personBytes: 20_000))
        let alice = try await store.sampleProfile()
        let room = try await store.sampleRoom()
        let feed = try await store.ensureFeed(
            FeedDescription(url: "https://a.example/feed"),
            by: alice.maker,
            at: .sampleNow
        )
        _ = try await store.addSubscription(
            of: room.id.recipient,
            to: feed.id,
            at: Address(network: "testnet", kind: .room, target: "#news"),
            by: alice.maker,
            limit: 9,
            time: .sampleNow
        )
        try await store.sampleRefresh(feed, entries(0..<5, words: 1_000))
        try await store.erase(alice.id)
        try await store.tidyFeeds(at: .sampleNow + day)
        let back = try await store.sampleProfile()
        await #expect(throws: StorageError.self) { _ = try await follow("https://b.example/feed", back, in: store) }
        let poor = try await store.sampleRefresh(feed, entries(5..<6, words: 1_000), at: .sampleNow + day)
        #expect(poor.map(\.summary) == [""])
    }

    @Test func `the oldest articles of who has too much go first, and there is room again`() async throws {
        let store = try store(StorageLimits(personBytes: 100_000))
        let alice = try await store.sampleProfile()
        let feed = try await follow("https://a.example/feed", alice, in: store)
        try await store.sampleRefresh(feed, entries(0..<300, words: 200))
        #expect(try await store.paidBytes(by: alice.maker) > 300_000)
        try await store.tidyFeeds(at: .sampleNow)
        let left = try await titles(feed, in: store)
        #expect(left.count >= 20 && left.count < 100 && left.contains("N 299"))
        #expect(try await store.paidBytes(by: alice.maker) < 100_000)
        // What went is no news.
        #expect(try await store.sampleRefresh(feed, entries(0..<300), at: .sampleNow + 60) == [])
    }

    @Test func `a feed that its bringer has left to others is theirs`() async throws {
        let store = try store(StorageLimits())
        let (alice, bob) = (try await store.sampleProfile("alice"), try await store.sampleProfile("bob"))
        let feed = try await follow("https://a.example/feed", alice, in: store)
        try await store.sampleSubscription(of: bob, to: feed)
        try await store.sampleRefresh(feed, entries(0..<3))
        #expect(try await store.paidBytes(by: bob.maker) == 0)
        #expect(try await store.removeSubscription(of: alice.id.recipient, to: feed.id, at: .sampleNow))
        try await store.tidyFeeds(at: .sampleNow)
        #expect(try await store.paidBytes(by: alice.maker) == 0)
        #expect(try await store.paidBytes(by: bob.maker) > 0)
    }

    @Test func `operators have no share, and what was there before the count is nobody's`() async throws {
        let store = try store(StorageLimits(personBytes: 1, operators: [.sample("alice")]))
        let alice = try await store.sampleProfile()
        for name in ["a", "b"] {
            let feed = try await follow("https://\(name).example/feed", alice, in: store)
            try await store.sampleRefresh(feed, entries(0..<3))
        }
        let old = try await store.sampleFetchedFeed("old")
        #expect(try await store.sampleRefresh(old, entries(0..<3)).allSatisfy { !$0.summary.isEmpty })
    }

    @Test func `what a forgotten person alone followed goes with the next tidying`() async throws {
        let store = try store(StorageLimits(unfollowedAge: 30 * day))
        let (alice, bob) = (try await store.sampleProfile("alice"), try await store.sampleProfile("bob"))
        let feed = try await follow("https://a.example/feed", alice, in: store)
        let shared = try await follow("https://b.example/feed", alice, in: store)
        try await store.sampleSubscription(of: bob, to: shared)
        try await store.sampleRefresh(feed, entries(0..<3))
        try await store.erase(alice.id)
        _ = try await store.tidyFeeds(at: .sampleNow + 60)
        #expect(try await store.feed(feed.id) == nil)
        #expect(try await store.feed(shared.id) != nil)
    }

    @Test func `the number of an article that is gone is not the next one's`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile()
        let feed = try await follow("https://a.example/feed", alice, in: store)
        var numbers: Set<ArticleID> = []
        for round in 0..<4 {
            let entry = NewArticle.sample("N \(round)", publishedAt: .sampleNow - 100)
            let article = try #require(try await store.sampleRefresh(feed, [entry], at: .sampleNow).first)
            numbers.insert(article.id)
            try await store.recordReading(of: article.id, by: alice.id, at: .sampleNow)
            try await store.write { db in try db.execute(sql: "DELETE FROM article") }
        }
        #expect(numbers.count == 4)
        // And where one is drawn again, nobody's reading of the one is a reading of the other.
        let entry = NewArticle.sample("Private", publishedAt: .sampleNow - 100)
        let other = try #require(try await store.sampleRefresh(feed, [entry], at: .sampleNow).first)
        let number = try #require(numbers.first).rawValue
        try await store.write { db in
            try db.execute(sql: "UPDATE article SET id = ? WHERE id = ?", arguments: [number, other.id.rawValue])
        }
        #expect(try await store.readings(of: alice.id, from: .distantPast, to: .distantFuture, limit: 9).isEmpty)
    }
}

import Foundation
import GRDB
import NewsModel
import Synchronization
import TestSupport
import TextAnalysis
import Testing

@testable import Storage

@Suite struct SearchTests {
    private let store: Store
    private let time = QueryTime(now: .sampleNow)

    init() throws { store = try Store.inMemory() }

    private func publish(_ titles: [String], in feed: Feed) async throws -> [Article] {
        try await store.sampleRefresh(
            feed,
            titles.enumerated().map { .sample($1, publishedAt: .sampleNow - 60 * Double($0 + 1)) }
        )
    }

    private func found(
        _ text: String?,
        in sight: Sight = .shown(to: nil),
        limits: SearchLimits = SearchLimits(seconds: 600),
        _ change: (inout ArticleSearch) -> Void = { _ in }
    ) async throws -> SearchResult {
        let query = try text.map { try Query(parsing: $0) }
        var search = ArticleSearch(query: query, time: time, limit: 100)
        change(&search)
        return try await store.search(search, in: sight, limits: limits)
    }

    private func titles(_ text: String?, in sight: Sight = .shown(to: nil)) async throws -> [String] {
        try await found(text, in: sight).hits.map(\.listed.article.title)
    }

    @Test(arguments: ["storm", "/st.rm/"])
    func `the feeds of what is found are read together`(text: String) async throws {
        for number in 1...9 {
            _ = try await publish(["Storm \(number)"], in: try await store.sampleFeed("Feed \(number)"))
        }
        let reads = Mutex(0)
        try await store.read { db in
            db.trace { event in
                if "\(event)".contains("FROM titlesOnlyHost WHERE") { reads.withLock { $0 += 1 } }
            }
        }
        #expect(try await titles(text).count == 9)
        // For what may be found and matched, and for what is listed; without an index each of the two steps asks once
        // more.
        #expect((2...3).contains(reads.withLock(\.self)))
    }

    @Test func `what the index finds is what the query matches`() async throws {
        let feed = try await store.sampleFeed("Gazette", category: "World")
        _ = try await publish(
            [
                "Storm over Łódź", "A storm-proof tower", "Calm seas", "東京都で地震", "AI東京 summit", "Climatology review",
                "C++ turns forty", "The who is who",
            ],
            in: feed
        )
        let cases: [(String, [String])] = [
            ("storm", ["Storm over Łódź", "A storm-proof tower"]), ("lodz", ["Storm over Łódź"]),
            ("storm -tower", ["Storm over Łódź"]), ("\"storm proof\"", ["A storm-proof tower"]),
            ("calm OR climat*", ["Calm seas", "Climatology review"]), ("東京", ["東京都で地震", "AI東京 summit"]),
            ("震", ["東京都で地震"]), ("\"AI東京 summit\"", ["AI東京 summit"]), ("c++", ["C++ turns forty"]),
            ("*logy", ["Climatology review"]), ("/sto.m/", ["Storm over Łódź", "A storm-proof tower"]),
            ("title:summary", []), ("body:\"summary of calm\"", ["Calm seas"]), ("feed:gazette calm", ["Calm seas"]),
            ("category:world calm", ["Calm seas"]), ("category:sports calm", []), ("the who", ["The who is who"]),
            ("NEAR(", []), ("storm AND over", ["Storm over Łódź"]),
        ]
        for (text, expected) in cases {
            #expect(Set(try await titles(text)) == Set(expected), "\(text)")
        }
    }

    @Test func `newer and better come first, one of each story`() async throws {
        let feed = try await store.sampleFeed()
        try await store.sampleRefresh(
            feed,
            [
                .sample("Whale seen", publishedAt: .sampleNow - 40 * 86_400),
                .sample("Whale washed ashore", publishedAt: .sampleNow - 3_600),
            ]
        )
        let other = try await store.sampleFeed("other")
        try await store.sampleRefresh(
            other,
            [.sample("Whale washed up", link: "https://site.example/whale-washed-ashore", publishedAt: .sampleNow - 60)]
        )
        let found = try await titles("whale")
        #expect(found.count == 2 && found.last == "Whale seen")
        #expect(try await titles("since:2d whale").count == 1)
        #expect(try await titles("until:7d whale") == ["Whale seen"])
    }

    @Test func `rarer words, both words and more of them come first`() async throws {
        let feed = try await store.sampleFeed()
        let many = (1...10).map { "Ferry number \($0) sails" } + (1...30).map { "Orchard number \($0) blooms" }
        _ = try await publish(many + ["Walrus in town", "Ferry meets walrus", "Ferry, ferry, ferry"], in: feed)
        let found = try await titles("ferry OR walrus")
        #expect(Array(found.prefix(3)) == ["Ferry meets walrus", "Walrus in town", "Ferry, ferry, ferry"])
        #expect(try await titles("ferry").first == "Ferry, ferry, ferry")
    }

    @Test func `whether anything is found is told without an order`() async throws {
        let feed = try await store.sampleFeed()
        _ = try await publish(["Ferry sails", "Ferry rests"], in: feed)
        for (text, isFound) in [("ferry", true), ("ferry -sails", true), ("walrus", false)] {
            let result = try await self.found(text) { ($0.limit, $0.asksOnlyWhether) = (1, true) }
            #expect(!result.hits.isEmpty == isFound, "\(text)")
        }
    }

    @Test func `texts that were read are found, and are gone with their articles`() async throws {
        let feed = try await store.sampleFeed()
        let articles = try await publish(["Short note", "Other note"], in: feed)
        let short = try #require(articles.first { $0.title == "Short note" })
        let body = ArticleBody(source: .page, text: "A hippopotamus walked by.", fetchedAt: .sampleNow)
        try await store.saveArticleBody(body, of: short.id)
        #expect(try await titles("hippopotamus") == ["Short note"])
        #expect(try await titles("hippopotamus note") == ["Short note"])
        #expect(try await found("hippopotamus").hits.first?.text == "A hippopotamus walked by.")
        var entry = NewArticle.sample("Full feed")
        entry.text = "An aardvark slept."
        let full = try #require(try await store.sampleRefresh(feed, [entry]).first)
        #expect(try await titles("aardvark") == [])
        try await store.indexText(of: full)
        try await store.indexText(of: full)
        #expect(try await titles("body:aardvark") == ["Full feed"])
        try await store.write { db in
            try db.execute(
                sql: "UPDATE articleBody SET text = 'A zebra ran.' WHERE articleID = ?",
                arguments: [full.id]
            )
            try db.execute(sql: "DELETE FROM article WHERE id = ?", arguments: [short.id])
        }
        #expect(try await titles("zebra") == ["Full feed"])
        #expect(try await titles("aardvark OR hippopotamus") == [])
        try await store.write { db in
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM indexedText") == 1)
            // Fails when the index holds anything but the texts that are noted as indexed.
            try db.execute(sql: "DELETE FROM articleBody WHERE articleID NOT IN (SELECT articleID FROM indexedText)")
            try db.execute(sql: "INSERT INTO readText(readText, rank) VALUES ('integrity-check', 1)")
        }
    }

    @Test func `without a word of the index the newest are looked at, and how many is told`() async throws {
        let feed = try await store.sampleFeed()
        _ = try await publish((0..<30).map { "Note \($0)" }, in: feed)
        let whole = try await found("/note 29/")
        #expect(whole.hits.count == 1 && whole.looked == 30 && !whole.isCut)
        let cut = try await found("/note 29/", limits: SearchLimits(candidates: 1, newest: 10, seconds: 600)) { _ in }
        #expect(cut.hits.isEmpty && cut.isCut)
        #expect(try await found(nil).looked == nil)
        #expect(try await found("has:image").looked != nil)
        let timed = try await found("/note 29/", limits: SearchLimits(seconds: 0))
        #expect(timed.isCut && timed.looked == 0)
    }

    @Test func `more candidates than the limit are not looked at, which is told`() async throws {
        let feed = try await store.sampleFeed()
        _ = try await publish((0..<30).map { "Storm number\($0)" }, in: feed)
        let some = try await found("storm number29*", limits: SearchLimits(candidates: 10, seconds: 600))
        #expect(some.hits.count == 1)
        let cut = try await found(
            "storm -number1 -number2 -number3",
            limits: SearchLimits(candidates: 10, seconds: 600)
        )
        #expect(cut.isCut && cut.hits.count < 10)
    }

    @Test func `read, saved, audio, video, sport and place are asked for`() async throws {
        let alice = try await store.sampleProfile()
        let feed = try await store.sampleFeed()
        try await store.sampleSubscription(of: alice, to: feed, time: .sampleNow - 86_400)
        var (audio, video, plain) = (NewArticle.sample("Talk"), NewArticle.sample("Film"), NewArticle.sample("Match"))
        audio.attachment = Article.Attachment(url: "https://x.example/a", mimeType: "audio/mpeg")
        video.attachment = Article.Attachment(url: "https://x.example/v", mimeType: "video/mp4")
        plain.facts = ArticleFacts(sport: "Soccer", topic: "Macro & Rates")
        let articles = try await store.sampleRefresh(feed, [audio, video, plain])
        let byTitle = Dictionary(uniqueKeysWithValues: articles.map { ($0.title, $0.id) })
        let sight = Sight.of(alice.id.recipient)
        try await store.recordReading(of: try #require(byTitle["Talk"]), by: alice.id, at: .sampleNow)
        let film = try #require(byTitle["Film"])
        _ = try await store.save(film, for: alice.id, note: nil, tags: [], limit: 9, at: .sampleNow)
        let cases: [(String, Set<String>)] = [
            ("has:audio", ["Talk"]), ("has:video", ["Film"]), ("has:(audio OR video)", ["Talk", "Film"]),
            ("is:unread", ["Film", "Match"]), ("is:saved", ["Film"]), ("-is:unread note OR talk", ["Talk"]),
            ("sport:soccer", ["Match"]), ("topic:rates", ["Match"]), ("sport:tennis", []), ("has:image", []),
        ]
        for (text, expected) in cases { #expect(Set(try await titles(text, in: sight)) == expected, "\(text)") }
        let matching = try await store.matching(
            try Query(parsing: "talk OR film"),
            among: [film],
            in: sight,
            time: time,
            limits: SearchLimits(seconds: 600)
        )
        #expect(matching.ids == [film] && !matching.isCut)
        let cut = try await store.matching(
            try Query(parsing: "talk OR film"),
            among: [film],
            in: sight,
            time: time,
            limits: SearchLimits(seconds: 0)
        )
        #expect(cut.ids.isEmpty && cut.isCut)
    }

    @Test func `nobody finds, or is suggested, what others follow`() async throws {
        let (alice, bob) = (try await store.sampleProfile("alice"), try await store.sampleProfile("bob"))
        let secret = try await store.sampleFeed("secret", category: "Hush")
        try await store.sampleSubscription(of: alice, to: secret)
        let articles = try await publish(["Merger of quasimodo", "Plan"], in: secret)
        let merger = try #require(articles.first { $0.title.hasPrefix("Merger") })
        try await store.saveArticleBody(
            ArticleBody(source: .page, text: "Esmeralda signs.", fetchedAt: .sampleNow),
            of: merger.id
        )
        for text in [
            "quasimodo", "esmeralda", "/quasi/", "has:image OR merger", "feed:secret", "category:hush", "*modo",
        ] {
            #expect(try await titles(text, in: .of(bob.id.recipient)) == [], "\(text)")
            #expect(try await titles(text, in: .of(nil)) == [], "\(text)")
        }
        #expect(try await titles("quasimodo", in: .of(alice.id.recipient)) == ["Merger of quasimodo"])
        #expect(try await store.titleWords(in: .of(bob.id.recipient), newest: 100) == [:])
        #expect(try await store.titleWords(in: .of(alice.id.recipient), newest: 100)["quasimodo"] == 1)
        // What was shown to somebody stays in their sight.
        _ = try await store.save(merger.id, for: bob.id, note: nil, tags: [], limit: 9, at: .sampleNow)
        #expect(try await titles("quasimodo", in: .of(bob.id.recipient)) == ["Merger of quasimodo"])
        #expect(try await titles("plan", in: .of(bob.id.recipient)) == [])
        let carol = try await store.sampleProfile("carol").id.recipient
        #expect(try await titles("quasimodo", in: .of(carol)) == [])
        try await store.saveListing(
            owner: .recipient(carol),
            place: "here",
            kind: "article",
            items: [merger.id.rawValue],
            at: .sampleNow
        )
        #expect(try await titles("quasimodo", in: .of(carol)) == ["Merger of quasimodo"])
        #expect(try await titles("plan", in: .of(carol)) == [])
        // What was sent to alice is hers after she follows the feed no more, and nothing else is.
        let place = Identity.sample("alice").address
        let queued = try await store.queuedDeliveries(to: place, at: .distantFuture, limit: 9)
        let sent = try #require(queued.first)
        let title = try #require(sent.article?.article.title)
        _ = try await store.freeze([sent.id], to: place, parts: [MessagePart(payload: title)], at: .sampleNow)
        _ = try await store.removeSubscription(of: alice.id.recipient, to: secret.id, at: .sampleNow)
        #expect(queued.count == 1)
        #expect(try await titles("merger OR plan", in: .of(alice.id.recipient)) == [title])
    }

    @Test func `mutes, emptied feeds, sources and categories are respected`() async throws {
        let alice = try await store.sampleProfile()
        let (one, two) = (try await store.sampleFeed("one", category: "A"), try await store.sampleFeed("two"))
        for feed in [one, two] { try await store.sampleSubscription(of: alice, to: feed) }
        _ = try await publish(["Storm at sea", "Storm and golf"], in: one)
        _ = try await publish(["Storm inland"], in: two)
        let sight = Sight.of(alice.id.recipient)
        #expect(try await found("storm", in: sight) { $0.feeds = [two.id] }.hits.count == 1)
        #expect(try await found(nil, in: sight) { $0.feeds = [one.id] }.hits.count == 2)
        #expect(try await found("storm", in: sight) { $0.category = "a" }.hits.count == 2)
        _ = try await store.addMute(
            .words("golf"),
            named: "golf",
            until: nil,
            of: alice.id.recipient,
            limit: 9,
            at: .sampleNow
        )
        #expect(try await titles("storm", in: sight).count == 2)
        _ = try await store.addMute(
            .feed(two.id),
            named: "two",
            until: nil,
            of: alice.id.recipient,
            limit: 9,
            at: .sampleNow
        )
        #expect(try await titles("storm", in: sight) == ["Storm at sea"])
        #expect(try await found("storm", in: sight) { $0.feeds = [two.id] }.hits.count == 1)
    }
}

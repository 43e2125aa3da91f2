import Editorial
import Foundation
import GRDB
import Gazetteer
import Logging
import NewsModel
import TestSupport
import Testing

@testable import FeedRefresh
@testable import Storage

@Suite(.timed) struct ArticleBackfillTests {
    private let finder: PlaceFinder
    private let words: ArticleWords
    private let store: Store
    private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let everything = ArticleSelection(feeds: .defaultSelection, from: .distantPast, to: .distantFuture)

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        finder = PlaceFinder(
            gazetteer: try Gazetteer(path: root.appendingPathComponent("data/gazetteer/gazetteer.bin").path)
        )
        words = try ArticleWords(vocabulary: TestVocabularyFiles.loader())
        store = try Store.inMemory()
    }

    private func feed() async throws -> Feed {
        let description = FeedDescription(url: "https://a.example/feed", name: "A")
        try await store.saveDefaultSelection([description], at: .sampleNow)
        return try #require(try await store.defaultFeeds().first)
    }

    private func stories(in name: String) async throws -> Int {
        let place = try #require(PlaceQuery(name, gazetteer: finder.gazetteer).named.first).place
        return try await store.articles(of: .inside(place), everything, in: .of(nil), limit: 500).count
    }

    private func commit(_ titles: [String], of feed: Feed) -> RefreshCommit {
        RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: .sampleNow + 1_800,
            outcome: .document(FetchedDocument(title: "A", articles: titles.map { .sample($0) }))
        )
    }

    @Test func `news has its places when it is stored, an archive soon after`() async throws {
        let feed = try await feed()
        let queue = CommitQueue(store: store, time: ManualTimeSource(), places: finder, words: words)
        let archive = (1...250).map { "Flood number \($0) in Leipzig" }
        _ = try await queue.store(CommitQueue.Work(feed: feed, commit: commit(archive, of: feed)))
        #expect(try await stories(in: "Leipzig") == 0)
        let backfill = ArticleBackfill(store: store, finder: finder, words: words, time: ManualTimeSource(), log: log)
        #expect(try await backfill.analyseSome() == 100)
        #expect(try await stories(in: "Leipzig") == 100)
        #expect(try await store.countArticlesToAnalyse() == 150)
        _ = try await backfill.analyseSome()
        #expect(try await backfill.analyseSome() == 50)
        #expect(try await backfill.analyseSome() == 0)
        #expect(try await stories(in: "Germany") == 250)

        let known = try #require(try await store.feed(feed.id, in: .of(nil)))
        #expect(known.health.lastCheckedAt != nil)
        let news = archive + ["Strike in Turin"]
        _ = try await queue.store(CommitQueue.Work(feed: known, commit: commit(news, of: known)))
        #expect(try await stories(in: "Turin") == 1)
        #expect(try await store.countArticlesToAnalyse() == 0)
    }

    private func listed(_ title: String) async throws -> ListedArticle {
        try #require(try await store.articles(everything, in: .of(nil), limit: 500).first { $0.article.title == title })
    }

    @Test func `what the words of an article tell is stored with it`() async throws {
        let feed = try await feed()
        let queue = CommitQueue(store: store, time: ManualTimeSource(), places: finder, words: words)
        _ = try await queue.store(CommitQueue.Work(feed: feed, commit: commit([], of: feed)))
        let known = try #require(try await store.feed(feed.id, in: .of(nil)))
        let titles = [
            "Arsenal beat Chelsea 2-1 in the Premier League after late goal by Bukayo Saka",
            "Deal of the day: 40% off headphones with this coupon code",
            "Die Bundesregierung will das Rentenpaket noch vor Weihnachten beschließen",
            "Federal Reserve cuts interest rates as inflation slows",
        ]
        _ = try await queue.store(CommitQueue.Work(feed: known, commit: commit(titles, of: known)))
        let soccer = try await listed(titles[0]).facts
        #expect(soccer.sport == "Soccer" && !soccer.isPromotion && soccer.language == "en")
        #expect(soccer.things.contains { $0.name.contains("Saka") })
        #expect(!soccer.keyphrases.isEmpty && soccer.keyphrases.count <= 5)
        #expect(try await listed(titles[1]).facts.isPromotion)
        let german = try await listed(titles[2])
        #expect(german.facts.language == "de" && german.article.language == "de")
        #expect(try await listed(titles[3]).facts.topic == "Macro & Rates")
        #expect(try await store.usualLanguage(of: feed.id) == "en")
    }

    @Test func `an archive is analysed soon after, and all again when the rules change or a page was read`()
        async throws
    {
        let feed = try await feed()
        let queue = CommitQueue(store: store, time: ManualTimeSource(), words: words)
        let title = "Arsenal beat Chelsea 2-1 in the Premier League"
        let stored = try await queue.store(CommitQueue.Work(feed: feed, commit: commit([title], of: feed)))
        #expect(try await listed(title).facts == ArticleFacts())
        let backfill = ArticleBackfill(store: store, finder: nil, words: words, time: ManualTimeSource(), log: log)
        #expect(try await backfill.analyseSome() == 1)
        #expect(try await listed(title).facts.sport == "Soccer")
        try await store.demandAnalysis(byVersion: 77)
        #expect(try await backfill.analyseSome() == 1)
        #expect(try await backfill.analyseSome() == 0)
        let text = String(repeating: "Mikel Arteta praised his team. ", count: 20)
        let body = ArticleBody(source: .page, text: text, fetchedAt: .sampleNow)
        try await store.saveArticleBody(body, of: try #require(stored.first).id)
        #expect(try await backfill.analyseSome() == 1)
        #expect(try await listed(title).facts.things.contains { $0.name == "Mikel Arteta" })
    }

    @Test func `a signal of the store begins it, and no clock has to move`() async throws {
        let feed = try await feed()
        let time = ManualTimeSource()
        let queue = CommitQueue(store: store, time: time, words: words)
        let backfill = ArticleBackfill(store: store, finder: nil, words: words, time: time, log: log)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await backfill.run() }
            let titles = ["Arsenal beat Chelsea 2-1 in the Premier League", "Rain"]
            let stored = try await queue.store(CommitQueue.Work(feed: feed, commit: commit(titles, of: feed)))
            try await waitUntil("the archive is analysed") { try await store.countArticlesToAnalyse() == 0 }
            #expect(try await listed(titles[0]).facts.sport == "Soccer")
            // The time of the next step never comes.
            let text = String(repeating: "Mikel Arteta praised his team. ", count: 20)
            let body = ArticleBody(source: .page, text: text, fetchedAt: .sampleNow)
            try await store.saveArticleBody(body, of: try #require(stored.first { $0.title == titles[1] }).id)
            try await waitUntil("the page is analysed") { try await store.countArticlesToAnalyse() == 0 }
            #expect(try await listed(titles[1]).facts.things.contains { $0.name == "Mikel Arteta" })
            group.cancelAll()
        }
    }

    @Test func `the log says how far it is`() async throws {
        let feed = try await feed()
        let queue = CommitQueue(store: store, time: ManualTimeSource(), words: words)
        let titles = (1...1_150).map { "Rain number \($0)" }
        _ = try await queue.store(CommitQueue.Work(feed: feed, commit: commit(titles, of: feed)))
        let recorder = LogRecorder()
        let log = Logger(label: "test") { _ in recorder }
        let time = ManualTimeSource()
        let backfill = ArticleBackfill(store: store, finder: nil, words: words, time: time, log: log)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await backfill.run() }
            try await waitUntil("the end is told") {
                time.advance(by: 1)
                return recorder.lines.contains("info Articles were analysed")
            }
            group.cancelAll()
        }
        #expect(recorder.lines == ["info Articles begin to be analysed", "info Articles were analysed"])
        #expect(try await store.countArticlesToAnalyse() == 0)
        // All were analysed by the rules that hold: nothing is marked after the next start.
        try await store.write { try $0.execute(sql: "UPDATE changeCounter SET value = 0 WHERE name = 'analysis'") }
        try await store.demandAnalysis(byVersion: AnalysisRules.version(nil, words))
        #expect(try await store.countArticlesToAnalyse() == 0)
    }

    @Test func `hostile texts cost little and are cut`() async throws {
        let feed = try await feed()
        let queue = CommitQueue(store: store, time: ManualTimeSource(), places: finder, words: words)
        _ = try await queue.store(CommitQueue.Work(feed: feed, commit: commit([], of: feed)))
        let known = try #require(try await store.feed(feed.id, in: .of(nil)))
        let titles = [
            String(repeating: "Xaver ", count: 5_000), String(repeating: "A\u{301}", count: 20_000), "\u{0}\t\n", "",
            "١٢٣",
            String(repeating: "Q", count: 50_000),
        ]
        _ = try await queue.store(CommitQueue.Work(feed: known, commit: commit(titles, of: known)))
        for article in try await store.articles(everything, in: .of(nil), limit: 500) {
            #expect(article.facts.things.allSatisfy { $0.name.count <= ArticleFacts.longestText })
            #expect(article.facts.keyphrases.allSatisfy { $0.count <= ArticleFacts.longestText })
        }
    }

    @Test func `a British feed's football is soccer and its Worcester is in Britain, now and when read again`()
        async throws
    {
        let description = FeedDescription(url: "https://blog.example.co.uk/feed", name: "A")
        try await store.saveDefaultSelection([description], at: .sampleNow)
        let feed = try #require(try await store.defaultFeeds().first)
        let queue = CommitQueue(store: store, time: ManualTimeSource(), places: finder, words: words)
        _ = try await queue.store(CommitQueue.Work(feed: feed, commit: commit([], of: feed)))
        let known = try #require(try await store.feed(feed.id, in: .of(nil)))
        var document = FetchedDocument(
            title: "A",
            articles: [
                .sample("Local football club wins promotion after final day of the season"),
                .sample("Fire in Worcester destroys warehouse"),
            ]
        )
        document.language = "en-US"
        let news = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: .sampleNow + 1_800,
            outcome: .document(document)
        )
        _ = try await queue.store(CommitQueue.Work(feed: known, commit: news))
        for _ in 0..<2 {
            #expect(try await listed(document.articles[0].title).facts.sport == "Soccer")
            #expect(try await stories(in: "United Kingdom") == 1)
            try await store.demandAnalysis(byVersion: 77)
            let backfill = ArticleBackfill(
                store: store,
                finder: finder,
                words: words,
                time: ManualTimeSource(),
                log: log
            )
            _ = try await backfill.analyseSome()
        }
    }
}

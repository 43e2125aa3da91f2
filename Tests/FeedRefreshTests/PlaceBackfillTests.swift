import Editorial
import Foundation
import Gazetteer
import Logging
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

@Suite struct PlaceBackfillTests {
    private let finder: PlaceFinder
    private let store: Store
    private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let everything = ArticleSelection(feeds: .defaultSelection, from: .distantPast, to: .distantFuture)

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        finder = PlaceFinder(
            gazetteer: try Gazetteer(path: root.appendingPathComponent("data/gazetteer/gazetteer.bin").path)
        )
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
        let queue = CommitQueue(store: store, time: ManualTimeSource(), places: finder)
        let archive = (1...250).map { "Flood number \($0) in Leipzig" }
        _ = try await queue.store(CommitQueue.Work(feed: feed, commit: commit(archive, of: feed)))
        #expect(try await stories(in: "Leipzig") == 0)
        let backfill = PlaceBackfill(store: store, finder: finder, time: ManualTimeSource(), log: log)
        #expect(try await backfill.findSome() == 100)
        #expect(try await stories(in: "Leipzig") == 100)
        #expect(try await store.countArticlesWithoutPlaces() == 150)
        _ = try await backfill.findSome()
        #expect(try await backfill.findSome() == 50)
        #expect(try await backfill.findSome() == 0)
        #expect(try await stories(in: "Germany") == 250)

        let known = try #require(try await store.feed(feed.id, in: .of(nil)))
        #expect(known.health.lastCheckedAt != nil)
        let news = archive + ["Strike in Turin"]
        _ = try await queue.store(CommitQueue.Work(feed: known, commit: commit(news, of: known)))
        #expect(try await stories(in: "Turin") == 1)
        #expect(try await store.countArticlesWithoutPlaces() == 0)
    }
}

import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// What happens when there is no room any more.
@Suite(.timed) struct ShortageTests {
    @Test func `beyond its ceiling the database takes no new feed, and what it has goes on`() async throws {
        let store = try Store.inMemory()
        let (alice, known) = (try await store.sampleProfile(), try await store.sampleFetchedFeed("known"))
        store.limits = StorageLimits(databaseBytes: 1_000)
        let new = FeedDescription(url: "https://new.example/feed")
        let shortage = try #require(try await store.shortage())
        guard case .ceiling(let used, limit: 1_000) = shortage, used > 1_000 else { return #expect(Bool(false)) }
        await #expect(throws: StorageError.noSpace(shortage)) { try await store.ensureFeed(new, at: .sampleNow) }
        await #expect(throws: StorageError.noSpace(shortage)) {
            try await store.importSubscriptions(
                [ListedFeed(url: known.url), ListedFeed(url: new.url)],
                of: alice.id.recipient,
                at: Identity.sample("alice").address,
                limit: 9,
                time: .sampleNow
            )
        }
        #expect(try await store.ensureFeed(FeedDescription(url: known.url), at: .sampleNow).id == known.id)
        try await store.sampleSubscription(of: alice, to: known)
        #expect(try await store.sampleRefresh(known, [.sample("Storm")]).count == 1)
        try await store.saveDefaultSelection([new], at: .sampleNow)
    }

    @Test func `without room only the default selection's feeds keep their words; the others say so`() async throws {
        let store = try Store.inMemory()
        let (alice, feed) = (try await store.sampleProfile(), try await store.sampleFetchedFeed("known"))
        try await store.sampleSubscription(of: alice, to: feed)
        let description = FeedDescription(url: "https://house.example/feed")
        try await store.saveDefaultSelection([description], at: .sampleNow)
        let harness = try #require(try await store.defaultFeeds().first)
        #expect(try await store.leftOutNews(of: feed) == nil)
        store.limits = StorageLimits(databaseBytes: 1_000)
        #expect(try await store.sampleRefresh(feed, [.sample("Storm")]).map(\.summary) == [""])
        #expect(try await store.sampleRefresh(harness, [.sample("Wind")]).map(\.summary) == ["Summary of Wind."])
        #expect(try await store.leftOutNews(of: feed)?.isShortOfSpace == true)
        #expect(try await store.leftOutNews(of: harness) == nil)
        store.limits = StorageLimits()
        #expect(try await store.sampleRefresh(feed, [.sample("Rain")]).map(\.summary) == ["Summary of Rain."])
    }

    @Test func `a disk with little left takes no new feed`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "crier-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store.open(path: folder.appending(path: "test.sqlite3").path)
        #expect(try await store.shortage() == nil)
        store.limits = StorageLimits(freeBytes: .max)
        guard case .disk = try await store.shortage() else { return #expect(Bool(false)) }
        await #expect(throws: StorageError.self) { try await store.sampleFeed() }
    }

    @Test func `operators who are known hear of it once a day`() async throws {
        let store = try Store.inMemory()
        let alice = try await store.sampleProfile()
        store.limits = StorageLimits(operators: [.sample("alice"), .sample("stranger")])
        let shortage = StorageShortage.ceiling(used: 2, limit: 1)
        func waiting() async throws -> Int {
            try await store.queuedDeliveries(to: Identity.sample(alice.name).address, at: .distantFuture, limit: 9)
                .count
        }
        // Somebody's address is known once something goes there.
        try await store.sampleSubscription(of: alice, to: try await store.sampleFetchedFeed())
        let before = try await waiting()
        #expect(try await store.tellOperators(of: shortage, at: .sampleNow) == 1)
        #expect(try await store.tellOperators(of: shortage, at: .sampleNow + 3_600) == 0)
        #expect(try await waiting() == before + 1)
        #expect(try await store.tellOperators(of: shortage, at: .sampleNow + 86_401) == 1)
    }

    @Test func `a refresh that does not fit changes nothing, says why, and fits when there is room`() async throws {
        let store = try Store.inMemory()
        let feed = try await store.sampleFetchedFeed()
        let alice = try await store.sampleProfile()
        try await store.sampleSubscription(of: alice, to: feed)
        func setMost(_ pages: Int) async throws {
            try await store.database.writeWithoutTransaction { db in
                _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages)")
            }
        }
        func commit(_ etag: String) async throws -> RefreshCommitResult {
            let entries = (0..<400).map { NewArticle.sample("A longer title so that it fills \($0)") }
            let document = FetchedDocument(validators: FeedValidators(etag: etag), articles: entries)
            let commit = RefreshCommit(
                feedID: feed.id,
                status: 200,
                nextCheckAt: .sampleNow + 600,
                outcome: .document(document)
            )
            return try await store.commitRefresh(
                [commit],
                alertsVersion: try await store.standingQueries().version,
                at: .sampleNow
            )
        }
        let pages = try await store.read { db in try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0 }
        try await setMost(pages + 5)
        do {
            _ = try await commit("new")
            #expect(Bool(false), "it fitted")
        } catch let error as StorageError {
            guard case .diskFull = error else { return #expect(Bool(false), "\(error)") }
            #expect(error.isTemporary)
        }
        #expect(try await store.dueFeed(feed.id)?.validators.etag == nil)
        #expect(try await store.queuedTitles(for: alice).isEmpty)
        try await setMost(1_000_000)
        guard case .committed(let articles, _) = try await commit("new") else { return #expect(Bool(false)) }
        #expect(articles.count == 400)
        #expect(try await store.queuedTitles(for: alice).count == 400)
        #expect(try await store.dueFeed(feed.id)?.validators.etag == "new")
        // Old news makes room even where none is left.
        let full = try await store.read { db in try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0 }
        try await setMost(full)
        try await store.write { db in try db.execute(sql: "UPDATE delivery SET state = 'sent', endedAt = 0") }
        let none = Retention(articleAge: 0, articlesKept: 0, articlesAtMost: 0)
        #expect(try await store.prune(at: .sampleNow, keeping: none) == 400)
    }
}

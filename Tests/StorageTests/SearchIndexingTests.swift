import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct SearchIndexingTests {
    private let store: Store

    init() throws { store = try Store.inMemory() }

    private func commit(_ titles: [String], of feed: Feed) async throws -> [Article] {
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: .sampleNow + 1_800,
            outcome: .document(FetchedDocument(title: feed.name, articles: titles.map { .sample($0) }))
        )
        let version = try await store.standingQueries().version
        let result = try await store.commitRefresh([commit], alertsVersion: version, at: .sampleNow)
        guard case .committed(let articles, _) = result else { return [] }
        return articles
    }

    private func found(_ words: String) async throws -> Int {
        try await store.searchArticles(words: words, in: .shown(to: nil), limit: 1_000).count
    }

    /// Fails when the index holds anything but what the indexed articles say.
    private func checkIndex() async throws {
        while try await store.indexSomeArticles() > 0 {}
        try await store.write { db in
            try db.execute(sql: "INSERT INTO articleText(articleText, rank) VALUES ('integrity-check', 1)")
        }
    }

    @Test func `an archive is found once it is indexed, in steps; news is found at once`() async throws {
        let feed = try await store.sampleFeed()
        _ = try await commit((1...30).map { "Old storm \($0)" }, of: feed)
        #expect(try await found("storm") == 0)
        #expect(try await store.indexSomeArticles(limit: 20) == 20)
        #expect(try await found("storm") == 20)
        _ = try await commit((1...30).map { "Old storm \($0)" } + ["New storm"], of: feed)
        #expect(try await found("new storm") == 1)
        #expect(try await store.indexSomeArticles(limit: 20) == 10)
        #expect(try await store.indexSomeArticles(limit: 20) == 0)
        #expect(try await found("storm") == 31)
        try await checkIndex()
    }

    @Test func `articles that change or go before they are indexed leave nothing wrong in the index`() async throws {
        let feed = try await store.sampleFeed()
        let articles = try await commit(["Storm nears", "Storm is over", "Calm"], of: feed)
        let (changed, gone) = (articles[0].id, articles[1].id)
        try await store.write { db in
            try db.execute(sql: "UPDATE article SET title = 'Gale nears' WHERE id = ?", arguments: [changed])
            try db.execute(sql: "DELETE FROM article WHERE id = ?", arguments: [gone])
        }
        #expect(try await store.indexSomeArticles() == 2)
        #expect(try await found("gale") == 1)
        #expect(try await found("over") == 0)
        try await checkIndex()
        try await store.write { db in
            try db.execute(sql: "UPDATE article SET title = 'Breeze' WHERE id = ?", arguments: [changed])
        }
        #expect(try await found("gale") == 0)
        try await store.write { db in try db.execute(sql: "DELETE FROM article") }
        #expect(try await found("breeze") == 0)
        try await checkIndex()
    }
}

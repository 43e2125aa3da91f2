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

    @Test func `an article that moves to another feed, and changes on the way, is indexed once`() async throws {
        let (feed, other) = (try await store.sampleFeed("old"), try await store.sampleFeed("new"))
        let articles = try await commit(["Storm nears", "Storm is over", "Calm"], of: feed)
        try await store.write { db in
            try db.execute(
                sql: "UPDATE article SET feedID = ?, summary = 'A gale' WHERE id = ?",
                arguments: [other.id, articles[0].id]
            )
            try db.execute(sql: "UPDATE article SET feedID = ? WHERE id = ?", arguments: [other.id, articles[1].id])
            // It is noted under its new feed.
            try db.execute(sql: "DELETE FROM article WHERE id = ?", arguments: [articles[1].id])
        }
        #expect(try await store.indexSomeArticles() == 2)
        #expect(try await found("gale") == 1)
        #expect(try await found("over") == 0)
        try await checkIndex()
    }

    @Test func `articles that wait when the program is updated are indexed afterwards`() async throws {
        let database = try DatabaseQueue(configuration: Store.configuration())
        try Migrations.migrator().migrate(database, upTo: "0090-quiz-asked")
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO feed (url, host, name, nameKey, isDefault, nextCheckAt, createdAt)
                    VALUES ('u', 'h', 'F', 'f', 1, 0, 0);
                    INSERT INTO story (firstSeenAt) VALUES (0), (0);
                    INSERT INTO article (id, feedID, storyID, title, summary, publishedAt, firstSeenAt)
                    VALUES (7, 1, 1, 'Old storm', '', 0, 0), (8, 1, 2, 'Older storm', '', 0, 0);
                    INSERT INTO unindexedArticle (articleID) VALUES (7), (8), (9);
                    """
            )
        }
        let store = try Store(migrating: database, path: nil)
        try await store.write { db in try db.execute(sql: "UPDATE article SET title = 'Old gale' WHERE id = 7") }
        #expect(try await store.indexSomeArticles() == 2)
        #expect(try await store.searchArticles(words: "storm", in: .shown(to: nil), limit: 10).count == 1)
        #expect(try await store.searchArticles(words: "gale", in: .shown(to: nil), limit: 10).count == 1)
        try await database.write { db in
            try db.execute(sql: "INSERT INTO articleText(articleText, rank) VALUES ('integrity-check', 1)")
        }
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

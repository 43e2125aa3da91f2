import Foundation
import GRDB
import NewsModel
import TestSupport
import TextAnalysis
import Testing

@testable import Storage

@Suite struct SearchCandidatesTests {
    /// The statements of a search in one feed that has one fitting article, beside `count` older ones of another feed.
    private func statements(besides count: Int) async throws -> Int {
        let store = try Store.inMemory()
        let (wanted, other) = (try await store.sampleFeed("Gazette"), try await store.sampleFeed("Herald"))
        try await store.sampleRefresh(wanted, [.sample("Storm at sea", publishedAt: .sampleNow - 60)])
        try await store.sampleRefresh(
            other,
            (1...count).map { .sample("Storm \($0)", publishedAt: .sampleNow - 3_600 - Double($0)) }
        )
        let statements = StatementCount()
        try await store.read { db in db.trace { _ in statements.add() } }
        var search = ArticleSearch(query: try Query(parsing: "storm"), time: QueryTime(now: .sampleNow), limit: 100)
        search.feeds = [wanted.id]
        let result = try await store.search(
            search,
            in: .shown(to: nil),
            limits: SearchLimits(candidates: 2, seconds: 600)
        )
        #expect(result.hits.map(\.listed.article.title) == ["Storm at sea"])
        return statements.take()
    }

    @Test func `the feeds of hundreds of articles are looked up together when one more is wanted`() async throws {
        let few = try await statements(besides: 2)
        let many = try await statements(besides: 300)
        #expect(few > 0)
        #expect(many <= few + 2, "\(few), \(many)")
    }
}

import Foundation
import NewsModel
import TestSupport
import TextAnalysis
import Testing

@testable import Storage

/// Words that are common in some language are looked up in the index where there is nothing rarer.
@Suite struct CommonWordSearchTests {
    private func found(_ text: String, in store: Store) async throws -> SearchResult {
        let search = ArticleSearch(query: try Query(parsing: text), time: QueryTime(now: .sampleNow), limit: 100)
        // Without the index only the newest ten would be looked at.
        let limits = SearchLimits(candidates: 10, newest: 10, seconds: 600)
        return try await store.search(search, in: .shown(to: nil), limits: limits)
    }

    @Test func `words that are common in other languages are found in articles of any age`() async throws {
        let store = try Store.inMemory()
        let feed = try await store.sampleFeed()
        let titles =
            (0..<200).map { "Note \($0)" } + ["AI changes war", "AI era begins", "War ends", "A man and a van"]
        try await store.sampleRefresh(
            feed,
            titles.enumerated().map { .sample($1, publishedAt: .sampleNow - 60 * Double($0 + 1)) }
        )
        let cases: [(String, Set<String>)] = [
            ("AI", ["AI changes war", "AI era begins"]), ("war", ["AI changes war", "War ends"]),
            ("AI war", ["AI changes war"]), ("man van", ["A man and a van"]), ("title:era", ["AI era begins"]),
            ("AI -era", ["AI changes war"]), ("van OR era", ["A man and a van", "AI era begins"]),
            ("war ends", ["War ends"]),
        ]
        for (text, expected) in cases {
            let result = try await found(text, in: store)
            #expect(Set(result.hits.map(\.listed.article.title)) == expected, "\(text)")
            #expect(result.looked == nil && !result.isCut, "\(text)")
        }
    }

    @Test(arguments: [
        ("storm war", "(\"storm\")"), ("war AI", "(\"war\") AND (\"ai\")"), ("storm (war OR men)", "(\"storm\")"),
        ("war -storm", "(\"war\")"),
    ]) func `beside a rarer word common ones are not looked up`(text: String, pattern: String) throws {
        #expect(SearchPattern.pattern(of: try Query(parsing: text), in: .titles) == pattern)
    }
}

import FeedParsing
import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

/// Old entries of a first document are compared by their links alone.
@Suite(.timed) struct OldTitleTests {
    private static let title = "Parliament passes the long awaited bridge reform"

    private func document(_ ages: [Double?], isFirst: Bool = true) throws -> FetchedDocument {
        let items = ages.enumerated().map { number, age in
            NewsSite.Item(
                "\(Self.title) \(number)",
                link: "https://site.example/\(number)",
                date: age.map { .sampleNow - $0 * 86_400 }
            )
        }
        let text = NewsSite.rss(.init(items: items))
        let feed = try FeedParser.parse(Array(text.utf8), contentType: nil, url: "https://site.example/feed")
        return FetchedDocument(feed, hasOnlyNews: isFirst, firstAt: isFirst ? .sampleNow : nil)
    }

    @Test func `titles that could match none are left out, links are not`() throws {
        let articles = try document([0, 13, 17.9, 18.1, 400, nil]).articles
        #expect(articles.map { $0.titleKey != nil } == [true, true, true, false, false, true])
        #expect(articles.allSatisfy { $0.canonicalURL != nil })
    }

    @Test func `later documents and dates without meaning keep the titles`() throws {
        #expect(try document([0, 400], isFirst: false).articles.allSatisfy { $0.titleKey != nil })
        #expect(try document([400, 400, 400]).articles.allSatisfy { $0.titleKey != nil })
        #expect(try document([0, 20_000]).articles.allSatisfy { $0.titleKey != nil })
    }

    @Test func `old entries of two feeds with one link are one story`() async throws {
        let harness = try RefreshHarness()
        let site = NewsSite()
        site.show(
            .init(Self.title, link: "https://site.example/new"),
            .init(
                "An old report about the same bridge",
                link: "https://site.example/old",
                date: .sampleNow - 86_400 * 40
            )
        )
        let (one, two) = (try await harness.defaultFeed("/one", site), try await harness.defaultFeed("/two", site))
        try await harness.check(one)
        try await harness.check(two)
        // The link still shows that both feeds tell the same.
        let stories = try await harness.store.articles(
            try await harness.store.everything(),
            in: .shown(to: nil),
            limit: 10
        )
        #expect(Set(stories.map(\.article.storyID)).count == 2)
    }
}

import Foundation
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct BodyTests {
    @Test func `a feed's whole text is kept beside the article`() async throws {
        let store = try Store.inMemory()
        var entry = NewArticle.sample("Storm")
        entry.text = String(repeating: "ab 字", count: 20_000)
        let stored = try await store.sampleRefresh(try await store.sampleFeed(), [entry, .sample("Calm")])
        let storm = try #require(stored.first { $0.title == "Storm" }).id
        let calm = try #require(stored.first { $0.title == "Calm" }).id
        let body = try #require(try await store.articleBody(storm))
        #expect(body.source == .feed)
        let text = try #require(body.text)
        #expect(text.utf8.count <= ArticleBody.longestText && text.utf8.count > ArticleBody.longestText - 10)
        #expect(text.hasPrefix("ab 字ab 字") && text.hasSuffix("…"))
        #expect(try await store.articleBody(calm) == nil)
    }

    @Test func `a page's text, byline and picture are kept, and no failure replaces them`() async throws {
        let store = try Store.inMemory()
        let article = try await store.sampleRefresh(try await store.sampleFeed(), [.sample("Storm")])[0].id
        let failure = ArticleBody(
            source: .none,
            failure: .notFetched(.forbidden),
            fetchedAt: .sampleNow,
            retryAt: .sampleNow + 60
        )
        try await store.saveArticleBody(failure, of: article)
        #expect(try await store.articleBody(article) == failure)
        let page = ArticleBody(
            source: .page,
            text: "One.",
            byline: "A. Writer",
            language: "en",
            imageURL: "https://site.example/1.jpg",
            fetchedAt: .sampleNow
        )
        try await store.saveArticleBody(page, of: article)
        #expect(try await store.articleBody(article) == page)
        try await store.saveArticleBody(failure, of: article)
        #expect(try await store.articleBody(article) == page)
        #expect(try await store.article(article, in: .shown(to: nil))?.article.imageURL == "https://site.example/1.jpg")
        // Somebody else's article is none of ours.
        try await store.saveArticleBody(page, of: ArticleID(rawValue: 5))
        #expect(try await store.articleBody(ArticleID(rawValue: 5)) == nil)
    }

    @Test(arguments: [
        ReadingFailure.tooLittleText, .notAPage, .notFetched(.timedOut), .notFetched(.addressRefused),
    ])
    func `a failure is read back as it was`(failure: ReadingFailure) {
        #expect(ReadingFailure(rawValue: failure.rawValue) == failure)
    }
}

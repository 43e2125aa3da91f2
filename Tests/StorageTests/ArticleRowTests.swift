import Foundation
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// Rows are decoded by position: the columns and what reads them must agree.
@Suite(.timed) struct ArticleRowTests {
    @Test func `an article comes back with every field, and so does its text`() async throws {
        let store = try Store.inMemory()
        let feed = try await store.sampleFetchedFeed("one")
        try await store.saveDefaultSelection([FeedDescription(url: feed.url)], at: .sampleNow)
        var entry = NewArticle.sample("Storm", link: "https://one.example/storm", publishedAt: .sampleNow - 60)
        entry.summary = "A storm came."
        entry.author = "Ann Author"
        entry.language = "en"
        entry.tags = ["weather", "sea"]
        entry.imageURL = "https://one.example/storm.jpg"
        entry.attachment = .init(url: "https://one.example/storm.mp3", mimeType: "audio/mpeg", durationSeconds: 60)
        entry.text = "A storm came, and it went."
        let stored = try #require(try await store.sampleRefresh(feed, [entry]).first)
        let listed = try #require(try await store.article(stored.id, in: .of(nil)))
        #expect(listed.article == stored)
        #expect(listed.feedName == "one" && !listed.isTitlesOnly && !listed.isRead && !listed.isAlerted)
        let body = ArticleBody(
            source: .page,
            text: "The whole text.",
            byline: "Ann",
            language: "en",
            imageURL: "https://one.example/large.jpg",
            failure: nil,
            fetchedAt: .sampleNow,
            retryAt: .sampleNow + 60,
            etag: "\"1\"",
            lastModified: "Mon, 16 Nov 2026 12:00:00 GMT"
        )
        #expect(try await store.articleBody(of: stored)?.text == "A storm came, and it went.")
        try await store.saveArticleBody(body, of: stored.id)
        #expect(try await store.articleBody(of: stored) == body)
    }

    @Test func `as many columns are selected as the decoder passes`() {
        #expect(Article.columns.split(separator: ",").count == Article.columnCount)
    }
}

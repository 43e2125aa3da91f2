import Foundation
import Logging
import NewsModel
import Storage
import TestSupport
import Testing

@testable import FeedRefresh

/// Documents that take longer to read than a document may.
struct ParsingGivenUpTests {
    private let house: RefreshHouse

    init() throws {
        house = try RefreshHouse { $0.parseSeconds = 0.001 }
        let items = (0..<10_000).map {
            "<item><title>Number \($0)</title><link>https://e.org/\($0)</link><description>&lt;p&gt;Text</description></item>"
        }
        let feed = "<rss version='2.0'><channel><title>Long</title>\(items.joined())</channel></rss>"
        house.server.respond(to: "/feed") { _ in .ok(feed, headers: [("Content-Type", "application/rss+xml")]) }
        let page = "<html><body><article>\(String(repeating: "<p>One more paragraph, and more.</p>", count: 20_000))"
        house.server.respond(to: "/page") { _ in .ok(page, headers: [("Content-Type", "text/html")]) }
    }

    @Test func `a feed that takes too long fails by that name, and is asked again later`() async throws {
        let feed = try await house.store.ensureFeed(
            FeedDescription(url: house.server.url("/feed")),
            at: house.time.now
        )
        #expect(try await house.check(feed) == .failed(.tooMuchWork))
        let health = try await house.health(feed)
        #expect(health.failure == .tooMuchWork)
        #expect(try #require(health.nextCheckAt) > house.time.now)
    }

    @Test func `whoever wants to follow it is told why not`() async throws {
        for path in ["/feed", "/page"] {
            let answer = await house.finder.find(house.server.url(path), deadline: house.time.now + 60)
            guard case .failed(.tooMuchWork) = answer else {
                Issue.record("\(path): \(answer)")
                continue
            }
        }
    }

    @Test func `an article's page that takes too long is no text, for that reason`() async throws {
        let page = ArticlePage(client: house.client, time: house.time, parsing: house.refresher.parsing)
        let entry = NewArticle.sample("Long", link: house.server.url("/page"))
        let stored = try await house.store.sampleRefresh(try await house.store.sampleFeed(), [entry])
        let article = try #require(stored.first)
        let answer = await page.fetch(article, url: house.server.url("/page"), known: nil)
        #expect(answer.body?.failure == .notFetched(.tooMuchWork))
        #expect(answer.body?.retryAt.map { $0 > house.time.now } == true)
    }

    @Test func `a list that takes too long is refused for that reason`() async throws {
        let subscriber = FeedSubscriber(
            store: house.store,
            finder: house.finder,
            refresher: house.refresher,
            time: house.time
        )
        let rows = (0..<20_000).map { "<outline text='f\($0)' xmlUrl='https://e.org/\($0)'/>" }.joined()
        await #expect(throws: FeedFetchError(failure: .tooMuchWork)) {
            try await subscriber.outline(of: Array("<opml version='2.0'><body>\(rows)</body></opml>".utf8))
        }
    }
}

import ArticleQueries
import Editorial
import Foundation
import NewsModel
import Storage
import TestSupport
import Testing
import TextAnalysis

@testable import FeedRefresh

struct FilterTests {
    private func matcher(
        _ filters: [(owner: Int64, query: String, isOnly: Bool)],
        limits: QueryLimits = QueryLimits()
    )
        -> ArticleMatcher
    {
        let stored = filters.enumerated().map { index, filter in
            (
                id: FilterID(rawValue: Int64(index + 1)), owner: RecipientID(rawValue: filter.owner),
                query: filter.query, isOnly: filter.isOnly
            )
        }
        return ArticleMatcher(StoredQueries(version: 1, alerts: [], filters: stored), limits: limits)
    }

    private func matches(_ title: String, _ matcher: ArticleMatcher) async -> FilterMatches? {
        var article = NewArticle(title: title, keys: [])
        let feed = Feed(id: FeedID(rawValue: 1), url: "https://one.example/feed", name: "One")
        await matcher.match(&article, of: feed, [])
        return article.filterMatches
    }

    @Test func `an article looks at few filters, however many there are`() async {
        let article = QueriedArticle(title: "Wind over 17 towns and the sea")
        var counts: [Int] = []
        for number in [100, 10_000] {
            let many = (0..<number).map { (owner: Int64($0), query: "word\($0) OR other\($0)", isOnly: $0 % 2 == 0) }
            let matcher = matcher(many + [(owner: 0, query: "wind", isOnly: false)])
            counts.append(matcher.candidateCount(for: article))
            #expect(await matches(article.title, matcher)?.matching == [FilterID(rawValue: Int64(number + 1))])
        }
        #expect(counts[0] == counts[1] && counts[1] <= 2)
    }

    @Test func `everything passes a filter that is too much, and of only what matches it takes nothing`() async {
        let dear = (0..<3).map { (owner: Int64(1), query: "/wi.d\($0)/", isOnly: true) }
        let matcher = matcher(dear, limits: QueryLimits(heavyPerOwner: 1))
        let found = await matches("Rain", matcher)
        #expect(found?.matching == [FilterID(rawValue: 2), FilterID(rawValue: 3)])
        #expect(found?.newest == FilterID(rawValue: 3))
    }

    @Test func `filters hold for what is fetched, also when they are made while it is`() async throws {
        let harness = try RefreshHarness()
        let site = NewsSite()
        site.show(.init("First headline"))
        let feed = try await harness.feed("/feed", site)
        let alice = try await harness.store.sampleProfile()
        try await harness.store.sampleSubscription(of: alice, to: feed)
        try await harness.check(feed)
        let sent = try await harness.store.queuedTitles(for: alice)
        func add(_ query: String, only isOnly: Bool) async throws {
            _ = try await harness.store.addFilter(
                query,
                on: .everything,
                isOnly: isOnly,
                of: alice.id.recipient,
                limit: 9,
                at: harness.time.now
            )
        }
        try await add("storm", only: false)
        site.show(.init("Storm"), .init("Calm"), .init("First headline"))
        try await harness.check(feed)
        #expect(try await harness.store.queuedTitles(for: alice) == sent + ["Calm"])
        try await add("snow", only: true)
        site.show(.init("Snow storm"), .init("Snow"), .init("Rain"), .init("Storm"), .init("Calm"))
        try await harness.check(feed)
        let queued = try await harness.store.queuedTitles(for: alice)
        #expect(queued == ["Snow"])
    }
}

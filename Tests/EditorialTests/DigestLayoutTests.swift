import Foundation
import NewsModel
import Testing

@testable import Editorial

struct DigestLayoutTests {
    /// Three feeds of ten, seven and six stories; stories 101 to 107 have so many other sources.
    private func digest(
        _ counts: [Int] = [10, 7, 6],
        sources: [Int64: Int] = [:],
        events: [Int64: Int64] = [:]
    ) -> Digest {
        var articles: [ListedArticle] = []
        for (feed, count) in counts.enumerated() {
            for number in 1...count {
                let story = Int64((feed + 1) * 100 + number)
                var article = listed(
                    "\(story)",
                    story: story,
                    feed: Int64(feed + 1),
                    age: Double(number),
                    otherSources: sources[story] ?? 0
                )
                if let event = events[story] { article.event = StoryID(rawValue: event) }
                articles.append(article)
            }
        }
        return DigestBuilder.news(articles, period: .week, now: noon, calendar: calendar("UTC"))
    }

    private func titles(_ entries: [Digest.Entry]) -> [String] { entries.map(\.listed.article.title) }

    @Test func `a short digest has all stories under their feeds, the most carried too`() {
        let layout = DigestLayout(digest([5, 4], sources: [101: 3]), perFeed: 3)
        #expect(!layout.isLong && layout.mostCarried.isEmpty)
        #expect(layout.sections.map(\.listed.count) == [5, 4])
        #expect(layout.sections.allSatisfy { $0.restCount == 0 })
    }

    @Test func `a long one begins with what most feeds carry, which no feed repeats`() {
        let sources: [Int64: Int] = [103: 1, 202: 7, 301: 3, 105: 2, 106: 1, 107: 1]
        let layout = DigestLayout(digest(sources: sources), perFeed: 5)
        #expect(titles(layout.mostCarried) == ["202", "301", "105", "103", "106"])
        #expect(titles(layout.sections[0].listed) == ["101", "102", "104", "107", "108"])
        #expect(layout.sections[0].restCount == 2)
        let all = titles(layout.entries)
        #expect(Set(all).count == all.count)
    }

    @Test func `an event is listed once, by its newest report`() {
        let sources: [Int64: Int] = [202: 7, 101: 1, 301: 1]
        let layout = DigestLayout(digest(sources: sources, events: [202: 202, 101: 202, 301: 202]), perFeed: 4)
        #expect(titles(layout.mostCarried) == ["301"])
        #expect(titles(layout.sections[0].listed) == ["102", "103", "104", "105"])
        #expect(layout.sections[0].restCount == 5)
    }

    @Test func `what it does not list it counts, and a single one is simply listed`() {
        let layout = DigestLayout(digest(), perFeed: 5)
        #expect(layout.sections.map(\.listed.count) == [5, 5, 6])
        #expect(layout.sections.map(\.restCount) == [5, 2, 0])
        #expect(layout.entries.count + layout.sections.reduce(0) { $0 + $1.restCount } == 23)
    }

    @Test func `many feeds have four or three stories each, and at least one`() {
        #expect(DigestLayout(digest(), limit: 12, perFeed: 5).sections.map(\.listed.count) == [4, 4, 4])
        #expect(DigestLayout(digest(), limit: 11, perFeed: 5).sections.map(\.listed.count) == [3, 3, 3])
        #expect(DigestLayout(digest(), limit: 1, perFeed: 5).sections.map(\.listed.count) == [1, 1, 1])
    }

    @Test func `a digest of one feed and a whole one list everything`() {
        let one = DigestLayout(digest([30], sources: [101: 9]), perFeed: 5)
        #expect(one.isLong && one.mostCarried.isEmpty && one.sections.map(\.listed.count) == [30])
        let whole = DigestLayout(digest(sources: [101: 9]))
        #expect(titles(whole.mostCarried) == ["101"] && whole.entries.count == 23)
        #expect(whole.sections.allSatisfy { $0.restCount == 0 })
    }
}

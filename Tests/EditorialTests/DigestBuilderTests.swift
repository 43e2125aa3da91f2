import Foundation
import NewsModel
import Testing
import TimeArithmetic

@testable import Editorial

struct DigestBuilderTests {
    private let utc = calendar("UTC")

    private func stories(_ digest: Digest) -> [Int64] {
        digest.sections.flatMap(\.entries).map(\.listed.article.storyID.rawValue)
    }

    @Test func `news are grouped by feed, most stories first, newest first`() {
        let digest = DigestBuilder.news(
            [
                listed("b1", story: 1, feed: 2, age: 1), listed("a1", story: 2, feed: 1, age: 3),
                listed("a2", story: 3, feed: 1, age: 2), listed("too old", story: 4, feed: 1, age: 13),
            ],
            period: .today,
            now: noon,
            calendar: utc
        )
        #expect(digest.sections.map(\.feedName) == ["Feed 1", "Feed 2"])
        #expect(digest.sections.first?.entries.map(\.listed.article.title) == ["a2", "a1"])
        #expect(digest.storyCount == 3)
        #expect(digest.feedCount == 2)
        #expect(Set(stories(digest)) == [1, 2, 3])
        #expect(digest.statistics == nil)
    }

    @Test func `a story is listed once, under the feed that had it first`() {
        let digest = DigestBuilder.news(
            [listed("later", story: 1, feed: 1, age: 1), listed("first", story: 1, feed: 2, age: 2)],
            period: .today,
            now: noon,
            calendar: utc
        )
        #expect(digest.sections.map(\.feedName) == ["Feed 2"])
        #expect(digest.storyCount == 1)
    }

    @Test func `a slot's articles are all told, and its average is of its days`() {
        let articles = [listed("today", story: 1, age: 1), listed("late", story: 2, age: 24 * 20)]
        func digest(_ days: Int?) -> Digest {
            DigestBuilder.news(
                articles,
                period: .today,
                days: days,
                withStatistics: true,
                now: noon,
                calendar: utc
            )
        }
        #expect(stories(digest(nil)) == [1])
        #expect(stories(digest(4)) == [1, 2])
        #expect(digest(4).statistics?.averagePerDay == 0.5)
        #expect(digest(0).statistics?.averagePerDay == 2)
    }

    @Test func `reading again is counted, not listed again`() throws {
        let article = listed("read twice", story: 1, feed: 1, age: 30)
        let digest = DigestBuilder.readings(
            [
                (article, noon - 7_200), (article, noon - 3_600), (listed("other", story: 2, feed: 2), noon - 60),
                (article, noon - 10 * 86_400),
            ],
            period: .week,
            withStatistics: true,
            now: noon,
            calendar: utc
        )
        #expect(digest.subject == .readings)
        #expect(digest.storyCount == 2)
        let entry = try #require(digest.sections.joined.first { $0.listed.article.title == "read twice" })
        #expect(entry.count == 2)
        #expect(entry.date == noon - 3_600)
        let statistics = try #require(digest.statistics)
        #expect(statistics.total == 3)
        #expect(statistics.averagePerDay == 3.0 / 7)
        #expect(statistics.topFeeds.map(\.count) == [2, 1])
    }

    @Test func `the figures name the most active days and at most five feeds`() throws {
        // Feed 3 has three articles, one a day.
        var articles: [ListedArticle] = []
        for feed in 1...7 {
            for day in 0..<feed {
                let story = Int64(feed * 100 + day)
                articles.append(listed("\(story)", story: story, feed: Int64(feed), age: Double(day) * 24 + 1))
            }
        }
        let digest = DigestBuilder.news(articles, period: .week, withStatistics: true, now: noon, calendar: utc)
        let statistics = try #require(digest.statistics)
        #expect(statistics.total == articles.count)
        #expect(statistics.topFeeds.map(\.name) == ["Feed 7", "Feed 6", "Feed 5", "Feed 4", "Feed 3"])
        #expect(statistics.mostActiveDays.map(\.count) == [7, 6, 5])
        #expect(statistics.mostActiveDays.first?.day == date("2026-11-16T00:00:00Z"))
    }

    @Test func `days are the reader's, also when one has 25 hours`() throws {
        let now = date("2026-10-25T22:30:00Z")
        var late = listed("late", story: 1)
        late.article.publishedAt = date("2026-10-25T22:15:00Z")
        let days = try (#require(CivilDate("2026-10-24")), #require(CivilDate("2026-10-25")))
        let digest = DigestBuilder.news(
            [late],
            period: .dates(from: days.0, to: days.1),
            withStatistics: true,
            now: now,
            calendar: calendar("Europe/Paris")
        )
        let statistics = try #require(digest.statistics)
        #expect(statistics.averagePerDay == 0.5)
        #expect(statistics.mostActiveDays.first?.day == date("2026-10-24T22:00:00Z"))
    }

    @Test func `an average over all news counts from the first of them`() throws {
        let articles = [listed("a", story: 1, age: 72), listed("b", story: 2, age: 1)]
        let digest = DigestBuilder.news(articles, period: .all, withStatistics: true, now: noon, calendar: utc)
        #expect(digest.statistics?.averagePerDay == 0.5)
    }

    @Test func `an empty period is an empty digest`() {
        let digest = DigestBuilder.news([], period: .all, withStatistics: true, now: noon, calendar: utc)
        #expect(digest.isEmpty)
        #expect(digest.statistics?.total == 0)
        #expect(digest.statistics?.averagePerDay == 0)
    }
}

extension [Digest.Section] {
    fileprivate var joined: [Digest.Entry] { flatMap(\.entries) }
}

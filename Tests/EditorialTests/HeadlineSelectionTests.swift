import Foundation
import NewsModel
import Testing

@testable import Editorial

struct HeadlineSelectionTests {
    private func titles(_ articles: [ListedArticle], count: Int = 10, sources: Int? = 2) -> [String] {
        HeadlineSelection.headlines(from: articles, count: count, sourcesPerCategory: sources, now: noon)
            .all.map(\.article.title)
    }

    @Test func `the newest come first, ten unless asked otherwise`() {
        let articles = (1...15).map { listed("\($0)", story: Int64($0), feed: Int64($0), age: Double($0) / 4) }
        #expect(titles(articles.shuffled()) == (1...10).map(String.init))
        #expect(titles(articles, count: 3) == ["1", "2", "3"])
        #expect(titles(articles, count: 0) == [])
        #expect(titles(articles, count: -1) == [])
    }

    @Test func `a category has two sources, each with as many stories as it has`() {
        let articles = [
            listed("a1", story: 1, feed: 1, category: "Tech", age: 0.1),
            listed("b1", story: 2, feed: 2, category: "tech", age: 0.2),
            listed("c1", story: 3, feed: 3, category: "Tech", age: 0.3),
            listed("a2", story: 4, feed: 1, category: "Tech", age: 0.4),
            listed("d1", story: 5, feed: 4, category: "World", age: 0.5),
        ]
        #expect(titles(articles) == ["a1", "b1", "a2", "d1"])
        #expect(titles(articles, sources: nil) == ["a1", "b1", "c1", "a2", "d1"])
    }

    @Test func `feeds without a category do not crowd each other out`() {
        let articles = (1...4).map { listed("\($0)", story: Int64($0), feed: Int64($0), age: Double($0)) }
        #expect(titles(articles) == ["1", "2", "3", "4"])
    }

    @Test func `a story is told once, by a source that still has a place`() {
        let articles = [
            listed("a", story: 1, feed: 1, category: "Tech", age: 0.1),
            listed("b", story: 2, feed: 2, category: "Tech", age: 0.2),
            listed("third source", story: 3, feed: 3, category: "Tech", age: 0.3),
            listed("same story", story: 3, feed: 1, category: "Tech", age: 0.4),
            listed("a again", story: 1, feed: 2, category: "Tech", age: 0.5),
        ]
        #expect(titles(articles) == ["a", "b", "same story"])
    }

    @Test func `older news only fills`() {
        let articles = [
            listed("old but everywhere", story: 1, feed: 1, age: 8, otherSources: 6),
            listed("recent", story: 2, feed: 2, age: 5.9),
            listed("very old", story: 3, feed: 3, age: 30),
        ]
        #expect(titles(articles) == ["recent", "old but everywhere", "very old"])
        #expect(titles(articles, count: 1) == ["recent"])
    }

    @Test func `each further source makes a story an hour younger`() {
        let articles = [
            listed("alone", story: 1, feed: 1, age: 1),
            listed("carried by three more", story: 2, feed: 2, age: 3.5, otherSources: 3),
        ]
        #expect(titles(articles) == ["carried by three more", "alone"])
    }

    /// The lead and the same story in a second feed.
    private func told(_ category: String?, ages: Double, _ other: Double, feed: Int64 = 2) -> [ListedArticle] {
        [
            listed("lead", story: 1, feed: 1, category: category, age: ages),
            listed("again", story: 1, feed: feed, category: category, age: other),
        ]
    }

    private func isBreaking(_ articles: [ListedArticle]) -> Bool {
        HeadlineSelection.headlines(from: articles, now: noon).isBreaking
    }

    @Test(arguments: [(1.9, true), (2.0, false), (-3, true)])
    func `news that two sources told within two hours is breaking`(_ age: Double, _ isBreaking: Bool) {
        let headlines = HeadlineSelection.headlines(from: told("News", ages: -4, age), now: noon)
        #expect(headlines.isBreaking == isBreaking)
        #expect(headlines.lead?.article.title == "lead")
        #expect(headlines.others == [])
    }

    @Test func `a recipe, one source and one feed twice are not breaking however new`() {
        #expect(isBreaking(told("news", ages: 0.1, 0.2)))
        #expect(!isBreaking(told("Food", ages: 0.1, 0.2)))
        #expect(!isBreaking(told(nil, ages: 0.1, 0.2)))
        #expect(!isBreaking(told("News", ages: 0.1, 0.2, feed: 1)))
        #expect(!isBreaking([listed("lead", story: 1, category: "News", age: 0.1, otherSources: 5)]))
    }

    @Test func `what its feed gave no date is never breaking`() {
        for index in [0, 1] {
            var articles = told("News", ages: 0.1, 0.5)
            articles[index].article.firstSeenAt = articles[index].article.publishedAt
            #expect(!isBreaking(articles))
        }
    }

    @Test func `no news is an empty state`() {
        let headlines = HeadlineSelection.headlines(from: [], now: noon)
        #expect(headlines.isEmpty && headlines.all.isEmpty && !headlines.isBreaking)
    }

    @Test func `why it matters is always something`() {
        #expect(Importance.all(of: listed("x", story: 1, age: 5)) == [.newInFeed("Feed 1")])
        let carried = listed("x", story: 1, age: 7, otherSources: 2)
        #expect(Importance.all(of: carried) == [.carriedBy(otherSources: 2)])
    }
}

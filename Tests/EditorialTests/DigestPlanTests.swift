import Foundation
import NewsModel
import Testing

@testable import Editorial

@Suite struct DigestPlanTests {
    private func outline(_ article: ListedArticle) -> ArticleOutline {
        ArticleOutline(
            id: article.article.id,
            story: article.article.storyID,
            feed: article.article.feedID,
            publishedAt: article.article.publishedAt
        )
    }

    /// So many stories of each feed, an hour apart; each fifth one of the first feed is carried by all later ones.
    private func articles(_ counts: [Int]) -> [ListedArticle] {
        var articles: [ListedArticle] = []
        for (feed, count) in counts.enumerated() {
            for number in 0..<count {
                let story = Int64(feed * 10_000 + number + 1)
                let isCarried = feed == 0 && number % 5 == 4
                let others = isCarried ? counts.count - 1 : 0
                let age = Double(number) / 20 + 2
                articles.append(
                    listed("\(story)", story: story, feed: Int64(feed + 1), age: age, otherSources: others)
                )
                guard isCarried else { continue }
                for other in 1..<counts.count {
                    articles.append(listed("\(story)", story: story, feed: Int64(other + 1), age: age - 1))
                }
            }
        }
        return articles
    }

    @Test func `a story is counted once, for the feed that published it first`() {
        let first = listed("storm", story: 7, feed: 2, age: 3)
        let later = listed("storm again", story: 7, feed: 1, age: 2)
        let other = listed("calm", story: 8, feed: 1, age: 1)
        let plan = DigestPlan([other, later, first].map(outline), limit: 9, perFeed: 5)
        #expect(plan.storyCounts == [FeedID(rawValue: 1): 1, FeedID(rawValue: 2): 1])
        #expect(Set(plan.wanted) == [first.article.id, other.article.id])
        #expect(plan.dates.sorted() == [first.article.publishedAt, other.article.publishedAt])
    }

    @Test func `a story that was kept back is listed beside the newest of its event`() {
        let told = (1...3).map { listed("told \($0)", story: Int64($0), feed: Int64($0), age: Double(9 - $0)) }
        let kept = listed("kept back", story: 4, feed: 4, age: 4)
        let outlines = (told + [kept]).map { article in
            var outline = outline(article)
            outline.event = StoryID(rawValue: 1)
            return outline
        }
        func wanted(_ keptBack: Set<StoryID>) -> Set<ArticleID> {
            Set(DigestPlan(outlines, limit: 9, perFeed: 5, keptBack: keptBack).wanted)
        }
        #expect(wanted([]) == [kept.article.id])
        #expect(wanted([kept.article.storyID]) == [told[2].article.id, kept.article.id])
    }

    @Test(arguments: [[900, 30, 4], [3], [2_000], [30, 30, 30, 30, 30], [0, 25, 1]])
    func `of thousands of stories only those are read that are listed, and all are counted`(counts: [Int]) {
        let all = articles(counts)
        let plan = DigestPlan(all.map(outline), limit: 60, perFeed: 5)
        let wanted = Set(plan.wanted)
        let digest = DigestBuilder.news(
            plan,
            all.filter { wanted.contains($0.article.id) },
            period: .week,
            now: noon,
            calendar: calendar("UTC")
        )
        #expect(digest.storyCount == counts.reduce(0, +))
        #expect(Set(digest.sections.map(\.storyCount)) == Set(counts).subtracting([0]))
        #expect(digest.oldest == all.map(\.article.publishedAt).min())
        #expect(wanted.count <= 60 + counts.count * 11 + 10)

        // What it lists is what a digest of everything lists.
        var known = Set<StoryID>()
        let firsts = all.sorted { $0.article.id < $1.article.id }.filter { known.insert($0.article.storyID).inserted }
        let whole = DigestBuilder.news(firsts, period: .week, now: noon, calendar: calendar("UTC"))
        let (planned, expected) = (
            DigestLayout(digest, limit: 60, perFeed: 5), DigestLayout(whole, limit: 60, perFeed: 5)
        )
        #expect(planned.entries == expected.entries)
        #expect(planned.sections.map(\.restCount) == expected.sections.map(\.restCount))
    }

    @Test func `nothing is planned of nothing`() {
        let plan = DigestPlan([], limit: 60, perFeed: 5)
        #expect(plan.wanted.isEmpty && plan.storyCounts.isEmpty)
        let digest = DigestBuilder.news(plan, [], period: .week, now: noon, calendar: calendar("UTC"))
        #expect(digest.isEmpty && digest.oldest == nil)
    }

    @Test func `statistics count stories whose texts were not read`() {
        let all = articles([400])
        let plan = DigestPlan(all.map(outline), limit: 20, perFeed: 5)
        let digest = DigestBuilder.news(
            plan,
            all.filter { plan.wanted.contains($0.article.id) },
            period: .week,
            withStatistics: true,
            now: noon,
            calendar: calendar("UTC")
        )
        #expect(digest.sections.map(\.entries.count) == [20])
        #expect(digest.statistics?.topFeeds.map(\.count) == [400])
    }
}

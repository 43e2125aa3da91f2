import Foundation
import NewsModel
import TestSupport
import Testing

@testable import Editorial

struct AlertTrialTests {
    private func article(_ text: String) -> ListedArticle {
        ListedArticle(
            article: Article(
                id: ArticleID(rawValue: 1),
                feedID: FeedID(rawValue: 1),
                storyID: StoryID(rawValue: 1),
                title: text,
                summary: text,
                publishedAt: Date(timeIntervalSince1970: 0),
                firstSeenAt: Date(timeIntervalSince1970: 0)
            ),
            feedName: "Feed"
        )
    }

    @Test func `the costliest query that is taken is tried within its time`() async throws {
        let text = String(repeating: "the storm of security ", count: 100)
        let articles = Array(repeating: article(text), count: 20)
        let query = try AlertQuery(parsing: "/(?s)[a-m]\\C{450}\\x00/")
        let time = ManualTimeSource()
        time.letStepsTake(0.03)
        let trial = await query.trial(on: articles, seconds: 0.1, by: time)
        #expect(trial.looked == 3 && trial.matches == 0)
    }

    @Test func `a query without expressions sees them all`() async throws {
        let query = try AlertQuery(parsing: "storm")
        let trial = await query.trial(on: [article("A storm"), article("Calm")], seconds: 60, by: ManualTimeSource())
        #expect(trial.looked == 2 && trial.matches == 1)
    }
}

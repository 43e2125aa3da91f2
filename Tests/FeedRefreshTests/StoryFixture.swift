import Editorial
import Foundation
import NewsModel
import Storage
import TestSupport

@testable import FeedRefresh

/// Six public feeds that Bob follows, and the queue that stores what they bring.
struct StoryFixture {
    let store: Store
    let clock: ManualTimeSource
    let queue: CommitQueue
    let bob: Profile
    let feeds: [Feed]
    let address = Identity.sample("bob").address

    static let quake = [
        "Earthquake of magnitude 7.1 strikes Valparaiso in Chile",
        "Valparaiso in Chile struck by earthquake of magnitude 7.1",
        "Chile: magnitude 7.1 earthquake strikes Valparaiso", "Magnitude 7.1 earthquake strikes Chile near Valparaiso",
        "Earthquake in Chile: magnitude 7.1 near Valparaiso",
        "Earthquake strikes Chile, Valparaiso reports magnitude 7.1",
    ]

    init() async throws {
        store = try Store.inMemory()
        clock = ManualTimeSource()
        queue = Self.queue(store, clock)
        let names = (1...6).map { FeedDescription(url: "https://\($0).example/feed", name: "Feed \($0)") }
        try await store.saveDefaultSelection(names, at: .sampleNow)
        bob = try await store.sampleProfile("bob")
        for feed in try await store.defaultFeeds() {
            try await store.sampleRefresh(feed, [], at: .sampleNow - 3_600)
            try await store.sampleSubscription(of: bob, to: feed)
        }
        feeds = try await store.defaultFeeds().sorted { $0.name < $1.name }
    }

    private static func queue(_ store: Store, _ clock: ManualTimeSource) -> CommitQueue {
        CommitQueue(store: store, time: clock, words: ArticleWords { Vocabulary([]) })
    }

    /// As after a start of the bot.
    func newQueue() -> CommitQueue { Self.queue(store, clock) }

    func work(_ feed: Feed, _ title: String, minutesAgo: Double = 0) -> CommitQueue.Work {
        let article = NewArticle.sample(title, publishedAt: clock.now - minutesAgo * 60)
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: clock.now + 1_800,
            outcome: .document(FetchedDocument(language: "en", articles: [article]))
        )
        return CommitQueue.Work(feed: feed, commit: commit)
    }

    @discardableResult
    func store(
        _ feed: Feed,
        _ title: String,
        minutesAgo: Double = 0,
        by queue: CommitQueue? = nil
    ) async throws -> Article {
        clock.advance(by: 60)
        let articles = try await (queue ?? self.queue).store(work(feed, title, minutesAgo: minutesAgo))
        guard let article = articles.first else { throw NothingStored() }
        return article
    }

    /// The first `count` feeds report the earthquake.
    @discardableResult
    func storeQuake(_ count: Int) async throws -> [Article] {
        var articles: [Article] = []
        for (feed, title) in zip(feeds, Self.quake).prefix(count) { articles.append(try await store(feed, title)) }
        return articles
    }

    /// The titles of a story's event.
    func event(_ article: Article, for reader: Profile? = nil) async throws -> [String] {
        try await store.articles(aboutEventOf: article.storyID, in: .of(reader?.id.recipient)).map(\.article.title)
    }

    func addAlert(_ query: String) async throws {
        _ = try await store.addAlert(
            of: bob.id.recipient,
            query: query,
            at: address,
            by: bob.maker,
            limit: 10,
            time: clock.now
        )
    }

    func queuedTitles() async throws -> [String] { try await store.queuedTitles(for: bob) }

    private struct NothingStored: Error {}
}

import FeedRefresh
import Foundation
import NewsModel
import Storage
import TextAnalysis

/// Measures what storing news costs when everybody has a filter and follows a smart feed, beside the same news without.
///
/// Each transaction has as many feeds as may share one. Both archives store the same documents in turn.
enum CommitBench {
    private static let rounds = 40
    private static let feedsATime = 24
    private static let articlesADocument = 2
    private static let now = BenchArchive.now

    private struct NotStored: Error {}

    /// A copy of the archive, and the index of its stored queries.
    private struct Side {
        let store: Store
        let matcher: ArticleMatcher
        var times: [Double] = []
        var matching = 0.0

        init(_ store: Store) async throws {
            self.store = store
            matcher = ArticleMatcher(try await store.standingQueries(), limits: QueryLimits())
        }

        /// In microseconds.
        var median: Double { times.sorted()[times.count / 2] }
        var mean: Double { times.reduce(0, +) / Double(times.count) }

        mutating func commit(_ commits: [(feed: Feed, articles: [NewArticle])], at time: Date) async throws {
            let start = ContinuousClock.now
            var matched: [RefreshCommit] = []
            for (feed, articles) in commits {
                var articles = articles
                for place in articles.indices { await matcher.match(&articles[place], of: feed, []) }
                matched.append(
                    RefreshCommit(
                        feedID: feed.id,
                        status: 200,
                        nextCheckAt: time + 3_600,
                        outcome: .document(FetchedDocument(articles: articles))
                    )
                )
            }
            let middle = ContinuousClock.now
            let result = try await store.commitRefresh(matched, alertsVersion: matcher.version, at: time)
            let end = ContinuousClock.now
            let count = commits.reduce(0) { $0 + $1.articles.count }
            guard case .committed(let new, _) = result, new.count == count else { throw NotStored() }
            matching += Bench.milliseconds(middle - start) * 1_000 / Double(count)
            times.append(Bench.milliseconds(end - start) * 1_000 / Double(count))
        }
    }

    static func measure(_ archive: BenchArchive, _ numbers: inout SplitMix64) async throws {
        let copies = (try await copy(of: archive, "none"), try await copy(of: archive, "ruled"))
        try await addRules(copies.1, archive, &numbers)
        var (none, ruled) = (try await Side(copies.0), try await Side(copies.1))
        var number = 20_000_000
        for round in 0..<rounds {
            let time = now + Double(round + 1) * 60
            let documents = archive.feeds.shuffled(using: &numbers).prefix(feedsATime).map { feed in
                let articles = (0..<articlesADocument).map { _ in
                    number += 1
                    return BenchArchive.article(number, at: time - 30, archive.vocabulary, &numbers)
                }
                return (feed: feed, articles: articles)
            }
            if round % 2 == 0 { try await none.commit(documents, at: time) }
            try await ruled.commit(documents, at: time)
            if round % 2 == 1 { try await none.commit(documents, at: time) }
        }
        Bench.report("commit.article.without_rules", none.mean, "us")
        Bench.report("commit.article.with_rules", ruled.mean, "us")
        Bench.report("commit.article.with_rules.matching", ruled.matching / Double(rounds), "us")
        Bench.report("commit.median.of_none", ruled.median / none.median, "x", limit: 1.3)
        Bench.report("commit.mean.of_none", ruled.mean / none.mean, "x", limit: 1.3)
    }

    private static func copy(of archive: BenchArchive, _ name: String) async throws -> Store {
        let path = archive.folder.appending(path: "\(name).sqlite3").path
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        try await archive.store.backup(to: path)
        return try Store.open(path: path)
    }

    /// Each person has a filter and follows a smart feed.
    private static func addRules(_ store: Store, _ archive: BenchArchive, _ numbers: inout SplitMix64) async throws {
        let smart = try AlertsBench.alerts(archive.people.count, archive.vocabulary, &numbers)
        let filters = try AlertsBench.alerts(archive.people.count, archive.vocabulary, &numbers)
        var followed = 0
        for (place, person) in archive.people.enumerated() {
            let recipient = person.id.recipient
            let address = Identity(network: "bench", account: person.name).address
            let added = try await store.addSmartFeed(
                "Smart",
                definition: smart[place].canonical,
                query: smart[place].canonical,
                depth: 0,
                of: recipient,
                limit: 10,
                at: now
            )
            if case .added(let feed) = added {
                let outcome = try await store.followSmartFeed(feed.id, of: recipient, at: address, limit: 10, time: now)
                if case .added = outcome { followed += 1 }
            }
            _ = try await store.addFilter(
                filters[place].canonical,
                on: .everything,
                isOnly: false,
                of: recipient,
                limit: 10,
                at: now
            )
        }
        Bench.report("commit.filters", Double(archive.people.count), "filters")
        Bench.report("commit.followed_smart_feeds", Double(followed), "feeds")
    }
}

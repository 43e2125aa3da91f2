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
    /// One, as most checks bring: a document of nothing but news is compared with the whole feed, in case its keys are
    /// new.
    private static let articlesADocument = 1
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
        let paths = (try await copy(of: archive, "none"), try await copy(of: archive, "ruled"))
        defer { for path in [paths.0, paths.1] { remove(path) } }
        try addRules(to: paths.1, archive, &numbers)
        var none = try await Side(try Store.open(path: paths.0))
        var ruled = try await Side(try Store.open(path: paths.1))
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

    private static func copy(of archive: BenchArchive, _ name: String) async throws -> String {
        let path = archive.folder.appending(path: "\(name).sqlite3").path
        remove(path)
        try await archive.store.backup(to: path)
        return path
    }

    private static func remove(_ path: String) {
        for end in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: path + end) }
    }

    /// Gives each person a filter, and a smart feed that they follow, in one transaction.
    private static func addRules(to path: String, _ archive: BenchArchive, _ numbers: inout SplitMix64) throws {
        let smart = try AlertsBench.alerts(archive.people.count, archive.vocabulary, &numbers)
        let filters = try AlertsBench.alerts(archive.people.count, archive.vocabulary, &numbers)
        let rows = try PlainRows(at: path, like: nil)
        let seconds = Int64(now.timeIntervalSince1970)
        try rows.run("BEGIN")
        for (place, person) in archive.people.enumerated() {
            let recipient = person.id.recipient
            try rows.run(
                """
                INSERT INTO newsFilter (recipientID, number, isOnly, query, createdAt)
                    VALUES (\(recipient), 1, 0, \(quoted(filters[place].canonical)), \(seconds));
                INSERT INTO smartFeed (recipientID, number, key, name, definition, query, depth, createdAt)
                    VALUES (\(recipient), 1, 'smart', 'Smart', '', \(quoted(smart[place].canonical)), 0, \(seconds));
                INSERT INTO alert (recipientID, number, query, addressID, createdAt, smartFeedID)
                    SELECT recipientID, -number, query,
                        (SELECT id FROM address WHERE address.recipientID = smartFeed.recipientID), createdAt, id
                    FROM smartFeed WHERE recipientID = \(recipient);
                """
            )
        }
        try rows.run("COMMIT")
        Bench.report("commit.filters", Double(archive.people.count), "filters")
        Bench.report("commit.followed_smart_feeds", Double(archive.people.count), "feeds")
    }

    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
}

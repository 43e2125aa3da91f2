import GRDB
import NewsModel
import Synchronization

/// Which feed each article is of, in memory, for searches.
///
/// A frequent word is in many thousands of articles. To ask the index for the feed of each took a third of a search.
/// What is not known here is asked there. What a search shows is checked again when it is read, so it may be outdated.
final class ArticleFeeds: Sendable {
    /// The newest articles are kept, at 12 bytes each.
    private static let most = 3_000_000

    private struct State {
        var known: Known?
        /// How often what was known became wrong.
        var moves = 0
        /// A transaction that is not committed yet has moved articles to other feeds.
        var isMoving = false
        /// How many feeds the index was asked for since then, and how many it must be until all are read again.
        ///
        /// So whoever moves articles again and again makes searches hardly slower than they are without this copy.
        var asked = 0
        var leastAsked = 0
    }

    private let state = Mutex(State())

    /// To be made before the transaction that uses it.
    func reader() -> Reader { Reader(all: self, moves: state.withLock { $0.moves }) }

    /// Finds feeds in a transaction that began after it was made.
    struct Reader: Sendable {
        fileprivate let all: ArticleFeeds
        fileprivate let moves: Int

        /// Finds feeds of articles without asking the database.
        func lookup() -> Lookup { Lookup(known: all.state.withLock { $0.known }) }

        /// So many are not worth asking the index for.
        private static let many = 400

        /// The feeds of some articles, the newest first; articles that are gone are left out.
        func feeds(of articles: [ArticleID], in db: Database) throws -> [(article: ArticleID, feed: FeedID)] {
            let known = try all.known(at: moves, reading: articles.count >= Self.many, in: db)
            var found: [(article: ArticleID, feed: FeedID)] = []
            found.reserveCapacity(articles.count)
            var unknown: [ArticleID] = []
            var place = 0
            for article in articles.sorted(by: >) {
                if let feed = known?.feed(of: article, from: &place) {
                    found.append((article, feed))
                } else {
                    unknown.append(article)
                }
            }
            if unknown.isEmpty { return found }
            all.state.withLock { $0.asked += unknown.count }
            let areAll = found.isEmpty
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT article.id, feedID FROM json_each(?) AS wanted
                            CROSS JOIN article INDEXED BY feedOfArticle ON article.id = wanted.value
                        """
                ),
                arguments: [unknown.jsonList]
            )
            while let row = try rows.next() { found.append((row[0], row[1])) }
            return areAll ? found : found.sorted { $0.article > $1.article }
        }
    }

    /// What is known at one moment, for articles that are asked for from the newest to the oldest.
    struct Lookup {
        fileprivate let known: Known?
        private var place = 0

        fileprivate init(known: Known?) { self.known = known }

        /// Nil if it is not known.
        mutating func feed(of article: ArticleID) -> FeedID? { known?.feed(of: article, from: &place) }
    }

    /// What is known, or is worth reading; nil if articles were moved to other feeds after `moves` was asked.
    ///
    /// To read those of a million articles takes a quarter of a second, about as long as to ask for a quarter of them.
    private func known(at moves: Int, reading: Bool, in db: Database) throws -> Known? {
        let (known, isWorthIt) = state.withLock { ($0.known, $0.moves == moves && $0.asked >= $0.leastAsked) }
        guard known == nil, reading, isWorthIt else { return known }
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT id, feedID FROM article INDEXED BY feedOfArticle ORDER BY id DESC LIMIT ?"),
            arguments: [Self.most]
        )
        var read = Known()
        while let row = try rows.next() { read.append(row[0], row[1]) }
        let result = read
        return state.withLock {
            // What was moved meanwhile would stay wrong.
            guard $0.moves == moves else { return nil }
            $0.known = result
            return result
        }
    }

    /// Adds articles that were stored.
    func add(_ articles: [Article]) {
        guard !articles.isEmpty else { return }
        state.withLock {
            $0.known?.add(articles)
            if let known = $0.known, known.count > Self.most { $0.known = nil }
        }
    }

    /// Articles and their feeds.
    fileprivate struct Known: Sendable {
        /// How many new articles are kept apart before they are sorted in.
        private static let mostRecent = 4_096

        /// So many articles are found by their first one.
        private static let block = 64

        /// The newest first, without the recent ones.
        private var articles: [Int64] = []
        /// The first article of each block: few enough to stay in the processor's cache.
        private var firsts: [Int64] = []
        private var feeds: [Int32] = []
        private var recent: [ArticleID: FeedID] = [:]

        var count: Int { articles.count + recent.count }

        mutating func append(_ article: ArticleID, _ feed: FeedID) {
            guard let feed = Int32(exactly: feed.rawValue) else { return }
            if articles.count.isMultiple(of: Self.block) { firsts.append(article.rawValue) }
            articles.append(article.rawValue)
            feeds.append(feed)
        }

        mutating func add(_ stored: [Article]) {
            for article in stored { recent[article.id] = article.feedID }
            guard recent.count > Self.mostRecent else { return }
            let (old, oldFeeds, new) = (articles, feeds, recent.sorted { $0.key > $1.key })
            (articles, firsts, feeds, recent) = ([], [], [], [:])
            articles.reserveCapacity(old.count + new.count)
            feeds.reserveCapacity(old.count + new.count)
            var next = 0
            for (article, feed) in new {
                while next < old.count, old[next] > article.rawValue {
                    articles.append(old[next])
                    feeds.append(oldFeeds[next])
                    next += 1
                }
                // An id may be used again after its article was deleted.
                if next < old.count, old[next] == article.rawValue { next += 1 }
                append(article, feed)
            }
            articles += old[next...]
            feeds += oldFeeds[next...]
            firsts = stride(from: 0, to: articles.count, by: Self.block).map { articles[$0] }
        }

        /// The feed of an article; nil if it is not known.
        ///
        /// - Parameter place: 0 at first, then what the search for the article before, a newer one, has left there.
        func feed(of article: ArticleID, from place: inout Int) -> FeedID? {
            if !recent.isEmpty, let feed = recent[article] { return feed }
            let number = article.rawValue
            var (first, after, step) = (place / Self.block, place / Self.block + 1, 1)
            while after < firsts.count, firsts[after] >= number {
                first = after
                after += step
                step *= 2
            }
            after = min(after, firsts.count)
            while after - first > 1 {
                let middle = (first + after) / 2
                if firsts[middle] >= number { first = middle } else { after = middle }
            }
            var (low, high) = (min(first * Self.block, articles.count), min((first + 1) * Self.block, articles.count))
            while low < high {
                let middle = (low + high) / 2
                if articles[middle] > number { low = middle + 1 } else { high = middle }
            }
            place = low
            return low < articles.count && articles[low] == number ? FeedID(rawValue: Int64(feeds[low])) : nil
        }
    }
}

extension ArticleFeeds: TransactionObserver {
    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        if case .update(tableName: "article", let columns) = kind { columns.contains("feedID") } else { false }
    }

    func databaseDidChange(with event: DatabaseEvent) { state.withLock { $0.isMoving = true } }

    func databaseDidCommit(_ db: Database) {
        state.withLock {
            guard $0.isMoving else { return }
            if let known = $0.known { ($0.asked, $0.leastAsked) = (0, known.count / 4) }
            ($0.isMoving, $0.known) = (false, nil)
            $0.moves += 1
        }
    }

    func databaseDidRollback(_ db: Database) { state.withLock { $0.isMoving = false } }
}

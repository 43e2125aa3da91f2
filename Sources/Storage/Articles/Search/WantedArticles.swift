import GRDBSQLite
import Glibc
import NewsModel

/// Tells the ranking of one search which of the articles that the index finds are worth ranking.
///
/// Most are of feeds that the reader does not see. It answers from what is known of articles and feeds already, so that
/// the index is read once, and no other statement runs for an article.
final class WantedArticles {
    /// What is known of the article that was asked last.
    enum Verdict {
        /// It is of a feed in which the search looks.
        case open(FeedID)
        /// It is of a feed that the reader may not see, but the reader was perhaps shown the article.
        case closed
        /// It or its feed must be looked up.
        case unknown
        case unwanted
    }

    private let feeds: SearchFeeds
    private let articleFeeds: ArticleFeeds.Reader
    private var lookup: ArticleFeeds.Lookup
    private(set) var verdict = Verdict.unknown
    /// How many articles of closed feeds are still wanted.
    var closedLeft: Int

    init(_ feeds: SearchFeeds, _ articleFeeds: ArticleFeeds.Reader, closed: Int) {
        closedLeft = closed
        self.feeds = feeds
        self.articleFeeds = articleFeeds
        lookup = articleFeeds.lookup()
    }

    /// Articles and feeds were looked up: more is known now.
    func learn() { lookup = articleFeeds.lookup() }

    /// True for those that are not known, too.
    ///
    /// - Parameter article: older than the one that was asked before.
    func wants(_ article: ArticleID) -> Bool {
        verdict = verdict(on: article)
        if case .unwanted = verdict { return false }
        return true
    }

    private func verdict(on article: ArticleID) -> Verdict {
        guard let feed = lookup.feed(of: article) else { return .unknown }
        switch feeds.known.place(of: feed) {
        case .open: return .open(feed)
        case .elsewhere: return .unwanted
        case .closed: return closedLeft > 0 ? .closed : .unwanted
        case nil: return .unknown
        }
    }

    /// SQLite compares it by its address, so it stays for ever.
    nonisolated(unsafe) static let pointerType = UnsafePointer(strdup("crier_wanted_articles"))

    static func value(_ value: OpaquePointer?) -> WantedArticles? {
        guard let value, let pointer = sqlite3_value_pointer(value, pointerType) else { return nil }
        return Unmanaged<WantedArticles>.fromOpaque(pointer).takeUnretainedValue()
    }
}

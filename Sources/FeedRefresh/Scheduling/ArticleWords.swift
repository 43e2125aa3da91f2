package import Editorial
import Foundation
import NewsModel

/// Reads the words of articles, one after the other.
///
/// What it needs for that is loaded for the first article, and given back when no article has come for a while.
package actor ArticleWords {
    private let load: @Sendable () -> Vocabulary
    private var analyser: ArticleAnalyser?
    private var lastUsedAt = Date.distantPast

    /// Seconds without articles after which the vocabulary is given back.
    private static let rest = 600.0

    package init(vocabulary load: @escaping @Sendable () -> Vocabulary) {
        self.load = load
    }

    /// The article for the story index; nil when it is too old to be compared with others.
    ///
    /// - Parameter declared: the language that the article or its feed states.
    func report(
        title: String,
        declared: String?,
        feed: FeedID,
        isOpen: Bool,
        published: Date?,
        now: Date
    ) -> StoryReport? {
        let time = min(published ?? now, now)
        guard now.timeIntervalSince(time) <= StoryIndexOptions.longestComparison else { return nil }
        let analyser = analyser ?? ArticleAnalyser(vocabulary: load())
        self.analyser = analyser
        lastUsedAt = now
        return analyser.report(
            of: analyser.text(title: title, declared: declared),
            source: UInt64(bitPattern: feed.rawValue),
            isOpen: isOpen,
            time: time.timeIntervalSince1970
        )
    }

    /// Gives the vocabulary back if it was not used for a while.
    func rest(at time: Date) {
        if abs(time.timeIntervalSince(lastUsedAt)) > Self.rest { analyser = nil }
    }
}

package import Foundation

/// How long data is kept.
///
/// Intervals are in seconds.
package struct Retention: Hashable, Sendable {
    /// An article is deleted when it is older than this and not among its feed's newest `articlesKept`.
    package var articleAge: TimeInterval
    package var articlesKept: Int
    /// The most articles of a feed, whatever their age.
    package var articlesAtMost: Int

    package init(articleAge: TimeInterval = 90 * 86_400, articlesKept: Int = 500, articlesAtMost: Int = 5_000) {
        self.articleAge = articleAge
        self.articlesKept = articlesKept
        self.articlesAtMost = articlesAtMost
    }

    static let sentAge: TimeInterval = 14 * 86_400
    /// How long it is known, after `sentAge`, that an article which is still there was kept back: digests list it until
    /// then.
    static let keptBackAge: TimeInterval = 92 * 86_400
    /// Title keys match stories within three days; a late entry may have an earlier date.
    static let titleKeyAge: TimeInterval = 14 * 86_400
    static let handledAge: TimeInterval = 30 * 86_400
    /// Longer than the sending of a reply is retried.
    static let keptMailAge: TimeInterval = 30 * 86_400
    /// How long the token of a mail address that never confirmed is kept.
    static let strangerAge: TimeInterval = 30 * 86_400
    static let quizRoundAge: TimeInterval = 86_400
    static let quizQuestionAge: TimeInterval = 90 * 86_400
    /// How long a board is kept after its last move; its score stays.
    static let puzzlePlayAge: TimeInterval = 90 * 86_400
    /// How long after a feed last showed an entry its keys are kept.
    static let keyAge: TimeInterval = 91 * 86_400
}

package import Foundation

/// How long things are kept.
package struct Retention: Hashable, Sendable {
    /// An article goes when it is both older than this and outside its feed's newest `articlesKept`.
    package var articleAge: TimeInterval
    package var articlesKept: Int
    /// No feed keeps more, whatever their age.
    package var articlesAtMost: Int

    package init(articleAge: TimeInterval = 90 * 86_400, articlesKept: Int = 500, articlesAtMost: Int = 5_000) {
        self.articleAge = articleAge
        self.articlesKept = articlesKept
        self.articlesAtMost = articlesAtMost
    }

    static let sentAge: TimeInterval = 14 * 86_400
    /// Title keys join stories within three days; a late entry may carry an earlier date.
    static let titleKeyAge: TimeInterval = 14 * 86_400
    static let handledAge: TimeInterval = 30 * 86_400
    /// Longer than any answer is tried.
    static let keptMailAge: TimeInterval = 30 * 86_400
    /// How long somebody who wrote once and never confirmed keeps their token.
    static let strangerAge: TimeInterval = 30 * 86_400
    static let quizQuestionAge: TimeInterval = 90 * 86_400
    /// How long a feed must have stopped showing an entry before its keys may go.
    static let keyAge: TimeInterval = 91 * 86_400
}

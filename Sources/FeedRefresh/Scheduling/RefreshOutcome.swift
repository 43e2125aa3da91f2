package import Foundation
package import NewsModel

/// The result of a check.
package enum RefreshOutcome: Hashable, Sendable {
    /// Stored, and queued for the readers.
    case refreshed(newArticles: [Article])
    case notModified
    case failed(FeedFailure)
    /// Checked too recently. The date says when it may be checked again.
    case tooSoon(Date)
    /// The check takes longer than the caller can wait. The scheduler completes it.
    case stillRunning
}

package import Foundation
package import NewsModel

/// What came of asking for a feed.
package enum RefreshOutcome: Hashable, Sendable {
    /// Stored, and queued for whoever wants it.
    case refreshed(newArticles: [Article])
    case notModified
    case failed(FeedFailure)
    /// Asked too recently; it may be asked again then.
    case tooSoon(Date)
    /// The answer takes longer than the caller can wait; the scheduler goes on with it.
    case stillRunning
}

import Foundation
import NewsModel
import Storage

/// What one request for a feed brought.
enum FetchResult: Sendable {
    case document(FetchedDocument, skippedItems: Int, status: Int, wishes: CheckInterval.Wishes, movedTo: String?)
    /// 304, or the same bytes again.
    case notModified(FeedValidators, status: Int, wishes: CheckInterval.Wishes, movedTo: String?)
    case failed(FeedFailure, status: Int?, retryAfter: Date?)
    /// We were told to stop; nothing is to be recorded.
    case cancelled
}

import FeedParsing
import Foundation
import NewsModel
import Storage

/// What one request for a feed brought.
enum FetchResult: Sendable {
    case document(ParsedFeed, validators: FeedValidators, status: Int, wishes: CheckInterval.Wishes, movedTo: String?)
    /// 304, or the same bytes again.
    case notModified(status: Int, wishes: CheckInterval.Wishes)
    case failed(FeedFailure, status: Int?, retryAfter: Date?)
    /// We were told to stop; nothing is to be recorded.
    case cancelled
}

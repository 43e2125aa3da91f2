import Foundation
import NewsModel
import Storage

/// The result of one request for a feed.
enum FetchResult: Sendable {
    case document(FetchedDocument, skippedItems: Int, status: Int, hints: CheckInterval.Hints, movedTo: String?)
    /// 304, or the same bytes again.
    case notModified(FeedValidators, status: Int, hints: CheckInterval.Hints, movedTo: String?)
    case failed(FeedFailure, status: Int?, rest: HostRetryAfter?)
    /// A redirect led to a host that was not free in time. Nothing is recorded.
    case hostNotFree(String)
    /// The server's IP address has reached its request limit, over all its host names. Nothing is recorded.
    case addressNotFree(until: Date)
    /// The request was cancelled. Nothing is recorded.
    case cancelled
}

/// A host that asked for no requests until a time.
struct HostRetryAfter: Sendable {
    var host: String
    var until: Date
}

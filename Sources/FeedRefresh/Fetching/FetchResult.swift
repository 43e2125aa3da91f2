import Foundation
import NewsModel
import Storage

/// What one request for a feed brought.
enum FetchResult: Sendable {
    case document(FetchedDocument, skippedItems: Int, status: Int, wishes: CheckInterval.Wishes, movedTo: String?)
    /// 304, or the same bytes again.
    case notModified(FeedValidators, status: Int, wishes: CheckInterval.Wishes, movedTo: String?)
    case failed(FeedFailure, status: Int?, rest: HostRest?)
    /// A redirect led to a host whose turn did not come in time; nothing is to be recorded.
    case hostRests(String)
    /// Its address is asked so often, under other names too, that it is another's turn; nothing is to be recorded.
    case addressRests(until: Date)
    /// We were told to stop; nothing is to be recorded.
    case cancelled
}

/// A host does not want to be asked for a while.
struct HostRest: Sendable {
    var host: String
    var until: Date
}

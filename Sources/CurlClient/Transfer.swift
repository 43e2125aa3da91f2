internal import CCurl

/// One configured easy handle that a `TransferLoop` runs once, for any protocol.
///
/// It is used on the loop's thread only. Exactly one of `finish` and `fail` is called.
protocol Transfer: AnyObject {
    var easy: EasyHandle { get }

    /// Called before a running handle is removed from libcurl.
    func prepareForRemoval()

    /// Called when libcurl has finished, with or without an error.
    func finish(_ code: CURLcode)

    /// Called when the loop aborts the transfer.
    func fail(_ error: HTTPClientError)
}

extension Transfer {
    func prepareForRemoval() {}
}

/// A transfer that will be created on the loop's thread.
struct TransferJob: Sendable {
    typealias ID = UInt64

    let id: ID

    /// Transfers of one group share `TransferQueue.Limits.perGroup`.
    let group: String

    let makeTransfer: @Sendable () throws(HTTPClientError) -> any Transfer

    /// Reports an error for a transfer that was never created.
    let reject: @Sendable (HTTPClientError) -> Void
}

internal import CCurl

/// One configured easy handle that a `TransferLoop` runs once, whatever its protocol.
///
/// Lives on the loop's thread. Exactly one of `finish` and `fail` is called.
protocol Transfer: AnyObject {
    var easy: EasyHandle { get }

    /// The handle is about to be taken from libcurl in the middle of its work.
    func prepareForRemoval()

    /// libcurl is done with the handle, well or badly.
    func finish(_ code: CURLcode)

    /// The loop gives the transfer up.
    func fail(_ error: HTTPClientError)
}

extension Transfer {
    func prepareForRemoval() {}
}

/// A transfer on its way to the loop's thread, where it is made.
struct TransferJob: Sendable {
    typealias ID = UInt64

    let id: ID

    /// Transfers of one group share `TransferQueue.Limits.perGroup`.
    let group: String

    let makeTransfer: @Sendable () throws(HTTPClientError) -> any Transfer

    /// Answers for a transfer that was never made.
    let reject: @Sendable (HTTPClientError) -> Void
}

/// The result of one fetch from a mailbox.
package enum IMAPOutcome: Hashable, Sendable {
    case fetched(IMAPBatch)
    /// Nothing could be read. A later attempt may succeed.
    case unavailable(reason: String)
    /// The server rejects the user or the mailbox, or the connection is not secure. The configuration must be changed.
    case refused(reason: String)
}

/// New messages in order of arrival.
package struct IMAPBatch: Hashable, Sendable {
    package var messages: [IMAPMessage]
    /// The position for the next fetch.
    ///
    /// Store it together with the messages.
    package var position: MailboxPosition
    /// Whether earlier UIDs are no longer valid (RFC 3501, 2.3.1.1).
    ///
    /// Messages may then be known already.
    package var isReset: Bool
    /// Whether more messages are available at once.
    package var hasMore: Bool
}

package struct IMAPMessage: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case whole([UInt8])
        /// Larger than the limit; contains only the header, if it could be loaded.
        case tooLarge(bytes: Int, head: [UInt8]?)
        /// The server failed to deliver it repeatedly.
        case unreadable(reason: String)
    }

    package var uid: UInt32
    package var content: Content
}

/// The limits of one fetch.
package struct IMAPLimits: Hashable, Sendable {
    package var messages = 20
    /// The most bytes of one message.
    package var messageBytes = 25 << 20
    /// Bytes of all messages together.
    ///
    /// The message that exceeds it is the last one.
    package var totalBytes = 32 << 20

    package init() {}
}

/// What one look into a mailbox gave.
package enum IMAPOutcome: Hashable, Sendable {
    case fetched(IMAPBatch)
    /// Nothing could be read now; the same may work later.
    case unavailable(reason: String)
    /// The server refuses the user or the mailbox, or has no safe connection: somebody has to change something.
    case refused(reason: String)
}

/// New messages in the order of their arrival.
package struct IMAPBatch: Hashable, Sendable {
    package var messages: [IMAPMessage]
    /// Where to go on; to be remembered together with the messages.
    package var position: MailboxPosition
    /// Whether UIDs before have lost their meaning (RFC 3501, 2.3.1.1), so that messages may be known already.
    package var isReset: Bool
    /// Whether more is there to be asked for at once.
    package var hasMore: Bool
}

package struct IMAPMessage: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case whole([UInt8])
        /// Larger than the limit: only its header is loaded, if that can be.
        case tooLarge(bytes: Int, head: [UInt8]?)
        /// The server could not be made to hand it out.
        case unreadable(reason: String)
    }

    package var uid: UInt32
    package var content: Content
}

/// How much one look into a mailbox may take.
package struct IMAPLimits: Hashable, Sendable {
    package var messages = 20
    /// Of one message.
    package var messageBytes = 25 << 20
    /// Of all messages together; the one that passes it is the last.
    package var totalBytes = 32 << 20

    package init() {}
}

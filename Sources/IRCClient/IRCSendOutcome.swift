/// A text to be sent.
///
/// A text that does not fit on one line is sent as several lines.
package struct IRCOutgoingLine: Sendable, Hashable {
    package var target: String
    /// A line feed begins a new line; CR and NUL become spaces.
    package var text: String
    package var isNotice: Bool
    /// The services account that the target nick must be logged in to when the line is sent.
    package var account: String?

    package init(target: String, text: String, isNotice: Bool = false, account: String? = nil) {
        self.target = target
        self.text = text
        self.isNotice = isNotice
        self.account = account
    }
}

/// The outcome of sending a line.
package enum IRCSendOutcome: Sendable, Equatable {
    /// The server has accepted it.
    case confirmed
    /// The server has refused it, or the client on the server's behalf.
    case refused(IRCRefusal)
    /// Certainly nothing of it has reached the server.
    case notSent(reason: String)
    /// All or part of it was sent before the connection was lost or went silent.
    case unknown
}

/// Why a line was refused.
package struct IRCRefusal: Sendable, Equatable {
    /// The numeric, such as `404`, or the code of a standard reply.
    package var numeric: String
    package var reason: String
    /// Whether the same line will be refused again until a person changes something.
    package var isPermanent: Bool

    package init(numeric: String, reason: String, isPermanent: Bool) {
        self.numeric = numeric
        self.reason = reason
        self.isPermanent = isPermanent
    }
}

/// A line to be said, of any length: what does not fit is said in several lines.
package struct IRCOutgoingLine: Sendable, Hashable {
    package var target: String
    /// A line feed begins a new line; CR and NUL become spaces.
    package var text: String
    package var isNotice: Bool
    /// The services account that whoever has the nick must be logged in to at the moment the line leaves.
    package var account: String?

    package init(target: String, text: String, isNotice: Bool = false, account: String? = nil) {
        self.target = target
        self.text = text
        self.isNotice = isNotice
        self.account = account
    }
}

/// What became of a line.
package enum IRCSendOutcome: Sendable, Equatable {
    /// The server has taken it.
    case confirmed
    /// The server, or the client on its behalf, has said no.
    case refused(IRCRefusal)
    /// Surely nothing of it reached the server.
    case notSent(reason: String)
    /// It, or a part of it, was on the wire when the connection was lost or went silent.
    case unknown
}

/// Why a line was refused.
package struct IRCRefusal: Sendable, Equatable {
    /// The numeric like `404`, or the code of a standard reply.
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

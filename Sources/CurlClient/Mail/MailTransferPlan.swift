/// How the connections to one mail server are made.
struct MailConnectionOptions: Sendable {
    /// For libcurl, of the one protocol wanted: `smtp,smtps`.
    var protocols: String
    var requiresTLS = true
    var credentials: MailCredentials?
    var caFile: String?
    var limits = MailLimits()
}

/// Seconds.
struct MailLimits: Sendable {
    var connect = 20.0
    var total = 660.0
    /// Until the answer to one command; servers may think about a mail for minutes (RFC 5321, 4.5.3.2).
    var answer = 300.0
    /// Without a byte; nil where an answer may take its time.
    var silence: Double?
}

/// One thing to do at a mail server.
struct MailTransferPlan: Sendable {
    struct Envelope: Sendable {
        /// Empty for the null return path.
        let from: String
        let to: String
        let content: [UInt8]
    }

    var url: String
    var envelope: Envelope?
    var command: String?
    /// Bytes of an answer's body.
    var maximumBody = 0
    /// Whether a connection that is already open will not do.
    var needsNewConnection = false
}

/// What is said while a plan is carried out, line by line.
protocol MailTalk: Sendable {
    /// Takes a command without its line end; it may hold a secret.
    mutating func sent(_ line: UnsafeRawBufferPointer)

    /// Takes a line of the server's without its line end.
    mutating func received(_ line: UnsafeRawBufferPointer)
}

/// How a plan ended.
struct MailTransferResult<Talk: MailTalk>: Sendable {
    enum End: Hashable, Sendable {
        case done
        /// The server refused the user, or the mailbox.
        case denied
        /// What was asked for is not there, or the server said no to a command.
        case notFound
        case refusedCommand
        case notUnderstood
        case couldNotSend
        case overLimit
        case failed
    }

    var end: End
    /// One line.
    var reason: String
    var talk: Talk
    var body: [UInt8] = []
    /// Whether all of the content was written to the socket.
    var isHandedOver = false
    var isNewConnection = true
}

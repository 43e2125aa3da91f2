/// How the connections to one server are made.
package struct LineConnectionOptions: Sendable {
    /// The only protocols that may be used, in libcurl's names: `smtp,smtps`.
    package var protocols: String

    /// False speaks in the clear where the URL's scheme does not ask for TLS.
    package var requiresTLS: Bool

    /// A PEM file of trusted authorities instead of the system's.
    package var caFile: String?

    package var limits: LineLimits

    package init(protocols: String, requiresTLS: Bool, caFile: String?, limits: LineLimits) {
        self.protocols = protocols
        self.requiresTLS = requiresTLS
        self.caFile = caFile
        self.limits = limits
    }
}

/// Seconds.
package struct LineLimits: Sendable {
    package var connect: Double
    package var total: Double

    /// Until the answer to one command; servers may think about a mail for minutes (RFC 5321, 4.5.3.2).
    package var answer: Double

    /// Without a byte; nil where an answer may take its time.
    package var silence: Double?

    package init(connect: Double = 20, total: Double = 660, answer: Double = 300, silence: Double? = nil) {
        self.connect = connect
        self.total = total
        self.answer = answer
        self.silence = silence
    }
}

/// What a server is told of who we are.
package enum LineLogin: Sendable {
    case password(user: String, String)

    /// An OAuth 2 access token, said as XOAUTH2 or OAUTHBEARER (RFC 7628).
    case token(user: String, String)
}

/// One request to a server of a line protocol: a command, a download or the upload of a mail.
package struct LineExchange: Sendable {
    /// A mail to one recipient, in the words of SMTP.
    package struct Upload: Sendable {
        /// Empty for the null return path.
        package var sender: String
        package var recipient: String
        package var content: [UInt8]

        package init(sender: String, recipient: String, content: [UInt8]) {
            self.sender = sender
            self.recipient = recipient
            self.content = content
        }
    }

    package var url: String
    package var upload: Upload?

    /// Replaces the command that the URL alone stands for.
    package var command: String?

    /// Bytes of the answer's body; an answer with more ends as `overLimit`.
    package var maximumBody: Int

    /// Whether a connection that is already open is not used.
    package var needsNewConnection: Bool

    package init(
        url: String,
        upload: Upload? = nil,
        command: String? = nil,
        maximumBody: Int = 0,
        needsNewConnection: Bool = false
    ) {
        self.url = url
        self.upload = upload
        self.command = command
        self.maximumBody = maximumBody
        self.needsNewConnection = needsNewConnection
    }
}

/// Reads both sides of an exchange, line by line.
package protocol LineObserver: Sendable {
    /// Reads a command without its line end; it may hold a secret.
    mutating func sent(_ line: UnsafeRawBufferPointer)

    /// Reads a line of the server without its line end.
    mutating func received(_ line: UnsafeRawBufferPointer)
}

/// How an exchange ended.
package struct LineExchangeResult<Observer: LineObserver>: Sendable {
    package enum End: Hashable, Sendable {
        case done
        /// The server refused the user, or the mailbox.
        case denied
        /// What was asked for does not exist, or the server said no to a command.
        case notFound
        case refusedCommand
        case notUnderstood
        case couldNotSend
        case overLimit
        case failed
    }

    package var end: End

    /// libcurl's words on one line, at most 300 characters.
    package var reason: String

    /// The observer as the exchange left it.
    package var observer: Observer

    package var body: [UInt8]

    /// Whether all of the upload's content was written to the socket.
    package var isHandedOver: Bool

    package var isNewConnection: Bool

    package init(
        end: End,
        reason: String,
        observer: Observer,
        body: [UInt8] = [],
        isHandedOver: Bool = false,
        isNewConnection: Bool = true
    ) {
        self.end = end
        self.reason = reason
        self.observer = observer
        self.body = body
        self.isHandedOver = isHandedOver
        self.isNewConnection = isNewConnection
    }
}

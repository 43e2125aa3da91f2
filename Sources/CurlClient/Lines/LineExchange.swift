/// Options for the connections to one server.
package struct LineConnectionOptions: Sendable {
    /// The allowed protocols in libcurl's names, such as `smtp,smtps`.
    package var protocols: String

    /// If false, the connection is unencrypted unless the URL's scheme requires TLS.
    package var requiresTLS: Bool

    /// A PEM file of trusted authorities, used instead of the system's.
    package var caFile: String?

    package var limits: LineLimits

    package init(protocols: String, requiresTLS: Bool, caFile: String?, limits: LineLimits) {
        self.protocols = protocols
        self.requiresTLS = requiresTLS
        self.caFile = caFile
        self.limits = limits
    }
}

/// Time limits in seconds.
package struct LineLimits: Sendable {
    package var connect: Double
    package var total: Double

    /// For the answer to one command.
    ///
    /// Servers may process a mail for minutes (RFC 5321, 4.5.3.2).
    package var answer: Double

    /// Without receiving a byte; nil means no limit.
    package var silence: Double?

    package init(connect: Double = 20, total: Double = 660, answer: Double = 300, silence: Double? = nil) {
        self.connect = connect
        self.total = total
        self.answer = answer
        self.silence = silence
    }
}

/// The credentials sent to a server.
package enum LineLogin: Sendable {
    case password(user: String, String)

    /// An OAuth 2 access token, sent as XOAUTH2 or OAUTHBEARER (RFC 7628).
    case token(user: String, String)
}

/// One request to a server of a line protocol: a command, a download or the upload of a mail.
package struct LineExchange: Sendable {
    /// A mail to one recipient, in SMTP terms.
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

    /// Replaces the command that libcurl derives from the URL.
    package var command: String?

    /// The most bytes of the answer's body.
    ///
    /// A longer answer ends as `overLimit`.
    package var maximumBody: Int

    /// Whether to open a new connection instead of using an open one.
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

/// Observes both sides of an exchange line by line.
package protocol LineObserver: Sendable {
    /// Called with each sent command without its line end. It may contain a secret.
    mutating func sent(_ line: UnsafeRawBufferPointer)

    /// Called with each line of the server without its line end.
    mutating func received(_ line: UnsafeRawBufferPointer)
}

/// The result of an exchange.
package struct LineExchangeResult<Observer: LineObserver>: Sendable {
    package enum End: Hashable, Sendable {
        case done
        /// The server rejected the login or the mailbox.
        case denied
        /// The requested object does not exist, or the server rejected a command.
        case notFound
        case refusedCommand
        case notUnderstood
        case couldNotSend
        case overLimit
        case failed
    }

    package var end: End

    /// libcurl's description on one line, at most 300 characters.
    package var reason: String

    /// The observer in its state after the exchange.
    package var observer: Observer

    package var body: [UInt8]

    /// Whether the whole upload was written to the socket.
    package var isFullyWritten: Bool

    package var isNewConnection: Bool

    package init(
        end: End,
        reason: String,
        observer: Observer,
        body: [UInt8] = [],
        isFullyWritten: Bool = false,
        isNewConnection: Bool = true
    ) {
        self.end = end
        self.reason = reason
        self.observer = observer
        self.body = body
        self.isFullyWritten = isFullyWritten
        self.isNewConnection = isNewConnection
    }
}

internal import CurlClient

/// Submits mail for delivery to an SMTP or LMTP server, or to the local `sendmail`.
package final class MailSubmitter: Sendable {
    private enum Transport {
        case smtp(SMTPRelay)
        case lmtp(LMTPRelay)
        case sendmail(SendmailProgram)
    }

    private let transport: Transport

    /// Creates a submitter without connecting.
    ///
    /// - `url`: `smtp://host:587` (STARTTLS), `smtps://host`, `lmtp://host:24`, `lmtp:///unix/socket`,
    ///   `sendmail:///usr/sbin/sendmail`.
    /// - `requiresTLS`: false allows `smtp:` without encryption; TLS is then not tried at all.
    /// - `caFile`: a PEM file of trusted authorities, used instead of the system's.
    package convenience init(
        url: String,
        requiresTLS: Bool = true,
        credentials: MailCredentials? = nil,
        caFile: String? = nil,
        heloName: String
    ) throws(MailTransportError) {
        try self.init(
            url: url,
            requiresTLS: requiresTLS,
            credentials: credentials,
            caFile: caFile,
            heloName: heloName,
            limits: LineLimits()
        )
    }

    init(
        url: String,
        requiresTLS: Bool,
        credentials: MailCredentials?,
        caFile: String?,
        heloName: String,
        limits: LineLimits
    ) throws(MailTransportError) {
        let url = try MailServerURL(url, allowing: [.smtp, .smtps, .lmtp, .sendmail])
        guard credentials?.isValid != false else { throw .invalidCredentials }
        guard Self.isHostName(heloName) else { throw .invalidHelloName }
        switch url.scheme {
        case .lmtp: transport = .lmtp(LMTPRelay(url: url, heloName: heloName, limits: limits))
        case .sendmail: transport = .sendmail(SendmailProgram(path: url.path, limits: limits))
        default:
            let options = LineConnectionOptions(
                protocols: "smtp,smtps",
                requiresTLS: requiresTLS,
                caFile: caFile,
                limits: limits
            )
            transport = .smtp(SMTPRelay(url: url, options: options, credentials: credentials, heloName: heloName))
        }
    }

    deinit { shutdown() }

    /// Submits one mail for one recipient.
    ///
    /// An empty `from` is the null return path. Lines of `content` must end in CRLF; dots are escaped here. Cancelling
    /// the task ends the attempt. The outcome is then `unknown` if the whole mail was already sent.
    package func submit(from: String, to: String, content: [UInt8]) async -> MailSubmissionOutcome {
        guard let recipient = MailEnvelope.smtpForm(to) else {
            return .rejected(code: 553, text: "not an address", about: .recipient)
        }
        guard let sender = from.isEmpty ? "" : MailEnvelope.smtpForm(from) else {
            return .rejected(code: 553, text: "the sender is not an address", about: .session)
        }
        let envelope = MailEnvelope(from: sender, to: recipient, content: content)
        return switch transport {
        case .smtp(let relay): await relay.submit(envelope)
        case .lmtp(let relay): await relay.submit(envelope)
        case .sendmail(let program): await program.submit(envelope)
        }
    }

    /// Ends running submissions.
    ///
    /// Later mail is `unavailable`.
    package func shutdown() {
        switch transport {
        case .smtp(let relay): relay.shutdown()
        case .lmtp(let relay): relay.shutdown()
        case .sendmail(let program): program.shutdown()
        }
    }

    /// Whether the text is a host name or an address in brackets (RFC 5321, 4.1.3).
    private static func isHostName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 255
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
                default: ".-:[]".utf8.contains(byte)
                }
            }
    }
}

/// One mail to one recipient, as it is sent to a server.
struct MailEnvelope: Sendable {
    /// Empty for the null return path.
    let from: String
    let to: String
    let content: [UInt8]

    /// The address in the form for SMTP, with its domain in ASCII; nil if it is not allowed.
    ///
    /// Control characters, white space and angle brackets are refused, because they could end a command or an address.
    static func smtpForm(_ address: String) -> String? {
        guard !address.isEmpty, address.utf8.count <= 320,
            address.unicodeScalars.allSatisfy({
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control && $0 != "<" && $0 != ">"
            })
        else { return nil }
        guard let at = address.lastIndex(of: "@") else { return address }
        let domain = String(address[address.index(after: at)...])
        guard !domain.isEmpty, at != address.startIndex else { return nil }
        guard !domain.utf8.allSatisfy({ $0 < 0x80 }) else { return address }
        return HostAndPort(domain).map { "\(address[...at])\($0.host)" }
    }
}

/// Why a configuration is invalid for mail transport.
package enum MailTransportError: Error, Hashable, Sendable {
    /// The text is not a mail server's URL. The reason contains no password.
    case invalidURL(reason: String)
    /// The HELO name contains other characters than letters, digits, dots, hyphens, colons and brackets.
    case invalidHelloName
    /// A user or password with control characters.
    case invalidCredentials
}

extension MailTransportError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidURL(let reason): "not a mail server's URL: \(reason)"
        case .invalidHelloName: "not a host name for HELO"
        case .invalidCredentials: "the user or password holds control characters"
        }
    }
}

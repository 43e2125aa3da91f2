internal import CurlClient

/// Hands mail over to be delivered: to an SMTP or LMTP server, or to the machine's own `sendmail`.
package final class MailSubmitter: Sendable {
    private enum Way {
        case smtp(SMTPRelay)
        case lmtp(LMTPRelay)
        case sendmail(SendmailProgram)
    }

    private let way: Way

    /// Makes a submitter; nothing is connected yet.
    ///
    /// - `url`: `smtp://host:587` (STARTTLS), `smtps://host`, `lmtp://host:24`, `lmtp:///unix/socket`,
    ///   `sendmail:///usr/sbin/sendmail`.
    /// - `requiresTLS`: false lets `smtp:` speak in the clear; then TLS is not tried at all.
    /// - `caFile`: a PEM file of trusted authorities instead of the system's.
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
        guard credentials?.isSayable != false else { throw .invalidCredentials }
        guard Self.isHostName(heloName) else { throw .invalidHelloName }
        switch url.scheme {
        case .lmtp: way = .lmtp(LMTPRelay(url: url, heloName: heloName, limits: limits))
        case .sendmail: way = .sendmail(SendmailProgram(path: url.path, limits: limits))
        default:
            let options = LineConnectionOptions(
                protocols: "smtp,smtps",
                requiresTLS: requiresTLS,
                caFile: caFile,
                limits: limits
            )
            way = .smtp(SMTPRelay(url: url, options: options, credentials: credentials, heloName: heloName))
        }
    }

    deinit { shutdown() }

    /// Hands one mail to one recipient over.
    ///
    /// An empty `from` is the null return path. Lines of `content` end in CRLF; dots need no care. Cancelling the task
    /// ends the attempt, which is `unknown` when the whole mail was already out.
    package func submit(from: String, to: String, content: [UInt8]) async -> MailSubmissionOutcome {
        guard let sayableTo = MailEnvelope.sayable(to) else {
            return .rejected(code: 553, text: "not an address", about: .recipient)
        }
        guard let sayableFrom = from.isEmpty ? "" : MailEnvelope.sayable(from) else {
            return .rejected(code: 553, text: "the sender is not an address", about: .session)
        }
        let envelope = MailEnvelope(from: sayableFrom, to: sayableTo, content: content)
        return switch way {
        case .smtp(let relay): await relay.submit(envelope)
        case .lmtp(let relay): await relay.submit(envelope)
        case .sendmail(let program): await program.submit(envelope)
        }
    }

    /// Ends what is under way; later mail is `unavailable`.
    package func shutdown() {
        switch way {
        case .smtp(let relay): relay.shutdown()
        case .lmtp(let relay): relay.shutdown()
        case .sendmail(let program): program.shutdown()
        }
    }

    /// A name or an address in brackets (RFC 5321, 4.1.3).
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

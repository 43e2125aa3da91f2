internal import CurlClient
internal import Synchronization

/// Submits mail to an SMTP server over at most four connections that stay open between mails.
final class SMTPRelay: Sendable {
    private let url: String
    private let connections: [MailConnection]
    private let waiting = Mutex([0, 0, 0, 0])

    init(url: MailServerURL, options: LineConnectionOptions, credentials: MailCredentials?, heloName: String) {
        self.url = "\(url.origin)/\(heloName)"
        connections = (0..<4).map { _ in MailConnection(options, credentials: credentials) }
    }

    func submit(_ envelope: MailEnvelope) async -> MailSubmissionOutcome {
        let index = leastBusy()
        defer { waiting.withLock { $0[index] -= 1 } }
        let first = await attempt(envelope, on: connections[index], isNew: false)
        // The server may have closed the open connection. No mail was accepted over it, so one retry is safe.
        guard !first.isNewConnection, first.outcome.mayBeStale, !Task.isCancelled else { return first.outcome }
        return await attempt(envelope, on: connections[index], isNew: true).outcome
    }

    func shutdown() {
        for connection in connections {
            connection.shutdown()
        }
    }

    /// The first connection with the least work, so that a bot with little mail keeps only one open.
    private func leastBusy() -> Int {
        waiting.withLock { waiting in
            let index = waiting.indices.min { (waiting[$0], $0) < (waiting[$1], $1) } ?? 0
            waiting[index] += 1
            return index
        }
    }

    private func attempt(
        _ envelope: MailEnvelope,
        on connection: MailConnection,
        isNew: Bool
    ) async -> (outcome: MailSubmissionOutcome, isNewConnection: Bool) {
        let upload = LineExchange.Upload(sender: envelope.from, recipient: envelope.to, content: envelope.content)
        let exchange = LineExchange(url: url, upload: upload, needsNewConnection: isNew)
        let result = await connection.run(exchange, observer: SMTPConversation())
        let outcome = MailSubmissionOutcome(
            result.observer,
            isFullyWritten: result.isFullyWritten,
            couldNotSend: result.end == .couldNotSend,
            reason: result.reason
        )
        return (outcome, result.isNewConnection)
    }
}

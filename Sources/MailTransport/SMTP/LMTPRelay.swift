internal import CurlClient
internal import Glibc
internal import Parallelism

/// Submits mail to an LMTP server, with one connection for each mail.
///
/// libcurl does not support LMTP: it sends EHLO.
final class LMTPRelay: Sendable {
    private let url: MailServerURL
    private let heloName: String
    private let limits: LineLimits
    private let work = BlockingWork()

    init(url: MailServerURL, heloName: String, limits: LineLimits) {
        self.url = url
        self.heloName = heloName
        self.limits = limits
    }

    func submit(_ envelope: MailEnvelope) async -> MailSubmissionOutcome {
        await work.run { [self] stop in deliver(envelope, stop) }
    }

    func shutdown() { work.shutdown() }

    private func deliver(_ envelope: MailEnvelope, _ stop: StopFlag) -> MailSubmissionOutcome {
        let start = ContinuousClock.now
        var session = LMTPSession(heloName: heloName, envelope: envelope)
        let socket: StreamSocket
        do throws(StreamSocket.Failure) {
            socket = try StreamSocket(
                to: url,
                deadline: start + .seconds(min(limits.connect, limits.total)),
                stop: stop
            )
        } catch {
            return .unavailable(reason: error.reason)
        }
        var isFullyWritten = false
        do throws(StreamSocket.Failure) {
            let deadline = start + .seconds(limits.total)
            while true {
                let bytes = try socket.receive(until: deadline, stop: stop)
                for action in session.receive(bytes, isFullyWritten: isFullyWritten) {
                    switch action {
                    case .send(let bytes): try socket.send(bytes, until: deadline, stop: stop)
                    case .sendContent(let bytes):
                        try socket.send(bytes, until: deadline, stop: stop)
                        isFullyWritten = true
                    case .end(let outcome):
                        try? socket.send(Array("QUIT\r\n".utf8), until: .now + .seconds(1), stop: stop)
                        return outcome
                    }
                }
            }
        } catch {
            return session.ended(isFullyWritten, error.reason)
        }
    }
}

internal import CurlClient
internal import Glibc
internal import Parallelism

/// Submits mail through the local `sendmail` of Postfix, Exim, OpenSMTPD, msmtp and others, without a shell.
final class SendmailProgram: Sendable {
    private let path: String
    private let limits: LineLimits
    private let work = BlockingWork()

    init(path: String, limits: LineLimits) {
        self.path = path
        self.limits = limits
    }

    func submit(_ envelope: MailEnvelope) async -> MailSubmissionOutcome {
        await work.run { [self] stop in deliver(envelope, stop) }
    }

    func shutdown() { work.shutdown() }

    private func deliver(_ envelope: MailEnvelope, _ stop: StopFlag) -> MailSubmissionOutcome {
        let deadline = ContinuousClock.now + .seconds(limits.total)
        // An empty sender is passed as "<>".
        let sender = envelope.from.isEmpty ? "<>" : envelope.from
        let child: ChildWithInput
        do throws(StreamSocket.Failure) {
            child = try ChildWithInput(path, ["-i", "-f", sender, "--", envelope.to])
        } catch {
            return .unavailable(reason: "\(path): \(error.reason)")
        }
        var isFullyWritten = false
        do throws(StreamSocket.Failure) {
            // A local program expects lines that end in LF only.
            try child.write(Self.withLocalLines(envelope.content), until: deadline, stop: stop)
            child.closeInput()
            isFullyWritten = true
        } catch  where error.reason != ChildWithInput.hasHungUp {
            child.kill()
            return .unavailable(reason: error.reason)
        } catch {
            // The program has stopped reading. Its exit status gives the outcome.
            child.closeInput()
        }
        switch child.wait(until: deadline, stop: stop) {
        case .exited(0) where isFullyWritten: return .accepted(reply: "given to \(path)")
        case .exited(0): return .unknown(reason: "\(path) did not read all of it")
        case .exited(let status): return Self.outcome(status)
        case .killed where isFullyWritten: return .unknown(reason: "\(path) gave no answer")
        case .killed: return .unavailable(reason: "\(path) ended without an answer")
        }
    }

    static func withLocalLines(_ content: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(content.count)
        for (index, byte) in content.enumerated() {
            let isBeforeLineFeed = index + 1 < content.count && content[index + 1] == 0x0a
            if byte != 0x0d || !isBeforeLineFeed {
                result.append(byte)
            }
        }
        return result
    }

    /// The outcome of an exit status (`sysexits.h`).
    static func outcome(_ status: Int32) -> MailSubmissionOutcome {
        let text = "sendmail ended with status \(status)"
        return switch status {
        case EX_NOUSER, EX_NOHOST: .rejected(code: 550, text: text, about: .recipient)
        case EX_DATAERR: .rejected(code: 554, text: text, about: .content)
        case EX_TEMPFAIL, EX_OSERR, EX_IOERR, EX_SOFTWARE, EX_PROTOCOL, EX_UNAVAILABLE:
            .deferred(code: 451, text: text, about: .session)
        default: .rejected(code: 554, text: text, about: .session)
        }
    }
}

// Macros of `sysexits.h`.
private let EX_DATAERR: Int32 = 65
private let EX_NOUSER: Int32 = 67
private let EX_NOHOST: Int32 = 68
private let EX_UNAVAILABLE: Int32 = 69
private let EX_SOFTWARE: Int32 = 70
private let EX_OSERR: Int32 = 71
private let EX_IOERR: Int32 = 74
private let EX_TEMPFAIL: Int32 = 75
private let EX_PROTOCOL: Int32 = 76

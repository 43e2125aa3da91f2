internal import Synchronization

/// Hands mail to an SMTP server over at most four connections, each of which stays open between mails.
final class SMTPRelay: Sendable {
    private let url: String
    private let options: MailConnectionOptions
    private let lanes = (0..<4).map { _ in MailLane() }
    private let waiting = Mutex([0, 0, 0, 0])

    init(url: MailServerURL, options: MailConnectionOptions, heloName: String) {
        self.url = "\(url.origin)/\(heloName)"
        self.options = options
    }

    func submit(_ envelope: MailTransferPlan.Envelope) async -> MailSubmissionOutcome {
        let lane = takeLane()
        defer { waiting.withLock { $0[lane] -= 1 } }
        let first = await attempt(envelope, on: lanes[lane], isNew: false)
        // An open connection may have died or been tired of us; nothing was taken over it.
        guard !first.isNewConnection, first.outcome.mayBeStale, !Task.isCancelled else { return first.outcome }
        return await attempt(envelope, on: lanes[lane], isNew: true).outcome
    }

    func shutdown() {
        for lane in lanes {
            lane.shutdown()
        }
    }

    /// The first lane that has nothing to do, so that a quiet bot keeps one connection.
    private func takeLane() -> Int {
        waiting.withLock { waiting in
            let lane = waiting.indices.min { (waiting[$0], $0) < (waiting[$1], $1) } ?? 0
            waiting[lane] += 1
            return lane
        }
    }

    private func attempt(
        _ envelope: MailTransferPlan.Envelope,
        on lane: MailLane,
        isNew: Bool
    ) async -> (outcome: MailSubmissionOutcome, isNewConnection: Bool) {
        let plan = MailTransferPlan(url: url, envelope: envelope, needsNewConnection: isNew)
        let result = await lane.run(plan, options: options, talk: SMTPTalk())
        let outcome = MailSubmissionOutcome(
            result.talk,
            isHandedOver: result.isHandedOver,
            couldNotSend: result.end == .couldNotSend,
            reason: result.reason
        )
        return (outcome, result.isNewConnection)
    }
}

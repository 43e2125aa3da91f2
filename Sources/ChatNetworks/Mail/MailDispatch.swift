package import MailTransport
package import Foundation
package import Logging
import MailMessages
package import NewsModel
import Synchronization

/// Sends composed mails, one recipient each, and reports the outcomes that the ledger expects.
package final class MailDispatch: Sendable {
    package typealias Submit =
        @Sendable (_ from: String, _ to: String, _ message: [UInt8]) async -> MailSubmissionOutcome

    private struct State {
        var server = MailServerWatch()
        var holds = MailHolds()
        var refusals = SharedRefusals()
    }

    private let network: String
    private let keeping: any MailKeeping
    private let time: any TimeSource
    private let log: Logger
    private let submit: Submit
    private let retries = MailRetries()
    private let state = Mutex(State())
    private let pause = SendPause()

    package init(
        network: String,
        keeping: any MailKeeping,
        time: any TimeSource,
        log: Logger,
        submit: @escaping Submit
    ) {
        self.network = network
        self.keeping = keeping
        self.time = time
        self.log = log
        self.submit = submit
    }

    /// Whether the server accepts mail, as far as known.
    package var isOpen: Bool { state.withLock { $0.server.isOpen(at: time.now) } }

    /// The ends of the server's pauses, the newest only.
    ///
    /// Mail may be sent again from then on.
    package var pauseEnds: AsyncStream<Date> { pause.ends }

    /// Sends a mail and waits for the server's answer.
    package func send(_ mail: ComposedMail, to correspondent: MailCorrespondent) async -> SendOutcome {
        let (address, now) = (correspondent.address, time.now)
        let earlier: UnconfirmedMail?
        do {
            earlier = try await keeping.unconfirmedMail(mail.eventID, network: network)
        } catch {
            log.error("Mail state not known", metadata: ["network": "\(network)", "error": "\(error)"])
            return .notSent(retryAt: now.addingTimeInterval(60))
        }
        if let earlier {
            guard !earlier.isGivenUp else { return .unconfirmed(reason: "no answer to it, however often") }
            guard earlier.heldUntil <= now else { return .notSent(retryAt: earlier.heldUntil) }
        }
        if let end = state.withLock({ $0.holds.end(of: address, at: now) }) { return .notSent(retryAt: end) }
        if case .wait(let end) = state.withLock({ $0.server.turn(at: now) }) { return .notSent(retryAt: end) }
        let outcome = await submit(mail.sender.description, mail.recipient.description, mail.bytes)
        switch outcome {
        case .accepted:
            state.withLock {
                $0.server.answered()
                $0.holds.release(address)
                $0.refusals.reset()
            }
            await record { try await $0.noteDelivered(to: address, network: self.network) }
            if earlier != nil { await remember(nil, of: mail) }
            return .confirmed
        case .deferred(let code, let text, let about):
            // 421: the server closes the connection; this does not concern the recipient (RFC 5321, 3.8).
            guard about != .session, code != 421 else { return serverFails("\(code) \(text)") }
            state.withLock { $0.server.answered() }
            guard let next = await holdBack(correspondent) else {
                return await giveUp(mail, correspondent, "\(code) \(text)")
            }
            return .notSent(retryAt: next)
        case .rejected(let code, let text, let about):
            guard about != .session else { return serverFails("\(code) \(text)") }
            state.withLock { $0.server.answered() }
            if !MailRefusal.isAboutMailbox(text),
                state.withLock({ $0.refusals.recordIsShared(address) })
            {
                // The cause is the relay, its limits or its content policy. The recipients cannot change that.
                log.warning(
                    "Mail refused to many",
                    metadata: ["network": "\(network)", "reason": "\(Self.reason("\(code) \(text)"))"]
                )
                guard let next = await holdBack(correspondent) else {
                    return await giveUp(mail, correspondent, "\(code) \(text)")
                }
                return .notSent(retryAt: next)
            }
            // An earlier attempt without an answer may have delivered the mail. The refusal counts all the same:
            // we prefer duplicates to loss. `UnconfirmedMail` is only for mails that were never answered.
            if earlier != nil { await remember(nil, of: mail) }
            return .refused(reason: Self.reason("\(code) \(text)"))
        case .unavailable(let reason): return serverFails(reason)
        case .unknown(let reason):
            // The mail may have arrived already. It is repeated after a wait, and not endlessly.
            // The recipient's mailbox does not count as failing.
            state.withLock { $0.server.ended() }
            let repeats = UnconfirmedMail(after: earlier, at: time.now)
            await remember(repeats, of: mail)
            guard repeats.isGivenUp else { return .unknown }
            log.warning(
                "Mail may not have arrived",
                metadata: ["network": "\(network)", "id": "\(mail.eventID)", "reason": "\(Self.reason(reason))"]
            )
            return .unconfirmed(reason: Self.reason(reason))
        }
    }

    private func serverFails(_ reason: String) -> SendOutcome {
        let end = state.withLock { $0.server.failed(at: time.now, jitter: Double.random(in: 0..<1)) }
        pause.pause(until: end)
        log.warning(
            "Mail server takes nothing",
            metadata: ["network": "\(network)", "reason": "\(Self.reason(reason))"]
        )
        return .notSent(retryAt: end)
    }

    /// Sends nothing to an address for a while; nil when the attempts have lasted long enough.
    private func holdBack(_ correspondent: MailCorrespondent) async -> Date? {
        let now = time.now
        let last = state.withLock { $0.holds.lastEnd(of: correspondent.address) }
        let start = retries.beginning(correspondent.failingSince, lastHold: last, at: now)
        guard let next = retries.next(failingSince: start, at: now, jitter: Double.random(in: 0..<1)) else {
            return nil
        }
        state.withLock { $0.holds.hold(correspondent.address, until: next, at: now) }
        if start != correspondent.failingSince {
            await record { try await $0.noteFailing(correspondent.address, network: self.network, since: start) }
        }
        return next
    }

    /// Temporary failures over days count as a refusal, whatever became of an unanswered attempt.
    private func giveUp(
        _ mail: ComposedMail,
        _ correspondent: MailCorrespondent,
        _ reason: String
    ) async -> SendOutcome {
        await remember(nil, of: mail)
        state.withLock { $0.holds.release(correspondent.address) }
        await record { try await $0.noteFailing(correspondent.address, network: self.network, since: nil) }
        return .refused(reason: Self.reason(reason))
    }

    /// Each mail has one row and one attempt at a time, so the last write is the current state.
    private func remember(_ repeats: UnconfirmedMail?, of mail: ComposedMail) async {
        await record { try await $0.setUnconfirmedMail(mail.eventID, network: self.network, to: repeats) }
    }

    private func record(_ write: @Sendable (any MailKeeping) async throws -> Void) async {
        do {
            try await write(keeping)
        } catch {
            log.error("Mail state not stored", metadata: ["network": "\(network)", "error": "\(error)"])
        }
    }

    private static func reason(_ text: String) -> String { MailSubject.shortened(text, to: 200) }
}

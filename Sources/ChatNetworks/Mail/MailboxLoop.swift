import Foundation
import Logging
import MailTransport
import NewsModel
internal import TimeArithmetic

/// Checks the mailbox regularly and puts new mails into the queue.
struct MailboxLoop: Sendable {
    /// Fetches the mails after a position once.
    let fetch: @Sendable (MailboxPosition?) async -> IMAPOutcome
    let interval: Double
    let network: String
    let keeping: any MailKeeping
    let time: any TimeSource
    let log: Logger

    /// Waits between attempts while the mailbox cannot be read: 30 seconds to ten minutes.
    private static let backOff = BackOff(first: 30, longest: 600)

    private var facts: Logger.Metadata { ["network": "\(network)"] }

    /// Runs until cancelled.
    func run() async throws {
        var backOff = Self.backOff
        while true {
            try Task.checkCancellation()
            let wait: TimeInterval
            switch await look() {
            case .more:
                noteEnd(&backOff)
                continue
            case .done:
                noteEnd(&backOff)
                wait = max(1, interval)
            case .failed(let reason):
                try Task.checkCancellation()
                // Log an error only for the first of several failures.
                let level: Logger.Level = backOff.count == 0 ? .error : .debug
                log.log(level: level, "Mailbox not read", metadata: facts.merging(["reason": "\(reason)"]) { $1 })
                wait = max(interval, backOff.next(jitter: Double.random(in: 0..<1)))
            }
            try await time.sleep(until: time.now.addingTimeInterval(wait))
        }
    }

    private func noteEnd(_ backOff: inout BackOff) {
        if backOff.count > 0 { log.notice("Mailbox is read again", metadata: facts) }
        backOff.succeeded()
    }

    private enum Look {
        case more
        case done
        case failed(reason: String)
    }

    private func look() async -> Look {
        do {
            let known = try await keeping.networkState(network, key: "position")
            let position = known.flatMap { MailboxPosition($0) }
            switch await fetch(position) {
            case .unavailable(let reason), .refused(let reason): return .failed(reason: reason)
            case .fetched(let batch):
                if batch.isReset { log.notice("Mailbox numbers its mails anew", metadata: facts) }
                guard !batch.messages.isEmpty || batch.position != position else { return .done }
                // Mails and position are stored together, so that no mail is lost or read twice.
                try await keeping.keepMail(
                    batch.messages.compactMap(mail),
                    network: network,
                    position: batch.position.description,
                    at: time.now
                )
                return batch.hasMore ? .more : .done
            }
        } catch {
            return .failed(reason: "\(error)")
        }
    }

    /// Nil for a mail that cannot be read: without its header the sender is unknown and cannot be told.
    private func mail(_ message: IMAPMessage) -> NewMail? {
        switch message.content {
        case .whole(let bytes): return NewMail(content: bytes)
        case .tooLarge(let bytes, let head):
            log.notice("Mail too large to be read", metadata: facts.merging(["bytes": "\(bytes)"]) { $1 })
            return head.map { NewMail(content: OversizedMail.content(head: $0)) }
        case .unreadable(let reason):
            log.error("Mail cannot be read", metadata: facts.merging(["reason": "\(reason)"]) { $1 })
        }
        return nil
    }
}

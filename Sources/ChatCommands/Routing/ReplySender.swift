internal import Foundation
internal import Logging
internal import NewsModel

/// Sends replies at once, outside the ledger: whoever asked is there and can ask again.
struct ReplySender: Sendable {
    let network: any ChatNetwork
    let time: any TimeSource
    let log: Logger

    private static let tries = 3
    /// A reply that cannot leave for longer than this answers a question nobody remembers.
    private static let longestWait: TimeInterval = 60

    /// `name` is unique for the message answered; parts get their keys from it.
    func send(_ replies: [Reply], name: String) async throws {
        var number = 0
        for reply in replies {
            for part in network.parts(of: reply.message, to: reply.address) {
                number += 1
                let isSent = try await send(part, key: "reply-\(name)-\(number)", to: reply.address)
                guard isSent else { return }
            }
        }
    }

    private func send(_ part: MessagePart, key: String, to address: Address) async throws -> Bool {
        for attempt in 1...Self.tries {
            let outcome = await network.send(part, key: key, to: address)
            switch outcome {
            case .confirmed: return true
            // Twice the same answer is worse than one that may be missing: the asker can ask again.
            case .unknown where !network.foldsRepeats: return true
            case .notSent, .unknown:
                let retryAt: Date? = if case .notSent(let time) = outcome { time } else { nil }
                let wait = retryAt.map { $0.timeIntervalSince(time.now) } ?? Double(attempt) * 2
                guard attempt < Self.tries, wait <= Self.longestWait else {
                    log.notice("Reply not sent", metadata: ["network": "\(network.name)"])
                    return false
                }
                try await time.sleep(until: time.now.addingTimeInterval(max(0.1, wait)))
            case .refused(let reason):
                log.notice("Reply refused", metadata: ["network": "\(network.name)", "reason": "\(reason)"])
                return false
            }
        }
        return false
    }
}

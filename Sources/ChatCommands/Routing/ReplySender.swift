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
                let isSent = try await send(part, key: .reply(to: name, part: number), to: reply.address)
                guard isSent else { return }
            }
        }
    }

    private func send(_ part: MessagePart, key: PartKey, to address: Address) async throws -> Bool {
        let end = time.now.addingTimeInterval(Self.longestWait)
        var tries = 0
        while true {
            let wait: TimeInterval
            switch await network.send(part, key: key, to: address) {
            case .confirmed: return true
            // Twice the same answer is worse than one that may be missing: the asker can ask again.
            case .unknown where !network.foldsRepeats, .unconfirmed: return true
            // Being told when to come again is no failure.
            case .notSent(let retryAt?): wait = retryAt.timeIntervalSince(time.now)
            case .notSent(nil), .unknown:
                tries += 1
                wait = tries < Self.tries ? Double(tries) * 2 : .infinity
            case .refused(let reason):
                log.notice("Reply refused", metadata: ["network": "\(network.name)", "reason": "\(reason)"])
                return false
            }
            let next = time.now.addingTimeInterval(max(0.1, wait))
            guard next <= end else { break }
            try await time.sleep(until: next)
        }
        log.notice("Reply not sent", metadata: ["network": "\(network.name)"])
        return false
    }
}

import Foundation
import Logging
import NewsModel
import Storage

/// Sends one frozen message part by part and records what became of each.
struct MessageSender: Sendable {
    let store: Store
    let networks: [String: any ChatNetwork]
    let retries: RetryPlan
    let book: LaneBook
    let fallback: FallbackAddress
    let time: any TimeSource
    let log: Logger

    /// False when the lane ends here: the address refuses for good and is paused now, or the worker stops.
    func send(_ message: FrozenMessage) async throws -> Bool {
        guard let network = networks[message.address.network] else { return false }
        var attempts = message.attempts
        var mayHaveArrived = message.mayHaveArrived
        for index in message.parts.indices.dropFirst(message.partsConfirmed) {
            if book.isStopping { return false }
            let key = PartKey.message(message.id, part: index)
            if index == message.partsConfirmed, mayHaveArrived, age(of: message) > Self.remembered {
                switch await network.hasArrived(message.parts[index], key: key, at: message.address) {
                case true?:
                    try await store.confirm(message.id, part: index, at: time.now)
                    continue
                case nil where network.foldsRepeats && age(of: message) < Self.patience:
                    try await retry(message, attempts + 1, retryAt: nil, mayHaveArrived: true)
                    return true
                default: break
                }
            }
            guard try await store.markAttempt(message.id) else { return true }
            attempts += 1
            switch await network.send(message.parts[index], key: key, to: message.address) {
            case .confirmed:
                book.keep(UnrecordedPart(message: message.id, part: index), of: message.address)
                try await record(at: message.address)
                attempts = 0
                mayHaveArrived = true
            case .notSent(let retryAt):
                try await retry(message, attempts, retryAt: retryAt, mayHaveArrived: mayHaveArrived)
                return true
            case .unknown:
                try await retry(message, attempts, retryAt: nil, mayHaveArrived: true)
                return true
            case .unconfirmed(let reason):
                log.warning(
                    "Message may not have arrived",
                    metadata: facts(message).merging(["reason": "\(reason)"]) { $1 }
                )
                try await store.giveUp(message.id, at: time.now)
                return true
            case .refused(let reason):
                try await refused(message, reason: reason, mayHaveArrived: mayHaveArrived)
                return false
            }
        }
        return true
    }

    /// Notes what has arrived at an address before anything else goes there: a full disk may have been in the way.
    func record(at address: Address) async throws {
        guard let part = book.unrecorded(of: address) else { return }
        try await store.confirm(part.message, part: part.part, at: time.now)
        book.isRecorded(address)
    }

    /// Seconds that networks surely remember keys; of an older attempt the place itself must be asked.
    private static let remembered: TimeInterval = 12 * 3600
    /// Seconds after which a place that cannot tell is not asked any more.
    private static let patience: TimeInterval = 48 * 3600

    private func facts(_ message: FrozenMessage) -> Logger.Metadata {
        ["network": "\(message.address.network)", "message.id": "\(message.id)"]
    }

    private func age(of message: FrozenMessage) -> TimeInterval { time.now.timeIntervalSince(message.createdAt) }

    private func retry(
        _ message: FrozenMessage,
        _ attempts: Int,
        retryAt: Date?,
        mayHaveArrived: Bool
    ) async throws {
        let next = retries.nextAttempt(
            after: attempts,
            at: time.now,
            retryAt: retryAt,
            jitter: Double.random(in: 0..<1)
        )
        try await store.retry(message.id, at: next, mayHaveArrived: mayHaveArrived)
    }

    /// Another of the person's addresses takes over when nothing may have arrived; else the work has failed.
    private func refused(_ message: FrozenMessage, reason: String, mayHaveArrived: Bool) async throws {
        let address = message.address
        log.notice("Address refuses", metadata: facts(message))
        if !mayHaveArrived, let other = try await fallback.address(for: address, at: time.now) {
            try await store.retry(message.id, at: time.now, mayHaveArrived: false)
            if try await store.release(message.id, to: other, at: time.now) {
                try await store.pauseAddress(address, reason: reason, at: time.now)
                // The rest of what waits there goes along.
                let all = Date.distantFuture
                try await store.moveUnreached(from: address, to: other, waitingSince: all, urgent: all, at: time.now)
                return
            }
        }
        try await store.fail(message.id, reason: reason, at: time.now)
    }
}

import Foundation
import Logging
import NewsModel
import Storage

/// Sends one frozen message part by part and records each result.
struct MessageSender: Sendable {
    let store: Store
    let networks: [String: any ChatNetwork]
    let retries: RetryPlan
    let book: LaneStates
    let fallback: FallbackAddress
    let time: any TimeSource
    let log: Logger

    /// False when the lane must end: the address has refused permanently and is paused, or the worker stops.
    func send(_ message: FrozenMessage) async throws -> Bool {
        guard let network = networks[message.address.network] else { return false }
        var attempts = message.attempts
        var mayHaveArrived = message.mayHaveArrived
        for index in message.parts.indices.dropFirst(message.partsConfirmed) {
            if book.isStopping { return false }
            let key = PartKey.message(message.id, part: index)
            if index == message.partsConfirmed, mayHaveArrived, age(of: message) > Self.remembered {
                let lookup = network as? any ArrivalLookup
                switch await lookup?.hasArrived(message.parts[index], key: key, at: message.address) {
                case true?:
                    try await store.confirm(message.id, part: index, at: time.now)
                    continue
                case nil where network.traits.foldsRepeats && age(of: message) < Self.resendAfter:
                    try await retry(message, attempts + 1, retryAt: nil, mayHaveArrived: true)
                    return true
                default: break
                }
            }
            guard try await store.markAttempt(message.id) else { return true }
            attempts += 1
            switch await network.send(message.parts[index], key: key, to: message.address) {
            case .confirmed:
                book.rememberUnrecorded(UnrecordedPart(message: message.id, part: index), of: message.address)
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

    /// Records a confirmed part that could not be recorded before, as when the disk was full.
    ///
    /// Call it before anything else is sent.
    func record(at address: Address) async throws {
        guard let part = book.unrecorded(of: address) else { return }
        try await store.confirm(part.message, part: part.part, at: time.now)
        book.clearUnrecorded(address)
    }

    /// Seconds for which networks certainly remember keys; for an older attempt the network must look the message up.
    private static let remembered: TimeInterval = 12 * 3600
    /// Seconds after which we send again although the network cannot look the message up.
    private static let resendAfter: TimeInterval = 48 * 3600

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

    /// Moves the delivery to another address of the person if certainly nothing has arrived; else it fails.
    private func refused(_ message: FrozenMessage, reason: String, mayHaveArrived: Bool) async throws {
        let address = message.address
        log.notice("Address refuses", metadata: facts(message))
        if !mayHaveArrived, let other = try await fallback.address(for: address, at: time.now) {
            try await store.retry(message.id, at: time.now, mayHaveArrived: false)
            if try await store.release(message.id, to: other, at: time.now) {
                try await store.pauseAddress(address, reason: reason, at: time.now)
                // All other deliveries for the address move too.
                let all = Date.distantFuture
                try await store.moveUnreached(from: address, to: other, waitingSince: all, urgent: all, at: time.now)
                return
            }
        }
        try await store.fail(message.id, reason: reason, at: time.now)
    }
}

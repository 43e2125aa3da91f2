import Foundation
package import Logging
package import NewsModel
import Parallelism
import Synchronization
import Waking

/// Sends messages outside the ledger.
///
/// Messages to one address are sent in the order of the calls.
package final class Speaker: Sendable {
    private struct Queue {
        var turn = Slots(1)
        var users = 0
    }

    private let networks: [String: any MessageSending]
    private let options: SpeakerOptions
    private let time: any TimeSource
    private let log: Logger
    private let queues = Mutex<[Address: Queue]>([:])
    private let sent = Mutex(SentParts())

    package init(
        networks: [String: any MessageSending],
        options: SpeakerOptions = SpeakerOptions(),
        time: any TimeSource,
        log: Logger
    ) {
        self.networks = networks
        self.options = options
        self.time = time
        self.log = log
    }

    /// Sends a message, and returns when the network has confirmed it or when it is given up.
    ///
    /// Throws only `CancellationError`.
    package func say(_ speech: Speech) async throws -> SpeechResult {
        let turn = queues.withLock { queues in
            queues[speech.address, default: Queue()].users += 1
            return queues[speech.address]?.turn
        }
        defer { leave(speech.address) }
        guard try await turn?.take(for: speech.share, until: speech.until, by: time) == true else {
            return SpeechResult(outcome: .notSent(.tooLate), partCount: 0)
        }
        defer { turn?.give() }
        guard let network = networks[speech.address.network] else {
            return SpeechResult(outcome: .notSent(.noWords), partCount: 0)
        }
        let parts = network.parts(of: speech.message, to: speech.address)
        var retries = SpeechRetries(
            options,
            until: speech.until,
            repeatsUnknown: speech.mayRepeat || network.traits.foldsRepeats
        )
        var result = SpeechResult(outcome: parts.isEmpty ? .notSent(.noWords) : .sent, partCount: parts.count)
        for (index, part) in parts.enumerated() {
            let key = speech.key(speech.firstPart + index)
            let place = SentParts.Place(address: speech.address, key: key)
            let outcome = try await send(part, at: place, &retries, on: network)
            switch outcome {
            case .sent: continue
            case .perhapsSent: result.outcome = .perhapsSent
            case .notSent:
                result.outcome = index == 0 ? outcome : .perhapsSent
                return result
            }
        }
        return result
    }

    package func traits(of network: String) -> NetworkTraits? { networks[network]?.traits }

    /// How many messages to an address are being sent or are queued.
    package func waiting(at address: Address) -> Int { queues.withLock { $0[address]?.users ?? 0 } }

    private func leave(_ address: Address) {
        queues.withLock { queues in
            queues[address]?.users -= 1
            if queues[address]?.users == 0 { queues[address] = nil }
        }
    }

    private func send(
        _ part: MessagePart,
        at place: SentParts.Place,
        _ retries: inout SpeechRetries,
        on network: any MessageSending
    ) async throws -> SpeechResult.Outcome {
        switch sent.withLock({ $0.claim(place, for: part) }) {
        case .free: break
        case .confirmed: return .sent
        case .differentText:
            log.error("Not sent: the key was used for other words", metadata: facts(place.key, network))
            return .notSent(.keyIsUsed)
        }
        retries.beginPart()
        guard !retries.isTooLate(at: time.now) else { return giveUp(.tooLate, place, network, retries) }
        while true {
            try Task.checkCancellation()
            let outcome = await network.send(part, key: place.key, to: place.address)
            switch retries.step(after: outcome, at: time.now) {
            case .done:
                sent.withLock { $0.confirm(place) }
                return .sent
            case .leave: return .perhapsSent
            case .giveUp(let reason): return giveUp(reason, place, network, retries)
            case .retry(let next):
                if retries.waited > options.longestToAbsent, await isAbsent(place.address, from: network) {
                    return giveUp(.absent, place, network, retries)
                }
                try await time.sleep(until: next)
            }
        }
    }

    /// Whether the network is connected, and still the address cannot be reached: the person has left.
    private func isAbsent(_ address: Address, from network: any MessageSending) async -> Bool {
        guard let network = network as? any ConnectionReporting, await network.isConnected else { return false }
        return await !network.canReach(address)
    }

    private func giveUp(
        _ reason: SpeechResult.Reason,
        _ place: SentParts.Place,
        _ network: any MessageSending,
        _ retries: SpeechRetries
    ) -> SpeechResult.Outcome {
        let facts = facts(place.key, network)
            .merging(["reason": "\(reason)", "attempts": "\(retries.attempts)"]) { $1 }
        log.warning("Not sent, and given up", metadata: facts)
        guard !retries.mayHaveArrived else { return .perhapsSent }
        sent.withLock { $0.release(place) }
        return .notSent(reason)
    }

    private func facts(_ key: PartKey, _ network: any MessageSending) -> Logger.Metadata {
        ["network": "\(network.name)", "part": "\(key.text)"]
    }
}

extension Slots {
    /// Waits for a slot, which `give` must follow; false without one when the time has passed.
    fileprivate func take(for share: String, until end: Date?, by time: any TimeSource) async throws -> Bool {
        guard let end else {
            return try await take(for: share, mostWaiting: .max)
        }
        if takeIfFree(for: share) { return true }
        let isTaken = Mutex(false)
        do {
            let taken: Bool? = try await time.race(until: end) {
                _ = try await self.take(for: share, mostWaiting: .max)
                isTaken.withLock { $0 = true }
                return true
            }
            if taken != nil { return true }
        } catch {
            if isTaken.withLock({ $0 }) { give() }
            throw error
        }
        // It may have been given at the last moment.
        if isTaken.withLock({ $0 }) { give() }
        return false
    }
}

internal import NewsModel
internal import Synchronization

/// Messages that were answered and are not written down yet: one write takes all of a second.
///
/// What a crash loses of them is asked again by the network; it is answered as before, and the same answer is folded.
final class HandledMessages: Sendable {
    struct Key: Hashable, Sendable {
        var network: String
        var inboundID: String
    }

    private let waiting = Mutex<Set<Key>>([])
    /// One element or more when something waits; for one reader.
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init() { (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func note(network: String, inboundID: String) {
        _ = waiting.withLock { $0.insert(Key(network: network, inboundID: inboundID)) }
        arrival.yield()
    }

    func contains(network: String, inboundID: String) -> Bool {
        waiting.withLock { $0.contains(Key(network: network, inboundID: inboundID)) }
    }

    /// What waits; it is known here until it is `written`.
    var all: Set<Key> { waiting.withLock { $0 } }

    func written(_ keys: Set<Key>) { waiting.withLock { $0.subtract(keys) } }
}

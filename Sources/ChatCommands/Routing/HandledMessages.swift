internal import NewsModel
internal import Synchronization

/// Answered messages that are not stored yet.
///
/// One write stores those of a second.
///
/// After a crash the network may repeat those that were not stored. They are answered again,
/// and a network that recognises equal answers shows them once.
final class HandledMessages: Sendable {
    struct Key: Hashable, Sendable {
        var network: String
        var inboundID: String
    }

    private let waiting = Mutex<Set<Key>>([])
    /// Yields when something is to be stored; for one reader.
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init() { (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func add(network: String, inboundID: String) {
        _ = waiting.withLock { $0.insert(Key(network: network, inboundID: inboundID)) }
        arrival.yield()
    }

    func contains(network: String, inboundID: String) -> Bool {
        waiting.withLock { $0.contains(Key(network: network, inboundID: inboundID)) }
    }

    /// The messages to store.
    ///
    /// They are kept here until `written` is called.
    var all: Set<Key> { waiting.withLock { $0 } }

    func written(_ keys: Set<Key>) { waiting.withLock { $0.subtract(keys) } }
}

internal import NewsModel
internal import Synchronization

/// Messages that were answered and are not written down yet: one write takes all of a second.
///
/// What a crash loses of them is asked again by the network; it is answered as before, and the same answer is folded.
final class HandledMessages: Sendable {
    private struct Key: Hashable {
        var network: String
        var inboundID: String
    }

    private let waiting = Mutex<Set<Key>>([])
    private let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    func note(network: String, inboundID: String) {
        _ = waiting.withLock { $0.insert(Key(network: network, inboundID: inboundID)) }
        change.yield()
    }

    func contains(network: String, inboundID: String) -> Bool {
        waiting.withLock { $0.contains(Key(network: network, inboundID: inboundID)) }
    }

    /// One element or more when something waits; for one reader.
    var arrivals: AsyncStream<Void> { changes }

    /// Hands over what waits; it is known here until the work is done, and again when it fails.
    func write(_ work: ([(network: String, inboundID: String)]) async throws -> Void) async rethrows {
        let keys = waiting.withLock { $0 }
        guard !keys.isEmpty else { return }
        try await work(keys.map { ($0.network, $0.inboundID) })
        waiting.withLock { $0.subtract(keys) }
    }
}

import NewsModel
import Synchronization

/// The queue of a network's events, for one reader who may be slow.
///
/// When the queue fills up, hints are dropped before messages. After a netsplit thousands of hints come at once.
final class EventOutlet: Sendable {
    private static let capacity = 4_096
    /// With less free capacity than this, hints are dropped.
    ///
    /// Every 64th is still queued, to measure the free capacity.
    private static let hintThreshold = 2_048
    private static let hintSampling = 64

    let events: AsyncStream<NetworkEvent>
    private let continuation: AsyncStream<NetworkEvent>.Continuation
    private let state = Mutex((free: capacity, leftOut: 0))

    init() { (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity)) }

    func report(_ event: NetworkEvent) {
        state.withLock { state in
            if case .enqueued(let free) = continuation.yield(event) { state.free = free }
        }
    }

    /// Queues an event that may be lost without harm; drops it when the queue is filling up.
    func hint(_ event: NetworkEvent) {
        let isLeftOut = state.withLock { state in
            guard state.free <= Self.hintThreshold else { return false }
            state.leftOut += 1
            return state.leftOut % Self.hintSampling != 0
        }
        if !isLeftOut { report(event) }
    }

    func finish() { continuation.finish() }
}

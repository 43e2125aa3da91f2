import NewsModel
import Synchronization

/// What a network reports, for one reader who may be slow.
///
/// Mere hints give way before anything is lost that people have said: after a netsplit thousands appear at once.
final class EventOutlet: Sendable {
    private static let capacity = 4_096
    /// With less room than this, hints are left out; now and then one tells how much room there is.
    private static let roomForTalk = 2_048
    private static let probing = 64

    let events: AsyncStream<NetworkEvent>
    private let continuation: AsyncStream<NetworkEvent>.Continuation
    private let state = Mutex((room: capacity, leftOut: 0))

    init() { (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity)) }

    func report(_ event: NetworkEvent) {
        state.withLock { state in
            if case .enqueued(let room) = continuation.yield(event) { state.room = room }
        }
    }

    /// Reports what can be missed without harm, where there is room.
    func hint(_ event: NetworkEvent) {
        let isLeftOut = state.withLock { state in
            guard state.room <= Self.roomForTalk else { return false }
            state.leftOut += 1
            return state.leftOut % Self.probing != 0
        }
        if !isLeftOut { report(event) }
    }

    func finish() { continuation.finish() }
}

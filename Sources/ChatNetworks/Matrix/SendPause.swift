import Foundation
import Synchronization

/// A pause of all sending, for example after a rate limit of the server.
final class SendPause: Sendable {
    private let end = Mutex<Date?>(nil)
    /// The ends of pauses, the newest only.
    let ends: AsyncStream<Date>
    private let announce: AsyncStream<Date>.Continuation

    init() { (ends, announce) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func pause(until time: Date) {
        end.withLock { end in
            end = max(end ?? .distantPast, time)
            announce.yield(end ?? time)
        }
    }

    /// The end of the current pause; nil when there is none.
    func end(at now: Date) -> Date? { last.flatMap { $0 > now ? $0 : nil } }

    /// The end of the last pause, even if it is over.
    var last: Date? { end.withLock { $0 } }
}

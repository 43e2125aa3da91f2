import Foundation
import Synchronization

/// The homeserver asked for slowness: until when nothing is sent.
final class SendPause: Sendable {
    private let end = Mutex<Date?>(nil)
    /// Ends of pauses, the newest only.
    let ends: AsyncStream<Date>
    private let announce: AsyncStream<Date>.Continuation

    init() { (ends, announce) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func pause(until time: Date) {
        end.withLock { end in
            end = max(end ?? .distantPast, time)
            announce.yield(end ?? time)
        }
    }

    /// Nil when nothing is in the way.
    func end(at now: Date) -> Date? { last.flatMap { $0 > now ? $0 : nil } }

    /// The end of the last pause, even where it has passed.
    var last: Date? { end.withLock { $0 } }
}

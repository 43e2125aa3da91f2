import Foundation
import Synchronization

/// Wakes whoever waits for work, after the commit that made it.
final class ChangeNudges: Sendable {
    enum Topic: Hashable, Sendable {
        case deliveries
        case feeds
        case mail
    }

    private struct Listeners {
        var next = 0
        var continuations: [Topic: [Int: AsyncStream<Void>.Continuation]] = [:]
    }

    private let listeners = Mutex(Listeners())
    /// The last `PRAGMA data_version` seen on the writing connection.
    let dataVersion = Mutex<Int?>(nil)

    /// A stream for one listener; nudges that nobody awaited yet count as one.
    func stream(_ topic: Topic) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.continuations[topic, default: [:]][listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.listeners.withLock { $0.continuations[topic]?[number] = nil }
        }
        return stream
    }

    func nudge(_ topic: Topic) {
        let waiting = listeners.withLock { Array(($0.continuations[topic] ?? [:]).values) }
        for continuation in waiting { continuation.yield() }
    }
}

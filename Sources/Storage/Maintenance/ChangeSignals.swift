import Foundation
import GRDB
import Synchronization

/// Signals listeners after a commit that created work for them.
final class ChangeSignals: Sendable {
    enum Topic: Hashable, Sendable {
        case deliveries
        case feeds
        case mail
        /// Articles may wait for the full-text index or for their analysis.
        case archives
    }

    private struct Listeners {
        var next = 0
        var continuations: [Topic: [Int: AsyncStream<Void>.Continuation]] = [:]
    }

    private let listeners = Mutex(Listeners())
    /// The last `PRAGMA data_version` that was read on the writing connection.
    let dataVersion = Mutex<Int?>(nil)

    /// A stream for one listener; signals that are not awaited yet are merged into one.
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

    func send(_ topic: Topic) {
        let waiting = listeners.withLock { Array(($0.continuations[topic] ?? [:]).values) }
        for continuation in waiting { continuation.yield() }
    }
}

extension Store {
    /// Signalled after every commit that may have created deliveries; one stream for each listener.
    package func deliveriesChanged() -> AsyncStream<Void> { signals.stream(.deliveries) }

    /// Signalled after every commit that may have made a feed due.
    package func feedsChanged() -> AsyncStream<Void> { signals.stream(.feeds) }

    /// Signalled after every commit that may have left articles to be indexed or analysed; one stream for each
    /// listener.
    package func archivesChanged() -> AsyncStream<Void> { signals.stream(.archives) }

    /// Whether another process has written since the last call; if so, every listener is signalled.
    package func changedElsewhere() async throws -> Bool {
        let version = try await database.writeWithoutTransaction { db in
            try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
        }
        let changed = signals.dataVersion.withLock { last in
            defer { last = version }
            return last != nil && last != version
        }
        if changed {
            signals.send(.deliveries)
            signals.send(.feeds)
            signals.send(.mail)
            signals.send(.archives)
        }
        return changed
    }
}

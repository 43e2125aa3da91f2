package import Foundation
package import NewsModel

/// Runs a task on a signal or at a deadline.
///
/// Each run returns the next deadline.
package struct WakeLoop: Sendable {
    private let time: any TimeSource
    private let signals: [AsyncStream<Void>]
    private let isStopping: @Sendable () -> Bool

    /// `isStopping` is checked before every run.
    package init(
        time: any TimeSource,
        signals: [AsyncStream<Void>],
        isStopping: @escaping @Sendable () -> Bool = { false }
    ) {
        self.time = time
        self.signals = signals
        self.isStopping = isStopping
    }

    /// Runs `pass` once at the start and then on every signal, until cancelled or stopped.
    ///
    /// `pass` returns the latest time of its next run; nil means that only a signal starts it.
    package func run(_ pass: () async -> Date?) async {
        let (stream, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        var wakes = stream.makeAsyncIterator()
        await withDiscardingTaskGroup { group in
            for signal in signals {
                group.addTask { for await _ in signal { bell.yield() } }
            }
            bell.yield()
            var next: Date?
            while await isWoken(&wakes, bell, at: next), !isStopping() { next = await pass() }
            group.cancelAll()
        }
    }

    /// Waits for a signal or for the time `alarm`.
    ///
    /// Returns false when the loop is cancelled.
    private func isWoken(
        _ wakes: inout AsyncStream<Void>.Iterator,
        _ bell: AsyncStream<Void>.Continuation,
        at alarm: Date?
    ) async -> Bool {
        await withDiscardingTaskGroup { group in
            if let alarm {
                group.addTask {
                    do { try await time.sleep(until: alarm) } catch { return }
                    bell.yield()
                }
            }
            // Each wait has its own alarm.
            defer { group.cancelAll() }
            return await wakes.next() != nil
        }
    }
}

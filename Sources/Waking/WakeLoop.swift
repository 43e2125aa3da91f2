package import Foundation
package import NewsModel

/// Repeats a pass whenever it is nudged, and at the time the last pass asked for.
package struct WakeLoop: Sendable {
    private let time: any TimeSource
    private let nudges: [AsyncStream<Void>]
    private let isStopping: @Sendable () -> Bool

    /// `isStopping` is asked after every nudge.
    package init(
        time: any TimeSource,
        nudges: [AsyncStream<Void>],
        isStopping: @escaping @Sendable () -> Bool = { false }
    ) {
        self.time = time
        self.nudges = nudges
        self.isStopping = isStopping
    }

    /// Runs until cancelled or stopped.
    ///
    /// `pass` returns when it wants to run again at the latest.
    package func run(_ pass: () async -> Date?) async {
        let (stream, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        var wakes = stream.makeAsyncIterator()
        await withDiscardingTaskGroup { group in
            for nudge in nudges {
                group.addTask { for await _ in nudge { bell.yield() } }
            }
            bell.yield()
            var next: Date?
            while await isWoken(&wakes, bell, at: next), !isStopping() { next = await pass() }
            group.cancelAll()
        }
    }

    /// Waits for the bell, which also rings at a time; false when it never will again.
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
            // The alarm ends with the wait: the next pass knows its own.
            defer { group.cancelAll() }
            return await wakes.next() != nil
        }
    }
}

import Foundation
import NewsModel

/// Repeats a pass whenever it is nudged, and at the time the last pass asked for.
struct WakeLoop: Sendable {
    let time: any TimeSource
    let nudges: [AsyncStream<Void>]
    /// Asked after every nudge.
    var isStopping: @Sendable () -> Bool = { false }

    /// Runs until cancelled or stopped.
    ///
    /// `pass` returns when it wants to run again at the latest.
    func run(_ pass: () async -> Date?) async {
        let (wakes, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        await withDiscardingTaskGroup { group in
            for nudge in nudges {
                group.addTask { for await _ in nudge { bell.yield() } }
            }
            var armed: Date?
            bell.yield()
            for await _ in wakes {
                if isStopping() { break }
                let next = await pass()
                if let alarm = armed, alarm <= time.now { armed = nil }
                guard let next, next < armed ?? .distantFuture else { continue }
                // An alarm that is later than this one rings in vain, once.
                armed = next
                group.addTask {
                    try? await time.sleep(until: next)
                    bell.yield()
                }
            }
            group.cancelAll()
        }
    }
}

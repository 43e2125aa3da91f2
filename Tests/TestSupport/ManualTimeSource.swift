package import Foundation
import NewsModel
import Synchronization

/// A clock that moves only when a test moves it.
package final class ManualTimeSource: TimeSource {
    private struct Sleeper {
        var deadline: Date
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Date
        var uptime = 0.0
        var workSeconds = 0.0
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    package init(_ now: Date = .sampleNow) { state = Mutex(State(now: now)) }

    package var now: Date { state.withLock { $0.now } }

    package var uptime: TimeInterval {
        state.withLock { state in
            state.uptime += state.workSeconds
            return state.uptime
        }
    }

    /// From now on so much time passes between two looks at `uptime`, as if each step of some work took so long.
    package func letStepsTake(_ seconds: Double) { state.withLock { $0.workSeconds = seconds } }

    /// How often anybody went to sleep so far.
    package var sleeps: Int { state.withLock { $0.next } }

    /// How many sleep now.
    package var sleeping: Int { state.withLock { $0.sleepers.count } }

    /// The earliest time somebody sleeps for.
    package var nextDeadline: Date? { state.withLock { $0.sleepers.values.map(\.deadline).min() } }

    package func sleep(until deadline: Date) async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                if state.sleepers[id] == nil { state.cancelled.insert(id) }
                return state.sleepers.removeValue(forKey: id)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock, forwards or back, and wakes whoever's time has come, the earliest first.
    package func set(_ time: Date) {
        let due = state.withLock { state in
            state.now = time
            let due = state.sleepers.filter { $0.value.deadline <= time }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    package func advance(by seconds: TimeInterval) { set(now.addingTimeInterval(seconds)) }
}

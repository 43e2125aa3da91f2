import Foundation
import NewsModel
import Synchronization

/// Leaves out errors that were logged a short while ago in the same words: what is wrong once is met by every feed and every chat.
final class RepeatedErrors: Sendable {
    private struct Written {
        var at: Date
        /// Lines left out since.
        var count = 0
    }

    /// Seconds after which the same words are written again.
    static let period: TimeInterval = 600

    private let state = Mutex(BoundedMap<String, Written>(limit: 1_000))

    /// How many lines of this message and this error were left out before this one; nil when this one is left out.
    func countBefore(_ message: String, _ error: String, at time: Date) -> Int? {
        let key = message + "\n" + error
        return state.withLock { state in
            guard var last = state[key], abs(time.timeIntervalSince(last.at)) < Self.period else {
                let count = state[key]?.count ?? 0
                state[key] = Written(at: time)
                return count
            }
            last.count += 1
            state[key] = last
            return nil
        }
    }
}

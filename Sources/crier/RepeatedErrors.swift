import Foundation
import NewsModel
import Synchronization

/// Suppresses errors that were logged recently with the same words.
///
/// One cause, such as a full disk, often affects every feed and chat.
final class RepeatedErrors: Sendable {
    private struct Written {
        var at: Date
        /// Lines suppressed since then.
        var count = 0
    }

    /// In seconds.
    ///
    /// After this period the same words are written again.
    static let period: TimeInterval = 600

    private let state = Mutex(BoundedMap<String, Written>(limit: 1_000))

    /// The number of equal lines suppressed since the last written one; nil if this one is suppressed too.
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

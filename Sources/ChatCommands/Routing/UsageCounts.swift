internal import Synchronization

/// Counts of used commands that are not stored yet, so that no answer waits for the database.
///
/// A crash loses the counts of at most a minute.
final class UsageCounts: Sendable {
    /// Counts by UTC day (`2026-11-21`) and the command's name.
    typealias Days = [String: [String: Int]]

    private let waiting = Mutex<Days>([:])
    /// Yields when there are counts to store; for one reader.
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init() { (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func add(_ name: String, day: String) {
        waiting.withLock { $0[day, default: [:]][name, default: 0] += 1 }
        arrival.yield()
    }

    /// Removes and returns all counts.
    func removeAll() -> Days {
        waiting.withLock { days in
            defer { days = [:] }
            return days
        }
    }

    /// Adds counts that could not be stored, so that they are stored with the next ones.
    func putBack(_ counts: Days) {
        guard !counts.isEmpty else { return }
        waiting.withLock { $0.merge(counts) { $0.merging($1, uniquingKeysWith: +) } }
        arrival.yield()
    }
}

import Synchronization

/// Counts writes of this process that failed or succeeded with regard to a full disk.
package struct DiskSpace: Hashable, Sendable {
    /// Writes that failed because the disk was full, and SQLite's reason for the last one.
    package var refusals = 0
    package var reason = ""
    /// Successful writes with changes since the last failure.
    package var changes = 0

    package init() {}
}

/// A thread-safe counter.
final class DiskSpaceCounter: Sendable {
    private let state = Mutex(DiskSpace())

    var space: DiskSpace { state.withLock { $0 } }

    func countChange() { state.withLock { $0.changes += 1 } }

    func countRefusal(_ reason: String) {
        state.withLock {
            $0.refusals += 1
            $0.reason = reason
            $0.changes = 0
        }
    }
}

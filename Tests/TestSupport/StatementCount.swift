import Synchronization

/// How many statements a database has run.
package final class StatementCount: Sendable {
    private let count = Mutex(0)

    package init() {}

    package func add() { count.withLock { $0 += 1 } }

    /// Since the last time.
    package func take() -> Int {
        count.withLock { count in
            defer { count = 0 }
            return count
        }
    }
}

import GRDB
import Synchronization

extension Store {
    /// Nudged after every commit that may have made work to send; one stream per listener.
    package func deliveriesChanged() -> AsyncStream<Void> { nudges.stream(.deliveries) }

    /// Nudged after every commit that may have made a feed due.
    package func feedsChanged() -> AsyncStream<Void> { nudges.stream(.feeds) }

    /// Whether another process has written since the last call; then every listener is nudged too.
    package func changedElsewhere() async throws -> Bool {
        let version = try await database.writeWithoutTransaction { db in
            try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
        }
        let changed = nudges.dataVersion.withLock { last in
            defer { last = version }
            return last != nil && last != version
        }
        if changed {
            nudges.nudge(.deliveries)
            nudges.nudge(.feeds)
            nudges.nudge(.mail)
        }
        return changed
    }
}

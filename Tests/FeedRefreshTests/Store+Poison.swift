import GRDB

@testable import Storage

extension Store {
    /// From now on every transaction that stores an article of this title fails.
    func refuseArticles(titled title: String) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER refuse BEFORE INSERT ON article WHEN NEW.title = '\(title)' BEGIN
                        SELECT RAISE(ABORT, 'poison');
                    END
                    """
            )
        }
    }
}

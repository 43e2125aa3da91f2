import GRDB
import NewsModel

@testable import Storage

extension Store {
    /// From now on every transaction that changes a round of this place fails.
    func refuseRounds(in place: RecipientID) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER refuse BEFORE UPDATE ON quizRound WHEN NEW.recipientID = \(place.rawValue) BEGIN
                        SELECT RAISE(ABORT, 'full');
                    END
                    """
            )
        }
    }

    /// Rounds can be stored again.
    func allowRounds() async throws {
        try await write { db in try db.execute(sql: "DROP TRIGGER refuse") }
    }
}

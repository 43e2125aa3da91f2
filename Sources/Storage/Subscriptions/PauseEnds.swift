import Foundation
import GRDB
import NewsModel

extension Subscription {
    /// A pause for another reason, such as an address that fails, goes on.
    static func endPauses(at time: Date, in db: Database) throws {
        try db.executeCached(
            sql: """
                UPDATE subscription SET pause = nullif(pause, 'byOwner'), pausedUntil = NULL WHERE pausedUntil <= ?
                """,
            arguments: [time.unixSeconds]
        )
        try SmartFollowing(db: db, time: time).endPauses()
    }
}

import GRDB
import NewsModel

extension Schema {
    /// The marks under which subscriptions, alerts, schedules, mutes and feeds are counted.
    ///
    /// They are kept when a profile is deleted. `feed.paidBy` replaces `broughtBy`.
    static func addMakers(to db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE identity ADD COLUMN mark INTEGER;
                ALTER TABLE feed ADD COLUMN paidBy INTEGER;
                """
        )
        for row in try Row.fetchAll(db, sql: "SELECT network, account FROM identity") {
            let account = Identity(network: row["network"], account: row["account"])
            try db.execute(
                sql: "UPDATE identity SET mark = ? WHERE network = ? AND account = ?",
                arguments: [try MakerMark(of: account, in: db).rawValue, account.network, account.account]
            )
        }
        for table in ["subscription", "alert", "schedule", "mute"] {
            try db.execute(
                sql: """
                    ALTER TABLE \(table) ADD COLUMN madeBy INTEGER;
                    UPDATE \(table) SET madeBy = \(mark(of: "createdBy")) WHERE createdBy IS NOT NULL;
                    CREATE INDEX \(table)ByMaker ON \(table)(madeBy) WHERE madeBy IS NOT NULL;
                    """
            )
        }
        try db.execute(
            sql: """
                UPDATE feed SET paidBy = \(mark(of: "broughtBy")) WHERE broughtBy IS NOT NULL;
                DROP INDEX feedByBringer;
                ALTER TABLE feed DROP COLUMN broughtBy;
                CREATE INDEX feedByPayer ON feed(paidBy) WHERE paidBy IS NOT NULL;
                CREATE INDEX identityByMark ON identity(mark);
                """
        )
    }

    private static func mark(of profile: String) -> String {
        "(SELECT mark FROM identity WHERE profileID = \(profile) ORDER BY lastSeenAt DESC LIMIT 1)"
    }
}

import GRDB
import NewsModel

extension ArticleSelection {
    /// The selected feeds that the reader may see.
    func feedIDs(in sight: Sight, _ db: Database, without mutes: ReaderRules? = nil) throws -> [FeedID] {
        let reader = sight.reader
        var ids: [FeedID]
        switch feeds {
        case .own:
            let followed = try reader.map { try Self.followed(by: $0, in: db) } ?? []
            ids = followed.isEmpty ? try Self.all("WHERE isDefault = 1", in: db) : followed
        case .defaultSelection: ids = try Self.all("WHERE isDefault = 1", in: db)
        case .watched:
            let followed = try reader.map { try Self.followed(by: $0, in: db) } ?? []
            ids = try Set(followed + Self.all("WHERE isDefault = 1", in: db)).sorted()
        case .some(let chosen): ids = try chosen.filter { try sight.sees($0, in: db) }
        }
        // A muted feed, and one of a hidden category, is included if it is named explicitly.
        if case .some = feeds {
        } else {
            if let mutes { ids.removeAll(where: mutes.feeds.contains) }
            if !without.isEmpty { ids.removeAll(where: Set(without).contains) }
            if leavesOutHidden, category == nil, let reader {
                ids = try CategorySetting.visible(ids, to: reader, in: db)
            }
        }
        if onlyPictures { ids = try Self.pictured(ids, in: db) }
        guard let category else { return ids }
        let key = FeedKey.fold(category)
        return try ids.filter { feed in
            try Self.category(of: feed, for: reader, in: db).map { FeedKey.fold($0) == key } ?? false
        }
    }

    /// The category in which a reader sees a feed; nil if it is in none.
    ///
    /// An empty category of a subscription means none, whatever the feed's own is.
    static func category(of feed: FeedID, for reader: RecipientID?, in db: Database) throws -> String? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT nullif(coalesce((SELECT category FROM subscription WHERE recipientID = ? AND feedID = feed.id),
                    category), '') FROM feed WHERE id = ?
                """
        )
        return try String.fetchOne(statement, arguments: [reader, feed])
    }

    private static func followed(by reader: RecipientID, in db: Database) throws -> [FeedID] {
        try FeedID.fetchAll(
            db.cachedStatement(sql: "SELECT feedID FROM subscription WHERE recipientID = ? ORDER BY feedID"),
            arguments: [reader]
        )
    }

    /// Without the feeds of sites whose pictures may not be shown.
    private static func pictured(_ ids: [FeedID], in db: Database) throws -> [FeedID] {
        let hidden = try FeedID.fetchSet(
            db.cachedStatement(
                sql: "SELECT feed.id FROM feed JOIN titlesOnlyHost ON titlesOnlyHost.host = feed.host"
            )
        )
        return hidden.isEmpty ? ids : ids.filter { !hidden.contains($0) }
    }

    private static func all(_ condition: String, in db: Database) throws -> [FeedID] {
        try FeedID.fetchAll(db.cachedStatement(sql: "SELECT id FROM feed \(condition) ORDER BY id"))
    }
}

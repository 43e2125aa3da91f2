import Foundation
import GRDB
import NewsModel

/// Gives the followers of a feed to the address it has moved to.
///
/// Anybody can redirect to anybody. So articles and keys count as the new address's only where its own documents have
/// shown them; all else that the old address has shown stays with a feed of its own, which nobody follows.
struct FeedSuccession {
    let db: Database
    let time: Date
    let feed: FeedID
    let name: String
    let old: String
    let target: String
    /// Since then every document was found at the new address.
    let since: Int64
    /// What was found at the new address just now; the feed has stored it already.
    let document: FetchedDocument

    /// Moves the feed; it waits where followers would hear something twice or not at all.
    func perform() throws {
        if let checked = try checkedFeed() {
            guard try isReady(checked) else { return }
            try tellFollowers()
            try join(checked)
        } else {
            try tellFollowers()
            try changeAddress()
        }
    }

    /// The feed that others follow at the new address, or that was there before it moved on.
    ///
    /// What has been shown there is also theirs who have paused it.
    private func checkedFeed() throws -> FeedID? {
        try Int64.fetchOne(
            db,
            sql: """
                SELECT id FROM feed WHERE id <> :feed
                    AND (isHouse = 1 OR followerCount > 0 OR (firstFetchedAt IS NOT NULL
                        AND EXISTS (SELECT 1 FROM subscription WHERE subscription.feedID = feed.id)))
                    AND (url = :target OR id IN (SELECT feedID FROM feedAlias WHERE feedAlias.url = :target))
                ORDER BY url = :target DESC LIMIT 1
                """,
            arguments: ["target": target, "feed": feed.rawValue]
        ).map(FeedID.init(rawValue:))
    }

    /// Whether nobody misses or repeats anything when the followers join another feed now.
    ///
    /// What that feed has yet to show is known to those who come by its story; where an entry has neither link nor
    /// telling title, it is to be checked first.
    private func isReady(_ other: FeedID) throws -> Bool {
        let entries = try entries(of: other)
        let isFetched =
            try Row.fetchOne(
                db,
                sql: "SELECT 1 FROM feed WHERE id = ? AND firstFetchedAt IS NOT NULL",
                arguments: [other.rawValue]
            ) != nil
        let isNameless = entries.unknown().contains { entry in
            entry.titleKey == nil && entry.canonicalURL.map(entries.sharedLinks.contains) ?? true
        }
        guard isNameless || !isFetched else { return true }
        try db.execute(
            sql: "UPDATE feed SET nextCheckAt = min(nextCheckAt, ?) WHERE id = ?",
            arguments: [time.unixSeconds, other.rawValue]
        )
        return false
    }

    private func tellFollowers() throws {
        try FeedNotices(db: db, time: time).tellMoved(feed, name: name, from: old, to: target)
    }

    private func entries(of feed: FeedID) throws -> DocumentEntries {
        let dated = UselessDates.removed(from: document.articles, now: time.unixSeconds)
        return try DocumentEntries(dated, feed: feed, db: db, seconds: time.unixSeconds)
    }

    private func join(_ other: FeedID) throws {
        let left = try LeftFeed.make(of: feed, at: old, before: target, db: db, time: time)
        try left.takeAll(of: feed)
        let move = try record(home: other, left: left.id, isJoin: true)
        try FeedMerging(db: db, feed: feed, into: other, move: move).merge()
        try db.execute(sql: "DELETE FROM feed WHERE id = ?", arguments: [feed.rawValue])
        try rememberOldAddress(of: other)
    }

    private func changeAddress() throws {
        let shown = try ShownArticles(of: feed, in: db)
        let left = try LeftFeed.make(of: feed, at: old, before: target, db: db, time: time)
        try left.takeAll(of: feed)
        // A feed there that nobody checks: its time is over.
        if let dormant = try Int64.fetchOne(db, sql: "SELECT id FROM feed WHERE url = ?", arguments: [target]) {
            try left.takeAll(of: FeedID(rawValue: dormant))
            try FeedMerging(db: db, feed: FeedID(rawValue: dormant), into: feed, move: nil).merge()
            try db.execute(sql: "DELETE FROM feed WHERE id = ?", arguments: [dormant])
        }
        try db.execute(sql: "DELETE FROM feedAlias WHERE url = ?", arguments: [target])
        try takeAddress()
        try db.execute(
            sql: "UPDATE subscription SET moveID = ? WHERE feedID = ?",
            arguments: [try record(home: feed, left: left.id, isJoin: false), feed.rawValue]
        )
        try rememberOldAddress(of: feed)
        let entries = try entries(of: feed)
        let sorted = entries.sorted()
        try entries.record(sorted, in: db)
        try shown.give(
            sorted.new,
            to: feed,
            finder: StoryFinder(db: db, feed: feed, sharedLinks: entries.sharedLinks),
            at: time
        )
        if Self.isSameAddress(old, target) {
            try left.giveBackAll(to: feed)
        } else {
            try left.giveBack(to: feed, seenSince: since)
        }
    }

    /// Whether only the scheme differs, or a `www.`: that is no move to another publisher.
    static func isSameAddress(_ one: String, _ other: String) -> Bool {
        func bare(_ url: String) -> Substring {
            let rest = url.range(of: "://").map { url[$0.upperBound...] } ?? url[...]
            return rest.hasPrefix("www.") ? rest.dropFirst(4) : rest
        }
        return bare(one) == bare(other)
    }

    /// What a stranger's old address has said of itself goes; the operator's and the catalogue's words stay.
    private func takeAddress() throws {
        let host = FeedKey.host(of: target)
        let name = try FeedName(db: db).own(document.title, host: host)
        try db.execute(
            sql: """
                UPDATE feed SET url = :url, host = :host, movedTo = NULL, movedCount = 0, movedSince = NULL,
                    movedOverlaps = NULL
                WHERE id = :feed
                """,
            arguments: ["url": target, "host": host, "feed": feed.rawValue]
        )
        try db.execute(
            sql: """
                UPDATE feed SET name = :name, nameKey = :key, homePageURL = :home, language = :language, iconURL = :icon
                WHERE id = :feed AND isHouse = 0 AND isNameFixed = 0
                """,
            arguments: [
                "name": name, "key": FeedKey.fold(name), "home": document.homePageURL,
                "language": document.language, "icon": document.iconURL, "feed": feed.rawValue,
            ]
        )
    }

    private func record(home: FeedID, left: FeedID, isJoin: Bool) throws -> Int64 {
        try db.execute(
            sql: """
                INSERT INTO feedMove (feedID, name, oldURL, newURL, movedAt, leftFeedID, isJoin)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [home.rawValue, name, old, target, time.unixSeconds, left.rawValue, isJoin]
        )
        return db.lastInsertedRowID
    }

    private func rememberOldAddress(of home: FeedID) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO feedAlias (url, feedID) VALUES (?, ?)",
            arguments: [old, home.rawValue]
        )
    }
}

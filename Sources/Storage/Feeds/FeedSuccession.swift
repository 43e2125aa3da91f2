import Foundation
import GRDB
import NewsModel

/// Moves a feed's followers to the address that the feed has moved to.
///
/// Anybody can redirect to any address. So articles and keys belong to the new address only if its own documents have
/// shown them. All others stay with a separate feed without followers (`LeftFeed`).
struct FeedSuccession {
    let db: Database
    let time: Date
    let feed: FeedID
    let name: String
    let old: String
    let target: String
    /// Since this time every document was found at the new address.
    let since: Int64
    /// The document found at the new address; the feed has stored it already.
    let document: FetchedDocument

    /// Moves the feed, or waits while a move would repeat or lose news for followers.
    func perform() throws {
        if let checked = try checkedFeed() {
            guard try isReady(checked) else { return }
            try notifyFollowers()
            try join(checked)
        } else {
            try notifyFollowers()
            try changeAddress()
        }
    }

    /// The feed at the new address that others follow, or that was there before it moved on.
    ///
    /// A feed counts even if all of its followers have paused it.
    private func checkedFeed() throws -> FeedID? {
        try FeedID.fetchOne(
            db,
            sql: """
                SELECT id FROM feed WHERE id <> :feed
                    AND (isDefault = 1 OR followerCount > 0 OR (firstFetchedAt IS NOT NULL
                        AND EXISTS (SELECT 1 FROM subscription WHERE subscription.feedID = feed.id)))
                    AND (url = :target OR id IN (SELECT feedID FROM feedAlias WHERE feedAlias.url = :target))
                ORDER BY url = :target DESC LIMIT 1
                """,
            arguments: ["target": target, "feed": feed]
        )
    }

    /// Whether the followers can join the other feed now without lost or repeated news.
    ///
    /// Entries that the other feed has not stored yet are recognised by their story. An entry without a link or
    /// distinctive title cannot be, so the other feed must be checked first.
    private func isReady(_ other: FeedID) throws -> Bool {
        let entries = try entries(of: other)
        let isFetched =
            try Row.fetchOne(
                db,
                sql: "SELECT 1 FROM feed WHERE id = ? AND firstFetchedAt IS NOT NULL",
                arguments: [other]
            ) != nil
        let isUnrecognisable = entries.unknown().contains { entry in
            entry.titleKey == nil && entry.canonicalURL.map(entries.sharedLinks.contains) ?? true
        }
        guard isUnrecognisable || !isFetched else { return true }
        try db.execute(
            sql: "UPDATE feed SET nextCheckAt = min(nextCheckAt, ?) WHERE id = ?",
            arguments: [time.unixSeconds, other]
        )
        return false
    }

    private func notifyFollowers() throws {
        try FeedNotices(db: db, time: time).notifyMoved(feed, name: name, from: old, to: target)
    }

    private func entries(of feed: FeedID) throws -> DocumentEntries {
        let dated = UselessDates.removed(from: document.articles, now: time.unixSeconds)
        return try DocumentEntries(dated, feed: feed, db: db, seconds: time.unixSeconds)
    }

    private func join(_ other: FeedID) throws {
        let left = try LeftFeed.make(of: feed, at: old, before: target, db: db, time: time)
        try left.moveAll(from: feed)
        let move = try record(home: other, left: left.id, isJoin: true)
        try FeedMerging(db: db, feed: feed, into: other, move: move, time: time).merge()
        try db.execute(sql: "DELETE FROM feed WHERE id = ?", arguments: [feed])
        try rememberOldAddress(of: other)
    }

    private func changeAddress() throws {
        let shown = try ShownArticles(of: feed, in: db)
        let left = try LeftFeed.make(of: feed, at: old, before: target, db: db, time: time)
        try left.moveAll(from: feed)
        // A feed at that address without followers is merged into this one.
        if let dormant = try FeedID.fetchOne(db, sql: "SELECT id FROM feed WHERE url = ?", arguments: [target]) {
            try left.moveAll(from: dormant)
            try FeedMerging(db: db, feed: dormant, into: feed, move: nil, time: time).merge()
            try db.execute(sql: "DELETE FROM feed WHERE id = ?", arguments: [dormant])
        }
        try db.execute(sql: "DELETE FROM feedAlias WHERE url = ?", arguments: [target])
        try setAddress()
        try db.execute(
            sql: "UPDATE subscription SET moveID = ? WHERE feedID = ?",
            arguments: [try record(home: feed, left: left.id, isJoin: false), feed]
        )
        try rememberOldAddress(of: feed)
        let entries = try entries(of: feed)
        let sorted = entries.sorted()
        var bytes = FeedBytes()
        try entries.record(sorted, counting: &bytes, in: db)
        try bytes.record(of: feed, in: db)
        try shown.store(
            sorted.new,
            in: feed,
            finder: try StoryFinder(db: db, feed: feed, sharedLinks: entries.sharedLinks),
            at: time
        )
        if Self.isSameAddress(old, target) {
            try left.returnAll(to: feed)
        } else {
            try left.returnArticles(to: feed, seenSince: since)
        }
    }

    /// Whether only the scheme or a `www.` differs: then the publisher is the same.
    static func isSameAddress(_ one: String, _ other: String) -> Bool {
        func bare(_ url: String) -> Substring {
            let rest = url.range(of: "://").map { url[$0.upperBound...] } ?? url[...]
            return rest.hasPrefix("www.") ? rest.dropFirst(4) : rest
        }
        return bare(one) == bare(other)
    }

    /// Sets the new address and replaces what the feed said of itself.
    ///
    /// Names set by the operator or the catalogue are kept.
    private func setAddress() throws {
        let host = FeedKey.host(of: target)
        let name = try FeedName(db: db).own(document.title, host: host)
        try db.execute(
            sql: """
                UPDATE feed SET url = :url, host = :host, movedTo = NULL, movedCount = 0, movedSince = NULL,
                    movedOverlaps = NULL
                WHERE id = :feed
                """,
            arguments: ["url": target, "host": host, "feed": feed]
        )
        try db.execute(
            sql: """
                UPDATE feed SET name = :name, nameKey = :key, homePageURL = :home, language = :language, iconURL = :icon
                WHERE id = :feed AND isDefault = 0 AND isNameFixed = 0
                """,
            arguments: [
                "name": name, "key": FeedKey.fold(name), "home": document.homePageURL,
                "language": document.language, "icon": document.iconURL, "feed": feed,
            ]
        )
    }

    private func record(home: FeedID, left: FeedID, isJoin: Bool) throws -> Int64 {
        try db.execute(
            sql: """
                INSERT INTO feedMove (feedID, name, oldURL, newURL, movedAt, leftFeedID, isJoin)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [home, name, old, target, time.unixSeconds, left, isJoin]
        )
        return db.lastInsertedRowID
    }

    private func rememberOldAddress(of home: FeedID) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO feedAlias (url, feedID) VALUES (?, ?)",
            arguments: [old, home]
        )
    }
}

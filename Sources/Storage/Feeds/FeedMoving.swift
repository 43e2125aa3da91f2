import Foundation
import GRDB
import NewsModel

/// Takes a permanent redirect for what it says, but only after it has said so for long and shown the same feed.
///
/// Ten equal answers over three days, and entries that were known before: sites send readers to maintenance pages and
/// parked domains by 301 as well.
struct FeedMoving {
    static let answers = 10
    static let days: Int64 = 3

    let db: Database
    let time: Date

    /// Notes where one good answer was found; moves the feed when that has been said often enough.
    ///
    /// `overlaps` says whether the document showed entries known before, nil when it had none or was not sent again.
    func note(_ target: String?, of feed: FeedID, overlaps: Bool?) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT url, name, movedTo, movedCount, movedSince, movedOverlaps, refusedMove FROM feed WHERE id = ?"
        )
        guard let known = try Row.fetchOne(statement, arguments: [feed.rawValue]) else { return }
        let candidate: String? = known["movedTo"]
        let address: String? = known["url"]
        let refused: String? = known["refusedMove"]
        let losesTLS = address?.hasPrefix("https:") == true && target?.hasPrefix("https:") == false
        guard let target, target != address, target != refused, target.utf8.count <= 2_000, !losesTLS else {
            if candidate != nil { try forget(feed) }
            return
        }
        guard target == candidate else {
            try save(target, count: 1, since: time.unixSeconds, overlaps: overlaps, of: feed)
            return
        }
        let count = (known["movedCount"] as Int) + 1
        let since: Int64 = known["movedSince"] ?? time.unixSeconds
        // Later documents show what the first one has left behind: only the first can tell.
        let hasOverlapped = (known["movedOverlaps"] as Bool?) ?? overlaps
        try save(target, count: count, since: since, overlaps: hasOverlapped, of: feed)
        guard count >= Self.answers, time.unixSeconds - since >= Self.days * 86_400, hasOverlapped == true else {
            return
        }
        try move(feed, name: known["name"], from: known["url"], to: target)
    }

    /// Whether the feed has changed its address lately: then old entries may come back under new names.
    func hasMoved(_ feed: FeedID) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM feedMove WHERE feedID = ? AND movedAt > ?")
        let start = time.unixSeconds - Int64(Store.undoDays) * 86_400
        return try Row.fetchOne(statement, arguments: [feed.rawValue, start]) != nil
    }

    private func save(_ target: String, count: Int, since: Int64, overlaps: Bool?, of feed: FeedID) throws {
        try db.executeCached(
            sql: "UPDATE feed SET movedTo = ?, movedCount = ?, movedSince = ?, movedOverlaps = ? WHERE id = ?",
            arguments: [target, count, since, overlaps, feed.rawValue]
        )
    }

    private func forget(_ feed: FeedID) throws {
        try db.executeCached(
            sql: """
                UPDATE feed SET movedTo = NULL, movedCount = 0, movedSince = NULL, movedOverlaps = NULL WHERE id = ?
                """,
            arguments: [feed.rawValue]
        )
    }

    private func move(_ feed: FeedID, name: String, from old: String, to target: String) throws {
        try forget(feed)
        try FeedNotices(db: db, time: time).tellMoved(feed, name: name, from: old, to: target)
        var home = feed
        if let other = try Feed.find(url: target, in: db), other.id != feed {
            try FeedMerging(db: db, feed: feed, into: other.id).merge()
            home = other.id
        } else {
            try db.execute(
                sql: "UPDATE feed SET url = ?, host = ? WHERE id = ?",
                arguments: [target, FeedKey.host(of: target), feed.rawValue]
            )
        }
        // The address a feed has now is no alias of it.
        try db.execute(sql: "DELETE FROM feedAlias WHERE url = ?", arguments: [target])
        try db.execute(
            sql: "INSERT OR REPLACE INTO feedAlias (url, feedID) VALUES (?, ?)",
            arguments: [old, home.rawValue]
        )
        try db.execute(
            sql: "INSERT INTO feedMove (feedID, name, oldURL, newURL, movedAt) VALUES (?, ?, ?, ?, ?)",
            arguments: [home.rawValue, name, old, target, time.unixSeconds]
        )
    }
}

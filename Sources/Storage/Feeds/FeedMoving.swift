import Foundation
import GRDB
import NewsModel

/// Applies a permanent redirect after it was confirmed for days and leads to the same feed.
///
/// It needs ten equal answers over three days, and entries that were known before. Sites also use 301 for maintenance
/// pages and parked domains.
struct FeedMoving {
    static let answers = 10
    static let days: Int64 = 3

    let db: Database
    let time: Date

    /// Records the final address of a successful answer, and moves the feed after enough equal answers.
    ///
    /// `document` is nil when it was not sent again. `overlaps` says whether it contained entries known before; nil
    /// when it had none or was not sent.
    func record(
        _ target: String?,
        of feed: FeedID,
        document: FetchedDocument? = nil,
        overlaps: Bool?,
        nextCheckAt: Date
    ) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT url, name, movedTo, movedCount, movedSince, movedOverlaps, refusedMove FROM feed WHERE id = ?"
        )
        guard let known = try Row.fetchOne(statement, arguments: [feed]) else { return }
        let candidate: String? = known[2]
        let address: String? = known[0]
        let refused: String? = known[6]
        let losesTLS = address?.hasPrefix("https:") == true && target?.hasPrefix("https:") == false
        guard let target, target != address, target != refused, target.utf8.count <= 2_000, !losesTLS else {
            if candidate != nil { try removeCandidate(feed) }
            return
        }
        guard target == candidate else {
            try save(target, count: 1, since: time.unixSeconds, overlaps: overlaps, of: feed)
            return
        }
        let count = (known[3] as Int) + 1
        let since: Int64 = known[4] ?? time.unixSeconds
        // Only the first document can tell: the entries of later ones are known already.
        let hasOverlapped = (known[5] as Bool?) ?? overlaps
        try save(target, count: count, since: since, overlaps: hasOverlapped, of: feed)
        guard hasOverlapped == true else { return }
        guard let document else {
            // The last answer must contain the document: it shows what is at the new address.
            if Self.isEnough(count + 1, since: since, at: nextCheckAt) { try askForDocument(of: feed) }
            return
        }
        guard Self.isEnough(count, since: since, at: time), !document.articles.isEmpty else { return }
        let succession = FeedSuccession(
            db: db,
            time: time,
            feed: feed,
            name: known[1],
            old: known[0],
            target: target,
            since: since,
            document: document
        )
        try succession.perform()
    }

    private static func isEnough(_ count: Int, since: Int64, at time: Date) -> Bool {
        count >= answers && time.unixSeconds - since >= days * 86_400
    }

    /// Whether the feed has moved recently: then old entries may come back under new keys.
    func hasMoved(_ feed: FeedID) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT 1 FROM feedMove WHERE feedID = ? AND isJoin = 0 AND movedAt > ?"
        )
        let start = time.unixSeconds - Int64(Store.undoDays) * 86_400
        return try Row.fetchOne(statement, arguments: [feed, start]) != nil
    }

    private func save(_ target: String, count: Int, since: Int64, overlaps: Bool?, of feed: FeedID) throws {
        try db.executeCached(
            sql: "UPDATE feed SET movedTo = ?, movedCount = ?, movedSince = ?, movedOverlaps = ? WHERE id = ?",
            arguments: [target, count, since, overlaps, feed]
        )
    }

    private func removeCandidate(_ feed: FeedID) throws {
        try db.executeCached(
            sql: """
                UPDATE feed SET movedTo = NULL, movedCount = 0, movedSince = NULL, movedOverlaps = NULL WHERE id = ?
                """,
            arguments: [feed]
        )
    }

    private func askForDocument(of feed: FeedID) throws {
        try db.executeCached(
            sql: "UPDATE feed SET etag = NULL, lastModified = NULL, bodyHash = NULL WHERE id = ?",
            arguments: [feed]
        )
    }
}

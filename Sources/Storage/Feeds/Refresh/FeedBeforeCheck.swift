import Foundation
import GRDB
import NewsModel

/// What was stored of a feed before a check.
struct FeedBeforeCheck {
    let name: String
    let url: String
    let failingSince: Date?
    /// 410 answers in a row.
    let goneCount: Int
    let isStopped: Bool
    /// When its followers were told that it fails; nil if they were not.
    let toldFailingAt: Int64?
    let nextCheckAt: Int64
    /// A user has asked for the check.
    let isRequested: Bool
    let validators: FeedValidators
    let isMoving: Bool
    let isOversized: Bool
    let lastDocumentAt: Int64?
    /// A subscriber's import waits for the check.
    let isImported: Bool

    /// Nil when the feed is gone.
    init?(_ feed: FeedID, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT name, url, failingSince, goneCount, stoppedAt, toldFailingAt, nextCheckAt, requestedAt,
                    etag, lastModified, bodyHash, movedTo, isOversized, lastDocumentAt,
                    EXISTS (SELECT 1 FROM feedImportItem WHERE feedID = feed.id AND isChecked = 0)
                FROM feed WHERE id = ?
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: [feed]) else { return nil }
        (name, url, failingSince, goneCount) = (row[0], row[1], row.optionalDate(2), row[3])
        isStopped = (row[4] as Int64?) != nil
        (toldFailingAt, nextCheckAt) = (row[5], row[6])
        isRequested = (row[7] as Int64?) != nil
        validators = FeedValidators(etag: row[8], lastModified: row[9], bodyHash: row[10])
        isMoving = (row[11] as String?) != nil
        (isOversized, lastDocumentAt, isImported) = (row[12], row[13], row[14])
    }
}

import GRDB
import NewsModel

/// Updates the row of a feed after a check.
extension RefreshTransaction {
    func recordAnswer(_ commit: RefreshCommit) throws {
        try db.executeCached(
            sql: """
                UPDATE feed SET nextCheckAt = ?, lastCheckedAt = ?, lastSucceededAt = ?, lastStatus = ?, failure = NULL,
                    failureCount = 0, failingSince = NULL, requestedAt = NULL, goneCount = 0, stoppedAt = NULL,
                    restsUntil = ?
                WHERE id = ?
                """,
            arguments: [
                commit.nextCheckAt.unixSeconds, seconds, seconds, commit.status, commit.restsUntil?.unixSeconds,
                commit.feedID,
            ]
        )
    }

    func record(_ failure: FeedFailure, _ commit: RefreshCommit) throws {
        try db.executeCached(
            sql: """
                UPDATE feed SET nextCheckAt = ?, lastCheckedAt = ?, lastStatus = ?, failure = ?,
                    failureCount = failureCount + 1, failingSince = coalesce(failingSince, ?), requestedAt = NULL,
                    restsUntil = ?
                WHERE id = ?
                """,
            arguments: [
                commit.nextCheckAt.unixSeconds, seconds, commit.status, failure, seconds,
                commit.restsUntil?.unixSeconds, commit.feedID,
            ]
        )
    }

    /// A 304 may contain a new ETag (RFC 9110, 15.4.5); validators that it does not contain are kept.
    func record(_ validators: FeedValidators, of feed: FeedID, known: FeedValidators) throws {
        func isKnown(_ value: KeyPath<FeedValidators, String?>) -> Bool {
            validators[keyPath: value] == nil || validators[keyPath: value] == known[keyPath: value]
        }
        guard !isKnown(\.etag) || !isKnown(\.lastModified) || !isKnown(\.bodyHash) else { return }
        try db.executeCached(
            sql: """
                UPDATE feed SET etag = coalesce(?, etag), lastModified = coalesce(?, lastModified),
                    bodyHash = coalesce(?, bodyHash)
                WHERE id = ?
                """,
            arguments: [validators.etag, validators.lastModified, validators.bodyHash, feed]
        )
    }

    /// The same bytes contain the same entries, so their keys must not be pruned as old.
    func recordSameDocument(of feed: FeedID) throws {
        let last = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT lastDocumentAt FROM feed WHERE id = ?"),
            arguments: [feed]
        )
        // Keys are touched once a day, here as in `DocumentEntries`.
        guard let last, last <= seconds - DocumentEntries.touchInterval else { return }
        try db.executeCached(
            sql: "UPDATE articleKey SET lastSeenAt = ? WHERE feedID = ? AND isShared = 0 AND lastSeenAt > ?",
            arguments: [seconds, feed, last - DocumentEntries.touchInterval]
        )
        try db.executeCached(
            sql: "UPDATE feed SET lastDocumentAt = ? WHERE id = ?",
            arguments: [seconds, feed]
        )
    }

    func record(
        _ document: FetchedDocument,
        _ distrusted: ValidatorDistrust?,
        of feed: FeedID
    ) throws {
        try db.executeCached(
            sql: """
                UPDATE feed SET skipHours = ?, skipDays = ?, distrusted = coalesce(?, distrusted), isOversized = ?
                WHERE id = ?
                """,
            arguments: [
                NumberBits.mask(document.skipHours), NumberBits.mask(document.skipDays), distrusted,
                document.isOversized, feed,
            ]
        )
    }

    func record(_ document: FetchedDocument, of feed: FeedID) throws {
        try db.executeCached(
            sql: """
                UPDATE feed SET etag = ?, lastModified = ?, bodyHash = ?, timeToLive = ?,
                    homePageURL = coalesce(?, homePageURL), language = coalesce(language, ?), iconURL = coalesce(?, iconURL),
                    firstFetchedAt = coalesce(firstFetchedAt, ?), lastDocumentAt = ?, hubURL = ?, selfURL = ?
                WHERE id = ?
                """,
            arguments: [
                document.validators.etag, document.validators.lastModified, document.validators.bodyHash,
                document.timeToLive, document.homePageURL, document.language, document.iconURL, seconds, seconds,
                document.hubURL, document.selfURL, feed,
            ]
        )
        if let title = document.title, !title.isEmpty {
            try db.executeCached(
                sql: "UPDATE feed SET title = ?, titleKey = ? WHERE id = ? AND title IS NOT ?",
                arguments: [title, FeedKey.fold(title), feed, title]
            )
            try FeedName(db: db).use(title, for: feed)
        }
    }
}

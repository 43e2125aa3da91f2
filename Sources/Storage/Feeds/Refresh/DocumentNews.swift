package import Foundation
import GRDB
import NewsModel

/// The new entries of a document and which of them are kept; nothing is written yet.
struct DocumentNews {
    let allowance: NewsAllowance
    let entries: DocumentEntries
    let sorted: DocumentEntries.Sorted
    /// Indices in `sorted.new`, oldest first.
    let kept: ArraySlice<Int>
    /// The number of new entries beyond the feed's daily limit.
    let leftOutCount: Int
    /// All entries, without their useless dates.
    let dated: [NewArticle]

    /// Nil when nothing may be stored, not even keys: the payer of the feed has used twice their share.
    init?(
        _ document: FetchedDocument,
        of commit: RefreshCommit,
        limits: StorageLimits,
        isShort: Bool = false,
        db: Database,
        time: Date
    ) throws {
        let (feed, seconds) = (commit.feedID, time.unixSeconds)
        allowance = try NewsAllowance(feed, limits: limits, isShort: isShort, db: db, seconds: seconds)
        if case .overdrawn = allowance.share { return nil }
        dated = UselessDates.removed(from: document.articles, now: seconds)
        entries = try DocumentEntries(dated, feed: feed, db: db, seconds: seconds)
        sorted = entries.sorted(mostNew: allowance.mostKnown)
        let new = sorted.new
        let evidence: ReturnedEntries.Evidence =
            if try commit.movedTo != nil || FeedMoving(db: db, time: time).hasMoved(feed) {
                .feedHasMoved
            } else if new.count + sorted.passedOver == entries.count {
                .nothingIsKnown
            } else {
                .someAreKnown
            }
        let returned = try allowance.isFirst ? [] : ReturnedEntries.places(in: new, of: feed, evidence, db: db)
        let fresh = new.indices.filter { !returned.contains($0) }
        kept = fresh.suffix(allowance.mostKept)
        leftOutCount = fresh.count - kept.count + sorted.passedOver
    }
}

/// Thrown when an entry must be kept that was not matched against alerts.
struct UnmatchedNews: Error {}

extension Store {
    /// The document indices of entries that would be kept now; the others need not be matched against alerts.
    package func placesOfNews(in commit: RefreshCommit, at time: Date) async throws -> Set<Int> {
        guard case .document(let document) = commit.outcome else { return [] }
        let limits = limits
        return try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT 1 FROM feed WHERE id = ?")
            let isThere = try Row.fetchOne(statement, arguments: [commit.feedID]) != nil
            guard isThere, let news = try DocumentNews(document, of: commit, limits: limits, db: db, time: time)
            else { return [] }
            return Set(news.kept.map { news.sorted.places[$0] })
        }
    }
}

package import Foundation
import GRDB
import NewsModel

/// What a document has for its feed now, and what of that is kept; nothing is written yet.
struct DocumentNews {
    let allowance: NewsAllowance
    let entries: DocumentEntries
    let sorted: DocumentEntries.Sorted
    /// Indices in `sorted.new`, the oldest first.
    let kept: ArraySlice<Int>
    /// New entries that are too much for the feed's day.
    let leftOutCount: Int
    /// All entries, without what is no use of their dates.
    let dated: [NewArticle]

    /// Nil where nothing is taken in, not even keys: whoever brought the feed in has taken twice their share.
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

/// An entry is to be kept that no alert was asked about.
struct UnmatchedNews: Error {}

extension Store {
    /// Where in its document a commit has entries that would be kept now: alerts need not be asked about the others.
    package func placesOfNews(in commit: RefreshCommit, at time: Date) async throws -> Set<Int> {
        guard case .document(let document) = commit.outcome else { return [] }
        let limits = limits
        return try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT 1 FROM feed WHERE id = ?")
            let isThere = try Row.fetchOne(statement, arguments: [commit.feedID.rawValue]) != nil
            guard isThere, let news = try DocumentNews(document, of: commit, limits: limits, db: db, time: time)
            else { return [] }
            return Set(news.kept.map { news.sorted.places[$0] })
        }
    }
}

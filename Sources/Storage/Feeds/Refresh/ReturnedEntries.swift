import GRDB
import NewsModel

/// Finds new entries that are old ones with new keys.
///
/// A site that has changed its software or address shows everything again, with new guids and links.
///
/// A title is evidence only if the feed has used it once: a column has a constant title.
struct ReturnedEntries {
    /// This many at once, and half of the new entries, are no coincidence.
    private static let massCount = RefreshTransaction.massReturnCount
    /// Seconds: less than a day, so that a daily column does not match yesterday's.
    private static let day: Int64 = 72_000
    /// Seconds within which a whole archive gets new dates.
    private static let sameMoment: Int64 = 3_600

    /// Other evidence that a document shows old entries.
    enum Evidence {
        case feedHasMoved
        /// No entry of the document has a known key.
        case nothingIsKnown
        case someAreKnown
    }

    private struct Candidate {
        var index: Int
        var published: Int64?
        var known: Int64
        var hasSameWords: Bool
        var hasWords: Bool

        var isSameMoment: Bool { published.map { abs($0 - known) <= ReturnedEntries.sameMoment } ?? false }
        var isSameDay: Bool { published.map { abs($0 - known) <= ReturnedEntries.day } ?? true }
    }

    private var times: [String: Int64] = [:]
    private var summaries: [String: String] = [:]
    private var repeated: Set<String> = []
    private var links: Set<String> = []

    /// The indices in `new` of entries that are not sent again.
    ///
    /// If the feed has moved, one similar entry is enough. If no key of the document is known, two entries of the same
    /// hour or with the same words are needed. Else many are needed.
    static func places(in new: [NewArticle], of feed: FeedID, _ evidence: Evidence, db: Database) throws -> Set<Int> {
        let fewest =
            switch evidence {
            case .feedHasMoved: 1
            case .nothingIsKnown: 2
            case .someAreKnown: massCount
            }
        guard new.count >= fewest else { return [] }
        let known = try ReturnedEntries(feed, db)
        let candidates = known.candidates(new)
        let sameDay = candidates.filter(\.isSameDay)
        if case .feedHasMoved = evidence {
            return try known.linked(new).union(sameDay.map(\.index)).union(leftBehind(new, of: feed, db))
        }
        if case .nothingIsKnown = evidence {
            let same = sameDay.filter { $0.isSameMoment || $0.hasSameWords && $0.hasWords }
            if same.count >= fewest, same.count * 2 >= new.count { return Set(same.map(\.index)) }
        }
        var returned = sameDay
        // Columns have a new summary each day; an archive has the old ones.
        let redated = candidates.filter { !$0.isSameDay && $0.hasSameWords }
        let dates = redated.compactMap(\.published)
        if let first = dates.min(), let last = dates.max(), last - first <= sameMoment { returned += redated }
        guard returned.count >= massCount, returned.count * 2 >= new.count else { return [] }
        return Set(returned.map(\.index))
    }

    /// Entries that the old address had shown long before the move and that the new one shows only now.
    ///
    /// Only entries published before the move count: the old address may have invented keys of later ones.
    private static func leftBehind(_ new: [NewArticle], of feed: FeedID, _ db: Database) throws -> Set<Int> {
        let move = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT leftFeedID, movedAt FROM feedMove WHERE feedID = ? AND isJoin = 0 AND leftFeedID IS NOT NULL
                    ORDER BY id DESC LIMIT 1
                    """
            ),
            arguments: [feed]
        )
        guard let move else { return [] }
        let isKnown = try db.cachedStatement(
            sql: "SELECT 1 FROM articleKey WHERE feedID = ? AND key = ? AND isShared = 0"
        )
        let end = (move[1] as Int64) - 86_400
        let hashes = try KeyHashes(in: db)
        return try Set(
            new.indices.filter { index in
                guard let published = new[index].publishedAt?.unixSeconds, published < end else { return false }
                return try new[index].keys.contains { key in
                    try Row.fetchOne(isKnown, arguments: [move[0] as FeedID, hashes.hash(key, .entry)]) != nil
                }
            }
        )
    }

    private init(_ feed: FeedID, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT title, url, publishedAt, summary FROM article WHERE feedID = ? ORDER BY id DESC LIMIT 1000"
        )
        let rows = try Row.fetchCursor(statement, arguments: [feed])
        while let row = try rows.next() {
            let title = FeedKey.fold(row[0])
            if times.updateValue(row[2], forKey: title) != nil { repeated.insert(title) }
            summaries[title] = row[3]
            if let link: String = row[1] { links.insert(link) }
        }
    }

    private func candidates(_ new: [NewArticle]) -> [Candidate] {
        let titles = new.map { FeedKey.fold($0.title) }
        let counts = Dictionary(titles.map { ($0, 1) }, uniquingKeysWith: +)
        return zip(new.indices, titles).compactMap { index, title in
            guard counts[title] == 1, !repeated.contains(title), let known = times[title] else { return nil }
            return Candidate(
                index: index,
                published: new[index].publishedAt?.unixSeconds,
                known: known,
                hasSameWords: summaries[title] == new[index].summary,
                hasWords: !new[index].summary.isEmpty
            )
        }
    }

    /// Entries whose link belongs to a known article and to no other new entry.
    private func linked(_ new: [NewArticle]) -> Set<Int> {
        let counts = Dictionary(new.compactMap(\.url).map { ($0, 1) }, uniquingKeysWith: +)
        return Set(new.indices.filter { new[$0].url.map { counts[$0] == 1 && links.contains($0) } ?? false })
    }
}

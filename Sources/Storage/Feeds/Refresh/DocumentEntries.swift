import GRDB
import NewsModel

/// Separates a document's new entries from those that the feed has shown before.
///
/// A key that two entries of one document share (a constant guid, the homepage as link) never identifies an entry of
/// that feed.
struct DocumentEntries {
    /// Canonical URLs that several entries share, which therefore do not identify a story.
    let sharedLinks: Set<String>

    private static let longestKey = 512
    /// Seconds after which `lastSeenAt` of a key that is still shown is updated.
    static let touchInterval: Int64 = 86_400

    private struct KnownKey {
        var isShared: Bool
        var lastSeenAt: Int64
    }

    /// The number of entries, without duplicates.
    var count: Int { entries.count }

    private var entries: [NewArticle] = []
    /// The index of each entry in the document.
    private var places: [Int] = []
    private var sharedKeys: Set<String> = []
    private var known: [String: KnownKey] = [:]
    private let feed: FeedID
    private let seconds: Int64

    init(_ articles: [NewArticle], feed: FeedID, db: Database, seconds: Int64) throws {
        self.feed = feed
        self.seconds = seconds
        var seen: Set<[String]> = []
        for (place, var article) in articles.enumerated() {
            var own: Set<String> = []
            article.keys = article.keys.map { Self.cut($0, to: Self.longestKey) }
                .filter { !$0.isEmpty && own.insert($0).inserted }
            // Duplicates within a document are one entry.
            guard seen.insert(article.keys + [article.title]).inserted else { continue }
            entries.append(article)
            places.append(place)
        }
        sharedKeys = Self.repeated(entries.flatMap(\.keys))
        sharedLinks = Self.repeated(entries.compactMap(\.canonicalURL))
        guard try Self.hasKeys(feed, db) else { return }
        let keys = Array(Set(entries.flatMap { $0.keys + [Self.lastResort(of: $0)] }))
        for some in keys.groups(of: Self.together) {
            let statement = try db.cachedStatement(
                sql: """
                    SELECT key, isShared, lastSeenAt FROM articleKey
                    WHERE feedID = ? AND key IN (\(placeholders(some.count)))
                    """
            )
            let rows = try Row.fetchCursor(statement, arguments: [feed] + StatementArguments(some))
            while let row = try rows.next() {
                known[row[0]] = KnownKey(isShared: row[1], lastSeenAt: row[2])
            }
        }
        sharedKeys.formUnion(known.filter { $0.value.isShared }.keys)
    }

    /// The entries, separated into new and known ones.
    struct Sorted {
        /// Oldest first.
        var new: [NewArticle] = []
        /// The index in the document of each entry of `new`.
        var places: [Int] = []
        var known: [NewArticle] = []
        /// The number of new entries beyond `mostNew`.
        var passedOver = 0
        fileprivate var keys: [String] = []
    }

    /// Separates new entries, at most `mostNew` in the document's order, from known ones; writes nothing.
    func sorted(mostNew: Int = .max) -> Sorted {
        var sorted = Sorted()
        var new: [(entry: NewArticle, place: Int)] = []
        var recorded: Set<String> = []
        for (entry, place) in zip(entries, places) {
            let identity = identity(of: entry)
            let isKnown = identity.contains { known[$0] != nil || recorded.contains($0) }
            guard isKnown || new.count < mostNew else {
                sorted.passedOver += 1
                continue
            }
            for key in identity where recorded.insert(key).inserted {
                if let old = known[key], old.lastSeenAt > seconds - Self.touchInterval { continue }
                sorted.keys.append(key)
            }
            if isKnown { sorted.known.append(entry) } else { new.append((entry, place)) }
        }
        // Most documents begin with the newest entry, so the last undated entry is the oldest.
        let byAge = new.reversed().enumerated().sorted { left, right in
            let (leftTime, rightTime) = (
                left.element.entry.publishedAt?.unixSeconds ?? seconds,
                right.element.entry.publishedAt?.unixSeconds ?? seconds
            )
            return (leftTime, left.offset) < (rightTime, right.offset)
        }
        sorted.new = byAge.map(\.element.entry)
        sorted.places = byAge.map(\.element.place)
        return sorted
    }

    /// Stores the keys of sorted entries; new keys add to the size of the feed.
    func record(_ sorted: Sorted, counting bytes: inout FeedBytes, in db: Database) throws {
        try save(sharedKeys.filter { known[$0]?.isShared != true }, isShared: true, db)
        try save(sorted.keys, isShared: false, db)
        for key in sharedKeys.union(sorted.keys) where known[key] == nil { bytes.add(key: key) }
    }

    /// The entries that the feed has not shown yet; writes nothing.
    func unknown() -> [NewArticle] {
        entries.filter { entry in !identity(of: entry).contains { known[$0] != nil } }
    }

    private func identity(of entry: NewArticle) -> [String] {
        let own = entry.keys.filter { !sharedKeys.contains($0) }
        // An entry with one key also gets a fallback key, in case that key turns out to be shared.
        return own.count > 1 ? own : own + [Self.lastResort(of: entry)]
    }

    private static func lastResort(of entry: NewArticle) -> String {
        let text = "=\(entry.keys.joined(separator: "\n"))\n\(entry.title)"
        return cut(text, to: longestKey * 2)
    }

    /// Checks the bytes first, because counting characters is slow and most keys are short.
    private static func cut(_ key: String, to length: Int) -> String {
        key.utf8.count <= length ? key : String(key.prefix(length))
    }

    /// Whether any entries of the feed were stored.
    static func hasKeys(_ feed: FeedID, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM articleKey WHERE feedID = ? LIMIT 1")
        return try Row.fetchOne(statement, arguments: [feed]) != nil
    }

    private static func repeated(_ values: [String]) -> Set<String> {
        var seen: Set<String> = []
        return Set(values.filter { !seen.insert($0).inserted })
    }

    /// The number of keys in one statement.
    private static let together = 16

    private func save(_ keys: some Sequence<String>, isShared: Bool, _ db: Database) throws {
        for some in Array(keys).groups(of: Self.together) {
            let rows = repeatElement("(?, ?, ?, ?)", count: some.count).joined(separator: ", ")
            let statement = try db.cachedStatement(
                sql: """
                    INSERT INTO articleKey (feedID, key, isShared, lastSeenAt) VALUES \(rows)
                    ON CONFLICT DO UPDATE SET isShared = max(isShared, excluded.isShared),
                        lastSeenAt = excluded.lastSeenAt
                    """
            )
            var arguments = StatementArguments()
            for key in some { arguments += [feed, key, isShared, seconds] }
            try statement.execute(arguments: arguments)
        }
    }
}

extension Array {
    /// Slices of this size; the last one may be smaller.
    fileprivate func groups(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}

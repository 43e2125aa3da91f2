import GRDB
import NewsModel

/// Tells a document's new entries from those the feed has shown before.
///
/// A key that two entries of one document share (a constant guid, the homepage as link) is no identity in that feed,
/// now or ever.
struct DocumentEntries {
    /// Canonical URLs that several entries have: they say nothing about what an entry is about.
    let sharedLinks: Set<String>

    private static let longestKey = 512
    /// Seconds after which a key that is still shown is noted anew.
    static let touchInterval: Int64 = 86_400

    private struct KnownKey {
        var isShared: Bool
        var lastSeenAt: Int64
    }

    /// Entries of the document, each once.
    var count: Int { entries.count }

    private var entries: [NewArticle] = []
    /// Where each entry stands in the document.
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
            // The same entry twice in one document is one entry.
            guard seen.insert(article.keys + [article.title]).inserted else { continue }
            entries.append(article)
            places.append(place)
        }
        sharedKeys = Self.repeated(entries.flatMap(\.keys))
        sharedLinks = Self.repeated(entries.compactMap(\.canonicalURL))
        guard try Self.hasKeys(feed, db) else { return }
        let statement = try db.cachedStatement(
            sql: "SELECT isShared, lastSeenAt FROM articleKey WHERE feedID = ? AND key = ?"
        )
        for key in Set(entries.flatMap { $0.keys + [Self.lastResort(of: $0)] }) {
            guard let row = try Row.fetchOne(statement, arguments: [feed.rawValue, key]) else { continue }
            known[key] = KnownKey(isShared: row["isShared"], lastSeenAt: row["lastSeenAt"])
        }
        sharedKeys.formUnion(known.filter { $0.value.isShared }.keys)
    }

    /// The entries by whether the feed has shown them before.
    struct Sorted {
        /// The oldest first.
        var new: [NewArticle] = []
        /// Where each of `new` stands in the document.
        var places: [Int] = []
        var known: [NewArticle] = []
        /// New entries beyond `mostNew`.
        var passedOver = 0
        fileprivate var keys: [String] = []
    }

    /// Tells new entries, `mostNew` at most in the document's order, from known ones; nothing is remembered.
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
        // Most documents begin with the newest; among undated entries the last one is the oldest.
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

    /// Remembers the keys of what was sorted.
    func record(_ sorted: Sorted, in db: Database) throws {
        for key in sharedKeys where known[key]?.isShared != true { try save(key, isShared: true, db) }
        for key in sorted.keys { try save(key, isShared: false, db) }
    }

    /// The entries that the feed has not shown yet; nothing is remembered.
    func unknown() -> [NewArticle] {
        entries.filter { entry in !identity(of: entry).contains { known[$0] != nil } }
    }

    private func identity(of entry: NewArticle) -> [String] {
        let own = entry.keys.filter { !sharedKeys.contains($0) }
        // An entry with one key also leaves its last resort, in case that key turns out to be shared.
        return own.count > 1 ? own : own + [Self.lastResort(of: entry)]
    }

    private static func lastResort(of entry: NewArticle) -> String {
        let text = "=\(entry.keys.joined(separator: "\n"))\n\(entry.title)"
        return cut(text, to: longestKey * 2)
    }

    /// At most so many characters; counting them takes long, and most keys are short.
    private static func cut(_ key: String, to length: Int) -> String {
        key.utf8.count <= length ? key : String(key.prefix(length))
    }

    /// Whether the feed has shown anything yet.
    static func hasKeys(_ feed: FeedID, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM articleKey WHERE feedID = ? LIMIT 1")
        return try Row.fetchOne(statement, arguments: [feed.rawValue]) != nil
    }

    private static func repeated(_ values: [String]) -> Set<String> {
        var seen: Set<String> = []
        return Set(values.filter { !seen.insert($0).inserted })
    }

    private func save(_ key: String, isShared: Bool, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO articleKey (feedID, key, isShared, lastSeenAt) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET isShared = max(isShared, excluded.isShared), lastSeenAt = excluded.lastSeenAt
                """
        )
        try statement.execute(arguments: [feed.rawValue, key, isShared, seconds])
    }
}

import GRDB
import NewsModel

/// Separates a document's new entries from those that the feed has shown before.
///
/// A key that two entries of one document share (a constant guid, the homepage as link) never identifies an entry of
/// that feed.
struct DocumentEntries {
    /// Canonical URLs that several entries share, which therefore do not identify a story.
    private(set) var sharedLinks: Set<String> = []

    private static let longestKey = 512
    /// Seconds after which `lastSeenAt` of a key that is still shown is updated.
    static let touchInterval: Int64 = 86_400

    private struct KnownKey {
        var isShared: Bool
        var lastSeenAt: Int64
    }

    private struct Entry {
        let article: NewArticle
        /// Its index in the document.
        let place: Int
        /// Its keys, as indices of `keys`.
        let numbers: [Int]
        /// The keys that identify it.
        var identity: [Int] = []
    }

    /// All keys of the document, as they are stored (`KeyHashes`).
    ///
    /// They are compared by their numbers.
    private struct Keys {
        var hashes: [Int64] = []
        var isShared: [Bool] = []
        var known: [KnownKey?] = []
        private var numbers: [Int64: Int] = [:]

        mutating func number(of hash: Int64) -> Int {
            let next = hashes.count
            // An `inout` argument stores the default value, so that the number is looked for once.
            let number = Self.value(&numbers[hash, default: next])
            guard number == next else { return number }
            hashes.append(hash)
            isShared.append(false)
            known.append(nil)
            return next
        }

        mutating func reserve(_ count: Int) {
            hashes.reserveCapacity(count)
            isShared.reserveCapacity(count)
            known.reserveCapacity(count)
            numbers.reserveCapacity(count)
        }

        private static func value(_ stored: inout Int) -> Int { stored }
    }

    /// The number of entries, without duplicates.
    var count: Int { entries.count }

    private var entries: [Entry] = []
    private var keys = Keys()
    private let hashes: KeyHashes
    private let feed: FeedID
    private let seconds: Int64

    init(_ articles: [NewArticle], feed: FeedID, db: Database, seconds: Int64) throws {
        self.feed = feed
        self.seconds = seconds
        hashes = try KeyHashes(in: db)
        readKeys(of: articles)
        sharedLinks = Self.repeated(entries.compactMap(\.article.canonicalURL))
        if try Self.hasKeys(feed, db) { try readKnown(db) }
        for index in entries.indices {
            let own = entries[index].numbers.filter { !keys.isShared[$0] }
            // An entry with one key also gets a fallback key, in case that key turns out to be shared.
            entries[index].identity = own.count > 1 ? own : own + [lastResort(of: entries[index])]
        }
    }

    private mutating func readKeys(of articles: [NewArticle]) {
        struct Copy: Hashable {
            let numbers: [Int]
            /// Its hash: to compare texts with letters beyond ASCII takes long.
            let title: Int64
        }
        var seen: Set<Copy> = []
        entries.reserveCapacity(articles.count)
        keys.reserve(articles.reduce(articles.count) { $0 + $1.keys.count })
        for (place, article) in articles.enumerated() {
            var article = article
            if article.keys.contains(where: { $0.utf8.count > Self.longestKey }) {
                article.keys = article.keys.map { Self.cut($0, to: Self.longestKey) }
            }
            var numbers: [Int] = []
            for key in article.keys where !key.isEmpty {
                let number = keys.number(of: hashes.hash(key, .entry))
                if !numbers.contains(number) { numbers.append(number) }
            }
            // Duplicates within a document are one entry.
            guard seen.insert(Copy(numbers: numbers, title: hashes.hash(article.title, .title))).inserted else {
                continue
            }
            entries.append(Entry(article: article, place: place, numbers: numbers))
        }
        var isUsed = Array(repeating: false, count: keys.hashes.count)
        for number in entries.lazy.flatMap(\.numbers) {
            if isUsed[number] { keys.isShared[number] = true }
            isUsed[number] = true
        }
    }

    /// Reads what is stored of the keys.
    private mutating func readKnown(_ db: Database) throws {
        for entry in entries { _ = lastResort(of: entry) }
        for some in keys.hashes.groups(of: Self.together) {
            let statement = try db.cachedStatement(
                sql: """
                    SELECT key, isShared, lastSeenAt FROM articleKey
                    WHERE feedID = ? AND key IN (\(placeholders(some.count)))
                    """
            )
            let rows = try Row.fetchCursor(statement, arguments: [feed] + StatementArguments(some))
            while let row = try rows.next() {
                let number = keys.number(of: row[0])
                let known = KnownKey(isShared: row[1], lastSeenAt: row[2])
                keys.known[number] = known
                if known.isShared { keys.isShared[number] = true }
            }
        }
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
        fileprivate var keys: [Int] = []
    }

    /// Separates new entries, at most `mostNew` in the document's order, from known ones; writes nothing.
    func sorted(mostNew: Int = .max) -> Sorted {
        var sorted = Sorted()
        var new: [(time: Int64, entry: Int)] = []
        var isRecorded = Array(repeating: false, count: keys.hashes.count)
        for (index, entry) in entries.enumerated() {
            let isKnown = entry.identity.contains { keys.known[$0] != nil || isRecorded[$0] }
            guard isKnown || new.count < mostNew else {
                sorted.passedOver += 1
                continue
            }
            for key in entry.identity where !isRecorded[key] {
                isRecorded[key] = true
                if let old = keys.known[key], old.lastSeenAt > seconds - Self.touchInterval { continue }
                sorted.keys.append(key)
            }
            if isKnown {
                sorted.known.append(entry.article)
            } else {
                new.append((entry.article.publishedAt?.unixSeconds ?? seconds, index))
            }
        }
        // Most documents begin with the newest entry, so the last undated entry is the oldest.
        new.sort { ($0.time, $1.entry) < ($1.time, $0.entry) }
        sorted.new = new.map { entries[$0.entry].article }
        sorted.places = new.map { entries[$0.entry].place }
        return sorted
    }

    /// Stores the keys of sorted entries; new keys add to the size of the feed.
    func record(_ sorted: Sorted, counting bytes: inout FeedBytes, in db: Database) throws {
        let shared = keys.hashes.indices.filter { keys.isShared[$0] }
        try save(shared.filter { keys.known[$0]?.isShared != true }, isShared: true, db)
        try save(sorted.keys, isShared: false, db)
        let others = sorted.keys.filter { !keys.isShared[$0] }
        bytes.add(keys: (shared + others).count { keys.known[$0] == nil })
    }

    /// The entries that the feed has not shown yet; writes nothing.
    func unknown() -> [NewArticle] {
        entries.filter { entry in !entry.identity.contains { keys.known[$0] != nil } }.map(\.article)
    }

    private mutating func lastResort(of entry: Entry) -> Int {
        var seen: Set<String> = []
        let own = entry.article.keys.filter { !$0.isEmpty && seen.insert($0).inserted }.joined(separator: "\n")
        let key = Self.cut("=\(own)\n\(entry.article.title)", to: Self.longestKey * 2)
        return keys.number(of: hashes.hash(key, .entry))
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
        seen.reserveCapacity(values.count)
        return Set(values.filter { !seen.insert($0).inserted })
    }

    /// The number of keys in one statement.
    private static let together = 16

    /// The statements that save so many keys.
    private static let saving = (0...together).map { count in
        let rows = repeatElement("(?, ?, ?, ?)", count: count).joined(separator: ", ")
        return """
            INSERT INTO articleKey (feedID, key, isShared, lastSeenAt) VALUES \(rows)
            ON CONFLICT DO UPDATE SET isShared = max(isShared, excluded.isShared), lastSeenAt = excluded.lastSeenAt
            """
    }

    /// In the order of the table, so that neighbours share pages.
    private func save(_ numbers: [Int], isShared: Bool, _ db: Database) throws {
        for some in numbers.sorted(by: { keys.hashes[$0] < keys.hashes[$1] }).groups(of: Self.together) {
            let statement = try DirectStatement(Self.saving[some.count], in: db)
            try statement.execute {
                for number in some {
                    $0.bind(feed)
                    $0.bind(keys.hashes[number])
                    $0.bind(isShared ? 1 : 0)
                    $0.bind(seconds)
                }
            }
        }
    }
}

extension Array {
    /// Slices of this size; the last one may be smaller.
    fileprivate func groups(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}

/// A hash of something that a term requires of an article, for looking up queries.
///
/// Two different things may have the same hash, so a query that is found must still be matched.
struct QueryKey {
    enum Kind: Hashable {
        case word
        case pair
        /// The beginning of a word, in bytes.
        case beginning(Int)
        case ending(Int)
        /// Any part of a word, in bytes.
        case part(Int)
        case field
        case site
        case language
    }

    /// The most bytes of the start or end of a word that are looked up.
    static let longestEdge = 16

    var key: UInt64
    var kind: Kind
    /// Is added to the key's popularity: how common the key is known to be, apart from what queries ask for.
    var penalty = 0

    /// All keys that a term requires.
    ///
    /// Each alone is enough to look the term up. Empty when it has no key.
    static func options(for term: QueryTerm) -> [QueryKey] {
        switch term {
        case .phrase(let phrase, nil), .phrase(let phrase, .title), .phrase(let phrase, .body): textOptions(phrase)
        case .phrase(let phrase, .some(let field)): fieldOptions(phrase, field)
        case .site(let host): [QueryKey(key: site(host), kind: .site, penalty: 50)]
        case .language(let tag): [QueryKey(key: language(tag), kind: .language, penalty: 500_000)]
        case .regex, .since, .until, .has, .state, .near: []
        }
    }

    private static func textOptions(_ phrase: QueryPhrase) -> [QueryKey] {
        let words = phrase.words
        var result: [QueryKey] = []
        var previous: UInt64?
        for (index, text) in words.enumerated() {
            let opensStart = phrase.isOpenAtStart && index == 0
            let opensEnd = phrase.isOpenAtEnd && index == words.count - 1
            guard !opensStart, !opensEnd else {
                result.append(contentsOf: openOptions(text, opensStart, opensEnd))
                previous = nil
                continue
            }
            let hash = word(text)
            result.append(QueryKey(key: hash, kind: .word, penalty: commonness(text)))
            if let previous { result.append(QueryKey(key: pair(previous, hash), kind: .pair)) }
            previous = hash
        }
        return result
    }

    private static func openOptions(_ text: String, _ opensStart: Bool, _ opensEnd: Bool) -> [QueryKey] {
        let bytes = Array(text.utf8)
        let edge = min(bytes.count, longestEdge)
        switch (opensStart, opensEnd) {
        case (false, _): return [QueryKey(key: beginning(bytes.prefix(edge)), kind: .beginning(edge), penalty: 20)]
        case (true, false): return [QueryKey(key: ending(bytes.suffix(edge)), kind: .ending(edge), penalty: 20)]
        case (true, true):
            let length = min(bytes.count, 4)
            return (0...(bytes.count - length)).map {
                QueryKey(key: part(bytes[$0..<($0 + length)]), kind: .part(length), penalty: 100)
            }
        }
    }

    private static func fieldOptions(_ phrase: QueryPhrase, _ field: QueryField) -> [QueryKey] {
        phrase.words.enumerated().compactMap { index, word in
            let opensStart = phrase.isOpenAtStart && index == 0
            let opensEnd = phrase.isOpenAtEnd && index == phrase.words.count - 1
            guard !opensStart, !opensEnd else { return nil }
            return QueryKey(key: fieldWord(field, word), kind: .field, penalty: 1_000)
        }
    }

    private static func commonness(_ word: String) -> Int {
        if StopWords.isCommon(word) { return 1_000_000 }
        return word.utf8.count < 3 ? 1_000 : 0
    }

    static func word(_ word: String) -> UInt64 { hash(1, word) }
    static func site(_ host: String) -> UInt64 { hash(2, host) }
    static func language(_ tag: String) -> UInt64 { hash(3, tag) }
    static func beginning(_ bytes: ArraySlice<UInt8>) -> UInt64 { hash(4, bytes) }
    static func ending(_ bytes: ArraySlice<UInt8>) -> UInt64 { hash(5, bytes) }
    static func part(_ bytes: ArraySlice<UInt8>) -> UInt64 { hash(6, bytes) }

    static func fieldWord(_ field: QueryField, _ word: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(field)
        hasher.combine(word)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 {
        (first &* 0x9E37_79B9_7F4A_7C15) ^ (second << 1 | second >> 63)
    }

    // Swift seeds `Hasher` anew in each process, so nobody can choose words that collide.
    private static func hash(_ kind: UInt8, _ text: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(kind)
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isDone == nil { Array(text.utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    private static func hash(_ kind: UInt8, _ bytes: ArraySlice<UInt8>) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(kind)
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

/// The kinds of keys that are in use, so that an article computes no others.
struct QueryKeyKinds: Sendable {
    private(set) var counts: [QueryKey.Kind: Int] = [:]

    mutating func count(_ kind: QueryKey.Kind, by change: Int) {
        let count = (counts[kind] ?? 0) + change
        counts[kind] = count > 0 ? count : nil
    }

    func has(_ kind: QueryKey.Kind) -> Bool { counts[kind] != nil }
}

/// All keys of an article, computed once per look-up.
struct QueryKeys {
    /// The words of title and body.
    private(set) var words: Set<UInt64> = []
    private(set) var all: [UInt64] = []

    /// Whether the article has the word; 0 means that no word is required.
    func containsWord(_ guardKey: UInt64) -> Bool { guardKey == 0 || words.contains(guardKey) }

    init(of document: QueryDocument, kinds: QueryKeyKinds) {
        let hashes = document.text.words.map { $0.isEmpty ? 0 : QueryKey.word($0) }
        words.reserveCapacity(document.text.first.count)
        for place in document.text.first.values { words.insert(hashes[Int(place)]) }
        all.append(contentsOf: words)
        if kinds.has(.pair) { addPairs(hashes) }
        addParts(of: document.text.first.keys, kinds)
        if kinds.has(.field) {
            for (field, values) in document.fields {
                for word in Set(values) where !word.isEmpty { all.append(QueryKey.fieldWord(field, word)) }
            }
        }
        if kinds.has(.site), let host = document.host { addSites(host) }
        if kinds.has(.language), let language = document.language { addLanguages(language) }
    }

    private mutating func addPairs(_ hashes: [UInt64]) {
        var seen: Set<UInt64> = []
        for index in hashes.indices.dropFirst() where hashes[index] != 0 && hashes[index - 1] != 0 {
            let pair = QueryKey.pair(hashes[index - 1], hashes[index])
            if seen.insert(pair).inserted { all.append(pair) }
        }
    }

    private mutating func addParts(of words: Dictionary<String, Int32>.Keys, _ kinds: QueryKeyKinds) {
        var lengths: [(kind: QueryKey.Kind, length: Int)] = []
        for kind in kinds.counts.keys {
            switch kind {
            case .beginning(let length), .ending(let length), .part(let length): lengths.append((kind, length))
            case .word, .pair, .field, .site, .language: continue
            }
        }
        guard !lengths.isEmpty else { return }
        var seen: Set<UInt64> = []
        for word in words {
            let bytes = Array(word.utf8)
            for (kind, length) in lengths where length <= bytes.count {
                switch kind {
                case .beginning: seen.insert(QueryKey.beginning(bytes.prefix(length)))
                case .ending: seen.insert(QueryKey.ending(bytes.suffix(length)))
                default:
                    for start in 0...(bytes.count - length) {
                        seen.insert(QueryKey.part(bytes[start..<(start + length)]))
                    }
                }
            }
        }
        all.append(contentsOf: seen)
    }

    private mutating func addSites(_ host: String) {
        var keys: Set<UInt64> = []
        var rest = host[...]
        while !rest.isEmpty {
            keys.insert(QueryKey.site(String(rest)))
            keys.insert(QueryKey.site(String(rest.prefix { $0 != "." })))
            guard let dot = rest.firstIndex(of: ".") else { break }
            rest = rest[rest.index(after: dot)...]
        }
        all.append(contentsOf: keys)
    }

    private mutating func addLanguages(_ language: String) {
        var parts = language.split(separator: "-", omittingEmptySubsequences: false)
        while !parts.isEmpty {
            all.append(QueryKey.language(parts.joined(separator: "-")))
            parts.removeLast()
        }
    }
}

/// Words that are too common to describe a text.
package enum StopWords {
    /// The folded stop words; empty for a language without a table.
    ///
    /// Only the first part of the BCP 47 tag `language` counts.
    package static func words(for language: String) -> Set<String> {
        sets[String(language.lowercased().prefix { $0 != "-" && $0 != "_" })] ?? []
    }

    package static func contains(_ folded: String, in language: String) -> Bool {
        words(for: language).contains(folded)
    }

    /// Whether the word is a stop word in any language with a table.
    static func isCommon(_ folded: String) -> Bool { common.contains(folded) }

    private static let sets: [String: Set<String>] = StopWordTables.all.mapValues { table in
        var words: Set<String> = []
        WordTokenizer.forEachToken(table) { folded, _, _ in
            words.insert(folded)
            return true
        }
        return words
    }

    private static let common: Set<String> = sets.values.reduce(into: []) { $0.formUnion($1) }
}

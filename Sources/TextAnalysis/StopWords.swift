/// Words too common to tell what a text is about.
package enum StopWords {
    /// Folded; empty for languages without a table.
    ///
    /// `language` is a BCP 47 tag, of which the first part counts.
    package static func words(for language: String) -> Set<String> {
        sets[String(language.lowercased().prefix { $0 != "-" && $0 != "_" })] ?? []
    }

    package static func contains(_ folded: String, in language: String) -> Bool {
        words(for: language).contains(folded)
    }

    /// Whether the word is a stop word of any of the largest languages.
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

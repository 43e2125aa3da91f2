/// Words that are too common to describe a text.
package enum StopWords {
    /// The folded stop words as the tokenizer splits them; empty for a language without a table.
    ///
    /// Only the first part of the BCP 47 tag `language` counts. Stored keys and queries depend on these tables; words
    /// for new analysis belong into `wholeWords`.
    package static func words(for language: String) -> Set<String> {
        sets[String(language.lowercased().prefix { $0 != "-" && $0 != "_" })] ?? []
    }

    package static func contains(_ folded: String, in language: String) -> Bool {
        words(for: language).contains(folded)
    }

    /// The folded stop words as `WordSegmenter` gives words: whole ones in Chinese, Japanese and Thai too.
    ///
    /// Only the first part of the BCP 47 tag `language` counts; empty for a language without a table.
    package static func wholeWords(for language: String) -> Set<String> {
        whole[LanguageGuess.base(language)] ?? []
    }

    /// Those of English and of the reader's language.
    package static func wholeWords(forReaderOf language: String) -> Set<String> {
        wholeWords(for: "en").union(wholeWords(for: language))
    }

    /// The same as `WordKey`s.
    package static func wholeKeys(for language: String) -> Set<UInt64> {
        wholeKeys[LanguageGuess.base(language)] ?? []
    }

    /// Whether the word is a stop word in any language with a table.
    package static func isCommon(_ folded: String) -> Bool { common.contains(folded) }

    private static let sets: [String: Set<String>] = StopWordTables.all.mapValues { table in
        var words: Set<String> = []
        WordTokenizer.forEachToken(table) { folded, _, _ in
            words.insert(folded)
            return true
        }
        return words
    }

    private static let whole: [String: Set<String>] = {
        var sets: [String: Set<String>] = [:]
        for (language, table) in Array(StopWordTables.all) + Array(WholeStopWordTables.all) {
            let words = table.split { $0 == " " || $0 == "\n" }.map { TextFolding.folded(String($0)) }
            sets[language, default: []].formUnion(words)
        }
        return sets
    }()

    private static let wholeKeys = whole.mapValues { Set($0.map(WordKey.of)) }

    private static let common: Set<String> = sets.values.reduce(into: []) { $0.formUnion($1) }
}

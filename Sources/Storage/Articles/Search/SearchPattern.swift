import TextAnalysis

/// An expression of the full-text index that finds every article which a query may match, and others.
///
/// What the index cannot find (the end of a word, an expression, other fields) is left to the query itself.
enum SearchPattern {
    /// What is indexed: titles with summaries, or texts that were read.
    enum Index {
        case titles, texts
    }

    /// A beginning of a word that is shorter would bring too much of the index.
    private static let shortestBeginning = 3

    /// Nil when no word of the query must be in the index.
    ///
    /// Of words that must all occur, those that are common in some language are left out beside rarer ones. Alone they
    /// are looked up: what is common in one language may be rare in others, such as "war" and "AI".
    static func pattern(of query: Query, in index: Index) -> String? { pattern(query.root, index)?.text }

    private struct Pattern {
        var text: String
        /// Whether it has only words that are common in some language, or such a word is enough.
        var isCommon = false
    }

    private static func pattern(_ node: QueryNode, _ index: Index) -> Pattern? {
        switch node {
        case .not: return nil
        case .term(let term): return pattern(term, index)
        case .all(let nodes):
            let patterns = nodes.compactMap { pattern($0, index) }
            let rare = patterns.filter { !$0.isCommon }
            let used = rare.isEmpty ? patterns : rare
            guard !used.isEmpty else { return nil }
            // Of the words of a search some may be in the title alone, so one in the text is enough.
            return Pattern(text: joined(used, index == .titles ? " AND " : " OR "), isCommon: rare.isEmpty)
        case .any(let nodes):
            let patterns = nodes.compactMap { pattern($0, index) }
            guard patterns.count == nodes.count else { return nil }
            return Pattern(text: joined(patterns, " OR "), isCommon: patterns.contains { $0.isCommon })
        }
    }

    private static func joined(_ patterns: [Pattern], _ joint: String) -> String {
        patterns.map { "(\($0.text))" }.joined(separator: joint)
    }

    private static func pattern(_ term: QueryTerm, _ index: Index) -> Pattern? {
        guard case .phrase(let phrase, let field) = term, !phrase.isOpenAtStart else { return nil }
        let column: String
        switch (field, index) {
        case (nil, _), (.body, .texts): column = ""
        case (.title, .titles): column = "{title} : "
        case (.body, .titles): column = "{summary} : "
        default: return nil
        }
        guard let words = Self.words(of: phrase) else { return nil }
        let isCommon = phrase.words.count == 1 && !phrase.isOpenAtEnd && StopWords.isCommon(phrase.words[0])
        return Pattern(text: column + words, isCommon: isCommon)
    }

    /// Words are quoted, so that nothing a person types is an operator.
    private static func words(of phrase: QueryPhrase) -> String? {
        let pieces = phrase.plainText.split(separator: " ").map { "\"\($0)\"" }
        guard let last = phrase.words.last else { return nil }
        let length = last.unicodeScalars.count
        if phrase.isOpenAtEnd, phrase.hasStar, length < shortestBeginning { return nil }
        let star = phrase.isOpenAtEnd ? " *" : ""
        // The index has a last letter for each run without spaces, which a phrase across its end does not expect.
        let hasRuns = phrase.words.count != pieces.count || phrase.isOpenAtEnd && length == 1
        guard pieces.count > 1, hasRuns else { return "\"\(phrase.plainText)\"" + star }
        return "(" + pieces.joined(separator: " AND ") + star + ")"
    }
}

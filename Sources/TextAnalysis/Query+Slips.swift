/// What tells a query that says something else than was meant.
extension Query {
    /// Whether an `OR` or `|` in a typed query has nothing to find beside it, or it ends in `OR`, `AND` or `NOT`.
    package static func hasDanglingOperator(_ text: String, fields: QueryFieldWords = QueryFieldWords()) -> Bool {
        var input = QueryScanner(text, fields: fields)
        // Whether something to find stands directly before, and whether an "OR" waits for something behind it.
        var hasLeft = false
        var waits = false
        while true {
            input.skipSpace()
            if input.isAtEnd { return waits }
            if input.takeOr() {
                guard hasLeft else { return true }
                (hasLeft, waits) = (false, true)
            } else if input.take(closing: false) {
                (hasLeft, waits) = (false, false)
            } else if input.take(closing: true) {
                if waits { return true }
                hasLeft = true
            } else if !input.takeMinus(), input.takeField() == nil {
                let isPlain = input.takeRegex() == nil && input.takeQuoted() == nil
                // Before something else they are no words: only at the end they are taken for some.
                if isPlain, ["OR", "AND", "NOT"].contains(input.takeWord()) { return true }
                (hasLeft, waits) = (true, false)
            }
        }
    }

    /// A value of a field for want of which the query can never match, if no article has these; nil if it may match.
    package func lacking(_ missing: Set<QueryPhrase>, of field: QueryField) -> QueryPhrase? {
        root.lacking(missing, of: field)
    }

    /// Whether a typed query has a quotation mark.
    package static func hasQuote(_ text: String) -> Bool { text.unicodeScalars.contains(where: QueryScanner.isQuote) }

    /// Whether a sign begins or ends a text in `"`.
    package static func isStraightQuote(_ sign: Character) -> Bool {
        sign.unicodeScalars.contains(where: QueryScanner.straightQuotes.contains)
    }

    /// Whether it looks for nothing but single words that are in nearly every article of these languages.
    ///
    /// Whether a word was typed in quotes cannot be told from it.
    package func looksOnlyForCommonWords(of languages: [String]) -> Bool {
        let wanted = root.wantedTerms
        return !wanted.isEmpty
            && wanted.allSatisfy { term in
                guard case .phrase(let phrase, let field) = term, field == nil || field == .title || field == .body,
                    !phrase.hasStar, phrase.pieces.count == 1
                else { return false }
                return languages.contains { StopWords.contains(phrase.pieces[0], in: $0) }
            }
    }
}

extension QueryNode {
    fileprivate func lacking(_ missing: Set<QueryPhrase>, of field: QueryField) -> QueryPhrase? {
        switch self {
        case .term(let term):
            guard case .phrase(let phrase, in: field) = term, missing.contains(phrase) else { return nil }
            return phrase
        case .not: return nil
        case .all(let nodes): return nodes.lazy.compactMap { $0.lacking(missing, of: field) }.first
        case .any(let nodes):
            // One alternative that may match is enough.
            let lacking = nodes.compactMap { $0.lacking(missing, of: field) }
            return lacking.count == nodes.count ? lacking.first : nil
        }
    }
}

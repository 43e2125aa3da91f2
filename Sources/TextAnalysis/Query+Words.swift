/// What a query looks for in titles and texts, and how it is mended.
extension Query {
    /// Whether it looks for words or expressions in titles or texts, and not only in other fields.
    package var asksText: Bool { root.wantedTerms.contains(where: \.isOfText) }

    /// Whether a term behind this sign is excluded.
    package static func isMinus(_ sign: Character) -> Bool {
        sign.unicodeScalars.first.map(QueryScanner.minuses.contains) ?? false
    }

    /// The phrases that a field is asked for, without exclusions.
    package func wantedPhrases(of field: QueryField) -> [QueryPhrase] {
        root.wantedTerms.compactMap { if case .phrase(let phrase, in: field) = $0 { phrase } else { nil } }
    }

    /// Single words that the query looks for in titles or texts, each once.
    package var textWords: [String] {
        var seen: Set<String> = []
        return root.wantedTerms.compactMap(\.textWord).filter { seen.insert($0).inserted }
    }

    /// The same query with other words for some of its `textWords`; values of other fields stay.
    ///
    /// Nil if it became too long.
    package func replacingTextWords(_ other: (String) -> String?) -> Query? {
        let changed = root.mapTerms { term -> QueryNode in
            guard let word = term.textWord, case .phrase(_, let field) = term, let new = other(word),
                let phrase = QueryPhrase(new[...])
            else { return .term(term) }
            return .term(.phrase(phrase, in: field))
        }
        return try? Query(changed)
    }

    /// The same query without some of the words that it joins by AND; nil if nothing would remain to look for.
    package func leavingOut(_ words: Set<String>) -> Query? {
        guard case .all(let nodes) = root else { return self }
        let rest = nodes.filter { node in
            guard case .term(let term) = node, let word = term.textWord else { return true }
            return !words.contains(word)
        }
        let node: QueryNode = if rest.count == 1, let only = rest.first { only } else { .all(rest) }
        guard node.requiresSomething else { return nil }
        return try? Query(node)
    }

    /// Whether it looks for nothing but single words of these.
    package func looksOnlyFor(_ words: Set<String>) -> Bool {
        root.wantedTerms.allSatisfy { term in term.textWord.map { words.contains($0) } ?? false }
    }
}

extension QueryTerm {
    fileprivate var isOfText: Bool {
        switch self {
        case .phrase(_, let field), .regex(_, let field): field == nil || field == .title || field == .body
        case .site, .language, .since, .until, .has, .state, .near: false
        }
    }

    /// The whole single word that is looked for in titles or texts; nil for anything else.
    fileprivate var textWord: String? {
        guard isOfText, case .phrase(let phrase, _) = self, phrase.words.count == 1, !phrase.isOpenAtStart,
            !phrase.isOpenAtEnd
        else { return nil }
        return phrase.words[0]
    }
}

/// A query, as alerts, filters, mutes, smart feeds and searches use it.
///
/// Words are joined by AND (spaces and commas alike); `"phrases"`, `-exclusions`, `OR` or `|`, parentheses, `*` at
/// either end of a word, fields (`title:` `body:` `feed:` `site:` `author:` `tag:` `lang:` `category:` `place:` `near:`
/// `sport:` `topic:` `smart:` `since:` `until:` `has:` `is:`) and `/expressions/i`. Case and accents are ignored. A
/// missing closing quote or parenthesis is assumed at the end. An unknown field name is read as an ordinary word.
package struct Query: Sendable, Hashable {
    /// In Unicode scalars; the limit holds for the text and for its canonical form.
    package static let longest = 500
    /// Every word of a phrase counts.
    package static let mostTerms = 40
    package static let deepest = 8

    package let root: QueryNode
    /// The shortest spelling of the same query; it is folded, and parsing it gives an equal query.
    package let canonical: String

    /// Parses a query.
    ///
    /// Filters and mutes may consist of exclusions alone (`-review -deals`). Alerts and searches may not.
    package init(
        parsing text: String,
        allowingOnlyExclusions: Bool = false,
        limits: QueryLimits = QueryLimits(),
        fields: QueryFieldWords = QueryFieldWords()
    ) throws(QueryError) {
        guard text.utf8.count <= limits.longest * 4, text.unicodeScalars.count <= limits.longest else {
            throw .tooLong(limit: limits.longest)
        }
        var parser = QueryParser(text, limits: limits, fields: fields)
        guard let root = try parser.parse() else { throw .empty }
        guard allowingOnlyExclusions || root.requiresSomething else { throw .onlyExclusions }
        try self.init(root, longest: limits.longest)
    }

    /// - Parameter longest: the most Unicode scalars of its canonical form.
    package init(_ root: QueryNode, longest: Int = Self.longest) throws(QueryError) {
        let canonical = root.canonical(inside: .nothing)
        guard canonical.unicodeScalars.count <= longest else { throw .tooLong(limit: longest) }
        self.root = root
        self.canonical = canonical
    }

    /// Whether the query uses a field anywhere, also in exclusions.
    package func asks(_ field: QueryField) -> Bool {
        root.terms.contains { if case .phrase(_, in: field) = $0 { true } else { false } }
    }

    /// What it looks at, so that articles need not be prepared for more.
    package var parts: QueryParts {
        root.terms.reduce(into: QueryParts()) { parts, term in
            switch term {
            case .phrase(_, let field?) where field != .title && field != .body: parts.fields.insert(field)
            case .regex(_, let field?) where field != .title && field != .body: parts.fields.insert(field)
            case .phrase: (parts.words, parts.phrases) = (true, parts.phrases + 1)
            case .site: parts.site = true
            case .regex, .language, .since, .until, .has, .state, .near: break
            }
        }
    }

    /// The same query with every value of a field replaced; a value is kept when `change` returns no word for it.
    package func replacing(_ field: QueryField, _ change: (QueryPhrase) throws -> String) throws -> Query {
        try replacing(field) { phrase in [[try change(phrase)]] }
    }

    /// The same query with every value of a field replaced by alternatives, of each of which all words must be found; a
    /// value is kept when `change` returns no word for it.
    package func replacing(_ field: QueryField, _ change: (QueryPhrase) throws -> [[String]]) throws -> Query {
        try Query(
            root.mapTerms { term in
                guard case .phrase(let phrase, in: field) = term else { return .term(term) }
                let alternatives = try change(phrase).compactMap { words -> QueryNode? in
                    let nodes = words.compactMap { QueryPhrase(Substring($0)) }.map {
                        QueryNode.term(.phrase($0, in: field))
                    }
                    return nodes.count > 1 ? .all(nodes) : nodes.first
                }
                return alternatives.count > 1 ? .any(alternatives) : alternatives.first ?? .term(term)
            }
        )
    }

    /// The phrases that a field is asked for, also in exclusions.
    package func phrases(of field: QueryField) -> [QueryPhrase] {
        root.terms.compactMap { if case .phrase(let phrase, in: field) = $0 { phrase } else { nil } }
    }

    /// The same query with every value of `lang:` replaced.
    package func replacingLanguages(_ change: (String) throws -> String) throws -> Query {
        try Query(
            root.mapTerms { term in
                guard case .language(let tag) = term else { return .term(term) }
                return .term(.language(try change(tag)))
            }
        )
    }

    /// Whether the query asks for the surroundings of a place anywhere, also in exclusions.
    package var asksNear: Bool { root.terms.contains { if case .near = $0 { true } else { false } } }

    /// The same query with every `near:` replaced.
    package func replacingAreas(_ change: (QueryArea) throws -> QueryArea) throws -> Query {
        try Query(
            root.mapTerms { term in
                guard case .near(let area) = term else { return .term(term) }
                return .term(.near(try change(area)))
            }
        )
    }

    /// The same query with every `smart:` replaced by the query of that name.
    package func replacingSmart(longest: Int, _ change: (QueryPhrase) throws -> Query) throws -> Query {
        try Query(
            root.mapTerms { term in
                guard case .phrase(let phrase, in: .smart) = term else { return .term(term) }
                return try change(phrase).root
            },
            longest: longest
        )
    }

    /// Articles with any or all of some texts, also in the middle of words; nil when there is nothing to look for.
    ///
    /// - Parameter field: nil for title and body.
    package static func containing(
        _ texts: [String],
        all: Bool,
        in field: QueryField?,
        longest: Int
    ) throws(QueryError) -> Query? {
        let phrases = texts.compactMap { text in
            let words = text.filter { $0 != "*" }
            let open = QueryPhrase("*\(words)*")
            return open?.isTooShort == true ? QueryPhrase(words[...]) : open
        }
        let nodes = phrases.map { QueryNode.term(.phrase($0, in: field)) }
        guard let first = nodes.first else { return nil }
        return try Query(nodes.count == 1 ? first : all ? .all(nodes) : .any(nodes), longest: longest)
    }

    /// A query's canonical form for people: without the positions of `near:`.
    package static func shown(_ canonical: String) -> String {
        guard canonical.contains("near:"),
            let query = try? Query(parsing: canonical, allowingOnlyExclusions: true),
            let shown = try? query.replacingAreas({ $0.around(nil) })
        else { return canonical }
        return shown.canonical
    }

    package static func == (left: Query, right: Query) -> Bool { left.canonical == right.canonical }

    package func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}

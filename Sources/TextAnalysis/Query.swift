/// A query, as alerts, filters, mutes, smart feeds and searches use it.
///
/// Words are joined by AND (spaces and commas alike); `"phrases"`, `-exclusions`, `OR` or `|`, parentheses, `*` at
/// either end of a word, fields (`title:` `body:` `feed:` `site:` `author:` `tag:` `lang:` `category:` `place:` `near:`
/// `sport:` `topic:` `since:` `until:` `has:` `is:`) and `/expressions/i`. Case and accents are ignored. A missing closing
/// quote or parenthesis is assumed at the end. An unknown field name is read as an ordinary word.
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
        limits: QueryLimits = QueryLimits()
    ) throws(QueryError) {
        guard text.utf8.count <= Self.longest * 4, text.unicodeScalars.count <= Self.longest else {
            throw .tooLong(limit: Self.longest)
        }
        var parser = QueryParser(text, limits: limits)
        guard let root = try parser.parse() else { throw .empty }
        guard allowingOnlyExclusions || root.requiresSomething else { throw .onlyExclusions }
        try self.init(root)
    }

    package init(_ root: QueryNode) throws(QueryError) {
        let canonical = root.canonical(inside: .nothing)
        guard canonical.unicodeScalars.count <= Self.longest else { throw .tooLong(limit: Self.longest) }
        self.root = root
        self.canonical = canonical
    }

    /// Whether the query uses a field anywhere, also in exclusions.
    package func asks(_ field: QueryField) -> Bool {
        root.terms.contains { if case .phrase(_, in: field) = $0 { true } else { false } }
    }

    /// The same query with every value of a field replaced; a value is kept when `change` returns no word for it.
    package func replacing(_ field: QueryField, _ change: (QueryPhrase) throws -> String) throws -> Query {
        try Query(
            root.mapTerms { term in
                guard case .phrase(let phrase, in: field) = term else { return term }
                return QueryPhrase(Substring(try change(phrase))).map { .phrase($0, in: field) } ?? term
            }
        )
    }

    /// Whether the query asks for the surroundings of a place anywhere, also in exclusions.
    package var asksNear: Bool { root.terms.contains { if case .near = $0 { true } else { false } } }

    /// The same query with every `near:` replaced.
    package func replacingAreas(_ change: (QueryArea) throws -> QueryArea) throws -> Query {
        try Query(
            root.mapTerms { term in
                guard case .near(let area) = term else { return term }
                return .near(try change(area))
            }
        )
    }

    package static func == (left: Query, right: Query) -> Bool { left.canonical == right.canonical }

    package func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}

/// What an alert, filter, mute, smart feed or search asks for.
///
/// Words are joined by AND (spaces and commas alike); `"phrases"`, `-exclusions`, `OR` or `|`, parentheses, `*` at
/// either end of a word, fields (`title:` `body:` `feed:` `site:` `author:` `tag:` `lang:` `category:` `place:`
/// `since:` `has:image`) and `/expressions/i`. Case and accents never count. A forgotten closing quote or
/// parenthesis closes at the end; an unknown field is an ordinary word, and so is one that there will be.
package struct Query: Sendable, Hashable {
    /// In Unicode scalars, for the text and for its canonical form.
    package static let longest = 500
    /// Counting each word of a phrase.
    package static let mostTerms = 40
    package static let deepest = 8

    package let root: QueryNode
    /// The shortest spelling of the same query: folded, and parsed back to an equal query.
    package let canonical: String
    /// A field in the text that was read as words because nothing is known of it yet; none is left in the canonical form.
    package let futureField: QueryFutureField?

    /// Reads a query.
    ///
    /// Filters and mutes may consist of exclusions alone (`-review -deals`); alerts and searches may not.
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
        try self.init(root, futureField: parser.futureField)
    }

    private init(_ root: QueryNode, futureField: QueryFutureField? = nil) throws(QueryError) {
        let canonical = root.canonical(inside: .nothing)
        guard canonical.unicodeScalars.count <= Self.longest else { throw .tooLong(limit: Self.longest) }
        self.root = root
        self.canonical = canonical
        self.futureField = futureField
    }

    /// Whether it asks a field anywhere, exclusions too.
    package func asks(_ field: QueryField) -> Bool {
        root.terms.contains { if case .phrase(_, in: field) = $0 { true } else { false } }
    }

    /// The same query with every value of a field replaced; a value that `change` makes nothing of stays.
    package func replacing(_ field: QueryField, _ change: (QueryPhrase) throws -> String) throws -> Query {
        try Query(
            root.mapTerms { term in
                guard case .phrase(let phrase, in: field) = term else { return term }
                return QueryPhrase(Substring(try change(phrase))).map { .phrase($0, in: field) } ?? term
            }
        )
    }

    package static func == (left: Query, right: Query) -> Bool { left.canonical == right.canonical }

    package func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}

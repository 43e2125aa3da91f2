/// What an alert, filter, mute, smart feed or search asks for.
///
/// Words are joined by AND (spaces and commas alike); `"phrases"`, `-exclusions`, `OR` or `|`, parentheses, `*` at
/// either end of a word, fields (`title:` `body:` `feed:` `site:` `author:` `tag:` `lang:` `category:` `place:`
/// `since:` `has:image`) and `/expressions/i`. Case and accents never count. A forgotten closing quote or
/// parenthesis closes at the end; an unknown field is an ordinary word.
package struct Query: Sendable, Hashable {
    /// In Unicode scalars, for the text and for its canonical form.
    package static let longest = 500
    /// Counting each word of a phrase.
    package static let mostTerms = 40
    package static let deepest = 8

    package let root: QueryNode
    /// The shortest spelling of the same query: folded, and parsed back to an equal query.
    package let canonical: String

    /// Reads a query.
    ///
    /// Filters and mutes may consist of exclusions alone (`-review -deals`); alerts and searches may not.
    package init(parsing text: String, allowingOnlyExclusions: Bool = false) throws(QueryError) {
        guard text.utf8.count <= Self.longest * 4, text.unicodeScalars.count <= Self.longest else {
            throw .tooLong(limit: Self.longest)
        }
        var parser = QueryParser(text)
        guard let root = try parser.parse() else { throw .empty }
        guard allowingOnlyExclusions || root.requiresSomething else { throw .onlyExclusions }
        let canonical = root.canonical(inside: .nothing)
        guard canonical.unicodeScalars.count <= Self.longest else { throw .tooLong(limit: Self.longest) }
        self.root = root
        self.canonical = canonical
    }

    package static func == (left: Query, right: Query) -> Bool { left.canonical == right.canonical }

    package func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}

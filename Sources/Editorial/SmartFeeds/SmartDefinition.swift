import NewsModel
package import TextAnalysis

/// What somebody typed as a smart feed: keywords, of which any or all must occur, or a query.
package enum SmartDefinition: Hashable, Sendable {
    case keywords([String], all: Bool, field: QueryField?)
    case query(String)

    /// The words of one language for the parts of a definition.
    package struct Words: Sendable {
        package var any: [String]
        package var all: [String]
        package var title: [String]
        package var body: [String]
        package var both: [String]

        package init(any: [String], all: [String], title: [String], body: [String], both: [String]) {
            (self.any, self.all, self.title, self.body, self.both) = (any, all, title, body, both)
        }
    }

    package static let mostKeywords = 10
    /// In graphemes.
    package static let longestKeyword = 100
    /// How deep smart feeds may be nested.
    package static let deepest = 3

    /// Throws `AlertQueryError` for too many or too long keywords.
    package init(_ text: String, words: [Words]) throws {
        let text = text.split(separator: " ").joined(separator: " ")
        for words in words {
            for (beginnings, all) in [(words.any, false), (words.all, true)] {
                guard let rest = Self.rest(of: text, after: beginnings) else { continue }
                self = try Self.keywords(rest, all: all, words)
                return
            }
        }
        self = .query(text)
    }

    private static func keywords(_ text: String, all: Bool, _ words: Words) throws -> SmartDefinition {
        var text = text
        var field: QueryField?
        let endings: [([String], QueryField?)] = [(words.title, .title), (words.body, .body), (words.both, nil)]
        for (phrases, wanted) in endings {
            let ending = phrases.first { text.lowercased().hasSuffix($0) && text.count > $0.count }
            guard let ending else { continue }
            text = String(text.dropLast(ending.count))
            field = wanted
            break
        }
        let keywords = text.split { ",，、;；".contains($0) }
            .map { $0.filter { !"\"“”".contains($0) }.split(separator: " ").joined(separator: " ") }
            .filter { !$0.isEmpty }
        func refuse(_ key: String, _ limit: Int) -> AlertQueryError {
            AlertQueryError(LocalizedMessage("smart.error.\(key)", ["limit": .number(limit)]))
        }
        guard !keywords.isEmpty else { throw AlertQueryError(LocalizedMessage("error.query.empty")) }
        guard keywords.count <= mostKeywords else { throw refuse("tooManyKeywords", mostKeywords) }
        guard keywords.allSatisfy({ $0.count <= longestKeyword }) else { throw refuse("longKeyword", longestKeyword) }
        return .keywords(keywords, all: all, field: field)
    }

    /// `any of: heat, flood` after `any of` is `heat, flood`.
    private static func rest(of text: String, after beginnings: [String]) -> String? {
        for beginning in beginnings where text.lowercased().hasPrefix(beginning) {
            let rest = text.dropFirst(beginning.count).drop { $0 == " " }
            guard let sign = rest.first, sign == ":" || sign == "：" else { continue }
            return String(rest.dropFirst())
        }
        return nil
    }
}

extension AlertQuery {
    /// Throws `AlertQueryError` for a definition that is longer than the longest query of a smart feed.
    package static func checkLengthOfSmartFeed(_ text: String) throws {
        let longest = QueryLimits().forSmartFeeds.longest
        guard text.unicodeScalars.count > longest else { return }
        throw AlertQueryError(QueryError.tooLong(limit: longest))
    }

    /// The query of keywords, which may be longer than others; throws `AlertQueryError`.
    package init(containing keywords: [String], all: Bool, in field: QueryField?, limits: QueryLimits) throws {
        let canonical: String?
        do {
            let longest = limits.forSmartFeeds.longest
            canonical = try Query.containing(keywords, all: all, in: field, longest: longest)?.canonical
        } catch {
            throw AlertQueryError(error)
        }
        try self.init(parsing: canonical ?? "", limits: limits.forSmartFeeds)
    }
}

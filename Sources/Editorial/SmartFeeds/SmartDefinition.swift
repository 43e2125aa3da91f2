import NewsModel
package import TextAnalysis

/// What somebody typed as a smart feed.
package struct SmartDefinition: Hashable, Sendable {
    package enum Meaning: Hashable, Sendable {
        /// Of the keywords any or all must occur; without a field in title or body.
        case keywords([String], all: Bool, field: QueryField?)
        case query(String)
    }

    package let meaning: Meaning
    /// A list that was typed in fewer words, with what it means: `any of: heat, flood`.
    ///
    /// Nil for a query, and for what was typed in full.
    package let inFull: String?

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

        fileprivate var scopes: [SmartScope] {
            [SmartScope(title, .title), SmartScope(body, .body), SmartScope(both, nil)]
        }
    }

    package static let mostKeywords = 10
    /// In graphemes.
    package static let longestKeyword = 100
    /// How deep smart feeds may be nested.
    package static let deepest = 3

    /// Keywords have `any of:` or the like before them, or are a list with commas, of which any is enough.
    ///
    /// What has anything of the query language in it, and everything else, is a query.
    ///
    /// Throws `AlertQueryError` for too many or too long keywords.
    ///
    /// - Parameter words: of each language, the reader's first.
    /// - Parameter places: a list that ends in the name of a place (`flood near Valencia, Spain`) is a query.
    package init(
        _ text: String,
        words: [Words],
        fields: QueryFieldWords = QueryFieldWords(),
        places: PlaceWords? = nil
    ) throws {
        let text = text.split(separator: " ").joined(separator: " ")
        let endsInPlace = places.map { $0.withField(text) != text } ?? false
        let bare = endsInPlace ? nil : SmartKeywords(bare: text, words, fields)
        guard let typed = SmartKeywords(declared: text, words, fields) ?? bare else {
            meaning = .query(text)
            inFull = nil
            return
        }
        try typed.check()
        meaning = .keywords(typed.keywords, all: typed.all, field: typed.field)
        inFull = typed.isInFull ? nil : words.first.map(typed.inFull)
    }

    /// The definition as one types it in a language with all that it means; a query stays as it is.
    package func text(in words: Words) -> String {
        switch meaning {
        case .keywords(let keywords, let all, let field):
            SmartKeywords(keywords: keywords, all: all, field: field).inFull(words)
        case .query(let text): text
        }
    }
}

/// Where keywords are looked for, and how one language says so behind them.
private struct SmartScope {
    let phrases: [String]
    /// Nil for title and body.
    let field: QueryField?

    init(_ phrases: [String], _ field: QueryField?) {
        self.phrases = phrases
        self.field = field
    }

    /// The phrase with which a text ends.
    func ending(of text: String) -> String? {
        let text = text.lowercased()
        return phrases.first { text.hasSuffix($0) && text.count > $0.count }
    }

    /// Whether `title`, `in title` or `标题` names it.
    func isCalled(_ name: String) -> Bool {
        let name = name.lowercased()
        return phrases.contains { phrase in
            let phrase = phrase.split(separator: " ").joined(separator: " ")
            let isUnspaced = !phrase.contains(" ") && name.count > 1
            return phrase == name || phrase.hasSuffix(isUnspaced ? name : " " + name)
        }
    }
}

/// A list of keywords as it was typed.
private struct SmartKeywords {
    var keywords: [String] = []
    var all = false
    var field: QueryField?
    /// Whether the words before it say in full what is meant.
    var isInFull = true

    init(keywords: [String], all: Bool, field: QueryField?) {
        (self.keywords, self.all, self.field) = (keywords, all, field)
    }

    /// `any of: heat, flood in title`, `any title: heat, flood`; nil without such words before it.
    init?(declared text: String, _ languages: [SmartDefinition.Words], _ fields: QueryFieldWords) {
        for words in languages {
            for (beginnings, isAll) in [(words.any, false), (words.all, true)] {
                for beginning in beginnings where text.lowercased().hasPrefix(beginning) {
                    let rest = text.dropFirst(beginning.count)
                    guard let sign = rest.firstIndex(where: { $0 == ":" || $0 == "：" }) else { continue }
                    let name = rest[..<sign].split(separator: " ").joined(separator: " ")
                    let list = String(rest[rest.index(after: sign)...])
                    let scope = words.scopes.first { $0.isCalled(name) }
                    // Of a field the query language has more to say: `any title:heat -spain`.
                    guard name.isEmpty || scope != nil && KeywordList(list, fields: fields) != nil else { continue }
                    all = isAll
                    isInFull = name.isEmpty
                    take(list, languages, fields)
                    if let scope { field = scope.field }
                    return
                }
            }
        }
        return nil
    }

    /// `heat, flood in title`; nil for a single keyword and for a query.
    init?(bare text: String, _ languages: [SmartDefinition.Words], _ fields: QueryFieldWords) {
        guard KeywordList(text, fields: fields) != nil else { return nil }
        var text = text
        isInFull = false
        for words in languages {
            for (beginnings, isAll) in [(words.any, false), (words.all, true)] {
                // `any of heat, flood`; a single word such as `all` may belong to the first keyword.
                let said = beginnings.first { $0.contains(" ") && text.lowercased().hasPrefix($0 + " ") }
                guard let said else { continue }
                text = String(text.dropFirst(said.count))
                all = isAll
            }
        }
        take(text, languages, fields)
        guard keywords.count > 1 else { return nil }
    }

    /// Reads the keywords and where they are looked for.
    private mutating func take(_ text: String, _ languages: [SmartDefinition.Words], _ fields: QueryFieldWords) {
        var text = text
        for scope in languages.flatMap(\.scopes) {
            guard let ending = scope.ending(of: text) else { continue }
            text = String(text.dropLast(ending.count))
            field = scope.field
            break
        }
        // Behind `any of:` nothing is an operator.
        keywords = KeywordList(text, fields: fields)?.keywords ?? Self.divided(text)
    }

    private static func divided(_ text: String) -> [String] {
        text.split { KeywordList.commas.contains($0) }
            .map { $0.filter { !"\"“”".contains($0) }.split(separator: " ").joined(separator: " ") }
            .filter { !$0.isEmpty }
    }

    func check() throws {
        func refuse(_ key: String, _ limit: Int) -> AlertQueryError {
            AlertQueryError(LocalizedMessage("smart.error.\(key)", ["limit": .number(limit)]))
        }
        let (most, longest) = (SmartDefinition.mostKeywords, SmartDefinition.longestKeyword)
        guard !keywords.isEmpty else { throw AlertQueryError(LocalizedMessage("error.query.empty")) }
        guard keywords.count <= most else { throw refuse("tooManyKeywords", most) }
        guard keywords.allSatisfy({ $0.count <= longest }) else { throw refuse("longKeyword", longest) }
    }

    /// As one types it in a language with all that it means.
    func inFull(_ words: SmartDefinition.Words) -> String {
        let beginning = (all ? words.all : words.any).first ?? ""
        let list = keywords.map { keyword in
            let isUnclear =
                keyword.contains { KeywordList.commas.contains($0) }
                || words.scopes.contains { $0.ending(of: keyword) != nil }
            return isUnclear ? "\"\(keyword)\"" : keyword
        }
        let ending = field.flatMap { field in words.scopes.first { $0.field == field }?.phrases.first } ?? ""
        return "\(beginning): \(list.joined(separator: ", "))\(ending)"
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

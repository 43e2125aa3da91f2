internal import ArticleQueries
package import NewsModel
package import TextAnalysis

/// The query of an alert, validated before it is stored.
package struct AlertQuery: Hashable, Sendable {
    /// The form in which alerts are stored and shown: the shortest spelling of the same query.
    package var canonical: String { query.canonical }
    private let query: Query
    /// Values of `place:` that are the names of several places.
    package private(set) var severalPlaces: [SeveralPlaces] = []
    /// How deep smart feeds are nested in it; 0 without any.
    package private(set) var smartDepth = 0

    /// Whether it is expensive to match; one owner may have only a few such alerts.
    package var isHeavy: Bool { query.isHeavy }

    /// Throws `AlertQueryError`.
    package init(
        parsing text: String,
        limits: QueryLimits = QueryLimits(),
        fields: QueryFieldWords = QueryFieldWords()
    ) throws {
        do {
            query = try Query(parsing: text, limits: limits, fields: fields)
        } catch {
            throw AlertQueryError(error)
        }
    }

    /// Parses the query of a new alert; a query that could never match is refused, and the names of categories, sports,
    /// topics, places and languages are resolved.
    ///
    /// Without `places` there are none; without `sports` and `topics` their names stay as typed.
    ///
    /// Throws `AlertQueryError`.
    package init(
        new text: String,
        categories: CategoryNames,
        sports: CategoryNames? = nil,
        topics: CategoryNames? = nil,
        places: PlaceWords?,
        languages: LanguageWords,
        fields: QueryFieldWords,
        smart: SmartFeedNames = SmartFeedNames(),
        limits: QueryLimits
    ) throws {
        var typed = try AlertQuery(parsing: text, limits: limits, fields: fields).query
        typed = try typed.replacingLanguages(languages.resolved)
        if typed.asks(.place) {
            guard let places else { throw AlertQueryError(LocalizedMessage("query.noPlaces")) }
            severalPlaces = typed.phrases(of: .place).compactMap(places.several)
            typed = try places.resolved(typed)
        }
        if typed.asksNear {
            guard let places else { throw AlertQueryError(LocalizedMessage("query.noPlaces")) }
            typed = try typed.replacingAreas(places.resolved)
        }
        if typed.asksState { throw AlertQueryError(onlyInSearches: "is:") }
        if let field = typed.timeField { throw AlertQueryError(onlyInSearches: field) }
        do {
            if typed.asks(.category) { typed = try typed.replacing(.category, categories.resolved) }
            if let sports, typed.asks(.sport) { typed = try typed.replacing(.sport, sports.resolved) }
            if let topics, typed.asks(.topic) { typed = try typed.replacing(.topic, topics.resolved) }
            smartDepth = try typed.phrases(of: .smart).map { try smart.resolved($0).depth }.max() ?? 0
            query = try smart.replaced(in: typed, limits: limits)
        } catch let error as QueryError {
            throw AlertQueryError(error)
        }
    }

    /// The wanted words in a text.
    func matchedRanges(in text: String) -> [Range<String.Index>] { query.matchedRanges(in: text) }

    /// A stored query as people read it: without the positions of places.
    package static func shown(_ canonical: String) -> String { Query.shown(canonical) }

    /// How many stored articles a query would have matched.
    package struct Trial: Hashable, Sendable {
        package var matches = 0
        /// How many articles were tested before the time was used up.
        package var looked = 0
    }

    /// Tests articles in order for at most `seconds`, and yields after each.
    package func trial(
        on articles: [ListedArticle],
        seconds: Double,
        by time: any TimeSource
    ) async -> Trial {
        let end = time.uptime + seconds
        var trial = Trial()
        for article in articles {
            guard time.uptime < end else { break }
            if matches(article) { trial.matches += 1 }
            trial.looked += 1
            await Task.yield()
        }
        return trial
    }

    /// A category that the query requires and that is not among `categories`; nil when the query may match.
    package func missingCategory(among categories: [String]) -> String? {
        query.missing(.category, in: QueryDocument(title: "", categories: categories))
    }

    /// Whether a stored article would have matched.
    package func matches(_ listed: ListedArticle) -> Bool {
        let article = QueriedArticle(
            listed.article,
            feedName: listed.feedName,
            category: listed.category,
            places: listed.places,
            facts: listed.facts
        )
        return query.matches(article.document)
    }
}

/// Why a query cannot be an alert, as a message for its author.
package struct AlertQueryError: UserFacingError, Hashable {
    package let message: LocalizedMessage

    init(_ message: LocalizedMessage) { self.message = message }

    fileprivate init(onlyInSearches field: String) {
        message = LocalizedMessage("query.onlyInSearches", ["field": .text(field)])
    }

    init(_ error: QueryError) {
        message =
            switch error {
            case .empty: LocalizedMessage("error.query.empty")
            case .tooLong(let limit): LocalizedMessage("error.query.tooLong", ["limit": .number(limit)])
            case .tooManyTerms(let limit): LocalizedMessage("error.query.tooManyTerms", ["limit": .number(limit)])
            case .tooDeep(let limit): LocalizedMessage("error.query.tooDeep", ["limit": .number(limit)])
            case .onlyExclusions: LocalizedMessage("error.query.onlyExclusions")
            case .wildcardTooShort(let word): LocalizedMessage("error.query.wildcardTooShort", ["word": .text(word)])
            case .unknownDate(let text): LocalizedMessage("error.query.unknownDate", ["text": .text(text)])
            case .unknownValue(let field, let text):
                LocalizedMessage("query.unknownValue.\(field)", ["text": .text(String(text.prefix(30)))])
            case .badDistance(let text): LocalizedMessage("query.badDistance", ["text": .text(String(text.prefix(30)))])
            case .twoDistances(let first, let second):
                LocalizedMessage(
                    "query.twoDistances",
                    ["first": .text(String(first.prefix(30))), "second": .text(String(second.prefix(30)))]
                )
            case .badRegex(_, let reason): LocalizedMessage("error.query.badRegex", ["reason": .text(reason)])
            case .patternTooLarge: LocalizedMessage("query.patternTooLarge")
            case .tooManyPatterns(let limit): LocalizedMessage("query.tooManyPatterns", ["limit": .number(limit)])
            case .tooManyHeavy(let limit):
                LocalizedMessage(
                    "query.tooManyHeavyAlerts",
                    ["limit": .number(limit), "hint": .text("alert list")]
                )
            case .regexTooLong(let limit): LocalizedMessage("error.query.regexTooLong", ["limit": .number(limit)])
            }
    }
}

import NewsModel
package import TextAnalysis

/// What the names in a search mean.
package struct SearchNames: Sendable {
    private let categories: CategoryNames
    private let sports: CategoryNames
    private let topics: CategoryNames
    private let places: PlaceWords?
    private let languages: LanguageWords
    private let fields: QueryFieldWords
    private let smart: SmartFeedNames

    /// - Parameter places: nil if the places of the world are not known.
    package init(
        categories: CategoryNames,
        sports: CategoryNames,
        topics: CategoryNames,
        places: PlaceWords?,
        languages: LanguageWords,
        fields: QueryFieldWords,
        smart: SmartFeedNames
    ) {
        self.smart = smart
        self.languages = languages
        self.fields = fields
        self.categories = categories
        self.sports = sports
        self.topics = topics
        self.places = places
    }

    /// The query of a search as it was typed, with the names of categories, subjects and places as they are stored;
    /// smart feeds stay names.
    ///
    /// Throws `AlertQueryError`.
    package func typed(
        _ text: String,
        allowingOnlyExclusions: Bool = false,
        limits: QueryLimits
    ) throws -> Query {
        try Self.explained {
            var query = try Query(
                parsing: places.map { $0.withField(text, isWhole: true) } ?? text,
                allowingOnlyExclusions: allowingOnlyExclusions,
                limits: limits,
                fields: fields
            )
            query = try query.replacingLanguages(languages.resolved)
            if query.asks(.place) { query = try knownPlaces().resolved(query) }
            if query.asksNear { query = try query.replacingAreas(knownPlaces().resolved) }
            if query.asks(.category) { query = try query.replacing(.category, categories.resolved) }
            if query.asks(.sport) { query = try query.replacing(.sport, sports.resolved) }
            if query.asks(.topic) { query = try query.replacing(.topic, topics.resolved) }
            return query
        }
    }

    /// The same with the queries of smart feeds in place of their names.
    ///
    /// Throws `AlertQueryError`.
    ///
    /// - Parameter medium: what the articles must have, too.
    package func whole(_ typed: Query, having medium: QueryMedium? = nil, limits: QueryLimits) throws -> Query {
        try Self.explained {
            let query = if let medium { try typed.requiring(.has(medium)) } else { typed }
            return try smart.replaced(in: query, limits: limits)
        }
    }

    private static func explained(_ read: () throws -> Query) throws -> Query {
        do {
            return try read()
        } catch let error as QueryError {
            throw AlertQueryError(error)
        }
    }

    /// Whether smart feeds are named in a query.
    package func asksSmart(in text: String) -> Bool {
        (try? Query(parsing: text, allowingOnlyExclusions: true, fields: fields))?.asks(.smart) ?? false
    }

    /// The values of `place:` in a query that are the names of several places.
    package func severalPlaces(in query: Query) -> [SeveralPlaces] {
        places.map { query.phrases(of: .place).compactMap($0.several) } ?? []
    }

    private func knownPlaces() throws -> PlaceWords {
        guard let places else { throw AlertQueryError(LocalizedMessage("query.noPlaces")) }
        return places
    }

    /// Throws `AlertQueryError` for a text that is longer than queries may be.
    package static func checkLength(_ text: String) throws {
        guard text.unicodeScalars.count > Query.longest else { return }
        throw AlertQueryError(QueryError.tooLong(limit: Query.longest))
    }
}

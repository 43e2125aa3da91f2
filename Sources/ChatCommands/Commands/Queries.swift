internal import Editorial
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

/// Parses the queries of alerts, mutes and filters, checks their limits, and explains why one is inactive.
struct Queries: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Parses the query of a new alert, mute, filter or smart feed.
    ///
    /// - Parameter name: of the smart feed that is being made.
    func newQuery(_ text: String, of owner: RecipientID, forSmartFeed name: String? = nil) async throws -> AlertQuery {
        let categories = try await services.store.categoriesInSight(of: owner)
        let places = places
        if places?.asksNear(localizer.wordList("command.places.selves"), in: text) == true {
            throw CommandError.unknownWhereabouts(hint: hint("near \(localizer.text("command.places.town"))"))
        }
        return try AlertQuery(
            new: places?.withField(text) ?? text,
            categories: names(of: categories),
            sports: subjects(.sports, .sport),
            topics: subjects(.investing, .topic),
            places: places,
            languages: LanguageWords(locales: services.catalogue.languages, names: table.words.languages),
            fields: fields,
            smart: SmartFeedNames(try await services.store.smartFeeds(of: owner), adding: name),
            limits: name == nil ? options.queries : options.queries.forSmartFeeds
        )
    }

    /// Parses the query of a new alert, mute or filter, and refuses one that hardly says what was meant.
    ///
    /// - Parameter line: the command up to the query, for what to type instead.
    func checkedQuery(_ text: String, of owner: RecipientID, behind line: HintLine) async throws -> AlertQuery {
        let query = try await newQuery(text, of: owner)
        try QuerySlips(context).check(text, behind: line)
        return query
    }

    /// The names of categories in queries, with the other words for them.
    func names(of categories: [String]) -> CategoryNames {
        let phrases = services.catalogue.searchPhrases
        return CategoryNames(
            categories,
            spoken: { [CategoryWording.name($0, localizer)] },
            words: phrases.words(forCategory:)
        )
    }

    /// The names of sports or of topics in queries, with the other words for them.
    func subjects(_ category: NewsCategory, _ kind: CategoryNames.Kind) -> CategoryNames {
        CategoryNames(
            Subjects(context).names(of: category),
            kind: kind,
            spoken: { [CategoryWording.name($0, localizer)] },
            words: services.catalogue.searchPhrases.words(forSubject:)
        )
    }

    /// The names of places in queries; nil if no places are known.
    var places: PlaceWords? {
        services.places.map {
            let nearWords = services.catalogue.searchPhrases.nearWords
            return PlaceWords($0, nearWords: nearWords, distanceUnits: table.words.distances)
        }
    }

    /// The fields of queries in all languages.
    var fields: QueryFieldWords {
        let table = table
        return QueryFieldWords(table.words.fields, distanceUnits: table.words.distances) { typed in
            let meaning = table.understood([CommandWord(raw: typed, text: typed, isQuoted: false)]).first?.meaning
            return meaning == "images" ? "image" : meaning
        }
    }

    /// A line for each value of `place:` that is the name of several places.
    func notes(on severalPlaces: [SeveralPlaces]) -> RichText {
        severalPlaces.reduce(RichText()) { notes, several in
            var facts: [String: MessageArgument] = [
                "text": .text(several.text), "n": .number(several.names.count),
                "names": .text(localizer.list(several.names.map { "“\($0)”" })),
            ]
            facts["field"] = several.town.map { .text("near:\"\($0)\",50km") }
            return notes + localizer.richText(several.town == nil ? "query.allPlaces" : "query.allPlacesOrTown", facts)
        }
    }

    /// Throws if the alert, or a smart feed that is to be followed, would exceed the owner's limit on expensive
    /// queries.
    ///
    /// The query itself, if it is there already, is not counted; smart feeds that are followed are.
    ///
    /// For a room, the limit of its maker over all rooms also applies. Without `maker` the maker is the sender.
    func checkLimit(
        for query: AlertQuery,
        among alerts: [Alert],
        of owner: Owner,
        by maker: MakerMark? = nil
    ) async throws {
        let followed = try await services.store.smartQueriesFollowed(by: owner.recipient)
        try check(query, among: followed + alerts.compactMap(\.asQuery), of: owner, .alerts)
        guard query.isHeavy, let maker = try await counted(maker, for: owner) else { return }
        try check(query, among: await services.store.alertsMade(by: maker), of: owner, .alertsMade)
    }

    /// The same check for a mute of words.
    func checkLimit(for query: AlertQuery, among mutes: [Mute], of owner: Owner) async throws {
        try check(query, among: mutes.compactMap(\.asQuery), of: owner, .mutes)
        guard query.isHeavy, let maker = try await counted(nil, for: owner) else { return }
        try check(query, among: await services.store.mutesMade(by: maker, at: time), of: owner, .mutesMade)
    }

    /// The same check for a filter; the filter itself, if it exists already, is not counted.
    func checkLimit(
        for query: AlertQuery,
        among filters: [NewsFilter],
        of owner: Owner,
        by maker: MakerMark? = nil
    ) async throws {
        try check(query, among: filters.compactMap(\.asQuery), of: owner, .filters)
        guard query.isHeavy, let maker = try await counted(maker, for: owner) else { return }
        try check(query, among: await services.store.filtersMade(by: maker), of: owner, .filtersMade)
    }

    private func check(
        _ query: AlertQuery,
        among others: [MadeQuery],
        of owner: Owner,
        _ kind: StandingQueries.Kind
    ) throws {
        let others = others.filter { $0.owner != owner.recipient || $0.query != query.canonical }
        // Queries that can be stopped from here are named first.
        let (here, elsewhere) = (others.filter { $0.owner == reader }, others.filter { $0.owner != reader })
        try standing(here + elsewhere, kind).check(adding: query)
    }

    /// The owner's active queries.
    ///
    /// Its error names the command that stops the first excess query, or the list command.
    private func standing(_ queries: [MadeQuery], _ kind: StandingQueries.Kind) -> StandingQueries {
        StandingQueries(queries.map(\.query), kind, limits: options.queries) { place in
            let number = place.map { queries[$0] }.flatMap { $0.owner == reader ? $0.number : nil }
            return switch kind {
            // Followed smart feeds have numbers below zero, which nobody types.
            case .alerts, .alertsMade: hint(number.map { $0 < 0 ? "feeds" : "alert \($0) off" } ?? "alert list")
            case .mutes, .mutesMade: hint(number.map { "unmute \($0)" } ?? "mute list")
            case .filters, .filtersMade: hint(number.map { "filter \($0) off" } ?? "filter list")
            }
        }
    }

    /// For `me`: how many expensive queries the person has, and the limit.
    ///
    /// Empty if they have none.
    func heavyLines(of profile: Profile, _ speaker: Localizer) async throws -> [String] {
        let alerts = try await services.store.alerts(of: profile.id.recipient).compactMap { $0.asQuery?.query }
        let own = try await services.store.smartQueriesFollowed(by: profile.id.recipient).map(\.query) + alerts
        let mark = try await services.store.mark(of: Owners(context).maker())
        let made = try await services.store.alertsMade(by: mark).map(\.query)
        return [("heavy", StandingQueries.Kind.alerts, own), ("heavyMade", .alertsMade, made)].compactMap {
            key,
            kind,
            queries in
            let standing = StandingQueries(queries, kind, limits: options.queries)
            guard standing.heavy > 0 else { return nil }
            let facts = ["n": MessageArgument.number(standing.heavy), "limit": .number(standing.mostHeavy)]
            return speaker.text("quota.me.\(key)" + (person.isAdmin ? "Unlimited" : ""), facts)
        }
    }

    /// The maker whose queries are counted over all rooms; nil if there is no such limit.
    ///
    /// Admins have no limit.
    private func counted(_ maker: MakerMark?, for owner: Owner) async throws -> MakerMark? {
        guard !person.isAdmin else { return nil }
        if let maker, owner.isRoom { return maker }
        let sender = try await Owners(context).maker()
        return owner.isRoom || sender.isPlace ? try await services.store.mark(of: sender) : nil
    }

    /// Why some of a person's alerts are inactive although they are on, by number; followed smart feeds have numbers
    /// below zero.
    func inactiveReasons(_ alerts: [Alert], of person: RecipientID) async throws -> [Int: String] {
        let followed = try await services.store.smartQueriesFollowed(by: person)
        return inactiveReasons(followed + alerts.compactMap(\.asQuery), .alerts)
    }

    private func inactiveReasons(_ queries: [MadeQuery], _ kind: StandingQueries.Kind) -> [Int: String] {
        let pairs = zip(queries, standing(queries, kind).reasons).compactMap { query, reason in
            reason.map { (query.number, localizer.text("query.rests", ["reason": .text(localizer.text($0))])) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Why some alerts and followed smart feeds can never match at present, by number, which is below zero for the
    /// latter.
    func reasonsWithoutMatches(_ alerts: [Alert], of owner: Owner) async throws -> [Int: String] {
        let followed = try await services.store.smartQueriesFollowed(by: owner.recipient)
        return try await reasonsWithoutMatches(followed + alerts.compactMap(\.asQuery), .alerts, of: owner)
    }

    /// Why some mutes of words can never match at present, by number.
    func reasonsWithoutMatches(_ mutes: [Mute], of owner: Owner) async throws -> [Int: String] {
        try await reasonsWithoutMatches(mutes.compactMap(\.asQuery), .mutes, of: owner)
    }

    /// Why some filters can never match at present, by number.
    func reasonsWithoutMatches(_ filters: [NewsFilter], of owner: Owner) async throws -> [Int: String] {
        try await reasonsWithoutMatches(filters.compactMap(\.asQuery), .filters, of: owner)
    }

    /// A category may disappear after a query was made, because feeds and followers change categories.
    private func reasonsWithoutMatches(
        _ queries: [MadeQuery],
        _ kind: StandingQueries.Kind,
        of owner: Owner
    ) async throws -> [Int: String] {
        let categories = try await services.store.categoriesInSight(of: owner.recipient)
        let missing = queries.compactMap { query -> (Int, String)? in
            let parsed = try? AlertQuery(parsing: query.query, limits: options.queries.forSmartFeeds)
            guard let category = parsed?.missingCategory(among: categories) else { return nil }
            return (query.number, localizer.text("query.categoryMissing", ["text": .text(category)]))
        }
        return inactiveReasons(queries, kind).merging(missing) { rests, _ in rests }
    }
}

extension Alert {
    /// Nil if the alert is off, or of breaking news about anything.
    fileprivate var asQuery: MadeQuery? {
        isOn && !query.isEmpty ? MadeQuery(owner: recipientID, number: number, query: query) : nil
    }
}

extension Mute {
    /// Nil if the mute is not of words.
    fileprivate var asQuery: MadeQuery? {
        if case .words(let query) = subject { MadeQuery(owner: recipientID, number: number, query: query) } else { nil }
    }
}

extension NewsFilter {
    /// Nil if the filter is off.
    fileprivate var asQuery: MadeQuery? { isOn ? MadeQuery(owner: recipientID, number: number, query: query) : nil }
}

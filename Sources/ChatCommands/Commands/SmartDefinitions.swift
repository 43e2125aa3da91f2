internal import Editorial
internal import Localization
internal import NewsModel
internal import Storage
internal import TextAnalysis

/// Reads the definitions of smart feeds, and writes stored ones so that they can be read again.
///
/// A smart feed keeps its query. Its definition may say something else by now: it was typed when a list with commas
/// meant all of its words, or names a smart feed that is gone.
struct SmartDefinitions: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// What somebody typed.
    ///
    /// Throws `AlertQueryError` for too many or too long keywords.
    func read(_ text: String) throws -> SmartDefinition {
        try read(text, in: [localizer, english])
    }

    /// A stored definition, which its owner may have typed in any language.
    private func readStored(_ text: String) throws -> SmartDefinition { try read(text, in: everyLanguage) }

    private func read(_ text: String, in languages: [Localizer]) throws -> SmartDefinition {
        let queries = Queries(context)
        return try SmartDefinition(
            text,
            words: languages.map(Self.words),
            fields: queries.fields,
            places: queries.places
        )
    }

    /// Throws `AlertQueryError`.
    func query(_ definition: SmartDefinition, for name: String, of owner: RecipientID) async throws -> AlertQuery {
        switch definition.meaning {
        case .keywords(let keywords, let all, let field):
            return try AlertQuery(containing: keywords, all: all, in: field, limits: options.queries)
        case .query(let text): return try await Queries(context).newQuery(text, of: owner, forSmartFeed: name)
        }
    }

    /// A smart feed's definition as its owner reads it: as they typed it, while it still means its query.
    func shown(_ feed: SmartFeed) async throws -> String {
        try await means(feed.definition, feed) ? feed.definition : written(feed)
    }

    /// A definition that gives the same query to whoever reads it, whatever language they speak.
    func exported(_ feed: SmartFeed) async throws -> String {
        guard let text = try? readStored(feed.definition).text(in: Self.words(english)), try await means(text, feed)
        else { return try await written(feed) }
        return text
    }

    /// The smart feed's query in place of its definition.
    func written(_ feed: SmartFeed) async throws -> String {
        // The positions of places are left out where their names mean the same.
        let short = AlertQuery.shown(feed.query)
        return try await means(short, feed) ? short : feed.query
    }

    /// Whether a text is read as the query that a smart feed has.
    private func means(_ text: String, _ feed: SmartFeed) async throws -> Bool {
        do {
            return try await query(readStored(text), for: feed.name, of: feed.recipientID).canonical == feed.query
        } catch is AlertQueryError {
            return false
        } catch is CommandError {
            return false
        }
    }

    /// The definitions of the owner's other smart feeds that name this one, with its new name.
    func renamed(_ feed: SmartFeed, to name: String, among feeds: [SmartFeed]) -> [SmartDefinitionText] {
        let fields = Queries(context).fields
        let renaming = SmartFeedRenaming(from: feed.name, to: name, fields: fields)
        return feeds.compactMap { other in
            guard other.id != feed.id, case .query(let text)? = (try? readStored(other.definition))?.meaning else {
                return nil
            }
            return renaming.renamed(in: text).map { SmartDefinitionText(other.id, $0) }
        }
    }

    /// The definitions of the owner's other smart feeds that name this one, with words in place of its name.
    func withoutName(of feed: SmartFeed, among feeds: [SmartFeed]) async throws -> [SmartDefinitionText] {
        let naming = Set(renamed(feed, to: feed.name, among: feeds).map(\.id))
        var texts: [SmartDefinitionText] = []
        for other in feeds where naming.contains(other.id) {
            texts.append(SmartDefinitionText(other.id, try await written(other)))
        }
        return texts
    }

    /// Says which alerts and filters go on looking for what a smart feed looked for that is removed.
    ///
    /// They have its words, so that they never follow another smart feed of its name.
    func rules(with feed: SmartFeed, of owner: Owner, at place: Destination?) async throws -> [Answer] {
        let limits = options.queries.forSmartFeeds
        func query(_ text: String) -> Query? { try? Query(parsing: text, allowingOnlyExclusions: true, limits: limits) }
        guard let part = query(feed.query) else { return [] }
        // What holds it is not shorter.
        let least = feed.query.utf8.count
        func holds(_ text: String) -> Bool { text.utf8.count >= least && query(text)?.holds(part) ?? false }
        let alerts = try await services.store.alerts(of: owner.recipient).filter { holds($0.query) }
        let filters = try await services.store.filters(of: owner.recipient).filter { holds($0.query) }
        let lists: [(String, [Int], HintLine)] = [
            ("smart.inAlerts", alerts.map(\.number), "alert list"),
            ("smart.inFilters", filters.map(\.number), "filter list"),
        ]
        return lists.filter { !$0.1.isEmpty }.flatMap { key, numbers, list in
            let facts: [String: MessageArgument] = [
                "n": .number(numbers.count), "numbers": .text(localizer.list(numbers.map { "\($0)" })),
                "name": .text(feed.name), "hint": .text(hint(list, about: owner, at: place, isAnsweredHere: true)),
            ]
            return say(key, facts)
        }
    }

    private var english: Localizer { services.catalogue.localizer(language: "en") }

    /// The reader's language first.
    private var everyLanguage: [Localizer] {
        [localizer, english] + services.catalogue.languages.map { services.catalogue.localizer(language: $0) }
    }

    private static func words(_ speaker: Localizer) -> SmartDefinition.Words {
        SmartDefinition.Words(
            any: speaker.wordList("smart.words.any"),
            all: speaker.wordList("smart.words.all"),
            title: speaker.wordList("smart.words.title"),
            body: speaker.wordList("smart.words.body"),
            both: speaker.wordList("smart.words.both")
        )
    }
}

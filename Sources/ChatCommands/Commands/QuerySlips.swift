internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

/// Refuses queries that can be read but hardly say what was meant, before they are stored.
struct QuerySlips: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Throws if an operator has nothing beside it, or all words are in nearly every article.
    ///
    /// - Parameter line: the command up to the query, for what to type instead.
    func check(_ text: String, behind line: HintLine) throws {
        let shown = BoundedText.shortened(text, to: 60)
        guard !Query.hasDanglingOperator(text, fields: Queries(context).fields) else {
            throw CommandError.unclear(LocalizedMessage("query.slip.operator", ["text": .text(shown)]))
        }
        guard !Query.hasQuote(text), let query = read(text),
            query.looksOnlyForCommonWords(of: ["en", localizer.language])
        else { return }
        let facts: [String: MessageArgument] = [
            "text": .text(shown), "hint": .text(hint("\(line) \"\(shown)\"")),
        ]
        throw CommandError.unclear(LocalizedMessage("query.slip.common", facts))
    }

    /// Throws if a query can never find anything, because no feed in sight and no source of the catalogue is called so.
    ///
    /// It asks the database, so it comes after all that is checked without.
    func checkFeeds(of text: String, for owner: RecipientID) async throws {
        guard let query = read(text), let missing = try await missingFeed(of: query, in: .of(owner), mayBeSource: true)
        else { return }
        throw CommandError.unclear(LocalizedMessage("search.unknownFeed", unknownFeed(missing)))
    }

    /// Nil for what cannot be read at all, which is refused elsewhere.
    private func read(_ text: String) -> Query? {
        let limits = options.queries.forSmartFeeds
        return try? Query(parsing: text, allowingOnlyExclusions: true, limits: limits, fields: Queries(context).fields)
    }

    /// So many names of feeds are looked up for one query; more may be right.
    private static let mostNames = 8

    /// What a query needs behind `feed:` and is the name of no feed in sight; nil if it may find something.
    ///
    /// - Parameter mayBeSource: whether the name of a source in the catalogue that nobody follows will do.
    func missingFeed(of query: Query, in sight: Sight, mayBeSource: Bool = false) async throws -> String? {
        var (asked, missing): (Set<QueryPhrase>, Set<QueryPhrase>) = ([], [])
        for phrase in query.wantedPhrases(of: .feed) where asked.count < Self.mostNames {
            guard asked.insert(phrase).inserted else { continue }
            if try await isMissing(phrase, in: sight, mayBeSource: mayBeSource) { missing.insert(phrase) }
        }
        return missing.isEmpty ? nil : query.lacking(missing, of: .feed)?.plainText
    }

    private func isMissing(_ phrase: QueryPhrase, in sight: Sight, mayBeSource: Bool) async throws -> Bool {
        if mayBeSource, services.sources.source(named: phrase.plainText) != nil { return false }
        if try await services.store.mayNameFeed(phrase, in: sight) { return false }
        guard mayBeSource, let query = try? Query(.term(.phrase(phrase, in: .feed))) else { return true }
        return !services.sources.sources.contains { query.matches(QueryDocument(title: "", feed: $0.name)) }
    }

    /// The arguments of `search.unknownFeed`.
    func unknownFeed(_ name: String) -> [String: MessageArgument] {
        [
            "text": .text(BoundedText.shortened(name, to: 60)), "feeds": .text(hint("feeds")),
            "sources": .text(hint("sources")),
        ]
    }

    /// Throws if the words of a new alert end in `to` and a mail address.
    func checkDestination(of arguments: Arguments) throws {
        let words = arguments.words
        guard words.count > 2, let last = words.last, !last.isQuoted, words[words.count - 2].keyword == "to",
            arguments.namesMailAddress
        else { return }
        let query = BoundedText.shortened(Arguments(Array(words.dropLast(2))).raw, to: 80)
        throw CommandError.onlyOwnMailbox(hint: hint("alert add \(query) to mail"))
    }

    /// Suggests an alert for what is in a smart feed, if a new alert looks for the name of one.
    func smartNote(
        on arguments: Arguments,
        _ alert: Alert,
        of owner: Owner,
        at place: Destination?
    ) async throws -> RichText {
        guard alert.breaking == nil, !arguments.words.contains(where: \.isQuoted),
            let smart = try await SmartFeeds(context).named(arguments, of: owner.recipient)
        else { return RichText() }
        let name = smart.name.contains(" ") ? "\"\(smart.name)\"" : smart.name
        let facts: [String: MessageArgument] = [
            "name": .text(smart.name),
            "hint": .text(hint("alert add smart:\(name)", about: owner, at: place, by: "to")),
            "remove": .text(hint("alert \(alert.number) remove", about: owner, at: place, isAnsweredHere: true)),
        ]
        return localizer.richText("smart.alertByName", facts)
    }
}

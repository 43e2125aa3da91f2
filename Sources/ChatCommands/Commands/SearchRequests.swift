internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

/// A search as it was understood.
struct SearchRequest: Sendable {
    var sentence: SearchSentence
    /// Nil when no words remain.
    var query: Query?
    /// Publication times of the period that was named.
    var times: Range<Date>?
    var medium: QueryMedium?
    /// Values of `place:` that are the names of several places.
    var severalPlaces: [SeveralPlaces] = []
    /// Whether smart feeds are named in it.
    var asksSmart = false

    /// All words are in nearly every article.
    var isOnlyCommon: Bool { sentence.isOnlyCommon }

    func search(limit: Int, at time: QueryTime) -> ArticleSearch {
        ArticleSearch(
            query: query,
            feeds: sentence.source?.feeds,
            category: sentence.category,
            from: times?.lowerBound ?? .distantPast,
            to: times?.upperBound ?? .distantFuture,
            time: time,
            limit: limit
        )
    }

    /// The words and operators without what `podcasts` and `videos` add.
    var typedQuery: String { medium == nil || sentence.query.isEmpty ? shownQuery : sentence.query }

    /// Without the positions of places; a smart feed is shown by its name.
    private var shownQuery: String {
        guard let query, !sentence.query.isEmpty else { return "" }
        return asksSmart ? sentence.query : Query.shown(query.canonical)
    }
}

/// Understands what people search for.
struct SearchRequests: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Throws `AlertQueryError`.
    func request(_ text: String, having medium: QueryMedium? = nil) async throws -> SearchRequest {
        try SearchNames.checkLength(text)
        let categories = try await self.categories()
        let spoken = categories.map { (name: $0, spoken: [CategoryWording.name($0, localizer)]) }
        let book = SearchPhraseBook(services.catalogue.searchPhrases.byMeaning, categories: spoken)
        let pieces = SearchPieces(text, book: book)
        var sources: [String: SearchSentence.Source] = [:]
        for name in pieces.sourceNames {
            guard let source = try await self.source(name) else { continue }
            sources[name] = source
            break
        }
        let sentence = SearchSentence(pieces, language: localizer.language) { sources[$0] }
        var request = SearchRequest(sentence: sentence, medium: medium)
        let names = names(categories, try await smartFeeds())
        if !sentence.isOnlyCommon { request.query = try query(sentence.query, of: sentence, medium, names) }
        if room != nil, request.query?.asksState == true {
            throw CommandError.stateInRoom(hint: privateHint("search is:saved"))
        }
        request.severalPlaces = request.query.map(names.severalPlaces) ?? []
        request.asksSmart = names.asksSmart(in: sentence.query)
        request.times = sentence.period?.range(now: time, calendar: calendar)
        return request
    }

    /// The query of words that are searched among few articles, and how it is shown; nothing in them is interpreted.
    func query(_ text: String) async throws -> (query: Query, shown: String) {
        try SearchNames.checkLength(text)
        let names = names(try await categories(), try await smartFeeds())
        let query = try names.query(text, limits: options.queries)
        return (query, names.asksSmart(in: text) ? text : Query.shown(query.canonical))
    }

    private func query(
        _ text: String,
        of sentence: SearchSentence,
        _ medium: QueryMedium?,
        _ names: SearchNames
    ) throws -> Query? {
        let isUnderstood = sentence.period != nil || sentence.category != nil || sentence.source != nil
        guard !text.isEmpty || !isUnderstood && medium == nil else {
            return try medium.map { try Query(.term(.has($0))) }
        }
        return try names.query(
            text,
            having: medium,
            allowingOnlyExclusions: isUnderstood || medium != nil,
            limits: options.queries
        )
    }

    private func names(_ categories: [String], _ smart: [SmartFeed]) -> SearchNames {
        SearchNames(
            categories: CategoryNames(categories) { [CategoryWording.name($0, localizer)] },
            sports: CategoryNames(Subjects(context).names(of: .sports), kind: .sport, spoken: spoken),
            topics: CategoryNames(Subjects(context).names(of: .investing), kind: .topic, spoken: spoken),
            places: Queries(context).places,
            languages: LanguageWords(locales: services.catalogue.languages),
            fields: Queries(context).fields,
            smart: SmartFeedNames(smart)
        )
    }

    private func spoken(_ name: String) -> [String] { [CategoryWording.name(name, localizer)] }

    private func smartFeeds() async throws -> [SmartFeed] {
        guard let reader else { return [] }
        return try await services.store.smartFeeds(of: reader)
    }

    /// Those of the feeds here first, because they go before those of the catalogue.
    private func categories() async throws -> [String] {
        var names = try await services.store.shownCategories(in: sight)
        if let reader { names += try await services.store.categoriesInSight(of: reader) }
        names += services.sources.categories
        var seen: Set<String> = []
        return names.filter { seen.insert(TextFolding.folded($0)).inserted }
    }

    /// The source that a name means, or all whose names begin with it.
    private func source(_ name: String) async throws -> SearchSentence.Source? {
        let key = TextFolding.folded(name)
        guard key.count > 1 else { return nil }
        switch try await SourceLists(context).findFeed(name, for: reader) {
        case .feed(let feed): return isCalled(feed, key) ? .init(name: feed.name, feeds: [feed.id]) : nil
        case .choices(let feeds):
            let called = feeds.filter { isCalled($0, key) }
            return called.isEmpty ? nil : .init(name: name, feeds: Set(called.map(\.id)))
        case .nothing: return nil
        }
    }

    /// Whether a feed has the name, as a whole word: “Mars” is not called “Ma”.
    private func isCalled(_ feed: Feed, _ key: String) -> Bool {
        if let source = services.sources.source(named: key), source.url == feed.url { return true }
        let host = URLComponents(string: feed.url)?.host ?? ""
        let names = [feed.name, host].map { TextFolding.folded($0) }
        return names.contains { name in
            guard let range = name.range(of: key) else { return false }
            let isStart = range.lowerBound == name.startIndex || name.hasPrefix("the ") || name.hasPrefix("www.")
            guard isStart, let next = name[range.upperBound...].unicodeScalars.first else { return isStart }
            return !Character(next).isLetter && !Character(next).isNumber || WordTokenizer.isUnspaced(next)
        }
    }
}

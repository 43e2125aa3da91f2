internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import Synchronization
internal import TextAnalysis
internal import TimeArithmetic

/// A search as it was understood.
struct SearchRequest: Sendable {
    var sentence: SearchSentence
    /// The words and operators as they were typed: with smart feeds by name, without what `podcasts` and `videos` add.
    var typed: Query?
    /// What is searched for; nil when no words remain.
    var query: Query?
    /// Publication times of the period that was named.
    var times: Range<Date>?
    var medium: QueryMedium?
    /// Values of `place:` that are the names of several places.
    var severalPlaces: [SeveralPlaces] = []
    /// Whether smart feeds are named in it.
    var asksSmart = false
    /// A source of the catalogue that was named behind "from", and that is no feed here.
    var unknownSource: String?
    /// Whether the last word is taken for a category because nothing fits with it as a word.
    var takesLastWord = false
    /// The search in which words exclude something that were taken as a phrase, because somebody wrote just so.
    var excluding: String?
    /// The word that is only looked for because nothing fits in the category of that name.
    var wordOfCategory: (word: String, category: String)?

    /// All words are in nearly every article.
    var isOnlyCommon: Bool { sentence.isOnlyCommon }

    func search(limit: Int, at time: QueryTime) -> ArticleSearch {
        var search = ArticleSearch(
            query: query,
            feeds: sentence.source?.feeds,
            category: sentence.category,
            from: times?.lowerBound ?? .distantPast,
            to: times?.upperBound ?? .distantFuture,
            time: time,
            limit: limit
        )
        search.without = sentence.excludedFeeds
        return search
    }

    /// The words and operators that were typed, without the positions of places; a smart feed is shown by its name.
    var typedQuery: String {
        guard let typed else { return "" }
        return asksSmart ? sentence.query : Query.shown(typed.canonical)
    }
}

/// Understands what people search for.
struct SearchRequests: CommandTopic {
    let context: CommandContext
    private let found = FoundSources()

    init(_ context: CommandContext) { self.context = context }

    /// Throws `AlertQueryError`.
    ///
    /// - Parameters:
    ///   - position: where a word may mean a category: "tech linux", "linux tech".
    ///   - isOfPerson: what the person has saved or read is searched, wherever they ask for it.
    ///   - hasTime: a time was named beside these words.
    ///   - asPhrase: words that exclude something or are a name are looked for as a phrase.
    func request(
        _ text: String,
        having medium: QueryMedium? = nil,
        categoryWord position: SearchSentence.CategoryPosition? = .leading,
        ofPerson isOfPerson: Bool = false,
        hasTime: Bool = false,
        asPhrase: Bool = false
    ) async throws -> SearchRequest {
        try SearchNames.checkLength(text)
        let categories = try await self.categories()
        let spoken = categories.map { (name: $0, spoken: [CategoryWording.name($0, localizer)]) }
        let book = services.searchBooks.book(of: services.catalogue.searchPhrases).with(categories: spoken)
        let pieces = SearchPieces(text, book: book)
        var sources: [String: SearchSentence.Source] = [:]
        var unknown: String?
        let excluded = pieces.excludedSourceNames
        for name in excluded where sources[name.text] == nil {
            sources[name.text] = try await source(name.text, wholly: name.isWhole)
        }
        var isNamed = false
        for name in pieces.sourceNames.prefix(SearchPieces.mostSourceNames - excluded.count) {
            if let source = try await self.source(name.text, wholly: name.isWhole) {
                sources[name.text] = source
                isNamed = true
                break
            }
            if unknown == nil, services.sources.source(named: name.text) != nil { unknown = name.text }
        }
        let sentence = SearchSentence(
            pieces,
            language: localizer.language,
            today: today,
            categoryWord: position,
            hasTime: hasTime,
            // Sunday is 1 in a calendar.
            firstWeekday: (calendar.firstWeekday + 5) % 7,
            asPhrase: asPhrase,
            takesState: room == nil || isOfPerson
        ) { sources[$0] }
        var request = SearchRequest(sentence: sentence, medium: medium)
        request.unknownSource = isNamed ? nil : unknown
        let names = names(categories, try await smartFeeds())
        try read(&request, names)
        if room != nil, !isOfPerson, request.query?.asksState == true {
            throw CommandError.stateInRoom(hint: privateHint("search is:saved"))
        }
        return request
    }

    /// The same search for everything of a source, if its words are the whole name of one in sight; nil if they are
    /// none.
    func ofSource(_ request: SearchRequest) async throws -> SearchRequest? {
        for name in request.sentence.wholeNames {
            guard let source = try await self.source(name.text, wholly: true) else { continue }
            let sentence = request.sentence.ofSource(source, named: name)
            var found = SearchRequest(sentence: sentence, medium: request.medium)
            let names = names(try await categories(), try await smartFeeds())
            try read(&found, names)
            return found
        }
        return nil
    }

    /// Adds what a sentence says to its request.
    private func read(_ request: inout SearchRequest, _ names: SearchNames) throws {
        let (sentence, medium) = (request.sentence, request.medium)
        if !sentence.isOnlyCommon {
            request.typed = try typed(sentence, medium, names)
            if let typed = request.typed {
                request.query = try names.whole(typed, having: medium, limits: options.queries)
            } else if let medium {
                request.query = try Query(.term(.has(medium)))
            }
        }
        request.severalPlaces = request.query.map(names.severalPlaces) ?? []
        request.asksSmart = names.asksSmart(in: sentence.query)
        request.times = times(of: sentence)
    }

    private var today: CivilDate {
        let second = Int(time.timeIntervalSince1970.rounded(.down)) + calendar.timeZone.secondsFromGMT(for: time)
        return CivilDate(dayNumber: CivilDate.dayNumber(ofSecond: second))
    }

    private func times(of sentence: SearchSentence) -> Range<Date>? {
        guard let times = sentence.period?.range(now: time, calendar: calendar) else { return nil }
        guard sentence.asksSince else { return times }
        // An article published in this very second is included.
        return times.lowerBound..<max(times.lowerBound, time.addingTimeInterval(1))
    }

    /// In characters; longer lines are no searches without the command.
    private static let longestOffered = 120

    /// Whether a line that is no command may be meant as a search: it names a period, a source, or what it is about.
    func isSearch(_ text: String) async throws -> Bool {
        guard let request = try await requestOfBareLine(text) else { return false }
        let sentence = request.sentence
        let names = sentence.period != nil || sentence.source != nil || request.unknownSource != nil
        let says = !sentence.query.isEmpty || sentence.category != nil || sentence.source != nil
        return (names || sentence.asksAbout) && says
    }

    /// Whether a line that is no command can only be a search: it names two of a category, a source and a time, and
    /// says nothing else.
    func isNothingButSearch(_ text: String) async throws -> Bool {
        guard let request = try await requestOfBareLine(text) else { return false }
        let sentence = request.sentence
        let hasSource = sentence.source != nil || request.unknownSource != nil
        let named = [sentence.category != nil, sentence.period != nil, hasSource].count { $0 }
        // The name of a source that is no feed here stays among the words.
        return named > 1 && TextFolding.folded(sentence.query) == TextFolding.folded(request.unknownSource ?? "")
    }

    /// Whether words are a category, a source or a time, and nothing else: "tech news".
    func isOnlyUnderstood(_ text: String) async throws -> Bool {
        guard let request = try await requestOfBareLine(text) else { return false }
        return request.sentence.isUnderstood && request.sentence.query.isEmpty
    }

    /// Nil for a line that is too long, that cannot be read as a search, or that has only common words.
    private func requestOfBareLine(_ text: String) async throws -> SearchRequest? {
        guard text.utf8.count <= Self.longestOffered * 4, text.count <= Self.longestOffered else { return nil }
        do {
            let request = try await request(text)
            return request.sentence.isOnlyCommon ? nil : request
        } catch is AlertQueryError {
            return nil
        }
    }

    /// Nil when no words remain beside what is understood, or beside what `podcasts` and `videos` add.
    private func typed(_ sentence: SearchSentence, _ medium: QueryMedium?, _ names: SearchNames) throws -> Query? {
        let isUnderstood = sentence.isUnderstood || sentence.asksEverything
        guard !sentence.query.isEmpty || !isUnderstood && medium == nil else { return nil }
        return try names.typed(
            sentence.query,
            allowingOnlyExclusions: isUnderstood || medium != nil,
            limits: options.queries
        )
    }

    private func names(_ categories: [String], _ smart: [SmartFeed]) -> SearchNames {
        SearchNames(
            categories: Queries(context).names(of: categories),
            sports: Queries(context).subjects(.sports, .sport),
            topics: Queries(context).subjects(.investing, .topic),
            places: Queries(context).places,
            languages: LanguageWords(locales: services.catalogue.languages, names: table.words.languages),
            fields: Queries(context).fields,
            smart: SmartFeedNames(smart)
        )
    }

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
    ///
    /// - Parameter isWhole: whether the source must be called just so.
    private func source(_ name: String, wholly isWhole: Bool) async throws -> SearchSentence.Source? {
        if let known = found.known(name, wholly: isWhole) { return known }
        let source = try await lookedUp(name, wholly: isWhole)
        found.keep(source, for: name, wholly: isWhole)
        return source
    }

    private func lookedUp(_ name: String, wholly isWhole: Bool) async throws -> SearchSentence.Source? {
        let key = TextFolding.folded(name)
        guard key.count > 1, name.count <= Self.longestOffered else { return nil }
        switch try await SourceLists(context).findFeed(name, for: reader) {
        case .feed(let feed):
            return isCalled(feed, key, wholly: isWhole) ? .init(name: feed.name, feeds: [feed.id]) : nil
        case .choices(let feeds):
            let called = feeds.filter { isCalled($0, key, wholly: isWhole) }
            return called.isEmpty ? nil : .init(name: name, feeds: Set(called.map(\.id)))
        case .nothing: return nil
        }
    }

    /// Whether a feed has the name, as a whole word: “Mars” is not called “Ma”.
    private func isCalled(_ feed: Feed, _ key: String, wholly isWhole: Bool) -> Bool {
        if let source = services.sources.source(named: key), source.url == feed.url { return true }
        let host = URLComponents(string: feed.url)?.host ?? ""
        let names = [feed.name, host].map { TextFolding.folded($0) }
        if isWhole { return names.contains { $0 == key || $0 == "the \(key)" } }
        return names.contains { name in
            guard let range = name.range(of: key) else { return false }
            let isStart = range.lowerBound == name.startIndex || name.hasPrefix("the ") || name.hasPrefix("www.")
            guard isStart, let next = name[range.upperBound...].unicodeScalars.first else { return isStart }
            return !Character(next).isLetter && !Character(next).isNumber || WordTokenizer.isUnspaced(next)
        }
    }
}

/// The book of the phrases of all languages, made once for what the locales say.
final class SearchPhraseBooks: Sendable {
    private let made = Mutex<(phrases: [String: [String]], book: SearchPhraseBook)?>(nil)

    func book(of phrases: SearchPhrases) -> SearchPhraseBook {
        made.withLock { made in
            if let made, made.phrases == phrases.byMeaning { return made.book }
            let book = SearchPhraseBook(phrases.byMeaning)
            made = (phrases.byMeaning, book)
            return book
        }
    }
}

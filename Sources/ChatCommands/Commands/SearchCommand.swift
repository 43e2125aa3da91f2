internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Parallelism
internal import Storage
internal import TextAnalysis

extension Command {
    static let search = Command(
        name: "search",
        aliases: ["find"],
        isGeneric: true,
        topic: .reading,
        keepsText: { _ in true },
        takesSentences: true,
        shape: .search,
        effect: .shows
    ) { context, arguments in
        let text = arguments.withoutPoliteness.raw
        guard !text.isEmpty else { return Searching(context).howTo() }
        return try await Searching(context).search(text, having: nil)
    }

    static let podcasts = Command(
        name: "podcasts",
        topic: .reading,
        keepsText: { _ in true },
        shape: .name(atMost: 4),
        effect: .shows
    ) { context, arguments in
        try await Searching(context).search(arguments.withoutPoliteness.raw, having: .audio)
    }

    static let videos = Command(
        name: "videos",
        topic: .reading,
        keepsText: { _ in true },
        shape: .name(atMost: 4),
        effect: .shows
    ) { context, arguments in
        try await Searching(context).search(arguments.withoutPoliteness.raw, having: .video)
    }
}

extension CommandShape {
    /// Nearly everything may be searched for; “find” begins many sentences.
    fileprivate static let search = CommandShape { typed in
        guard typed.word != "find" else {
            let isOfNews = ["news", "articles", "stories", "headlines"].contains(typed.rest.first?.keyword ?? "")
            return typed.rest.isEmpty || typed.rest.isName(atMost: 4) || isOfNews && typed.rest.words.count <= 12
        }
        return typed.arguments.words.count <= 20 && !["me", "you", "us"].contains(typed.arguments.first?.keyword ?? "")
    }
}

/// Searches the articles in sight.
struct Searching: CommandTopic {
    let context: CommandContext
    /// One for all readings of a line, so that each name in it is looked up once.
    private let requests: SearchRequests

    init(_ context: CommandContext) {
        self.context = context
        requests = SearchRequests(context)
    }

    private static let mostHits = 50
    private static let hitsOnPage = 10
    /// With no more hits, a source that is called like the words is suggested.
    private static let fewHits = 3
    /// People who may wait for a search.
    private static let mostWaiting = 20

    fileprivate func howTo() -> [Answer] {
        let words = localizer.text("search.exampleWords")
        let sentence = localizer.text("search.exampleSentence")
        return say(
            "search.empty",
            [
                "words": .text(hint("search \(words)")), "sentence": .text(hint("search \(sentence)")),
                "fields": .text(hint("search title:\"heat pump\" -site:example.org since:7d")),
                "help": .text(hint("help search")),
            ]
        )
    }

    /// Answers with what fits a text; an empty text is everything.
    ///
    /// - Parameter medium: what the articles must have.
    fileprivate func search(_ text: String, having medium: QueryMedium?) async throws -> [Answer] {
        var request = try await requests.request(text, having: medium)
        if request.isOnlyCommon {
            let shown = String(text.prefix(60))
            return say("search.onlyCommon", ["words": .text(shown), "hint": .text(hint("search \"the who\""))])
        }
        if let answer = emptyTime(of: request) { return answer }
        let view = try await ListViews(context).current()
        if let asPhrase = try await withPhrase(request, text, view) { request = asPhrase }
        var result = try await run(request.search(limit: Self.mostHits + 1, at: queryTime), view)
        if result.hits.isEmpty, let asWord = try await withoutCategoryWord(request, text, view) {
            (request, result) = asWord
        }
        if result.hits.isEmpty, let inCategory = try await withLastWordAsCategory(request, text, view) {
            (request, result) = inCategory
        }
        var suggestion: RichText?
        if result.hits.count <= Self.fewHits, let ofSource = try await requests.ofSource(request) {
            if result.hits.isEmpty {
                let all = try await run(ofSource.search(limit: Self.mostHits + 1, at: queryTime), view)
                if !all.hits.isEmpty { (request, result) = (ofSource, all) }
            } else {
                suggestion = try await SearchSuggestions(context).wholeSource(ofSource) { try await finds($0, view) }
            }
        }
        guard !result.hits.isEmpty else {
            return try await SearchSuggestions(context).answer(
                to: request,
                result,
                view,
                finds: { try await finds($0, view) },
                hasWord: { try await hasWord($0) }
            )
        }
        return try await list(result, of: request, view, suggestion)
    }

    /// The search for words as a phrase that would exclude something, if anybody wrote just so: "doctors without
    /// borders"; else nil.
    private func withPhrase(
        _ request: SearchRequest,
        _ text: String,
        _ view: ListView
    ) async throws -> SearchRequest? {
        guard request.sentence.exceptPhrase != nil else { return nil }
        var asPhrase = try await requests.request(text, having: request.medium, asPhrase: true)
        guard !asPhrase.isOnlyCommon, emptyTime(of: asPhrase) == nil else { return nil }
        var trial = asPhrase.search(limit: 1, at: queryTime)
        trial.asksOnlyWhether = true
        guard try await !run(trial, view).hits.isEmpty else { return nil }
        asPhrase.excluding = SearchSuggestions(context).text(request, request.typed)
        return asPhrase
    }

    /// What fits if the word that was understood as a category is only a word; nil if nothing fits.
    private func withoutCategoryWord(
        _ request: SearchRequest,
        _ text: String,
        _ view: ListView
    ) async throws -> (SearchRequest, SearchResult)? {
        guard let word = request.sentence.categoryWord, let category = request.sentence.category else { return nil }
        let isPhrase = request.excluding != nil
        var asWord = try await requests.request(
            text,
            having: request.medium,
            categoryWord: nil,
            asPhrase: isPhrase
        )
        asWord.excluding = request.excluding
        guard !asWord.isOnlyCommon, emptyTime(of: asWord) == nil else { return nil }
        let result = try await run(asWord.search(limit: Self.mostHits + 1, at: queryTime), view)
        asWord.wordOfCategory = (word.text, category)
        return result.hits.isEmpty ? nil : (asWord, result)
    }

    /// What fits if the last word is a category, "linux tech"; nil if nothing fits, or if it is looked for so already.
    private func withLastWordAsCategory(
        _ request: SearchRequest,
        _ text: String,
        _ view: ListView
    ) async throws -> (SearchRequest, SearchResult)? {
        let isPhrase = request.excluding != nil
        var inCategory = try await requests.request(
            text,
            having: request.medium,
            categoryWord: .trailing,
            asPhrase: isPhrase
        )
        inCategory.excluding = request.excluding
        let sentence = inCategory.sentence
        guard let word = sentence.categoryWord, word != request.sentence.categoryWord, !sentence.query.isEmpty,
            emptyTime(of: inCategory) == nil
        else { return nil }
        let result = try await run(inCategory.search(limit: Self.mostHits + 1, at: queryTime), view)
        inCategory.takesLastWord = true
        return result.hits.isEmpty ? nil : (inCategory, result)
    }

    private var queryTime: QueryTime { QueryTime(now: time, zone: calendar.timeZone) }

    /// The answer if nothing can lie in the time of the query.
    private func emptyTime(of request: SearchRequest) -> [Answer]? {
        guard let times = request.query?.requiredTimes(at: queryTime) else { return nil }
        if times.from > time { return say("search.future", ["date": .text(localizer.date(times.from))]) }
        guard times.from >= times.to else { return nil }
        // The end of a day is the beginning of the next one.
        let last = times.to.addingTimeInterval(-1)
        return say(
            "search.emptyTime",
            ["from": .text(localizer.date(times.from)), "to": .text(localizer.date(last))]
        )
    }

    /// Whether a search that somebody types so finds anything.
    private func finds(_ text: String, _ view: ListView) async throws -> Bool {
        do {
            let request = try await requests.request(text)
            guard !request.isOnlyCommon, emptyTime(of: request) == nil else { return false }
            var search = request.search(limit: 1, at: queryTime)
            search.asksOnlyWhether = true
            return try await !run(search, view).hits.isEmpty
        } catch is AlertQueryError {
            return false
        } catch CommandError.tooManySearches {
            return false
        }
    }

    /// Whether anything in sight has a word.
    private func hasWord(_ word: String) async throws -> Bool {
        guard let query = try? Query(parsing: "\"\(word)\"") else { return false }
        var search = ArticleSearch(query: query, time: queryTime, limit: 1)
        search.asksOnlyWhether = true
        do { return try await !run(search, ListView()).hits.isEmpty } catch CommandError.tooManySearches { return true }
    }

    /// Few searches run at the same time, and nobody's go before those of others.
    private func run(_ search: ArticleSearch, _ view: ListView) async throws -> SearchResult {
        let search = try ListViews(context).narrowed(search, by: view)
        guard try await memory.searchSlots.take(for: person.key, mostWaiting: Self.mostWaiting) else {
            throw CommandError.tooManySearches
        }
        defer { memory.searchSlots.give() }
        return try await services.store.search(search, in: sight, limits: options.search)
    }

    private func list(
        _ result: SearchResult,
        of request: SearchRequest,
        _ view: ListView,
        _ suggestion: RichText?
    ) async throws -> [Answer] {
        let lines = SearchLines(context)
        let note = lines.noteOnCategory(of: request)
        var body = lines.heading(of: request) + (note ?? RichText())
        body = body + Queries(context).notes(on: request.severalPlaces)
        let viewLine = try await ListViews(context).line(view, ofSearch: true)
        if let viewLine { body.blocks.insert(viewLine, at: 0) }
        let hits = ListViews(context).sorted(Array(result.hits.prefix(Self.mostHits)), by: view)
        body.blocks += hits.enumerated().map { lines.item($1, of: request.query, number: $0 + 1) }
        if let suggestion { body = body + suggestion }
        if let limits = lines.limits(of: result, request, shown: hits.count) { body = body + limits }
        if let elsewhere = try await lines.noteOnUnread(result, of: request) { body = body + elsewhere }
        try await Listings(context).saveList(of: hits.map(\.listed))
        return [
            Answer(
                body: body + lines.next(for: request),
                pageSize: min(Self.hitsOnPage, listLength) * articleLines.linesPerItem
                    + (viewLine == nil ? 0 : 1) + (note == nil ? 0 : 1),
                pictured: hits.prefix(Self.hitsOnPage).map(\.listed.article)
            )
        ]
    }
}

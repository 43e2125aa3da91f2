internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage
internal import TextAnalysis
internal import TimeArithmetic

/// Searches among what a person has saved or read.
struct OwnSearches: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The most entries of a history that are searched, the newest.
    private static let mostReadings = 2_000
    private static let mostListed = 100
    /// In bytes; longer texts say more than what is listed.
    private static let longestNoun = 100
    /// How far back the older entries of a history are offered, in seconds: a year.
    private static let longestOffered = 365.0 * 86_400

    /// The tag that the words are; nil if they are to be searched for.
    func savedTag(_ arguments: Arguments) async throws -> String? {
        guard arguments.words.count == 1, let word = arguments.first, !word.isQuoted else { return nil }
        if word.text.hasPrefix("#") { return word.text }
        guard let tag = SavedWords.tag(word.text), !word.text.contains(":") else { return nil }
        return try await services.store.savedTags(of: profile().id).contains(tag) ? tag : nil
    }

    /// Whether words only name what is listed: `saved articles`.
    func isWholeList(_ text: String) -> Bool {
        guard text.utf8.count <= Self.longestNoun else { return false }
        return SearchPieces(text, book: services.searchBooks.book(of: services.catalogue.searchPhrases)).nameOnlyNews
    }

    /// - Parameter hasTime: whether the range was named.
    func saved(
        _ text: String,
        in range: Range<Date>,
        hasTime: Bool,
        onlyWithImage: Bool
    ) async throws -> [Answer] {
        let profile = try await profile()
        let selection = SavedSelection(from: range.lowerBound, to: range.upperBound, onlyWithImage: onlyWithImage)
        let all = try await services.store.savedArticles(selection, of: profile.id)
        let stories = all.map { Story(listed: $0.listed, date: $0.savedAt) }
        let found = try await search(text, hasTime: hasTime, among: stories, of: profile)
        if found.request.isOnlyCommon { return onlyCommon(text, by: .saved) }
        let lines = SearchLines(context)
        let fitting = found.places.map { all[$0] }
        let shown = fitting.prefix(Self.mostListed)
        let limits = limits(of: found, shown: shown.count)
        guard !fitting.isEmpty else {
            let search = lines.understood(found.request, by: .saved) + limits
            return try await SavedStories(context).nothing(fitting: true, search: search)
        }
        var body = heading("search.savedTitle", count: fitting.count, of: found, by: .saved)
        body.blocks += shown.enumerated().map { index, saved in
            let text = found.texts[saved.listed.article.id]
            let marked = lines.marked(saved.listed, text, of: found.request.query)
            return SavedStories(context).line(saved, number: index + 1, marked)
        }
        try await Listings(context).saveOwnList(.saved, shown.map(\.listed))
        let next: [String: MessageArgument] = ["read": .text(hint("read 1")), "unsave": .text(hint("unsave 1"))]
        return privately(body + limits + footer("saved.next", next))
    }

    /// The answer if nothing was read in a time.
    ///
    /// - Parameter isWhole: whether no time was named.
    func noHistory(isWhole: Bool) async throws -> [Answer] {
        if !isWhole {
            let readings = try await services.store.readings(
                of: profile().id,
                from: Date(timeIntervalSince1970: 0),
                to: time.addingTimeInterval(1),
                withGone: true,
                limit: 1
            )
            guard readings.isEmpty else {
                return privately(localizer.richText("command.history.noneThen", ["hint": .text(hint("history"))]))
            }
        }
        return say("command.history.none", ["hint": .text(hint("headlines")), "read": .text(hint("read 1"))])
    }

    /// That the history has older entries than are listed, and how to see them.
    ///
    /// - Parameter range: the time that was asked for.
    func older(than listed: [Reading], in range: Range<Date>) -> RichText {
        guard let newest = listed.first?.readAt, let oldest = listed.last?.readAt else { return RichText() }
        let count = MessageArgument.number(listed.count)
        let last = day(of: oldest)
        guard last < day(of: newest) else {
            // The list of that day would be the same.
            let words = hint("history \(localizer.text("search.exampleWords"))")
            return footer("command.history.newestOfDay", ["n": count, "hint": .text(words)])
        }
        let first = day(of: max(range.lowerBound, oldest.addingTimeInterval(-Self.longestOffered)))
        let days = DigestPeriod.dates(from: first, to: last).word
        return footer("command.history.newest", ["n": count, "hint": .text(hint("history \(days)"))])
    }

    /// The reader's local day.
    private func day(of date: Date) -> CivilDate {
        let second = Int(date.timeIntervalSince1970.rounded(.down)) + calendar.timeZone.secondsFromGMT(for: date)
        return CivilDate(dayNumber: CivilDate.dayNumber(ofSecond: second))
    }

    /// - Parameter hasTime: whether the range was named.
    func history(_ text: String, in range: Range<Date>, hasTime: Bool) async throws -> [Answer] {
        let profile = try await profile()
        let all = try await services.store.readings(
            of: profile.id,
            from: range.lowerBound,
            to: range.upperBound,
            withGone: true,
            limit: Self.mostReadings
        )
        let stories = all.map { Story(listed: $0.listed, date: $0.readAt, isGone: $0.isGone) }
        let found = try await search(text, hasTime: hasTime, among: stories, of: profile)
        if found.request.isOnlyCommon { return onlyCommon(text, by: .history) }
        let lines = SearchLines(context)
        let fitting = found.places.map { all[$0] }
        let shown = fitting.prefix(Self.mostListed)
        var limits = limits(of: found, shown: shown.count)
        if all.count == Self.mostReadings {
            limits = limits + localizer.richText("search.historyNewest", ["n": .number(all.count)])
        }
        guard !fitting.isEmpty else {
            let facts: [String: MessageArgument] = [
                "parts": .text(lines.parts(of: found.request)), "hint": .text(hint("history")),
            ]
            return privately(localizer.richText("search.historyNone", facts) + limits)
        }
        // A story that was read again is listed again, and counted once.
        let count = Set(fitting.map { [$0.listed.article.title, $0.listed.feedName] }).count
        var body = heading("search.historyTitle", count: count, of: found, by: .history)
        body.blocks += shown.enumerated().map { index, reading in
            let text = found.texts[reading.listed.article.id]
            let marked = lines.marked(reading.listed, text, of: found.request.query)
            return ArticleTexts(context).line(reading, number: index + 1, marked)
        }
        try await Listings(context).saveOwnList(.article, shown.map(\.listed))
        return privately(body + limits + footer("search.nextShort", ["read": .text(hint("read 1"))]))
    }
}

// MARK: - Searching

extension OwnSearches {
    /// A story that is searched.
    private struct Story {
        var listed: ListedArticle
        /// When it was saved or read.
        var date: Date
        /// Whether only its title, feed and category are known.
        var isGone = false
    }

    private struct Found {
        var request: SearchRequest
        /// Which of the stories fit, by their places among all, in their order.
        var places: [Int] = []
        /// The texts of those that somebody has read.
        var texts: [ArticleID: String] = [:]
        /// The time was used up before all were looked at.
        var isCut = false
    }

    /// Nothing fits if all words are too common.
    ///
    /// A word for a category is looked for as a word if nothing fits in the category.
    private func search(
        _ text: String,
        hasTime: Bool,
        among stories: [Story],
        of profile: Profile
    ) async throws -> Found {
        let requests = SearchRequests(context)
        let asked = try await requests.request(text, ofPerson: true, hasTime: hasTime)
        let found = try await find(asked, among: stories, of: profile)
        guard found.places.isEmpty, let word = found.request.sentence.categoryWord,
            let category = found.request.sentence.category
        else { return found }
        var request = try await requests.request(text, categoryWord: nil, ofPerson: true, hasTime: hasTime)
        request.wordOfCategory = (word.text, category)
        let other = try await find(request, among: stories, of: profile)
        return other.places.isEmpty ? found : other
    }

    private func find(_ request: SearchRequest, among stories: [Story], of profile: Profile) async throws -> Found {
        var found = Found(request: request)
        guard !request.isOnlyCommon else { return found }
        let category = request.sentence.category.map(TextFolding.folded)
        let asked = stories.indices.filter { index in
            let (listed, date) = (stories[index].listed, stories[index].date)
            return request.times?.contains(date) != false
                && request.sentence.source?.feeds.contains(listed.article.feedID) != false
                && (category == nil || listed.category.map(TextFolding.folded) == category)
        }
        guard let query = request.query else {
            found.places = asked
            return found
        }
        var seen: Set<ArticleID> = []
        let ids = asked.filter { !stories[$0].isGone }.map { stories[$0].listed.article.id }
        let matching = try await services.store.matching(
            query,
            among: ids.filter { seen.insert($0).inserted },
            in: .shown(to: profile.id.recipient),
            time: queryTime,
            limits: options.search
        )
        (found.texts, found.isCut) = (matching.texts, matching.isCut)
        let fitting = Set(matching.ids)
        for index in asked {
            let story = stories[index]
            let isFitting = story.isGone ? fits(story, query) : fitting.contains(story.listed.article.id)
            if isFitting { found.places.append(index) }
            await Task.yield()
        }
        return found
    }

    private var queryTime: QueryTime { QueryTime(now: time, zone: calendar.timeZone) }

    /// Whether what is known of an article that is no longer stored fits.
    private func fits(_ story: Story, _ query: Query) -> Bool {
        let document = QueryDocument(
            title: story.listed.article.title,
            feed: story.listed.feedName,
            categories: story.listed.category.map { [$0] } ?? [],
            date: story.date
        )
        return query.matches(document, at: queryTime)
    }

    /// How many stories fit, how the search was understood, and if a word was taken for what it is not.
    private func heading(_ key: String, count: Int, of found: Found, by command: Command) -> RichText {
        let lines = SearchLines(context)
        let facts: [String: MessageArgument] = [
            "parts": .text(lines.parts(of: found.request)), "n": .number(count),
        ]
        let title = localizer.spans(key, facts) + lines.noteOnWord(of: found.request, by: command.name)
        return RichText([.heading(level: 2, title)]) + (lines.noteOnCategory(of: found.request) ?? RichText())
    }

    /// That more fits than is shown, or that not everything was looked at; empty if there is nothing to say.
    private func limits(of found: Found, shown: Int) -> RichText {
        if found.isCut { return footer("search.ownCut") }
        return found.places.count > shown ? footer("search.first", ["n": .number(shown)]) : RichText()
    }

    private func onlyCommon(_ text: String, by command: Command) -> [Answer] {
        let facts: [String: MessageArgument] = [
            "words": .text(String(text.prefix(60))), "hint": .text(hint("\(fixed: command.name) \"the who\"")),
        ]
        return privately(localizer.richText("search.onlyCommon", facts))
    }
}

extension Arguments {
    /// The time of saving or reading: `today`, `from today`.
    mutating func takeOwnPeriod() -> DigestPeriod? {
        let typed = self
        guard let period = takePeriod() else { return nil }
        guard let last = words.last, !last.isQuoted else { return period }
        if last.keyword == "since" {
            // Such a time lasts until now, which the search of the whole text understands.
            self = typed
            return nil
        }
        if last.keyword == "from" { remove(words.count - 1...words.count - 1) }
        return period
    }
}

internal import Foundation
internal import Localization
internal import NewsModel
internal import Storage
internal import TextAnalysis

/// Searches among what a person has saved or read.
struct OwnSearches: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The most entries of a history that are searched, the newest.
    private static let mostReadings = 2_000
    private static let mostListed = 100

    /// The tag that the words are; nil if they are to be searched for.
    func savedTag(_ arguments: Arguments) async throws -> String? {
        guard arguments.words.count == 1, let word = arguments.first, !word.isQuoted else { return nil }
        if word.text.hasPrefix("#") { return word.text }
        guard let tag = SavedWords.tag(word.text), !word.text.contains(":") else { return nil }
        return try await services.store.savedTags(of: profile().id).contains(tag) ? tag : nil
    }

    func saved(_ text: String, in range: Range<Date>, onlyWithImage: Bool) async throws -> [Answer] {
        let profile = try await profile()
        let (query, words) = try await SearchRequests(context).query(text)
        let selection = SavedSelection(from: range.lowerBound, to: range.upperBound, onlyWithImage: onlyWithImage)
        let all = try await services.store.savedArticles(selection, of: profile.id)
        let fitting = try await matching(query, all.map(\.listed), of: profile)
        let found = Array(all.filter { fitting.contains($0.listed.article.id) }.prefix(Self.mostListed))
        let shown: [String: MessageArgument] = [
            "query": .text(words), "n": .number(found.count),
        ]
        guard !found.isEmpty else { return try await SavedStories(context).nothing(fitting: true) }
        var body = heading("search.savedTitle", shown)
        body.blocks += found.enumerated().map { SavedStories(context).line($1, number: $0 + 1) }
        try await Listings(context).saveOwnList(.saved, found.map(\.listed))
        let next: [String: MessageArgument] = ["read": .text(hint("read 1")), "unsave": .text(hint("unsave 1"))]
        return privately(body + footer("saved.next", next))
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

    func history(_ text: String, in range: Range<Date>) async throws -> [Answer] {
        let profile = try await profile()
        let (query, words) = try await SearchRequests(context).query(text)
        let all = try await services.store.readings(
            of: profile.id,
            from: range.lowerBound,
            to: range.upperBound,
            withGone: true,
            limit: Self.mostReadings
        )
        let fitting = try await matching(query, all.filter { !$0.isGone }.map(\.listed), of: profile)
        var found: [Reading] = []
        for reading in all where found.count < Self.mostListed {
            let isFitting = reading.isGone ? fits(reading, query) : fitting.contains(reading.listed.article.id)
            if isFitting { found.append(reading) }
            await Task.yield()
        }
        let isCut = all.count == Self.mostReadings
        let note = isCut ? localizer.richText("search.historyNewest", ["n": .number(all.count)]) : RichText()
        // A story that was read again is listed again, and counted once.
        let stories = Set(found.map { [$0.listed.article.title, $0.listed.feedName] })
        let shown: [String: MessageArgument] = [
            "query": .text(words), "n": .number(stories.count),
        ]
        guard !found.isEmpty else {
            return privately(
                localizer.richText("search.historyNone", shown.merging(["hint": .text(hint("history"))]) { $1 }) + note
            )
        }
        var body = heading("search.historyTitle", shown)
        body.blocks += found.enumerated().map { ArticleTexts(context).line($1, number: $0 + 1) }
        try await Listings(context).saveOwnList(.article, found.map(\.listed))
        return privately(body + note + footer("search.nextShort", ["read": .text(hint("read 1"))]))
    }

    /// Whether what is known of an article that is no longer stored fits.
    private func fits(_ reading: Reading, _ query: Query) -> Bool {
        let document = QueryDocument(
            title: reading.listed.article.title,
            feed: reading.listed.feedName,
            categories: reading.listed.category.map { [$0] } ?? [],
            date: reading.readAt
        )
        return query.matches(document, at: QueryTime(now: time, zone: calendar.timeZone))
    }

    private func matching(
        _ query: Query,
        _ listed: [ListedArticle],
        of profile: Profile
    ) async throws -> Set<ArticleID> {
        var seen: Set<ArticleID> = []
        let ids = listed.map(\.article.id).filter { seen.insert($0).inserted }
        return Set(
            try await services.store.matching(
                query,
                among: ids,
                in: .shown(to: profile.id.recipient),
                time: QueryTime(now: time, zone: calendar.timeZone),
                limits: options.search
            )
        )
    }
}

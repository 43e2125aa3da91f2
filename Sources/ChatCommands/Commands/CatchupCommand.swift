internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let catchup = Command(
        name: "catchup",
        aliases: ["missed"],
        topic: .reading,
        shape: .name(atMost: 2),
        effect: .shows
    ) { context, arguments in
        var arguments = arguments
        try NewsSubjects(context).takeCurrentPlace(&arguments)
        let asked = try await NewsSubjects(context).subject(arguments)
        return try await CatchingUp(context).answer(asked)
    }
}

/// What mattered while somebody was away, and how much else there was.
struct CatchingUp: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// How many stories are named.
    private static let listed = 10
    /// How many stories with the most sources are read to choose from.
    private static let candidates = 100
    private static let mostArticles = 10_000
    /// Seconds: after a shorter absence, and for who was never here.
    private static let shortest: TimeInterval = 86_400
    private static let usual: TimeInterval = 7 * 86_400
    private static let longest: TimeInterval = 30 * 86_400

    fileprivate func answer(_ asked: NewsSubject) async throws -> [Answer] {
        let subject = try await HiddenCategories(context).answered(asked)
        let before = try await Owners(context).visited()
        let away = before.map { time.timeIntervalSince($0) } ?? Self.usual
        let since = time.addingTimeInterval(-min(max(away, Self.shortest), Self.longest))
        var selection = subject.selection(from: since, to: .distantFuture)
        // Nobody reads for a room.
        if isPrivate { selection.unreadAt = time }
        let outline = try await services.store.outline(of: selection, in: sight, limit: Self.mostArticles)
        guard !outline.articles.isEmpty else { return try await nothing(of: subject, selection, since) }
        let chosen = try await mattering(outline)
        let stories = Set(outline.articles.map(\.story)).count
        var body = heading(
            "command.catchup.title",
            ["date": .text(localizer.dateTime(since)), "n": .number(stories)],
            level: 1
        )
        if let note = try await HiddenCategories(context).note(on: subject) { body.blocks.append(note) }
        let lines = articleLines
        for (index, article) in chosen.enumerated() { body.blocks.append(lines.item(article, number: index + 1)) }
        if subject.name == nil { body.blocks += try await counts(outline) }
        try await Listings(context).saveList(of: chosen)
        let next = footer("command.catchup.next", ["read": .text(hint("read 1")), "news": .text(hint("news"))])
        return [
            Answer(body: body + next, pageSize: body.blocks.count * lines.linesPerItem, pictured: chosen.map(\.article))
        ]
    }

    /// Everything since then counts as read, or there is nothing at all.
    private func nothing(
        of subject: NewsSubject,
        _ selection: ArticleSelection,
        _ since: Date
    ) async throws -> [Answer] {
        var all = selection
        all.unreadAt = nil
        let outline = try await services.store.outline(of: all, in: sight, limit: 1)
        guard !outline.articles.isEmpty else { return show(try await NewsSubjects(context).emptyText(of: subject)) }
        return say("command.catchup.nothing", ["date": .text(localizer.dateTime(since)), "news": .text(hint("news"))])
    }

    /// The stories that most sources carry, those of the reader's alerts first; each event once.
    private func mattering(_ outline: PeriodOutline) async throws -> [ListedArticle] {
        let tellings = Dictionary(grouping: outline.articles, by: \.story)
        let ranked = tellings.values.compactMap { articles -> (sources: Int, newest: ArticleOutline)? in
            guard let newest = articles.max(by: { $0.publishedAt < $1.publishedAt }) else { return nil }
            return (Set(articles.map(\.feed)).count, newest)
        }.sorted { ($0.sources, $0.newest.id) > ($1.sources, $1.newest.id) }
        let read = try await services.store.articles(
            ranked.prefix(Self.candidates).map(\.newest.id),
            of: outline,
            in: sight
        )
        var events: Set<StoryID> = []
        let news = read.filter { !$0.facts.isPromotion }.sorted {
            ($0.weight, $0.article.id) > ($1.weight, $1.article.id)
        }
        return Array(news.filter { events.insert($0.event).inserted }.prefix(Self.listed))
    }

    /// "Technology 34, Sports 12": the stories of each category, most first.
    ///
    /// A story that feeds of several categories tell counts once, where it was told last.
    private func counts(_ outline: PeriodOutline) async throws -> [RichText.Block] {
        let categories = try await services.store.categories(of: Set(outline.articles.map(\.feed)), in: sight)
        var counted: Set<StoryID> = []
        var stories: [String: Int] = [:]
        for article in outline.articles {
            guard let category = categories[article.feed], counted.insert(article.story).inserted else { continue }
            stories[category, default: 0] += 1
        }
        guard !stories.isEmpty else { return [] }
        let counts = stories.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
            "\(CategoryWording.name($0.key, localizer)) \(localizer.number($0.value))"
        }
        return [.paragraph(localizer.spans("command.catchup.counts", ["counts": .text(localizer.list(counts))]))]
    }
}

extension ListedArticle {
    /// How much it matters: an alert of the reader counts as many sources.
    fileprivate var weight: Int { otherSourceCount + (isAlerted ? 20 : 0) }
}

internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    /// Shows what came before a story: earlier reports, numbers that changed, and who else reports it.
    static let story = Command(
        name: "story",
        aliases: ["timeline"],
        isGeneric: true,
        unnamed: .afterList(alone: false),
        topic: .reading,
        mostWords: 1,
        shape: .story(),
        effect: .shows,
        answersQuotedLines: true
    ) { context, arguments in
        guard let word = try await arguments.orElse({ try await Listings(context).repliedWord(for: "story") })
        else {
            throw context.usageError("story")
        }
        return try await StoryAnswers(context).timeline(of: try await Listings(context).article(word))
    }
}

/// Tells what came before a story.
struct StoryAnswers: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Seconds that are looked back.
    private static let span = 56.0 * 86_400
    private static let mostSearches = 12
    private static let mostSources = 8

    fileprivate func timeline(of listed: ListedArticle) async throws -> [Answer] {
        let start = listed.article.publishedAt.addingTimeInterval(-Self.span)
        let others = try await services.store.possibleEarlierReports(
            of: listed,
            naming: Self.searches(listed),
            in: sight,
            from: start
        )
        let searched = ArticleSelection(from: start, to: .distantFuture)
        let sources = try await sources(of: listed, in: sight)
        let title: [String: MessageArgument] = ["title": .text(BoundedText.title(listed.article.title))]
        guard let timeline = StoryTimeline(of: listed, among: others) else {
            try await Listings(context).saveSubject(listed.article.id)
            let missing = try await MissingArticles(context).closing(searched, in: sight, usesIndex: true)
            let none = show(localizer.richText("command.story.none", title) + missing)
            return sources.isEmpty ? none : none + [Answer(body: RichText([.paragraph(sources)]))]
        }
        var body = heading("command.story.title", title)
        // Few enough that each may have its link, also where lists have none.
        let lines = ArticleLineWording(localizer: localizer, now: time, linksTitles: true, layout: layout)
        body.blocks += timeline.earlier.enumerated().map { lines.item($1, number: $0 + 1) }
        for change in timeline.changes.prefix(3) {
            let values = ChangedValues(change.texts, localizer)
            let inserts = ["values": RichText.Span.symbol(values.signs, words: values.words)]
            body.blocks.append(.paragraph(localizer.spans("command.story.changed", inserts: inserts)))
        }
        if !sources.isEmpty { body.blocks.append(.paragraph(sources)) }
        try await Listings(context).saveList(of: timeline.earlier)
        let next = footer("command.headlines.next", ["read": .text(hint("read 1"))])
        let closing = try await MissingArticles(context).closing(searched, in: sight, after: next, usesIndex: true)
        return show(body + closing)
    }

    /// The other feeds that report the same event; empty when there is none.
    private func sources(of listed: ListedArticle, in sight: Sight) async throws -> [RichText.Span] {
        let reports = try await services.store.articles(aboutEventOf: listed.article.storyID, in: sight)
        var seen: Set<FeedID> = [listed.article.feedID]
        let others = reports.filter { seen.insert($0.article.feedID).inserted }
        guard !others.isEmpty else { return [] }
        let shown = others.prefix(Self.mostSources)
        let moreCount = max(listed.otherSourceCount, others.count) - shown.count
        let key = moreCount > 0 ? "command.story.sourcesMore" : "command.story.sources"
        let separator = RichText.Span.text(localizer.text("language.separator.names"))
        let names = Array(shown.map(source).map { [$0] }.joined(separator: [separator]))
        // The line break only keeps the place of the names in the sentence.
        return localizer.spans(key, ["n": .number(moreCount)], inserts: ["names": .lineBreak])
            .flatMap { $0 == .lineBreak ? names : [$0] }
    }

    /// The name of a feed that reports the event; a link to its report, where a link costs no room.
    private func source(_ report: ListedArticle) -> RichText.Span {
        let name = BoundedText.name(report.feedName)
        guard linksTitles, let url = report.article.url else { return .text(name) }
        return .link(label: name, url: url)
    }

    /// What earlier reports may contain: two names, or a name and a phrase, because the newest articles with one common
    /// name may all be of today; then single names.
    private static func searches(_ listed: ListedArticle) -> [String] {
        let names = distinct(listed.facts.things.map(\.name) + listed.places.compactMap(\.names.first)).prefix(3)
        let phrases = distinct(listed.facts.keyphrases).filter { !names.contains($0) }.prefix(3)
        let pairs =
            zip(names, names.dropFirst()).map { "\($0) \($1)" }
            + names.flatMap { name in phrases.map { "\(name) \($0)" } }
        return Array(distinct(pairs + names + phrases).prefix(mostSearches))
    }

    private static func distinct(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { $0.count > 2 && seen.insert($0.lowercased()).inserted }
    }
}

internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let news = Command(name: "news", topic: .reading) { context, arguments in
        var arguments = arguments
        try context.takeOwnPlace(&arguments)
        let subject = try await context.subject(arguments)
        let sections = try await context.sections(of: subject)
        let before = try await context.visited()
        guard !sections.isEmpty else { return context.show(try await context.emptiness(of: subject)) }
        let lines = context.articleLines
        var body = RichText()
        var listed: [ListedArticle] = []
        func add(_ articles: some Sequence<ListedArticle>, of section: CommandContext.Section) {
            body = body + context.heading(of: section)
            for article in articles {
                listed.append(article)
                let isNew = before.map { article.article.firstSeenAt > $0 } ?? false
                body.blocks.append(context.item(article, lines, number: listed.count, isNew: isNew))
            }
        }
        for section in sections { add(section.news.articles.prefix(CommandContext.shownPerSection), of: section) }
        let opening = listed
        // What a section has beyond that waits for `more`.
        for section in sections where section.news.articles.count > CommandContext.shownPerSection {
            add(section.news.articles.dropFirst(CommandContext.shownPerSection), of: section)
        }
        try await context.saveList(of: listed)
        let next = context.footer("command.headlines.next", ["read": .text(context.hint("read 1"))])
        return [Answer(body: body + next, pageSize: opening.count, pictured: opening.map(\.article))]
    }
}

extension CommandContext {
    /// Stories of each section, before all others of any.
    fileprivate static let shownPerSection = 10
    /// Stories of each section that are listed, here and by `more`.
    private static let mostPerSection = 100

    fileprivate struct Section {
        var key: String
        var news: NewsSpan
    }

    /// The last six hours, earlier today, the rest of the week; a story stands in one of them only.
    fileprivate func sections(of subject: NewsSubject) async throws -> [Section] {
        let week = time.addingTimeInterval(-7 * 86_400)
        let recent = time.addingTimeInterval(-6 * 3_600)
        let spans = try await services.store.newsSpans(
            subject.selection(from: week, to: .distantFuture),
            // Soon after midnight there is no earlier today.
            since: [recent, min(calendar.startOfDay(for: time), recent), week],
            in: sight,
            limit: Self.mostPerSection
        )
        return zip(["command.news.top", "command.news.today", "command.news.week"], spans).map(Section.init)
            .filter { !$0.news.articles.isEmpty }
    }

    /// "Top stories (12)"; what is more than can be listed is not promised.
    fileprivate func heading(of section: Section) -> RichText {
        let (total, listed) = (section.news.storyCount, section.news.articles.count)
        let facts: [String: MessageArgument] = ["n": .number(total), "newest": .number(listed)]
        return heading(listed < total ? section.key + "Newest" : section.key, facts)
    }

    fileprivate func item(
        _ article: ListedArticle,
        _ lines: ArticleLineWording,
        number: Int,
        isNew: Bool
    ) -> RichText.Block {
        let block = lines.item(article, number: number)
        guard isNew, case .item(let marker, let spans) = block else { return block }
        return .item(marker: marker, [.text("[\(localizer.text("command.news.new"))] ")] + spans)
    }
}

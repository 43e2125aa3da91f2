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
        let articles = try await context.services.store.articles(
            subject.selection(from: context.time.addingTimeInterval(-7 * 86_400), to: .distantFuture),
            in: context.sight,
            limit: 300
        )
        var before: Date?
        if let visitor = try await context.visitor() {
            before = try await context.services.store.recordVisit(of: visitor, at: context.time)
        }
        let sections = context.sections(articles)
        guard !sections.isEmpty else {
            let wording = HeadlinesWording(localizer: context.localizer, hints: context.hints)
            return context.show(wording.empty(category: subject.name))
        }
        let lines = context.articleLines
        var body = RichText()
        var listed: [ListedArticle] = []
        func add(_ articles: some Sequence<ListedArticle>, of section: CommandContext.Section) {
            body = body + context.heading(section.key, ["n": .number(section.articles.count)])
            for article in articles {
                listed.append(article)
                let isNew = before.map { article.article.firstSeenAt > $0 } ?? false
                body.blocks.append(context.item(article, lines, number: listed.count, isNew: isNew))
            }
        }
        for section in sections { add(section.articles.prefix(CommandContext.shownPerSection), of: section) }
        let opening = listed
        // What a section has beyond that waits for `more`.
        for section in sections where section.articles.count > CommandContext.shownPerSection {
            add(section.articles.dropFirst(CommandContext.shownPerSection), of: section)
        }
        try await context.saveList(of: listed)
        let next = context.footer("command.headlines.next", ["read": .text(context.hint("read 1"))])
        return [Answer(body: body + next, pageSize: opening.count, pictured: opening.map(\.article))]
    }
}

extension CommandContext {
    /// Stories of each section, before all others of any.
    fileprivate static let shownPerSection = 10

    fileprivate struct Section {
        var key: String
        var articles: [ListedArticle]
    }

    /// The last six hours, earlier today, the rest of the week; a story stands in one of them only.
    fileprivate func sections(_ articles: [ListedArticle]) -> [Section] {
        let midnight = calendar.startOfDay(for: time)
        var top = Section(key: "command.news.top", articles: [])
        var today = Section(key: "command.news.today", articles: [])
        var week = Section(key: "command.news.week", articles: [])
        var seen: Set<StoryID> = []
        for article in articles where seen.insert(article.article.storyID).inserted {
            if time.timeIntervalSince(article.article.publishedAt) < 6 * 3_600 {
                top.articles.append(article)
            } else if article.article.publishedAt >= midnight {
                today.articles.append(article)
            } else {
                week.articles.append(article)
            }
        }
        return [top, today, week].filter { !$0.articles.isEmpty }
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

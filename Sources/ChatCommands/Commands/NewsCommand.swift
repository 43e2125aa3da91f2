internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let news = Command(
        name: "news",
        topic: .reading,
        shape: .name(atMost: 2),
        effect: .shows
    ) { context, arguments in
        var arguments = arguments
        try NewsSubjects(context).takeCurrentPlace(&arguments)
        let asked: NewsSubject
        do {
            asked = try await NewsSubjects(context).subject(arguments)
        } catch CommandError.noSuchSubject(let text, let suggestions, let known) {
            throw try await HeadlineNumbers(context).problem(inNews: arguments)
                ?? CommandError.noSuchSubject(text, suggestions: suggestions, known: known)
        }
        let subject = try await HiddenCategories(context).answered(asked)
        let views = ListViews(context)
        let view = try await views.current()
        let sections = try await NewsSections(context).sections(of: subject, view)
        let before = view.leavesOutNews ? nil : try await Owners(context).visited()
        guard !sections.isEmpty else { return context.show(try await views.empty(view, subject)) }
        let lines = context.articleLines
        var body = RichText()
        if let line = try await views.line(view) { body.blocks.append(line) }
        if let note = try await HiddenCategories(context).note(on: subject) { body.blocks.append(note) }
        let noteCount = body.blocks.count
        var listed: [ListedArticle] = []
        func add(_ articles: some Sequence<ListedArticle>, of section: NewsSections.Section) {
            body = body + NewsSections(context).heading(of: section)
            for article in articles {
                listed.append(article)
                let isNew = before.map { article.article.firstSeenAt > $0 } ?? false
                body.blocks.append(NewsSections(context).item(article, lines, number: listed.count, isNew: isNew))
            }
        }
        for section in sections { add(section.news.articles.prefix(NewsSections.shownPerSection), of: section) }
        let opening = listed
        let later = NewsSections(context).later(of: sections, after: listed.count, newSince: before)
        // The further stories of each section are shown by `more`.
        for section in sections where section.news.articles.count > NewsSections.shownPerSection {
            add(section.news.articles.dropFirst(NewsSections.shownPerSection), of: section)
        }
        let items = listed.map(\.article.id) + (later?.articles ?? [])
        try await Listings(context).saveList(.article, items.map(\.rawValue))
        let next = context.footer("command.headlines.next", ["read": .text(context.hint("read 1"))])
        return [
            Answer(
                body: body + next,
                pageSize: opening.count * lines.linesPerItem + noteCount,
                later: later,
                pictured: opening.map(\.article)
            )
        ]
    }
}

/// The sections of `news`.
struct NewsSections: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Stories of each section on the first page.
    fileprivate static let shownPerSection = 10
    /// Stories of each section that are listed in all, including those shown by `more`.
    private static let mostPerSection = 100
    /// Stories of one feed in all sections.
    private static let mostOfFeed = 50

    struct Section {
        var key: String
        var news: NewsSpan
    }

    /// The last six hours, earlier today, and the rest of the week.
    ///
    /// Each story is in one section only.
    fileprivate func sections(of subject: NewsSubject, _ view: ListView) async throws -> [Section] {
        let week = time.addingTimeInterval(-7 * 86_400)
        let recent = time.addingTimeInterval(-6 * 3_600)
        let order = try await services.store.categoryOrder(of: reader)
        // Whoever orders the news must have read it; so must a network that shows all at once.
        let isOrdered = view.order != nil || !order.isEmpty || !order.sports.isEmpty
        let readsAll = isOrdered || !ReplyPages(context).cutsAnswers
        let spans = try await services.store.newsSpans(
            ListViews(context).narrowed(subject.selection(from: week, to: .distantFuture), by: view),
            // Shortly after midnight "earlier today" is empty.
            since: [recent, min(calendar.startOfDay(for: time), recent), week],
            in: sight,
            limit: Self.mostPerSection,
            reading: readsAll ? .max : Self.shownPerSection,
            // Who asks for one feed reads all of it.
            mostOfFeed: subject.feed == nil ? Self.mostOfFeed : .max
        )
        let ordered = spans.map { span in
            var span = span
            span.articles =
                view.order == nil ? order.sorted(span.articles) : view.sorted(span.articles)
            return span
        }
        return zip(["command.news.top", "command.news.today", "command.news.week"], ordered).map(Section.init)
            .filter { !$0.news.articles.isEmpty }
    }

    /// "Top stories (12)".
    ///
    /// If there are more than are listed, the heading says that only the newest are; and "at most 312", if not all of
    /// those could be compared with the reader's mutes and filters.
    func heading(of section: Section) -> RichText {
        let (total, listed) = (section.news.storyCount, section.news.articles.count + section.news.later.count)
        let facts: [String: MessageArgument] = ["n": .number(total), "newest": .number(listed)]
        let key = listed < total ? section.key + (section.news.isCountAtMost ? "AtMost" : "Newest") : section.key
        // `more` repeats a heading of this level on each page.
        return heading(key, facts, level: 3)
    }

    func item(
        _ article: ListedArticle,
        _ lines: ArticleLineWording,
        number: Int,
        isNew: Bool
    ) -> RichText.Block {
        let block = lines.item(article, number: number)
        guard isNew, case .item(let marker, let spans) = block else { return block }
        let sign = RichText.Span.meaning(.signal(.new), [.text("[\(localizer.text("command.news.new"))]")])
        return .item(marker: marker, [sign, " "] + spans)
    }
}

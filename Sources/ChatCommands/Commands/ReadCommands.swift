internal import Editorial
internal import FeedRefresh
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let read = Command(
        name: "read",
        aliases: ["open"],
        genericAliases: ["get"],
        isGeneric: true,
        unnamed: .afterList(alone: false),
        topic: .reading,
        shape: .story(),
        effect: .shows,
        reactions: ["📖", "👀"],
        answersQuotedLines: true
    ) {
        context,
        arguments in
        guard let word = try await arguments.orElse({ try await Listings(context).repliedWord(for: "read") })
        else {
            throw context.usageError("read")
        }
        let reference =
            arguments.words.count <= 1 ? word : CommandWord(raw: arguments.raw, text: arguments.text, isQuoted: true)
        let listed = try await Listings(context).article(reference)
        try await Listings(context).saveSubject(listed.article.id)
        if let profile = try await context.profileIfVerified() {
            try await context.services.store.recordReading(of: listed.article.id, by: profile.id, at: context.time)
            try await Owners(context).visited()
        }
        let texts = ArticleTexts(context)
        return [try await texts.reading(listed, next: texts.next(after: listed, meantBy: reference))]
    }

    static let history = Command(
        name: "history",
        isGeneric: true,
        topic: .reading,
        need: .account,
        keepsText: { !$0.isEmpty },
        shape: .name(atMost: 4),
        effect: .shows
    ) { context, arguments in
        var arguments = arguments
        // As in `saved`: the time of reading.
        let period = arguments.takeOwnPeriod() ?? .all
        let range = period.range(now: context.time, calendar: context.calendar)
        let rest = arguments.withoutPoliteness
        if !rest.hasOnlyPoliteWords, !OwnSearches(context).isWholeList(rest.raw) {
            return try await OwnSearches(context).history(rest.raw, in: range, hasTime: period != .all)
        }
        let profile = try await context.profile()
        let readings = try await context.services.store.readings(
            of: profile.id,
            from: range.lowerBound,
            to: range.upperBound,
            withGone: true,
            limit: ArticleTexts.mostReadings + 1
        )
        guard !readings.isEmpty else { return try await OwnSearches(context).noHistory(isWhole: period == .all) }
        var body = context.heading("command.history.title")
        let shown = readings.prefix(ArticleTexts.mostReadings)
        for (index, reading) in shown.enumerated() {
            body.blocks.append(ArticleTexts(context).line(reading, number: index + 1))
        }
        try await Listings(context).saveOwnList(.article, shown.map(\.listed))
        if readings.count > shown.count { body = body + OwnSearches(context).older(than: Array(shown), in: range) }
        if period == .all, try await context.services.store.isHistoryFull(of: profile.id) {
            let most = context.services.store.limits.readings
            body = body + context.localizer.richText("command.history.full", ["n": .number(most)])
        }
        let next = context.footer("command.headlines.next", ["read": .text(context.hint("read 1"))])
        return context.privately(body + next)
    }

    static let unread = Command(
        name: "unread",
        isGeneric: true,
        topic: .reading,
        need: .account,
        shape: .story(),
        effect: .showsOnly { $0.hasOnlyPoliteWords },
        answersQuotedLines: true
    ) { context, arguments in
        // `unread now` is the list, too.
        let recipient = try await context.profile().id.recipient
        let marking = ReadMarking(context)
        if let word = try await marking.wordOfStory(arguments, of: recipient) {
            try context.refuseRest(arguments.dropping(1), of: "unread")
            return try await marking.markUnread(word)
        }
        let isAll = arguments.hasOnlyPoliteWords
        let subject = isAll ? NewsSubject() : try await NewsSubjects(context).subject(arguments, for: recipient)
        let followed = try await context.services.store.followedFeeds(of: recipient, at: context.time)
        let views = ListViews(context)
        let view = try await views.current(of: recipient)
        var all = ArticleSelection(from: .distantPast, to: .distantFuture)
        if subject.smart != nil { all.feeds = .watched }
        if subject.feed != nil || subject.category != nil {
            let feeds = try await marking.feeds(of: subject, followed)
            guard !feeds.isEmpty else {
                return context.say("feed.notFollowed", ["hint": .text(context.hint("feeds"))])
            }
            all.feeds = .some(feeds)
        }
        let unread = try await context.services.store.unreadArticles(
            in: .of(recipient),
            matching: subject.smart?.query,
            of: views.narrowed(all, by: view),
            at: context.time,
            limit: ArticleTexts.mostUnread
        )
        let viewLine = try await views.line(view, privately: true)
        guard !unread.articles.isEmpty else {
            var none = context.localizer.richText("command.unread.none", ["hint": .text(context.hint("headlines"))])
            guard let viewLine else { return context.show(none) }
            none.blocks.insert(viewLine, at: 0)
            return context.privately(none)
        }
        let articles = view.sorted(unread.articles)
        let lines = context.articleLines
        let isCut = articles.count == ArticleTexts.mostUnread && unread.storyCount > articles.count
        var body = context.heading(
            isCut ? "command.unread.titleNewest" : "command.unread.title",
            ["n": .number(unread.storyCount), "newest": .number(articles.count)]
        )
        if let viewLine { body.blocks.insert(viewLine, at: 0) }
        body.blocks += articles.enumerated().map { lines.item($1, number: $0 + 1) }
        try await Listings(context).saveOwnList(.article, articles)
        let next: [String: MessageArgument] = [
            "read": .text(context.hint("read 1")), "all": .text(context.hint("readall")),
        ]
        return context.privately(body + context.footer("command.unread.next", next))
    }
}

/// Shows articles.
struct ArticleTexts: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// A bare number picks a story of the answered message, otherwise one of the offered choices.
    ///
    /// Nil if the word is neither.
    func pick(_ word: String) async throws -> [Answer]? {
        guard Reference.number(word) != nil, try await Listings(context).answersStories() else {
            return try await Following(context).choose(word)
        }
        return try await Command.read.run(context, Arguments([CommandWord(raw: word, text: word, isQuoted: false)]))
    }

    /// The most stories in a list of what is unread, the newest.
    fileprivate static let mostUnread = 100

    /// The most entries of a history in one list, the newest.
    fileprivate static let mostReadings = 60

    /// How long a reader waits for a page, in seconds.
    private static let longestWait = 8.0

    /// An article with as much text as one message may hold here.
    ///
    /// `more` shows the rest.
    fileprivate func reading(_ listed: ListedArticle, next: HintLine) async throws -> Answer {
        let wording = ArticleWording(localizer: localizer, now: time, hints: hints, linksPicture: !attachesPictures)
        let worded = wording.worded(listed, try await content(of: listed), measure: textMeasure, next: next)
        var answer = Answer(body: worded.text, pageSize: worded.openingBlocks, about: listed.article.id)
        if !listed.isTitlesOnly { answer.pictured = [listed.article] }
        return answer
    }

    /// What to type after a story: the next one of its list, else the list of what is unread, or the top stories for
    /// people who follow nothing.
    ///
    /// - Parameter word: what the story was called.
    fileprivate func next(after listed: ListedArticle, meantBy word: CommandWord) async throws -> HintLine {
        // A number without a reply may mean another list than the one that was replied to.
        if message.question?.repliesTo == nil,
            let items = try await Listings(context).meantList(Listings.ListKind.articles)?.items
        {
            let id = listed.article.id.rawValue
            let typed = Reference.number(word.text).map { $0 - 1 }
            // A history may have the same story twice.
            let place = typed.flatMap { items.indices.contains($0) && items[$0] == id ? $0 : nil }
            // An article that is no longer stored has the id 0.
            if let place = place ?? items.firstIndex(of: id),
                let next = items.indices.dropFirst(place + 1).first(where: { items[$0] != 0 })
            {
                return "read \(next + 1)"
            }
        }
        guard let recipient = try await profileIfVerified()?.id.recipient else { return "headlines" }
        return try await services.store.subscriptions(of: recipient).isEmpty ? "headlines" : "unread"
    }

    private func content(of listed: ListedArticle) async throws -> ArticleWording.Content {
        // Its text may not be shown here, only its title.
        if listed.isTitlesOnly { return .summary }
        let article = listed.article
        guard let reader = services.reader else {
            try await services.store.indexText(of: article)
            return try await services.store.articleBody(of: article).map { .body($0) } ?? .summary
        }
        do {
            let reading = try await FeedTargets(context).fetching(try await reader.needsPage(article) ? 1 : 0) {
                try await reader.read(article, deadline: services.time.now.addingTimeInterval(Self.longestWait))
            }
            switch reading {
            case .body(let body):
                try await services.store.indexText(of: article)
                return .body(body)
            case .pending: return .pending
            case .noPage: return .summary
            }
        } catch CommandError.tooManyFetches, CommandError.sitesBusy {
            // The summary is shown until the limit allows the fetch.
            return .pending
        }
    }

    /// Fetches and stores the text of a saved article if the limits allow.
    ///
    /// Otherwise the first reading fetches it.
    func prepare(_ article: Article) async throws {
        guard let reader = services.reader, try await reader.needsPage(article) else { return }
        do { try await FeedTargets(context).countFetches(1) } catch CommandError.tooManyFetches, CommandError.sitesBusy
        { return }
        try await reader.prepare(article)
    }

    private var textMeasure: TextMeasure {
        let page = message.traits.firstPage
        return TextMeasure(
            blockBytes: page.textBlockBytes,
            openingBlocks: isPrivate ? page.textBlocks : page.roomTextBlocks
        )
    }

    func line(_ reading: Reading, number: Int, _ marked: SearchLines.Marked? = nil) -> RichText.Block {
        let lines = articleLines
        var facts = [BoundedText.name(reading.listed.feedName), localizer.relative(reading.readAt, now: time)]
        if reading.isGone {
            if let category = reading.listed.category { facts.append(CategoryWording.name(category, localizer)) }
            facts.append(localizer.text("command.history.gone"))
        }
        if reading.isReread { facts.append(localizer.text("command.history.again")) }
        let title = marked?.title ?? [lines.title(reading.listed)]
        let excerpt = marked?.excerpt ?? []
        return .item(
            marker: String(number),
            lines.sign(reading.listed) + title + [.text(" — " + facts.joined(separator: " · "))]
                + (excerpt.isEmpty ? lines.details(reading.listed) : excerpt)
        )
    }
}

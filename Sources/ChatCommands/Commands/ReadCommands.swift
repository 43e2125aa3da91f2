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
        topic: .reading
    ) {
        context,
        arguments in
        guard let word = try await arguments.orElse(context.repliedWord) else { throw context.usageError("read") }
        let reference =
            arguments.words.count <= 1 ? word : Word(raw: arguments.raw, text: arguments.text, isQuoted: true)
        let listed = try await context.article(reference)
        if let profile = try await context.profileIfVerified() {
            try await context.services.store.recordReading(of: listed.article.id, by: profile.id, at: context.time)
            try await context.visited()
        }
        return [try await context.reading(listed)]
    }

    static let history = Command(
        name: "history",
        isGeneric: true,
        topic: .reading,
        need: .account,
        mostWords: 0
    ) { context, _ in
        let profile = try await context.profile()
        let readings = try await context.services.store.readings(
            of: profile.id,
            from: context.time.addingTimeInterval(-90 * 86_400),
            to: context.time.addingTimeInterval(1),
            limit: 60
        )
        guard !readings.isEmpty else {
            return context.say("command.history.none", ["hint": .text(context.hint("headlines"))])
        }
        var body = context.heading("command.history.title")
        for (index, reading) in readings.enumerated() {
            body.blocks.append(context.line(reading, number: index + 1))
        }
        try await context.saveOwnList(.article, readings.map(\.listed))
        let next = context.footer("command.headlines.next", ["read": .text(context.hint("read 1"))])
        return context.privately(body + next)
    }

    static let unread = Command(
        name: "unread",
        isGeneric: true,
        topic: .reading,
        need: .account,
        mostWords: 0
    ) { context, _ in
        let store = context.services.store
        let recipient = try await context.profile().id.recipient
        var unread: [ListedArticle] = []
        for followed in try await store.followedFeeds(of: recipient, at: context.time) where followed.unreadCount > 0 {
            let selection = ArticleSelection(
                feeds: .some([followed.feed.id]),
                from: context.time.addingTimeInterval(-30 * 86_400),
                to: .distantFuture
            )
            let newest = try await store.articles(
                selection,
                in: .of(recipient),
                limit: min(followed.unreadCount + 20, 60)
            )
            unread += newest.filter { !$0.isRead }.prefix(followed.unreadCount)
        }
        guard !unread.isEmpty else {
            return context.say("command.unread.none", ["hint": .text(context.hint("headlines"))])
        }
        var seen: Set<StoryID> = []
        let stories = unread.sorted { $0.article.id > $1.article.id }.filter {
            seen.insert($0.article.storyID).inserted
        }
        let lines = context.articleLines
        var body = context.heading("command.unread.title", ["n": .number(stories.count)])
        body.blocks += stories.prefix(100).enumerated().map { lines.item($1, number: $0 + 1) }
        try await context.saveOwnList(.article, Array(stories.prefix(100)))
        let next: [String: MessageArgument] = [
            "read": .text(context.hint("read 1")), "all": .text(context.hint("readall")),
        ]
        return context.privately(body + context.footer("command.unread.next", next))
    }
}

extension CommandContext {
    /// A bare number picks a story of the message answered, else from what was offered; nil when it is none.
    func pick(_ word: String) async throws -> [Answer]? {
        guard Reference.number(word) != nil, try await answersStories() else { return try await choose(word) }
        return try await Command.read.run(self, Arguments([Word(raw: word, text: word, isQuoted: false)]))
    }

    /// Who reads waits so long for a page, in seconds.
    private static let longestWait = 8.0

    /// An article with as much of its text as this place takes at once; `more` brings the rest.
    fileprivate func reading(_ listed: ListedArticle) async throws -> Answer {
        let wording = ArticleWording(localizer: localizer, now: time, hints: hints)
        let worded = wording.worded(listed, try await content(of: listed), measure: textMeasure)
        return Answer(body: worded.text, pageSize: worded.openingBlocks)
    }

    private func content(of listed: ListedArticle) async throws -> ArticleWording.Content {
        // Nobody may read more of it here than its title.
        if listed.isTitlesOnly { return .summary }
        let article = listed.article
        guard let reader = services.reader else {
            return try await services.store.articleBody(of: article).map { .body($0) } ?? .summary
        }
        do {
            let reading = try await fetching(try await reader.needsPage(article) ? 1 : 0) {
                try await reader.read(article, deadline: services.time.now.addingTimeInterval(Self.longestWait))
            }
            switch reading {
            case .body(let body): return .body(body)
            case .pending: return .pending
            case .noPage: return .summary
            }
        } catch CommandError.tooManyFetches, CommandError.sitesBusy {
            // There is its summary meanwhile.
            return .pending
        }
    }

    /// Has the text of an article kept with it, as far as the limits allow; else it comes with the first reading.
    func prepare(_ article: Article) async throws {
        guard let reader = services.reader, try await reader.needsPage(article) else { return }
        do { try await countFetches(1) } catch CommandError.tooManyFetches, CommandError.sitesBusy { return }
        try await reader.prepare(article)
    }

    /// On IRC a block is a line; a room sees less than somebody alone.
    private var textMeasure: TextMeasure {
        switch message.networkKind {
        case .irc: TextMeasure(blockBytes: 350, openingBlocks: isPrivate ? 6 : 3)
        case .matrix: TextMeasure(blockBytes: 1_000, openingBlocks: isPrivate ? 8 : 3)
        case .console: TextMeasure(blockBytes: 1_000, openingBlocks: 10)
        case .mail: TextMeasure(blockBytes: 2_000, openingBlocks: 400)
        }
    }

    fileprivate func line(_ reading: Reading, number: Int) -> RichText.Block {
        let lines = articleLines
        var facts = [BoundedText.name(reading.listed.feedName), localizer.relative(reading.readAt, now: time)]
        if reading.isReread { facts.append(localizer.text("command.history.again")) }
        return .item(
            marker: String(number),
            lines.sign(reading.listed) + [lines.title(reading.listed), .text(" — " + facts.joined(separator: " · "))]
        )
    }
}

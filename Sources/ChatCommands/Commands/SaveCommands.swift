internal import Editorial
internal import FeedRefresh
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let save = Command(
        name: "save",
        aliases: ["bookmark"],
        genericAliases: ["keep"],
        isGeneric: true,
        unnamed: .afterList(alone: false),
        topic: .reading,
        need: .account,
        keepsText: { _ in true },
        shape: .save,
        effect: .shows,
        reactions: ["🔖", "💾", "⭐", "📌"],
        answersQuotedLines: true
    ) { context, arguments in
        let typed = arguments.withoutPoliteness
        var arguments = arguments
        let several = SavedWords.takeNumbers(&arguments)
        var meant = several
        if several == nil {
            if try await SavedStories(context).isNoteOnReply(arguments) {
                meant = .last
                if arguments.hasOnlyPoliteWords { arguments = Arguments([]) }
            } else {
                meant = try await arguments.orElse { try await Listings(context).repliedWord(for: "save") }
                _ = arguments.take()
            }
        }
        guard let word = meant else { throw SavedStories(context).usage }
        // `three hundred` is neither a list number nor story three with a note.
        if word.isPartOfNumber, !arguments.isEmpty, arguments.words.allSatisfy(\.isPartOfNumber) {
            throw CommandError.noSuchStory(String("\(word.text) \(arguments.text)".prefix(60)))
        }
        let articles: [ListedArticle]
        do {
            articles = try await SavedStories(context).articles(word)
        } catch CommandError.noSuchFeed(let text, let suggestions, let hint) {
            // `收藏 科技新闻`: the word for saving may be the word for what is saved, too.
            guard try await SearchRequests(context).isOnlyUnderstood(typed.raw) else {
                throw SavedStories(context).unknown(text, near: suggestions, feeds: hint, typed: typed)
            }
            return try await Command.saved.run(context, typed)
        }
        let (note, tags) = SavedWords.noteAndTags(arguments)
        return try await SavedStories(context).save(articles, note: note, tags: tags)
    }

    static let saved = Command(
        name: "saved",
        aliases: ["bookmarks"],
        isGeneric: true,
        topic: .reading,
        need: .account,
        shape: .saved,
        effect: .shows
    ) { context, arguments in
        var arguments = arguments
        let onlyWithImage = arguments.takeFlag("images", "image", "pictures")
        let period = arguments.takeOwnPeriod() ?? .all
        let range = period.range(now: context.time, calendar: context.calendar)
        var tag = arguments.takeRawValue("tag")
        let rest = arguments.withoutPoliteness
        if tag == nil, !rest.hasOnlyPoliteWords {
            let searches = OwnSearches(context)
            tag = try await searches.savedTag(rest)
            if tag == nil, !searches.isWholeList(rest.raw) {
                return try await searches.saved(
                    rest.raw,
                    in: range,
                    hasTime: period != .all,
                    onlyWithImage: onlyWithImage
                )
            }
        } else if tag != nil {
            try context.refuseRest(arguments, of: "saved")
        }
        let selection = SavedSelection(
            from: range.lowerBound,
            to: range.upperBound,
            onlyWithImage: onlyWithImage,
            tag: tag.flatMap(SavedWords.tag)
        )
        return try await SavedStories(context).saved(selection, isWhole: period == .all && !onlyWithImage && tag == nil)
    }

    static let unsave = Command(
        name: "unsave",
        aliases: ["unbookmark"],
        isGeneric: true,
        topic: .reading,
        need: .account,
        shape: .numbers,
        answersQuotedLines: true
    ) { context, arguments in
        guard !arguments.isEmpty else { throw context.usageError("unsave") }
        let profile = try await context.profile()
        guard arguments.words.count <= SavedStories.mostUnsaved else {
            throw CommandError.tooManyAtOnce(limit: SavedStories.mostUnsaved)
        }
        // All articles are looked up before any is removed.
        var meant: [ListedArticle] = []
        for word in arguments.words { meant += try await SavedStories(context).articles(word) }
        var titles: [String] = []
        for listed in meant where try await context.services.store.unsave(listed.article.id, for: profile.id) {
            titles.append(BoundedText.name(listed.article.title))
        }
        guard !titles.isEmpty else { return context.say("saved.notSaved", ["hint": .text(context.hint("saved"))]) }
        await Undoing(context).note("unsave \(meant.map(\.storyName).joined(separator: " "))", undo: nil)
        return context.say("saved.removed", ["titles": .names(titles)])
    }
}

extension CommandShape {
    /// The number of a story, and possibly a note.
    fileprivate static let save = CommandShape { typed in
        guard let first = typed.rest.first else { return !typed.isGeneric }
        if first.isReference { return !typed.isGeneric || typed.rest.words.count <= 3 }
        return typed.rest.isNumberWord && !typed.isGeneric
    }

    fileprivate static let saved = CommandShape { typed in
        var rest = typed.rest
        return rest.takeRawValue("tag") != nil || rest.isName(atMost: 3)
    }
}

/// Saves, lists and removes saved stories.
struct SavedStories: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    fileprivate static let mostUnsaved = 50

    /// How a story is saved, and where what is saved is listed.
    fileprivate var usage: CommandError {
        guard case .usage(let usage) = usageError("save") else { return usageError("save") }
        return .saving("usage", ["usage": .text(usage), "saved": .text(hint("saved"))])
    }

    /// That a word names no story, with what to type to save one, to look for the words, and to see what is saved.
    fileprivate func unknown(_ text: String, near: [String], feeds: String, typed: Arguments) -> CommandError {
        .saving(
            near.isEmpty ? "unknown" : "unknownNear",
            [
                "text": .text(text), "near": .names(near), "feeds": .text(feeds), "save": .text(hint("save 1")),
                "search": .text(hint("search \(BoundedText.shortened(typed.raw, to: 60))")),
                "saved": .text(hint("saved")),
            ]
        )
    }

    /// The articles that a word refers to: `3`, `1,3`, `2-4`, or any reference to one.
    fileprivate func articles(_ word: CommandWord) async throws -> [ListedArticle] {
        guard let numbers = Reference.numbers([word]), numbers.count > 1 else {
            return [try await Listings(context).article(word)]
        }
        var articles: [ListedArticle] = []
        for number in numbers {
            articles.append(
                try await Listings(context).article(CommandWord(raw: "\(number)", text: "\(number)", isQuoted: false))
            )
        }
        return articles
    }

    /// Whether all words are a note and tags for the article of the replied message.
    ///
    /// A number, an address or the name of a story at the beginning refers to that instead.
    fileprivate func isNoteOnReply(_ arguments: Arguments) async throws -> Bool {
        guard let first = arguments.first, let item = try await Listings(context).repliedItem() else { return false }
        if first.isQuoted { return true }
        switch Reference(first) {
        case .number, .url: return false
        case .last: return arguments.words.count > 1
        case .name:
            return Reference.numbers([first]) == nil
                && (arguments.words.count > 1 || first.numberInWords == nil)
        case .story(let name):
            if name.lowercased() == item.storyName { return false }
            return try await Visibility(context).article(ofStoryNamed: name) == nil
        }
    }

    fileprivate func save(_ articles: [ListedArticle], note: String?, tags: [String]) async throws -> [Answer] {
        let profile = try await profile()
        var saved: [ListedArticle] = []
        for listed in articles {
            let outcome = try await services.store.save(
                listed.article.id,
                for: profile.id,
                note: note,
                tags: tags,
                limit: person.isAdmin ? .max : options.quotas.saved,
                at: time
            )
            switch outcome {
            case .saved:
                saved.append(listed)
                // A saved article is stored with its text.
                if !listed.isTitlesOnly { try await ArticleTexts(context).prepare(listed.article) }
            case .changed: continue
            case .quotaReached(let limit):
                throw CommandError.quota(kind: "saved", limit: limit, hint: hint("unsave 1"))
            case .gone: throw CommandError.storyGone(hint: hint("headlines"))
            }
        }
        if let only = articles.first, articles.count == 1 { try await Listings(context).saveSubject(only.article.id) }
        let names = articles.map(\.storyName).joined(separator: " ")
        await Undoing(context).note("save \(names)", undo: hint("unsave " + names))
        var facts: [String: MessageArgument] = [
            "title": .text(BoundedText.title((saved.first ?? articles.first)?.article.title ?? "")),
            "saved": .text(hint("saved")), "n": .number(saved.count),
        ]
        if saved.count > 1 { return say("saved.addedMany", facts) }
        if saved.isEmpty { return say(note == nil && tags.isEmpty ? "saved.changed" : "saved.changedNote", facts) }
        guard !tags.isEmpty else { return say("saved.added", facts) }
        facts["tags"] = .text(SavedWords.shown(tags))
        return say("saved.addedTags", facts)
    }

    fileprivate func saved(_ selection: SavedSelection, isWhole: Bool) async throws -> [Answer] {
        let store = services.store
        let profile = try await profile()
        let saved = try await store.savedArticles(selection, of: profile.id)
        guard !saved.isEmpty else { return try await nothing(fitting: !isWhole) }
        var title: [String: MessageArgument] = ["n": .number(saved.count)]
        if let tag = selection.tag { title["tag"] = .text(tag) }
        var body = heading(selection.tag == nil ? "saved.title" : "saved.titleTag", title)
        body.blocks += saved.enumerated().map { line($1, number: $0 + 1) }
        try await Listings(context).saveOwnList(.saved, saved.map(\.listed))
        let next: [String: MessageArgument] = ["read": .text(hint("read 1")), "unsave": .text(hint("unsave 1"))]
        return privately(body + footer("saved.next", next))
    }

    /// The answer when nothing is listed.
    ///
    /// - Parameters:
    ///   - fitting: whether only some of what is saved was asked for.
    ///   - search: how a search for it was understood; empty where nothing was searched for.
    func nothing(fitting: Bool, search: RichText = RichText()) async throws -> [Answer] {
        let (store, profile) = (services.store, try await profile())
        let count = fitting ? try await store.countSaved(of: profile.id) : 0
        guard count > 0 else {
            return say("saved.none", ["hint": .text(hint("headlines")), "save": .text(hint("save 1"))])
        }
        let tags = try await store.savedTags(of: profile.id)
        let facts: [String: MessageArgument] = ["n": .number(count), "hint": .text(hint("saved"))]
        let answer = search + localizer.richText("saved.noneThere", facts)
        guard !tags.isEmpty else { return privately(answer) }
        let shown = SavedWords.shown(Array(tags.prefix(20)))
        return privately(answer + localizer.richText("saved.tags", ["tags": .text(shown)]))
    }

    func line(_ saved: SavedArticle, number: Int, _ marked: SearchLines.Marked? = nil) -> RichText.Block {
        let lines = articleLines
        var facts = [BoundedText.name(saved.listed.feedName), localizer.relative(saved.savedAt, now: time)]
        if !saved.tags.isEmpty { facts.append(SavedWords.shown(saved.tags)) }
        if let note = saved.note { facts.append(note) }
        let title = marked?.title ?? [lines.title(saved.listed)]
        let excerpt = marked?.excerpt ?? []
        return .item(
            marker: String(number),
            title + [.text(" — " + facts.joined(separator: " · "))]
                + (excerpt.isEmpty ? lines.details(saved.listed) : excerpt)
        )
    }
}

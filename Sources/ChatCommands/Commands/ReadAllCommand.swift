internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let readall = Command(
        name: "readall",
        isGeneric: true,
        topic: .reading,
        need: .account
    ) {
        context,
        arguments in
        let recipient = try await context.profile().id.recipient
        let subject = try await ReadMarking(context).ownSubject(arguments, of: recipient)
        let store = context.services.store
        if let smart = subject.smart { return try await ReadMarking(context).markRead(smart) }
        let followed = try await store.followedFeeds(of: recipient, at: context.time)
        let feeds = try await ReadMarking(context).feeds(of: subject, followed)
        if subject.name != nil, feeds.isEmpty {
            return context.say("feed.notFollowed", ["hint": .text(context.hint("feeds"))])
        }
        let name = BoundedText.name(subject.name ?? "")
        // Of feeds that are not followed each story has a mark of its own.
        if followed.isEmpty {
            var all = ArticleSelection(from: .distantPast, to: .distantFuture)
            if subject.name != nil { all.feeds = .some(feeds) }
            return try await ReadMarking(context).markRead(all, in: name)
        }
        let count = try await store.markAllRead(
            of: recipient,
            feeds: subject.name == nil ? nil : feeds,
            at: context.time
        )
        guard count > 0 else {
            return context.say("command.readall.nothing", ["hint": .text(context.hint("headlines"))])
        }
        return await ReadMarking(context).marked(count, in: name)
    }
}

/// Marks articles as read, or one story as unread.
struct ReadMarking: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The most stories that are marked one by one at once, the newest first.
    private static let mostMarked = 1_000

    /// The feeds of a feed or category among those that are followed, or among the default selection if none is; all
    /// for everything.
    func feeds(of subject: NewsSubject, _ followed: [FollowedFeed]) async throws -> [FeedID] {
        if !followed.isEmpty { return followed.filter(subject.includes).map(\.feed.id) }
        let shown = try await services.store.defaultFeeds().map(\.id)
        if let feed = subject.feed { return shown.filter { $0 == feed } }
        guard let category = subject.category else { return shown }
        return try await FeedDetails(context).feeds(shown, in: category)
    }

    /// Marks what is unread of a smart feed as read.
    fileprivate func markRead(_ smart: SmartFeed) async throws -> [Answer] {
        let all = ArticleSelection(feeds: .watched, from: .distantPast, to: .distantFuture)
        return try await markRead(all, matching: smart.query, in: smart.name)
    }

    /// Marks what is unread of a selection as read, story by story.
    fileprivate func markRead(
        _ selection: ArticleSelection,
        matching query: String? = nil,
        in name: String
    ) async throws -> [Answer] {
        let profile = try await profile().id
        let unread = try await services.store.unreadArticles(
            in: .of(profile.recipient),
            matching: query,
            of: selection,
            at: time,
            limit: Self.mostMarked
        )
        let stories = unread.articles.map(\.article.storyID)
        guard !stories.isEmpty else { return say("command.readall.nothing", ["hint": .text(hint("headlines"))]) }
        try await services.store.markRead(stories, by: profile, at: time)
        return await marked(stories.count, in: name)
    }

    fileprivate func marked(_ count: Int, in name: String) async -> [Answer] {
        // In a room a bare `undo` is about the room's actions.
        let undo = hint(isPrivate ? "undo" : "undo mine")
        await Undoing(context).note(name.isEmpty ? "readall" : "readall \(name)", undo: undo)
        let facts: [String: MessageArgument] = ["n": .number(count), "name": .text(name), "undo": .text(undo)]
        return say(name.isEmpty ? "command.readall.done" : "command.readall.doneIn", facts)
    }

    /// The word that refers to a story to be marked; nil if the words name what to list, or nothing.
    func wordOfStory(_ arguments: Arguments, of recipient: RecipientID) async throws -> CommandWord? {
        guard let word = arguments.first, !arguments.hasOnlyPoliteWords,
            word.isReference || word.numberInWords != nil
        else { return nil }
        // A smart feed may be called like a number in words.
        return try await SmartFeeds(context).named(arguments, of: recipient) == nil ? word : nil
    }

    /// Marks the story that a word refers to as unread.
    func markUnread(_ word: CommandWord) async throws -> [Answer] {
        let article = try await Listings(context).article(word).article
        let title = article.title.isEmpty ? localizer.text("article.untitled") : BoundedText.name(article.title)
        let isChanged = try await services.store.markUnread(
            article.storyID,
            by: try await profile().id,
            at: time
        )
        guard isChanged else { return say("command.unread.already", ["title": .text(title)]) }
        // In a room a bare `undo` is about the room's actions.
        let undo = hint(isPrivate ? "undo" : "undo mine")
        await Undoing(context).note("unread \(title)", undo: undo)
        return say("command.unread.done", ["title": .text(title), "undo": .text(undo)])
    }

    /// A number of the feed list, or the name of a category or feed of this person.
    ///
    /// `all` means everything.
    fileprivate func ownSubject(_ arguments: Arguments, of recipient: RecipientID) async throws -> NewsSubject {
        guard arguments.words.count == 1, let word = arguments.first else {
            return try await NewsSubjects(context).subject(arguments, for: recipient)
        }
        // A feed with such a name must be quoted.
        if ["all", "everything"].contains(word.keyword) { return NewsSubject() }
        guard Reference.number(word.text) != nil else {
            return try await NewsSubjects(context).subject(arguments, for: recipient)
        }
        let feed = try await Listings(context).feed(word)
        return NewsSubject(name: feed.name, feed: feed.id)
    }
}

extension NewsSubject {
    func includes(_ followed: FollowedFeed) -> Bool {
        if let feed { return followed.feed.id == feed }
        guard let category else { return true }
        let own = followed.category
        return own?.compare(category, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
    }
}

internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

/// The part of the news that is asked for: everything the reader sees, a category, one feed, or a smart feed.
struct NewsSubject: Sendable {
    /// The shown name; nil for everything.
    var name: String?
    var category: String?
    var feed: FeedID?
    var smart: SmartFeed?
    /// What an article must match; nil for everything of the subject.
    var query: String?
    /// The hidden category that was asked for; this one is shown instead.
    var hidden: String?

    func selection(from: Date, to: Date) -> ArticleSelection {
        ArticleSelection(
            feeds: smart != nil ? .watched : feed.map { .some([$0]) } ?? .own,
            category: category,
            query: smart?.query ?? query,
            from: from,
            to: to,
            leavesOutHidden: smart == nil
        )
    }
}

/// Parses which part of the news a line asks for.
struct NewsSubjects: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Finds the category, feed or smart feed that the remaining words name.
    ///
    /// No words mean everything.
    ///
    /// It searches what `owner` may see; without `owner`, what the reader here may see.
    func subject(_ arguments: Arguments, for owner: RecipientID? = nil) async throws -> NewsSubject {
        let reader = owner ?? reader
        var arguments = arguments
        let keyed = arguments.takeRawValue("category", "topic", "feed", "in")
        // `in BBC News`: all following words belong to the name.
        let text = [keyed ?? "", arguments.text].joined(separator: " ").trimmed
        guard !text.isEmpty else { return NewsSubject() }
        if let number = Reference.number(text), text.hasPrefix("#") {
            let feed = try await Listings(context).feed(
                CommandWord(raw: "\(number)", text: "\(number)", isQuoted: false)
            )
            return NewsSubject(name: feed.name, feed: feed.id)
        }
        let categories = try await services.store.shownCategories(in: .of(reader))
        let wanted = folded(text)
        if let exact = categories.first(where: {
            folded($0) == wanted || folded(CategoryWording.name($0, localizer)) == wanted
        }) {
            let isOwn = NewsCategory(named: exact) == nil
            if !isOwn, let feed = try await followedFeed(named: text, by: reader) {
                return NewsSubject(name: feed.name, feed: feed.id)
            }
            if !isOwn, let smart = try await smartFeed(text, of: reader) { return smart }
            return NewsSubject(name: exact, category: exact)
        }
        if let feed = try await followedFeed(named: text, by: reader) {
            return NewsSubject(name: feed.name, feed: feed.id)
        }
        if let smart = try await smartFeed(text, of: reader) { return smart }
        if let category = try await category(otherwiseCalled: text, among: categories, for: reader) {
            return NewsSubject(name: category, category: category)
        }
        switch try await SourceLists(context).findFeed(text, for: reader) {
        case .feed(let feed): return NewsSubject(name: feed.name, feed: feed.id)
        case .choices(let feeds):
            throw CommandError.severalFeeds(
                String(text.prefix(60)),
                names: try await Visibility(context).distinctNames(feeds)
            )
        case .nothing: break
        }
        let beginnings = categories.filter { folded($0).hasPrefix(wanted) }
        if beginnings.count == 1 { return NewsSubject(name: beginnings[0], category: beginnings[0]) }
        let others = services.sources.categories.filter { !categories.contains($0) }
        if let name = others.first(where: { CatalogueNames(context).isCalled(text, $0) }) {
            let shown = CategoryWording.name(name, localizer)
            throw CommandError.followsNothing(in: shown, hint: hint("sources \(shown)"))
        }
        if arguments.isOne("monthly") {
            throw CommandError.notMonthly(weekly: hint("digest weekly"), month: hint("digest month"))
        }
        // In a room, categories that only the person may see are not listed.
        let named = isPrivate ? categories : try await services.store.shownCategories(in: sight)
        throw CommandError.noSuchSubject(
            String(text.prefix(60)),
            suggestions: NearNames.nearest(to: text, among: named).map { CategoryWording.name($0, localizer) },
            known: named.map { CategoryWording.name($0, localizer) }
        )
    }

    /// The category for which this is another word, unless a feed has exactly this name.
    private func category(
        otherwiseCalled text: String,
        among categories: [String],
        for reader: RecipientID?
    ) async throws -> String? {
        let (wanted, phrases) = (folded(text), services.catalogue.searchPhrases)
        let category = categories.first { name in phrases.words(forCategory: name).contains { folded($0) == wanted } }
        guard let category,
            case .nothing = try await services.store.findFeed(text, in: .of(reader), exactly: true)
        else { return nil }
        return category
    }

    /// The reader's smart feed of exactly this name; throws if it is off.
    private func smartFeed(_ name: String, of reader: RecipientID?) async throws -> NewsSubject? {
        guard let reader,
            let feed = try await services.store.smartFeeds(of: reader).first(where: { folded($0.name) == folded(name) })
        else { return nil }
        guard feed.isOn else { throw CommandError.smartFeedIsOff(feed.name, hint: hint("smart on \(feed.name)")) }
        return NewsSubject(name: feed.name, smart: feed)
    }

    /// A feed with exactly this name that the reader follows: it precedes a category of the catalogue.
    private func followedFeed(named name: String, by reader: RecipientID?) async throws -> Feed? {
        guard let reader,
            case .feed(let feed) = try await services.store.findFeed(name, in: .of(reader), exactly: true),
            try await services.store.isFollowed(feed.id, by: reader)
        else { return nil }
        return feed
    }

    /// The answer if this part of the news has no articles.
    func emptyText(of subject: NewsSubject) async throws -> RichText {
        let wording = HeadlinesWording(localizer: localizer, hints: hints)
        if subject.feed != nil, let name = subject.name { return wording.empty(feed: name) }
        if let smart = subject.smart { return localizer.richText("smart.empty", ["name": .text(smart.name)]) }
        if subject.query != nil, let name = subject.name {
            return localizer.richText("smart.empty", ["name": .text(name)])
        }
        if let category = subject.category {
            let feeds = try await services.store.shownFeeds(in: sight)
            let theirs = try await FeedDetails(context).feeds(feeds, in: category)
            return wording.empty(category: category, feedCount: theirs.count)
        }
        return wording.empty(feedCount: try await services.store.shownFeeds(in: sight).count)
    }

    /// The words of a line as a command takes them: without politeness and filler words, unless they are its text.
    func meant(_ arguments: Arguments, by command: Command) async throws -> Arguments {
        try await command.keepsText(arguments) ? arguments : meant(arguments.withoutPoliteness)
    }

    /// Drops a line of filler words such as `now` or `there`.
    ///
    /// The line is kept if a category or feed that the person or the room may see has exactly this name.
    private func meant(_ arguments: Arguments) async throws -> Arguments {
        guard !arguments.isEmpty, arguments.hasOnlyPoliteWords else { return arguments }
        for each in Set([sight, Sight.of(person.profile?.id.recipient)]) {
            let categories = try await services.store.shownCategories(in: each)
            if categories.contains(where: { folded($0) == folded(arguments.text) }) { return arguments }
            if case .nothing = try await services.store.findFeed(arguments.text, in: each, exactly: true) { continue }
            return arguments
        }
        return Arguments([])
    }

    /// Removes `to here` and other names of the current chat.
    ///
    /// Other destinations need a schedule, so they throw.
    func takeCurrentPlace(_ arguments: inout Arguments) throws {
        let clock = hint("headlines at 07:30 to mail")
        guard let place = arguments.takeValue("to", read: { table.destination($0) }) else {
            if arguments.namesMailAddress { throw CommandError.onlyOwnMailbox(hint: clock) }
            return
        }
        switch place {
        case .here: return
        case .mail where message.traits.isMailDestination: return
        case .privately where isPrivate: return
        case .mail: throw CommandError.onlyScheduledThere("mail", hint: clock)
        case .privately: throw CommandError.onlyScheduledThere("dm", hint: hint("headlines at 07:30 to dm"))
        case .room(let name):
            throw CommandError.onlyScheduledThere(name, hint: hint("headlines at 07:30 to \(name)"))
        }
    }

    private func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}

internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let mute = Command(
        name: "mute",
        aliases: ["mutes"],
        genericAliases: ["ignore"],
        isGeneric: true,
        topic: .alerts,
        need: .owner,
        keepsText: { _ in true },
        shape: .mute,
        effect: .showsOnly { $0.words.map(\.keyword) == ["list"] },
        answersQuotedLines: true
    ) {
        context,
        arguments in
        var arguments = arguments
        let isOwn = arguments.takeFlag("mine", "my")
        // "in" is read only for a list, because `mute stars in private` mutes words.
        var rest = arguments
        let listed = rest.takeValue("to", "of", "in") { context.table.destination($0) }
        var isList = rest.takeFirst("list", "ls")
        if isList { try context.refuseRest(rest, of: "mute") }
        if !isList, rest.isEmpty { isList = try await Listings(context).repliedItem() == nil }
        guard !isList else { return try await Mutes(context).listMutes(isOwn ? .privately : listed) }
        let place: Destination? = isOwn ? .privately : arguments.takeValue("to") { context.table.destination($0) }
        let owner = try await Owners(context).owner(
            of: place,
            toChange: true,
            alternative: context.hint("mute \(arguments.raw.prefix(60)) to dm")
        )
        let span = try arguments.takePositiveSpan()
        let meant = try await Mutes(context).mutedSubject(arguments, of: owner)
        return try await Mutes(context).mute(meant, for: span, of: owner, at: place)
    }

    static let unmute = Command(
        name: "unmute",
        genericAliases: ["unignore"],
        isGeneric: true,
        topic: .alerts,
        need: .owner,
        keepsText: { _ in true },
        mustNotRepeat: true,
        shape: .numbers,
        answersQuotedLines: true
    ) {
        context,
        arguments in
        var arguments = arguments
        let isOwn = arguments.takeFlag("mine", "my")
        let place: Destination? = isOwn ? .privately : arguments.takeValue("to") { context.table.destination($0) }
        guard !arguments.isEmpty else { throw context.usageError("unmute") }
        let owner = try await Owners(context).owner(
            of: place,
            toChange: true,
            alternative: context.hint("unmute \(arguments.raw.prefix(60)) to dm")
        )
        return try await Mutes(context).unmute(arguments, of: owner)
    }
}

extension CommandShape {
    /// A story's number, quoted words, or a name.
    fileprivate static let mute = CommandShape { typed in
        guard let first = typed.rest.first else { return !typed.isGeneric }
        if first.isReference { return !typed.isGeneric || typed.rest.words.count <= 3 }
        return first.isQuoted || typed.rest.isName(atMost: 3)
    }
}

/// Lists, adds and removes mutes.
struct Mutes: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// What is to be muted, and its name for the answer.
    fileprivate struct Muted {
        var subject: Mute.Subject
        var name: String
        var notes = RichText()
    }

    /// How long a story is muted, in seconds.
    ///
    /// No story is reported for longer than that.
    private static let storySpan = 30 * 86_400

    /// A story by number, name or reply; a feed by number or name; otherwise words.
    fileprivate func mutedSubject(_ arguments: Arguments, of owner: Owner) async throws -> Muted {
        var arguments = arguments
        // Nothing is named: the word itself is hardly meant, and in quotes it can be muted.
        if arguments.words.map(\.keyword) == ["place"] { throw usageError("mute") }
        if arguments.words.count > 1 {
            if arguments.takeFirst("place") {
                let query = "place:\"\(arguments.text)\""
                let word = CommandWord(raw: query, text: query, isQuoted: false)
                return try await mutedWords(Arguments([word]), of: owner)
            }
            if arguments.takeFirst("story") {
                try refuseRest(arguments.dropping(1), of: "mute")
                return try await mutedStory(arguments.words[0])
            }
            if arguments.takeFirst("words", "word") { return try await mutedWords(arguments, of: owner) }
            if arguments.takeFirst("source", "feed") {
                let name = CommandWord(raw: arguments.raw, text: arguments.text, isQuoted: arguments.words.count > 1)
                return muted(try await Listings(context).feed(name))
            }
        }
        guard let first = try await arguments.orElse({ try await Listings(context).repliedWord(for: "mute") })
        else { throw usageError("mute") }
        if arguments.words.count <= 1, !first.isQuoted {
            switch Reference(first) {
            case .number:
                // A number refers to the newest numbered list here.
                let list = try await Listings(context).meantList(Listings.ListKind.articles + [.feed])
                guard list?.kind == Listings.ListKind.feed.rawValue else { return try await mutedStory(first) }
                return muted(try await Listings(context).feed(first))
            case .story, .last: return try await mutedStory(first)
            case .url(let url):
                if let feed = try await services.store.feed(url: url, in: .of(owner.recipient)) { return muted(feed) }
                return try await mutedStory(first)
            case .name: break
            }
        }
        if let feed = try await namedFeed(arguments.text, for: owner.recipient) { return muted(feed) }
        return try await mutedWords(arguments, of: owner)
    }

    private func mutedStory(_ word: CommandWord) async throws -> Muted {
        let article = try await Listings(context).article(word).article
        return Muted(subject: .story(article.storyID), name: BoundedText.title(article.title))
    }

    private func muted(_ feed: Feed) -> Muted { Muted(subject: .feed(feed.id), name: BoundedText.name(feed.name)) }

    private func mutedWords(_ arguments: Arguments, of owner: Owner) async throws -> Muted {
        let query = try await Queries(context).checkedQuery(arguments.raw, of: owner.recipient, behind: "mute")
        let others = try await services.store.mutes(of: owner.recipient, at: time)
        try await Queries(context).checkLimit(for: query, among: others, of: owner)
        if others.count < QuotaLimits(context).limit(.mute, of: owner).own {
            try await QuerySlips(context).checkFeeds(of: arguments.raw, for: owner.recipient)
        }
        return Muted(
            subject: .words(query.canonical),
            name: AlertQuery.shown(query.canonical),
            notes: Queries(context).notes(on: query.severalPlaces)
        )
    }

    /// The feed with exactly this name.
    ///
    /// A part of a name is muted as words.
    private func namedFeed(_ name: String, for recipient: RecipientID) async throws -> Feed? {
        let store = services.store
        if case .feed(let feed) = try await store.findFeed(name, in: .of(recipient), exactly: true) { return feed }
        guard let source = services.sources.source(named: name) else { return nil }
        return try await store.feed(url: source.url, in: .of(recipient))
    }

    fileprivate func mute(
        _ muted: Muted,
        for span: Int?,
        of owner: Owner,
        at place: Destination?
    ) async throws -> [Answer] {
        var span = span
        if span == nil, case .story = muted.subject { span = Self.storySpan }
        let outcome = try await services.store.addMute(
            muted.subject,
            named: muted.name,
            until: span.map { time.addingTimeInterval(Double($0)) },
            of: owner.recipient,
            by: try await Owners(context).maker(),
            limit: QuotaLimits(context).limit(.mute, of: owner),
            at: time
        )
        switch outcome {
        case .quotaReached(let limit):
            throw CommandError.quota(kind: "mutes", limit: limit, hint: hint("unmute 1"))
        case .createdTooMany(let limit): throw QuotaLimits(context).tooManyMade("mutes", limit)
        case .added(let mute), .alreadyThere(let mute):
            let key = owner.isRoom ? "alert.mute.addedRoom" : "alert.mute.added"
            var undo = hint("unmute \(mute.number)", about: owner, at: place, by: "to", isAnsweredHere: true)
            // It was muted before, until another time.
            if case .alreadyThere = outcome { undo = hint(try await UndoHints(context).line()) }
            await Undoing(context).note("mute \(mute.name)", undo: undo)
            return show(localizer.richText(key, ["what": .text(describe(mute)), "undo": .text(undo)]) + muted.notes)
        }
    }

    /// “Moon landing succeeds” until 21 December.
    private func describe(_ mute: Mute) -> String {
        let key =
            switch mute.subject {
            case .story: "alert.mute.story"
            case .feed: "alert.mute.feed"
            case .words: "alert.mute.words"
            }
        let what = localizer.text(key, ["name": .text(mute.name)])
        guard let end = mute.endsAt else { return localizer.text("alert.mute.forGood", ["what": .text(what)]) }
        return localizer.text("alert.mute.until", ["what": .text(what), "date": .text(localizer.date(end))])
    }

    fileprivate func listMutes(_ place: Destination?) async throws -> [Answer] {
        let owner = try await Owners(context).owner(of: place, toChange: false)
        let mutes = try await services.store.mutes(of: owner.recipient, at: time)
        guard let first = mutes.first else {
            let examples: [String: MessageArgument] = [
                "hint": .text(hint("mute \"world cup\"", about: owner, at: place, by: "to")),
                "story": .text(hint("mute 3", about: owner, at: place, by: "to")),
            ]
            return show(localizer.richText("alert.mute.none", examples), of: owner)
        }
        var body = heading("alert.mute.title")
        let reasons = try await Queries(context).reasonsWithoutMatches(mutes, of: owner)
        for mute in mutes {
            let facts = [describe(mute)] + (reasons[mute.number].map { [$0] } ?? [])
            body.blocks.append(.item(marker: String(mute.number), [.text(joined(facts: facts))]))
        }
        let unmute = hint("unmute \(first.number)", about: owner, at: place, by: "to")
        let next = footer("alert.mute.next", ["unmute": .text(unmute)])
        return show(body + next, of: owner)
    }

    fileprivate func unmute(_ arguments: Arguments, of owner: Owner) async throws -> [Answer] {
        let own = try await services.store.mutes(of: owner.recipient, at: time)
        let meant: [Mute]
        if arguments.words.count == 1, ["all", "everything"].contains(arguments.words[0].keyword) {
            meant = own
        } else if let numbers = Reference.numbers(arguments.words) {
            if let unknown = numbers.first(where: { number in !own.contains { $0.number == number } }) {
                let tooLarge = arguments.words.first { Reference.number($0.text) == .max }
                let typed = unknown == .max ? Reference.typed(tooLarge?.text ?? "") : "\(unknown)"
                throw CommandError.noSuchMute(typed, hint: hint("mute list"))
            }
            meant = own.filter { numbers.contains($0.number) }
        } else {
            // The name as the list shows it, in quotes or not.
            let names = [arguments.raw.lowercased(), arguments.text.lowercased()]
            meant = own.filter { names.contains($0.name.lowercased()) }
        }
        guard !meant.isEmpty else {
            throw CommandError.noSuchMute(String(arguments.text.prefix(60)), hint: hint("mute list"))
        }
        for mute in meant { _ = try await services.store.removeMute(of: owner.recipient, number: mute.number) }
        let names = localizer.list(meant.prefix(10).map(\.name))
        await Undoing(context).record("unmute \(names)", of: owner)
        return say("alert.mute.removed", ["names": .text(names)])
    }
}

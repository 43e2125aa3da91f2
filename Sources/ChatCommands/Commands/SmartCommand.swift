internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

extension Command {
    static let smart = Command(
        name: "smart",
        topic: .following,
        need: .owner,
        keepsText: { $0.words.count > 1 },
        shape: .smart,
        effect: .showsOnly { $0.isEmpty || $0.isOne("list") }
    ) { context, arguments in
        var arguments = arguments
        let place: Destination? = arguments.takeFirst("mine", "my") ? .privately : nil
        if arguments.isEmpty || arguments.isOne("list") || arguments.isOne("ls") {
            return try await SmartFeeds(context).list(at: place)
        }
        if arguments.takeFirst("add", "new", "create") {
            return try await SmartFeeds(context).add(arguments, at: place)
        }
        return try await SmartFeeds(context).change(arguments, at: place)
    }
}

extension Arguments {
    /// `climate off` in the order of `off climate`.
    fileprivate var withChangeFirst: Arguments {
        guard let first, let last = words.last, words.count > 1, !SmartFeeds.changes.contains(first.keyword),
            last.keyword != "rename", SmartFeeds.changes.contains(last.keyword)
        else { return self }
        return Arguments([last] + words.dropLast())
    }
}

extension CommandShape {
    /// A list, or a change with a name.
    fileprivate static let smart = CommandShape { typed in
        var rest = typed.rest.withChangeFirst
        if rest.isEmpty || rest.isOne("list") { return true }
        return rest.takeFirst("add", "on", "off", "rename", "remove", "delete") && !rest.isEmpty
    }
}

/// Lists, adds and changes smart feeds.
struct SmartFeeds: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// The days for which a new smart feed says how much matched.
    private static let triedDays = 7
    /// So many of them are counted.
    private static let mostTried = 1_000
    /// Letters of a definition in a list.
    private static let longestShown = 300

    private var definitions: SmartDefinitions { SmartDefinitions(context) }

    /// Words before a name that say what becomes of a smart feed.
    static let changes: Set<String> = ["on", "off", "rename", "remove", "delete", "del", "rm"]

    /// The smart feed of exactly this name.
    func named(_ arguments: Arguments, of recipient: RecipientID) async throws -> SmartFeed? {
        guard !arguments.isEmpty else { return nil }
        let wanted = CategoryNaming.folded(arguments.text.trimmed)
        return try await services.store.smartFeeds(of: recipient).first { CategoryNaming.folded($0.name) == wanted }
    }

    private func owner(at place: Destination?, toChange: Bool) async throws -> Owner {
        try await Owners(context).owner(of: place, toChange: toChange, alternative: hint("smart mine"))
    }

    /// A line about this owner: with `mine` in a room whose own smart feeds are others.
    private func line(_ line: HintLine, at place: Destination?) -> String {
        hint(place == nil ? "smart \(line)" : "smart mine \(line)")
    }

    /// - Parameter asTeams: somebody asked for their teams, which are smart feeds.
    func list(at place: Destination?, asTeams: Bool = false) async throws -> [Answer] {
        let owner = try await owner(at: place, toChange: false)
        let feeds = try await services.store.smartFeeds(of: owner.recipient)
        guard let first = feeds.first else {
            let smart = line("add \(localizer.text("smart.example"))", at: place)
            let name = localizer.text("sports.team")
            let team = hint(place == nil ? "team \(name)" : "team mine \(name)")
            let key = asTeams ? "sports.noTeams" : "smart.none"
            return show(localizer.richText(key, ["add": .text(asTeams ? team : smart)]), of: owner)
        }
        var body = heading("smart.title", ["n": .number(feeds.count)])
        for feed in feeds {
            let state = localizer.text(feed.isOn ? "alert.isOn" : "alert.isOff")
            let definition = try await definitions.shown(feed)
            let spans: [RichText.Span] = [
                .strong([.text(feed.name)]), " — ",
                .code(BoundedText.shortened(definition, to: Self.longestShown)),
                .text(localizer.text("language.separator.facts") + state),
            ]
            body.blocks.append(.item(marker: String(feed.number), spans))
        }
        let next: [String: MessageArgument] = [
            "read": .text(hint("headlines \(first.name)")), "off": .text(line("off \(first.name)", at: place)),
            "remove": .text(line("remove \(first.name)", at: place)),
        ]
        return show(body + footer("smart.next", next), of: owner)
    }

    // MARK: - Adding

    fileprivate func add(_ arguments: Arguments, at place: Destination?) async throws -> [Answer] {
        let raw = arguments.raw.replacing("＝", with: "=")
        guard let sign = raw.firstIndex(of: "=") else { throw usageError("smart") }
        let text = String(raw[raw.index(after: sign)...]).trimmed
        guard !text.isEmpty else { throw usageError("smart") }
        try AlertQuery.checkLengthOfSmartFeed(text)
        let owner = try await owner(at: place, toChange: true)
        return try await add(raw[..<sign].filter { $0 != "\"" }, as: text, of: owner, at: place)
    }

    /// Adds a smart feed whose definition somebody typed, or that another command has made.
    func add(_ typed: String, as text: String, of owner: Owner, at place: Destination?) async throws -> [Answer] {
        let name = try await CategoryNaming(context).checked(typed, of: owner, as: .smart)
        let definition = try definitions.read(text)
        let query = try await definitions.query(definition, for: name, of: owner.recipient)
        guard query.smartDepth < SmartDefinition.deepest else {
            throw CommandError.smartTooDeep(limit: SmartDefinition.deepest)
        }
        if case .query(let text) = definition.meaning {
            let slips = QuerySlips(context)
            try slips.check(text, behind: "smart add \(name) =")
            let count = try await services.store.smartFeeds(of: owner.recipient).count
            if count < owner.quotas.smartFeeds { try await slips.checkFeeds(of: text, for: owner.recipient) }
        }
        let outcome = try await services.store.addSmartFeed(
            name,
            definition: definition.inFull ?? text,
            query: query.canonical,
            depth: query.smartDepth + 1,
            of: owner.recipient,
            limit: owner.quotas.smartFeeds,
            at: time
        )
        switch outcome {
        case .quotaReached(let limit), .createdTooMany(let limit):
            throw CommandError.quota(kind: "smartFeeds", limit: limit, hint: line("list", at: place))
        case .alreadyThere(let feed):
            let facts: [String: MessageArgument] = [
                "name": .text(feed.name), "remove": .text(line("remove \(feed.name)", at: place)),
            ]
            return say("smart.alreadyThere", facts)
        case .added(let feed):
            let selection = NewsSubject(name: feed.name, smart: feed).selection(
                from: time.addingTimeInterval(-Double(Self.triedDays) * 86_400),
                to: .distantFuture
            )
            let found = try await services.store.articles(
                selection,
                in: .of(owner.recipient),
                limit: Self.mostTried
            )
            let undo = await noted("add \(feed.name)", at: place)
            let follow: HintLine = "sub \(feed.name)"
            let facts: [String: MessageArgument] = [
                "name": .text(feed.name), "n": .number(found.count), "days": .number(Self.triedDays),
                "read": .text(hint("headlines \(feed.name)")), "undo": .text(undo),
                "follow": .text(hint(follow, about: owner, at: place, by: "to")),
            ]
            let key = found.count < Self.mostTried ? "smart.added" : "smart.addedMany"
            let body = localizer.richText(key, facts) + readAs(definition)
            return show(body + Queries(context).notes(on: query.severalPlaces))
        }
    }

    /// How a list was read that was typed in fewer words.
    private func readAs(_ definition: SmartDefinition) -> RichText {
        guard let inFull = definition.inFull else { return RichText() }
        let shown = BoundedText.shortened(inFull, to: Self.longestShown)
        return localizer.richText("smart.readAs", ["definition": .text(shown)])
    }

    // MARK: - Changing

    func change(_ arguments: Arguments, at place: Destination?) async throws -> [Answer] {
        var arguments = arguments.withChangeFirst
        guard let verb = arguments.take()?.keyword, Self.changes.contains(verb), !arguments.isEmpty else {
            throw usageError("smart")
        }
        switch verb {
        case "on", "off":
            let (owner, feed) = try await meant(arguments, at: place)
            guard feed.isOn != (verb == "on") else {
                return sayAlready(feed.isOn ? "smart.onAlready" : "smart.offAlready", ["name": .text(feed.name)])
            }
            if verb == "on" {
                try await SmartFollows(context).checkCost(ofSwitchingOn: feed, for: owner)
            }
            try await services.store.setSmartFeed(
                feed.id,
                isOn: verb == "on",
                of: owner.recipient,
                at: time
            )
            let undo = await noted("\(fixed: verb) \(feed.name)", at: place)
            return say(verb == "on" ? "smart.nowOn" : "smart.nowOff", ["name": .text(feed.name), "undo": .text(undo)])
        case "rename": return try await rename(arguments, at: place)
        default: return try await remove(arguments, at: place)
        }
    }

    private func rename(_ arguments: Arguments, at place: Destination?) async throws -> [Answer] {
        let feeds = try await services.store.smartFeeds(of: self.owner(at: place, toChange: true).recipient)
        let (old, wanted) = divided(arguments.words, naming: feeds)
        let (owner, feed) = try await meant(old, at: place)
        guard !wanted.isEmpty else {
            let example = line("rename \(feed.name) to climate", at: place)
            return say("smart.renameToWhat", ["name": .text(feed.name), "rename": .text(example)])
        }
        let name = try await CategoryNaming(context).checked(wanted.text, of: owner, as: .smart)
        if let other = try await named(wanted, of: owner.recipient), other.id != feed.id {
            throw CommandError.badName(name, .smart, reason: "taken")
        }
        guard name != feed.name else { return say("command.category.sameName", ["name": .text(name)]) }
        try await services.store.renameSmartFeed(
            feed.id,
            to: name,
            definitions: definitions.renamed(feed, to: name, among: feeds),
            of: owner.recipient
        )
        let undo = await noted("rename \(feed.name)", at: place)
        return say("smart.renamed", ["old": .text(feed.name), "new": .text(name), "undo": .text(undo)])
    }

    /// The words for a smart feed and for its new name: around `to`, otherwise the longest known name and the rest.
    private func divided(_ words: [CommandWord], naming feeds: [SmartFeed]) -> (old: Arguments, new: Arguments) {
        func isKnown(_ count: Int) -> Bool { Self.feed(Arguments(Array(words.prefix(count))), among: feeds) != nil }
        let inside = words.indices.dropFirst().dropLast()
        let joints = inside.filter { ["to", "as"].contains(words[$0].keyword) }
        let longest = (1...words.count).reversed().first(where: isKnown)
        let count = joints.first(where: isKnown) ?? longest ?? joints.first ?? words.count
        var new = Arguments(Array(words.dropFirst(count)))
        _ = new.takeFirst("to", "as")
        return (Arguments(Array(words.prefix(count))), new)
    }

    private func remove(_ arguments: Arguments, at place: Destination?) async throws -> [Answer] {
        let (owner, feed) = try await meant(arguments, at: place)
        let feeds = try await services.store.smartFeeds(of: owner.recipient)
        let rewritten = try await definitions.withoutName(of: feed, among: feeds)
        let made = Set(rewritten.map(\.id))
        let followed = try await services.store.followedSmartFeeds(of: owner.recipient)
            .first { $0.feed.id == feed.id }
        try await services.store.removeSmartFeed(feed.id, definitions: rewritten, of: owner.recipient, at: time)
        let undo = await noted("remove \(feed.name)", at: place)
        var said = say("smart.removed", ["name": .text(feed.name), "undo": .text(undo)])
        if let followed { said += say("smart.comesNoMore", ["place": .text(placeName(followed.address))]) }
        if !made.isEmpty {
            let names = feeds.filter { made.contains($0.id) }.map(\.name)
            said += say("smart.keepWords", ["names": .text(localizer.list(names))])
        }
        said += try await definitions.rules(with: feed, of: owner, at: place)
        let count = try await services.store.schedules(of: owner.recipient).count { $0.request.smart == feed.id }
        guard count > 0 else { return said }
        return said + say("smart.inSchedules", ["n": .number(count), "hint": .text(hint("schedules"))])
    }

    /// The smart feed with this number or name.
    private func meant(_ arguments: Arguments, at place: Destination?) async throws -> (Owner, SmartFeed) {
        let owner = try await owner(at: place, toChange: true)
        let feeds = try await services.store.smartFeeds(of: owner.recipient)
        if let feed = Self.feed(arguments, among: feeds) { return (owner, feed) }
        throw CommandError.noSuchSmartFeed(
            String(arguments.text.prefix(60)),
            suggestions: NearNames.nearest(to: arguments.text, among: feeds.map(\.name)),
            hint: line("list", at: place)
        )
    }

    private static func feed(_ arguments: Arguments, among feeds: [SmartFeed]) -> SmartFeed? {
        let text = arguments.text.trimmed
        if let number = Reference.number(text), let feed = feeds.first(where: { $0.number == number }) { return feed }
        return feeds.first { CategoryNaming.folded($0.name) == CategoryNaming.folded(text) }
    }

    /// Notes a change, and returns what takes it back: `undo` where that is about the owner.
    private func noted(_ change: HintLine, at place: Destination?) async -> String {
        let line: HintLine = "smart \(change)"
        let undo = hint(place == nil ? "undo" : "undo mine")
        await Undoing(context).note(line, undo: undo)
        return undo
    }
}

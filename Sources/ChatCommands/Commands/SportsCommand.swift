internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

extension Command {
    /// Says which sports are left out and in which order they come, and changes that.
    static let sports = Command(
        name: "sports",
        topic: .following,
        need: .owner,
        keepsText: { $0.words.count > 1 },
        shape: .sports,
        effect: .showsOnly { $0.isEmpty || $0.isOne("list") }
    ) { context, arguments in
        var arguments = arguments
        let place: Destination? = arguments.takeFirst("mine", "my") ? .privately : nil
        if arguments.isEmpty || arguments.isOne("list") || arguments.isOne("ls") {
            return try await SportsDesk(context).list(at: place)
        }
        if arguments.isOne("news", "headlines") {
            var sports = Arguments(CommandWord.words(in: "sports"))
            return try await TopStories(context).headlines(&sports)
        }
        let verb = arguments.take()?.keyword
        guard !arguments.isEmpty else { throw context.usageError("sports") }
        switch verb {
        case "order": return try await SportsDesk(context).order(arguments, at: place)
        case "off", "hide": return try await SportsDesk(context).change(arguments, isOff: true, at: place)
        case "on", "show": return try await SportsDesk(context).change(arguments, isOff: false, at: place)
        default: throw context.usageError("sports")
        }
    }
}

extension CommandShape {
    fileprivate static let sports = CommandShape { typed in
        var rest = typed.rest
        _ = rest.takeFirst("mine", "my")
        if rest.isEmpty || rest.isOne("list") { return true }
        return rest.takeFirst("off", "on", "order", "hide", "show") && !rest.isEmpty
    }
}

/// Leaves sports out by filters, and orders them.
struct SportsDesk: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    private static let hiddenDays = 7
    /// So many hidden articles of a sport are counted.
    private static let mostHidden = 1_000
    /// Titles of hidden articles that are shown for each sport.
    private static let shownTitles = 3

    /// The query of a sport, as filters store it.
    private func query(_ sport: String) throws -> AlertQuery {
        try AlertQuery(parsing: "sport:\"\(sport)\"", limits: options.queries.forSmartFeeds)
    }

    private func filter(of sport: String, among filters: [NewsFilter]) throws -> NewsFilter? {
        let query = try query(sport).canonical
        return filters.first { $0.query == query && $0.target == .everything && !$0.isOnly }
    }

    func owner(at place: Destination?, toChange: Bool) async throws -> Owner {
        try await Owners(context).owner(of: place, toChange: toChange, alternative: hint("sports mine"))
    }

    /// A line about this owner: with `mine` in a room whose own sports are others.
    private func line(_ line: HintLine, at place: Destination?) -> String {
        hint(place == nil ? "sports \(line)" : "sports mine \(line)")
    }

    /// All sports: those that the owner has put first, then the others by name.
    func inOrder(for owner: Owner) async throws -> [String] {
        let all = Subjects(context).names(of: .sports)
        let first = try await services.store.categoryOrder(of: owner.recipient).sports.filter(all.contains)
        return first + all.filter { !first.contains($0) }
    }

    // MARK: - Listing

    func list(at place: Destination?) async throws -> [Answer] {
        let owner = try await owner(at: place, toChange: false)
        let sports = try await inOrder(for: owner)
        guard !sports.isEmpty else { return say("sports.none") }
        let filters = try await services.store.filters(of: owner.recipient)
        let off = try sports.filter { try filter(of: $0, among: filters)?.isOn == true }
        var hidden: [String: [ListedArticle]] = [:]
        for sport in off { hidden[sport] = try await hiddenArticles(of: sport, for: owner) }
        var body = heading("sports.title")
        let hiddenNote = try await HiddenCategories(context)
            .note(onHidden: NewsCategory.sports.rawValue, of: owner.recipient, isOwn: place != nil)
        if let hiddenNote { body.blocks.append(hiddenNote) }
        for (index, sport) in sports.enumerated() {
            var spans: [RichText.Span] = [.strong([.text(CategoryWording.name(sport, localizer))])]
            if off.contains(sport) { spans.append(.text(" — " + words(about: hidden[sport] ?? []))) }
            body.blocks.append(.item(marker: String(index + 1), spans))
        }
        func name(_ sport: String) -> String { CategoryWording.name(sport, localizer) }
        if let sport = off.first(where: { hidden[$0]?.isEmpty == false }) {
            let word = sport.contains(" ") ? "\"\(sport.lowercased())\"" : sport.lowercased()
            let query = "sport:\(word) since:\(Self.hiddenDays)d"
            body = body + footer("sports.nextHidden", ["search": .text(hint("search \(query)"))])
        }
        if let sport = off.first {
            body = body + footer("sports.nextOn", ["on": .text(line("on \(name(sport))", at: place))])
        }
        if let sport = sports.first(where: { !off.contains($0) }) {
            let next: [String: MessageArgument] = [
                "off": .text(line("off \(name(sport))", at: place)),
                "order": .text(line("order \(name(sports.last ?? sport))", at: place)),
            ]
            body = body + footer("sports.nextOff", next)
        }
        return show(body, of: owner)
    }

    /// "left out; 2 articles of the last 7 days are hidden: “Ace decides the final”, “…”".
    private func words(about hidden: [ListedArticle]) -> String {
        let facts: [String: MessageArgument] = ["n": .number(hidden.count), "days": .number(Self.hiddenDays)]
        let titles = hidden.prefix(Self.shownTitles).map { listed in
            localizer.text("sports.quoted", ["title": .text(BoundedText.shortened(listed.article.title, to: 80))])
        }
        let count = localizer.text(hidden.count < Self.mostHidden ? "sports.hidden" : "sports.hiddenAtLeast", facts)
        guard !titles.isEmpty else { return count }
        return localizer.text("sports.hiddenTitles", ["count": .text(count), "titles": .text(localizer.list(titles))])
    }

    /// The articles of the last week that the owner would see without the filters.
    private func hiddenArticles(of sport: String, for owner: Owner) async throws -> [ListedArticle] {
        let week = ArticleSelection(
            feeds: .watched,
            query: try query(sport).canonical,
            from: time.addingTimeInterval(-Double(Self.hiddenDays) * 86_400),
            to: .distantFuture
        )
        return try await services.store.articles(
            week,
            in: .of(owner.recipient),
            limit: Self.mostHidden,
            withFilters: false
        )
    }

    // MARK: - Changing

    /// The sports of a line with commas between them, by name or by number of the list; throws if one is not known.
    private func named(_ arguments: Arguments, for owner: Owner) async throws -> [String] {
        let listed = try await inOrder(for: owner)
        var sports: [String] = []
        for part in arguments.text.split(whereSeparator: { ",，、;；".contains($0) }) {
            let text = String(part).trimmed
            let number = Reference.number(text).flatMap { listed.indices.contains($0 - 1) ? listed[$0 - 1] : nil }
            let sport = try number ?? Subjects(context).named(text, of: .sports)
            if !sports.contains(sport) { sports.append(sport) }
        }
        guard !sports.isEmpty else { throw usageError("sports") }
        return sports
    }

    func order(_ arguments: Arguments, at place: Destination?) async throws -> [Answer] {
        let owner = try await owner(at: place, toChange: true)
        let undo = hint(place == nil ? "undo" : "undo mine")
        let present = try await services.store.categoryOrder(of: owner.recipient).sports
        if arguments.isOne("off", "reset") {
            guard !present.isEmpty else { return sayAlready("sports.unorderedAlready") }
            try await services.store.orderSports([], of: owner.recipient, at: time)
            await Undoing(context).note("sports order", undo: undo)
            return say("sports.unordered", ["undo": .text(undo)])
        }
        let sports = try await named(arguments, for: owner)
        let facts: [String: MessageArgument] = [
            "names": .text(localizer.list(sports.map { CategoryWording.name($0, localizer) })),
            "undo": .text(undo), "off": .text(line("order off", at: place)), "read": .text(hint("headlines sports")),
        ]
        guard sports != present else { return sayAlready("sports.orderedAlready", facts) }
        try await services.store.orderSports(sports, of: owner.recipient, at: time)
        await Undoing(context).note("sports order", undo: undo)
        return say("sports.ordered", facts)
    }

    func change(_ arguments: Arguments, isOff: Bool, at place: Destination?) async throws -> [Answer] {
        let owner = try await owner(at: place, toChange: true)
        let sports = try await named(arguments, for: owner)
        let present = try await services.store.filters(of: owner.recipient)
        // A filter that is off leaves nothing out; `sports on` removes it all the same.
        let isChange = try sports.contains { sport in
            let filter = try filter(of: sport, among: present)
            return isOff ? filter?.isOn != true : filter != nil
        }
        let names = sports.map { CategoryWording.name($0, localizer) }
        let undo = line("\(fixed: isOff ? "on" : "off") \(names.joined(separator: ", "))", at: place)
        let facts: [String: MessageArgument] = ["names": .text(localizer.list(names)), "undo": .text(undo)]
        guard isChange else {
            return sayAlready(isOff ? "sports.offAlready" : "sports.onAlready", facts)
        }
        for sport in sports {
            let filters = try await services.store.filters(of: owner.recipient)
            let filter = try filter(of: sport, among: filters)
            if isOff {
                try await hide(sport, filter, owner)
            } else if let filter {
                _ = try await services.store.removeFilter(filter.number, of: owner.recipient, at: time)
            }
        }
        await Undoing(context).note("sports \(fixed: isOff ? "off" : "on")", undo: undo)
        return say(isOff ? "sports.nowOff" : "sports.nowOn", facts)
    }

    private func hide(_ sport: String, _ filter: NewsFilter?, _ owner: Owner) async throws {
        if let filter {
            _ = try await services.store.setFilter(filter.number, isOn: true, of: owner.recipient, at: time)
            return
        }
        let outcome = try await services.store.addFilter(
            query(sport).canonical,
            on: .everything,
            isOnly: false,
            of: owner.recipient,
            by: try await Owners(context).maker(),
            limit: QuotaLimits(context).limit(.filter, of: owner),
            at: time
        )
        switch outcome {
        case .quotaReached(let limit):
            throw CommandError.quota(kind: "filters", limit: limit, hint: hint("filter 1 remove"))
        case .createdTooMany(let limit): throw QuotaLimits(context).tooManyMade("newsFilters", limit)
        case .alreadyThere, .added: return
        }
    }
}

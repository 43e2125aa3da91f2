internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage
internal import TextAnalysis

extension Command {
    /// Says which sports are left out, and changes that.
    static let sports = Command(
        name: "sports",
        topic: .following,
        need: .owner,
        shape: .sports,
        effect: .showsOnly { $0.isEmpty || $0.isOne("list") }
    ) { context, arguments in
        var arguments = arguments
        let place: PlaceWord? = arguments.takeFirst("mine", "my") ? .privately : nil
        if arguments.isEmpty || arguments.isOne("list") || arguments.isOne("ls") {
            return try await SportsDesk(context).list(at: place)
        }
        let isOff = arguments.first?.keyword == "off"
        guard arguments.takeFirst("off", "on"), !arguments.isEmpty else { throw context.usageError("sports") }
        return try await SportsDesk(context).change(arguments, isOff: isOff, at: place)
    }

    /// Adds a smart feed of a team.
    static let team = Command(
        name: "team",
        isGeneric: true,
        topic: .following,
        need: .owner,
        keepsText: { _ in true },
        shape: .name(atMost: 5)
    ) { context, arguments in
        var arguments = arguments
        let place: PlaceWord? = arguments.takeFirst("mine", "my") ? .privately : nil
        let sport = arguments.takeRawValue("in")
        guard !arguments.isEmpty else { throw context.usageError("team") }
        return try await SportsDesk(context).add(team: arguments.text, in: sport, at: place)
    }
}

extension CommandShape {
    fileprivate static let sports = CommandShape { typed in
        var rest = typed.rest
        if rest.isEmpty || rest.isOne("list") { return true }
        return rest.takeFirst("off", "on") && !rest.isEmpty
    }
}

/// Leaves sports out by filters, and follows teams by smart feeds.
private struct SportsDesk: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    private static let hiddenDays = 7
    private static let mostHidden = 1_000

    /// The query of a sport, as filters store it.
    private func query(_ sport: String) throws -> AlertQuery {
        try AlertQuery(parsing: "sport:\"\(sport)\"", limits: options.queries)
    }

    private func filter(of sport: String, among filters: [NewsFilter]) throws -> NewsFilter? {
        let query = try query(sport).canonical
        return filters.first { $0.query == query && $0.target == .everything && !$0.isOnly }
    }

    private func owner(at place: PlaceWord?, toChange: Bool) async throws -> Owner {
        try await Owners(context).owner(of: place, toChange: toChange, alternative: hint("sports mine"))
    }

    func list(at place: PlaceWord?) async throws -> [Answer] {
        let owner = try await owner(at: place, toChange: false)
        let sports = Subjects(context).names(of: .sports)
        guard !sports.isEmpty else { return say("sports.none") }
        let filters = try await services.store.filters(of: owner.recipient)
        var body = heading("sports.title")
        var shown: String?
        var hidden: String?
        for (index, sport) in sports.enumerated() {
            let name = CategoryWording.name(sport, localizer)
            var spans: [RichText.Span] = [.strong([.text(name)])]
            if let filter = try filter(of: sport, among: filters), filter.isOn {
                hidden = hidden ?? name
                let count = try await hiddenCount(filter.query, for: owner)
                let facts: [String: MessageArgument] = ["n": .number(count), "days": .number(Self.hiddenDays)]
                spans.append(.text(" — " + localizer.text("sports.hidden", facts)))
            } else {
                shown = shown ?? name
            }
            body.blocks.append(.item(marker: String(index + 1), spans))
        }
        let own: HintLine = place == nil ? "sports" : "sports mine"
        if let hidden { body = body + footer("sports.nextOn", ["on": .text(hint("\(own) on \(hidden)"))]) }
        if let shown { body = body + footer("sports.nextOff", ["off": .text(hint("\(own) off \(shown)"))]) }
        return show(body, of: owner)
    }

    /// How many articles of the last week the owner would see without the filter.
    private func hiddenCount(_ query: String, for owner: Owner) async throws -> Int {
        let week = ArticleSelection(
            feeds: .watched,
            query: query,
            from: time.addingTimeInterval(-Double(Self.hiddenDays) * 86_400),
            to: .distantFuture
        )
        return try await services.store.articles(
            week,
            in: .of(owner.recipient),
            limit: Self.mostHidden,
            withFilters: false
        ).count
    }

    /// Switches the named sports, divided by commas; none is changed if one is not known.
    func change(_ arguments: Arguments, isOff: Bool, at place: PlaceWord?) async throws -> [Answer] {
        let owner = try await owner(at: place, toChange: true)
        let sports = try arguments.text.split { ",，、;；".contains($0) }
            .map { try Subjects(context).named(String($0), of: .sports) }
        guard !sports.isEmpty else { throw usageError("sports") }
        for sport in sports {
            let filters = try await services.store.filters(of: owner.recipient)
            let filter = try filter(of: sport, among: filters)
            if isOff {
                try await hide(sport, filter, owner)
            } else if let filter {
                _ = try await services.store.removeFilter(filter.number, of: owner.recipient, at: time)
            }
        }
        let names = sports.map { CategoryWording.name($0, localizer) }
        let own: HintLine = place == nil ? "sports" : "sports mine"
        let undo = hint("\(own) \(fixed: isOff ? "on" : "off") \(names.joined(separator: ", "))")
        await Undoing(context).note("sports \(isOff ? "off" : "on")", undo: undo)
        let facts: [String: MessageArgument] = ["names": .text(localizer.list(names)), "undo": .text(undo)]
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

    /// A smart feed of the team's name beside the words of a sport: "Jets", "Heat" and "Giants" mean other things, too.
    func add(team: String, in typed: String?, at place: PlaceWord?) async throws -> [Answer] {
        let owner = try await owner(at: place, toChange: true)
        let sports =
            try typed.map { [try Subjects(context).named($0, of: .sports)] } ?? Subjects(context).names(of: .sports)
        var contexts = sports.map { "sport:\"\($0)\"" }
        let sections = try await services.store.categoriesInSight(of: owner.recipient)
        if typed == nil, sections.contains(where: { NewsCategory(named: $0) == .sports }) {
            contexts.append("category:sports")
        }
        guard !contexts.isEmpty else { return say("sports.none") }
        let name = team.filter { $0 != "\"" }.trimmed
        let text = "\"\(name)\" (\(contexts.joined(separator: " OR ")))"
        return try await SmartFeeds(context).add(name, as: text, of: owner, at: place)
    }
}

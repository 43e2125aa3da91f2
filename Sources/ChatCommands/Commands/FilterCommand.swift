internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let filter = Command(
        name: "filter",
        aliases: ["filters"],
        topic: .alerts,
        need: .owner,
        keepsText: { _ in true },
        shape: .filter,
        effect: .showsOnly { $0.isEmpty || $0.isOne("list") }
    ) { context, arguments in
        var arguments = arguments
        let isOwn = arguments.takeFirst("mine", "my")
        var rest = arguments
        let listed = rest.takeValue("to", "of", "in") { context.table.destination($0) }
        if rest.isEmpty || rest.isOne("list") || rest.isOne("ls") {
            return try await Filters(context).list(isOwn ? .privately : listed)
        }
        let place: Destination? = isOwn ? .privately : arguments.takeValue("to") { context.table.destination($0) }
        if let change = FilterChange(arguments) {
            return try await Filters(context).make(change, at: place)
        }
        // Words that neither belong to a list or change nor name something to filter.
        if ["list", "ls"].contains(arguments.first?.keyword) || FilterChange(arguments.beginning(2)) != nil {
            throw context.usageError("filter")
        }
        try await Filters(context).refuseOtherChange(arguments, at: place)
        return try await Filters(context).add(arguments, at: place)
    }
}

extension CommandShape {
    /// A list, a change of a filter, or a new one whose target or kind is clear.
    fileprivate static let filter = CommandShape { typed in
        let rest = typed.rest
        if rest.isEmpty || rest.isOne("list") || FilterChange(rest) != nil { return true }
        guard let first = rest.first, rest.words.count > 1 else { return false }
        return first.text == "*" || first.isQuoted || rest.words[1].keyword == "only"
    }
}

/// `filter 2 off`, `filter off 2`.
private struct FilterChange {
    enum Verb { case on, off, remove }

    var number: Int
    var typed: String
    var verb: Verb

    /// Nil if the words are no change.
    init?(_ arguments: Arguments) {
        guard arguments.words.count == 2 else { return nil }
        let words = arguments.words
        for (numbered, named) in [(words[0], words[1]), (words[1], words[0])] {
            guard let number = Reference.number(numbered.text), let verb = Self.verb(named.keyword) else { continue }
            (self.number, typed, self.verb) = (number, Reference.typed(numbered.text), verb)
            return
        }
        return nil
    }

    private static func verb(_ word: String) -> Verb? {
        switch word {
        case "on": .on
        case "off": .off
        case "remove", "delete", "del", "rm": .remove
        default: nil
        }
    }
}

extension Arguments {
    fileprivate func beginning(_ count: Int) -> Arguments { Arguments(Array(words.prefix(count))) }
}

/// Lists, adds and changes filters.
struct Filters: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    fileprivate func list(_ place: Destination?) async throws -> [Answer] {
        let owner = try await Owners(context).owner(of: place, toChange: false)
        let filters = try await services.store.filters(of: owner.recipient)
        guard let first = filters.first else {
            let feed = try await ExampleFeeds(context).name(for: owner.recipient)
            let examples: [String: MessageArgument] = [
                "without": .text(hint("filter * crypto", about: owner, at: place, by: "to")),
                "only": .text(hint("filter \(feed) only climate", about: owner, at: place, by: "to")),
            ]
            return show(localizer.richText("filter.none", examples), of: owner)
        }
        var body = heading("filter.title")
        let reasons = try await Queries(context).reasonsWithoutMatches(filters, of: owner)
        for filter in filters {
            var facts = [localizer.text(filter.isOn ? "alert.isOn" : "alert.isOff")]
            if let reason = reasons[filter.number] { facts.append(reason) }
            let target = try await FilterTargets(context).shown(filter.target, to: owner)
            let what: [String: MessageArgument] = [
                "target": .text(target), "query": .text(AlertQuery.shown(filter.query)),
            ]
            let spans = localizer.spans(filter.isOnly ? "filter.itemOnly" : "filter.item", what)
            let rest = RichText.Span.text(" — " + joined(facts: facts))
            body.blocks.append(.item(marker: String(filter.number), spans + [rest]))
        }
        let next: [String: MessageArgument] = [
            "off": .text(hint("filter \(first.number) off", about: owner, at: place, by: "to")),
            "remove": .text(hint("filter \(first.number) remove", about: owner, at: place, by: "to")),
        ]
        return show(body + footer("filter.next", next), of: owner)
    }

    /// Refuses `filter 1 banana` where no list of feeds is meant: the number is that of a filter.
    fileprivate func refuseOtherChange(_ arguments: Arguments, at place: Destination?) async throws {
        let words = arguments.words
        guard words.count == 2, let number = Reference.number(words[0].text),
            try await Listings(context).meantList([.feed]) == nil
        else { return }
        let owner = try await Owners(context).owner(of: place, toChange: false)
        let filters = try await services.store.filters(of: owner.recipient)
        guard filters.contains(where: { $0.number == number }) else { return }
        let text = BoundedText.shortened(words[1].text, to: 40)
        let facts: [String: MessageArgument] = [
            "text": .text(text), "number": .number(number), "on": .text(hint("filter \(number) on")),
            "off": .text(hint("filter \(number) off")), "remove": .text(hint("filter \(number) remove")),
            "add": .text(hint("filter * \(text)")),
        ]
        throw CommandError.unclear(LocalizedMessage("filter.whichChange", facts))
    }

    fileprivate func add(_ arguments: Arguments, at place: Destination?) async throws -> [Answer] {
        let owner = try await Owners(context).owner(
            of: place,
            toChange: true,
            alternative: hint("filter \(arguments.raw.prefix(60)) to dm")
        )
        let rule = try await FilterTargets(context).rule(arguments, of: owner, for: "filter")
        let others = try await services.store.filters(of: owner.recipient)
        try await Queries(context).checkLimit(for: rule.query, among: others, of: owner)
        let limit = QuotaLimits(context).limit(.filter, of: owner)
        if others.count < limit.own { try await QuerySlips(context).checkFeeds(of: rule.typed, for: owner.recipient) }
        let outcome = try await services.store.addFilter(
            rule.query.canonical,
            on: rule.subject.target,
            isOnly: rule.isOnly,
            of: owner.recipient,
            by: try await Owners(context).maker(),
            limit: limit,
            at: time
        )
        switch outcome {
        case .quotaReached(let limit):
            throw CommandError.quota(kind: "filters", limit: limit, hint: hint("filter 1 remove"))
        case .createdTooMany(let limit): throw QuotaLimits(context).tooManyMade("newsFilters", limit)
        case .alreadyThere(let filter):
            let facts = try await facts(filter, of: owner)
            guard !filter.isOn else { return say("filter.alreadyThere", facts) }
            let on = hint("filter \(filter.number) on", about: owner, at: place, by: "to", isAnsweredHere: true)
            return say("filter.alreadyOff", facts.merging(["hint": .text(on)]) { own, _ in own })
        case .added(let filter):
            let undo = try await noted("filter \(filter.number) remove", filter, of: owner, at: place)
            var facts = try await facts(filter, of: owner)
            facts["undo"] = .text(undo)
            var body = localizer.richText(filter.isOnly ? "filter.addedOnly" : "filter.added", facts)
            body = body + Queries(context).notes(on: rule.query.severalPlaces)
            let trial = try await RuleTests(context).trial(of: rule, for: owner)
            return show(body + trial + (try await subjectNote(on: rule, filter, of: owner)))
        }
    }

    /// Suggests a filter by sport or topic instead of one by their name, if that is the only word.
    private func subjectNote(
        on rule: FilterTargets.Rule,
        _ filter: NewsFilter,
        of owner: Owner
    ) async throws -> RichText {
        for (category, field) in [(NewsCategory.sports, "sport"), (.investing, "topic")] {
            guard let name = Subjects(context).exactly(AlertQuery.shown(rule.query.canonical), of: category) else {
                continue
            }
            let target = try await FilterTargets(context).typed(filter.target, by: owner)
            let query = "\(field):\(name.contains(" ") ? "\"\(name)\"" : name)"
            let line: HintLine = rule.isOnly ? "filter \(target) only \(query)" : "filter \(target) \(query)"
            let facts: [String: MessageArgument] = [
                "name": .text(CategoryWording.name(name, localizer)), "hint": .text(hint(line)),
                "remove": .text(hint("filter \(filter.number) remove")),
            ]
            return localizer.richText("filter.subject", facts)
        }
        return RichText()
    }

    fileprivate func make(_ change: FilterChange, at place: Destination?) async throws -> [Answer] {
        let owner = try await Owners(context).owner(
            of: place,
            toChange: true,
            alternative: hint("filter mine \(change.number) off")
        )
        let store = services.store
        let own = try await store.filters(of: owner.recipient)
        guard let filter = own.first(where: { $0.number == change.number }) else {
            let list = hint("filter list", about: owner, at: place, by: "to", isAnsweredHere: true)
            throw CommandError.noSuchFilter(change.typed, hint: list)
        }
        let key: String
        let reverse: HintLine?
        switch change.verb {
        case .on:
            let query = try AlertQuery(parsing: filter.query, limits: options.queries)
            try await Queries(context).checkLimit(for: query, among: own, of: owner, by: filter.madeBy)
            _ = try await store.setFilter(filter.number, isOn: true, of: owner.recipient, at: time)
            (key, reverse) = ("filter.nowOn", "filter \(filter.number) off")
        case .off:
            _ = try await store.setFilter(filter.number, isOn: false, of: owner.recipient, at: time)
            (key, reverse) = ("filter.nowOff", "filter \(filter.number) on")
        case .remove:
            _ = try await store.removeFilter(filter.number, of: owner.recipient, at: time)
            (key, reverse) = ("filter.removed", nil)
        }
        var facts = try await facts(filter, of: owner)
        facts["undo"] = .text(try await noted(reverse, filter, of: owner, at: place))
        return say(key, facts)
    }

    /// Notes a change, and returns what takes it back: `undo` where that is about the owner.
    ///
    /// - Parameter reverse: nil if no line makes the same filter again for sure.
    private func noted(
        _ reverse: HintLine?,
        _ filter: NewsFilter,
        of owner: Owner,
        at place: Destination?
    ) async throws -> String {
        let undo: String
        if let reverse, place != nil, place != .privately {
            undo = hint(reverse, about: owner, at: place, by: "to", isAnsweredHere: true)
        } else if reverse == nil {
            undo = hint(try await UndoHints(context).line())
        } else {
            undo = hint(place == nil ? "undo" : "undo mine")
        }
        await Undoing(context).note("filter \(filter.number)", undo: undo)
        return undo
    }

    private func facts(_ filter: NewsFilter, of owner: Owner) async throws -> [String: MessageArgument] {
        [
            "number": .number(filter.number), "query": .text(AlertQuery.shown(filter.query)),
            "target": .text(try await FilterTargets(context).shown(filter.target, to: owner)),
        ]
    }
}

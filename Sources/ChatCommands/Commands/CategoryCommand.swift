internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let category = Command(
        name: "category",
        aliases: ["categories"],
        topic: .following,
        need: .owner,
        keepsText: { $0.words.count > 1 },
        shape: .category,
        effect: .showsOnly { $0.isEmpty || $0.isOne("list") }
    ) { context, arguments in
        var arguments = arguments
        let place: Destination? = arguments.takeFirst("mine", "my") ? .privately : nil
        let change = CategoryChange(taking: &arguments)
        if change == nil, !arguments.isEmpty { throw context.usageError("category") }
        let owner = try await Owners(context).owner(
            of: place,
            toChange: change != nil,
            alternative: context.hint("category mine")
        )
        let categories = try await Categories(context, of: owner, at: place)
        guard let change else { return try await categories.list() }
        guard !arguments.isEmpty else { throw context.usageError("category") }
        return try await categories.make(change, arguments)
    }
}

extension CommandShape {
    /// A change with the names that it needs, or a list.
    fileprivate static let category = CommandShape { typed in
        var rest = typed.rest
        _ = rest.takeFirst("mine", "my")
        return CategoryChange(taking: &rest) != nil ? !rest.isEmpty : rest.isEmpty
    }
}

/// The word after `category`.
private enum CategoryChange {
    case add, rename, colour, order, hide, show, delete

    /// Nil for a list: `category`, `category list`.
    init?(taking arguments: inout Arguments) {
        if arguments.isOne("list") { _ = arguments.take() }
        guard let word = arguments.first?.keyword else { return nil }
        switch word {
        case "add", "new": self = .add
        case "rename": self = .rename
        case "colour", "color": self = .colour
        case "order": self = .order
        case "hide": self = .hide
        case "show": self = .show
        case "delete", "remove": self = .delete
        default: return nil
        }
        _ = arguments.take()
    }
}

/// Lists and changes the categories of an owner.
struct Categories: CommandTopic {
    let context: CommandContext
    private let owner: Owner
    private let place: Destination?
    let entries: [CategoryEntry]
    /// The most words of a name that nothing separates from the next one.
    private static let mostNameWords = 6

    /// - Parameter place: the typed word for the owner, if there was one.
    init(_ context: CommandContext, of owner: Owner, at place: Destination? = nil) async throws {
        self.context = context
        self.owner = owner
        self.place = place
        entries = try await context.services.store.categories(of: owner.recipient)
    }

    /// A line about this owner: with `mine` in a room whose own categories are others.
    func line(_ line: HintLine) -> String {
        hint(place == nil ? "category \(line)" : "category mine \(line)")
    }

    /// What takes back a change of this owner's categories.
    private var undo: String { hint(place == nil ? "undo" : "undo mine") }

    // MARK: - Listing

    /// An example of a new category.
    private var addingLine: String { line("add \(localizer.text("command.category.example"))") }

    fileprivate func list() async throws -> [Answer] {
        guard let first = entries.first else {
            return show(localizer.richText("command.category.none", ["add": .text(addingLine)]), of: owner)
        }
        var body = heading("command.category.title", ["n": .number(entries.count)])
        for (index, entry) in entries.enumerated() {
            var spans = [CategoryWording.span(entry.name, colour: entry.colour, localizer)]
            var facts = [localizer.text("command.category.feeds", ["n": .number(entry.feedCount)])]
            if let colour = entry.colour { facts.append(shown(colour)) }
            if entry.isHidden { facts.append(localizer.text("command.category.hidden")) }
            spans += [" — ", .text(joined(facts: facts))]
            body.blocks.append(.item(marker: String(index + 1), spans))
        }
        let name = CategoryWording.name(first.name, localizer)
        let next: [String: MessageArgument] = [
            "hide": .text(line("hide \(name)")), "order": .text(line("order \(name)")), "add": .text(addingLine),
        ]
        return show(body + footer("command.category.next", next), of: owner)
    }

    // MARK: - Changing

    fileprivate func make(_ change: CategoryChange, _ arguments: Arguments) async throws -> [Answer] {
        switch change {
        case .add: try await add(arguments)
        case .rename: try await rename(arguments)
        case .colour: try await colour(arguments)
        case .order: try await order(arguments)
        case .hide: try await hide(true, named(arguments))
        case .show: try await hide(false, named(arguments))
        case .delete: try await delete(entry(arguments.text))
        }
    }

    private func add(_ arguments: Arguments) async throws -> [Answer] {
        var arguments = arguments
        let colour = try arguments.takeColour(orThrow: badColour)
        let name = try await CategoryNaming(context).checked(arguments.text, of: owner)
        let outcome = try await services.store.addCategory(
            name,
            colour: colour,
            of: owner.recipient,
            limit: owner.quotas.categories,
            at: time
        )
        switch outcome {
        case .added:
            let feed = try await ExampleFeeds(context).name(for: owner.recipient, followed: true)
            let move: HintLine = "feed move \(feed) to \(name)"
            // `feed move` names no owner: in a room it is about the room.
            guard isHere(owner) else {
                return await changed("command.category.addedOwn", name, ["move": .text(privateHint(move))])
            }
            return await changed("command.category.added", name, ["move": .text(hint(move))])
        case .alreadyThere(let entry):
            return say("command.category.alreadyThere", ["name": shown(entry.name)])
        case .quotaReached(let limit):
            throw CommandError.quota(kind: "categories", limit: limit, hint: line("list"))
        }
    }

    private func rename(_ arguments: Arguments) async throws -> [Answer] {
        let (old, wanted) = try divided(arguments.words)
        try refuseForeign(old)
        let target = try? entry(wanted, mayBeNumber: false)
        let naming = CategoryNaming(context)
        let name = if let target { target.name } else { try await naming.new(wanted, insteadOf: old.name, of: owner) }
        guard name != old.name else { return say("command.category.sameName", ["name": shown(name)]) }
        let moved = try await services.store.renameCategory(old.name, to: name, of: owner.recipient, at: time)
        let isMerge = target.map { $0.name != old.name } ?? false
        let key = isMerge ? "command.category.merged" : "command.category.renamed"
        let facts: [String: MessageArgument] = ["new": shown(name), "n": .number(moved.feedCount)]
        return await changed(key, old.name, facts) + alertNote(moved, old)
    }

    /// The category and its new name: around `to`, otherwise the longest known name and the rest.
    private func divided(_ words: [CommandWord]) throws -> (old: CategoryEntry, new: String) {
        func text(_ words: ArraySlice<CommandWord>) -> String { Arguments(Array(words)).text }
        if let to = words.firstIndex(where: { ["to", "as", "="].contains($0.keyword) }) {
            guard to > 0, to + 1 < words.count else { throw usageError("category") }
            return (try entry(text(words[..<to])), text(words[(to + 1)...]))
        }
        guard words.count > 1 else { throw usageError("category") }
        let known = entriesByName
        for count in (1...min(words.count - 1, Self.mostNameWords)).reversed() {
            if let old = known[CategoryNaming.folded(text(words[..<count]))] { return (old, text(words[count...])) }
        }
        return (try entry(words[0].text), text(words[1...]))
    }

    private func delete(_ old: CategoryEntry) async throws -> [Answer] {
        try refuseForeign(old)
        let moved = try await services.store.deleteCategory(old.name, of: owner.recipient, at: time)
        let said = await changed("command.category.deleted", old.name, ["n": .number(moved.feedCount)])
        let lists: [(String, Int, HintLine)] = [
            ("inFilters", moved.filterCount, "filter list"), ("inSchedules", moved.scheduleCount, "schedules"),
        ]
        return lists.filter { $0.1 > 0 }.reduce(said + alertNote(moved, old)) { said, list in
            said + say("command.category.\(list.0)", ["n": .number(list.1), "hint": .text(hint(list.2))])
        }
    }

    /// Refuses a change of a category whose feeds the owner does not follow: it would change nothing.
    private func refuseForeign(_ entry: CategoryEntry) throws {
        guard !entry.isMovable else { return }
        let name = CategoryWording.name(entry.name, localizer)
        throw CommandError.categoryOfSelection(name, hide: line("hide \(name)"), sources: hint("sources"))
    }

    private func alertNote(_ moved: CategoryMoved, _ old: CategoryEntry) -> [Answer] {
        guard moved.alertCount > 0 else { return [] }
        let facts: [String: MessageArgument] = [
            "n": .number(moved.alertCount), "name": shown(old.name), "hint": .text(hint("alert list")),
        ]
        return say("command.category.inAlerts", facts)
    }

    private func colour(_ arguments: Arguments) async throws -> [Answer] {
        guard arguments.words.count > 1, let last = arguments.words.last else { throw usageError("category") }
        let entry = try entry(Arguments(Array(arguments.words.dropLast())).text)
        let isRemoved = ["off", "none"].contains(last.keyword)
        let colour = OwnColour(last.value)
        guard isRemoved || colour != nil else { throw badColour(last) }
        var facts = ["name": shown(entry.name)]
        if let colour { facts["colour"] = .text(shown(colour)) }
        guard colour != entry.colour else {
            let key = isRemoved ? "command.category.colourlessAlready" : "command.category.colouredAlready"
            return sayAlready(key, facts)
        }
        try await services.store.setColour(colour, ofCategory: entry.name, of: owner.recipient, at: time)
        let key = isRemoved ? "command.category.colourless" : "command.category.coloured"
        return await changed(key, entry.name, facts, colour: colour)
    }

    /// The name of a colour in the reader's language; of one without a name `#33aa99`.
    private func shown(_ colour: OwnColour) -> String {
        guard let known = OwnColour.named.first(where: { $0.colour == colour }) else { return colour.text }
        return localizer.typed("\(fixed: known.name)")
    }

    private func badColour(_ word: CommandWord) -> CommandError {
        let names = OwnColour.named.map { localizer.typed("\(fixed: $0.name)") }
        return .badColour(String(word.text.prefix(40)), known: names)
    }

    private func order(_ arguments: Arguments) async throws -> [Answer] {
        let present = entries.filter { $0.position != nil }.map(\.name)
        if arguments.isOne("off") || arguments.isOne("reset") {
            guard !present.isEmpty else { return sayAlready("command.category.unorderedAlready") }
            try await services.store.orderCategories([], of: owner.recipient, at: time)
            await Undoing(context).note("category order", undo: undo)
            return say("command.category.unordered", ["undo": .text(undo)])
        }
        let first = try named(arguments)
        let names = localizer.list(first.map { CategoryWording.name($0.name, localizer) })
        let facts: [String: MessageArgument] = [
            "names": .text(names), "undo": .text(undo), "off": .text(line("order off")),
        ]
        guard first.map(\.name) != present else { return sayAlready("command.category.orderedAlready", facts) }
        try await services.store.orderCategories(first.map(\.name), of: owner.recipient, at: time)
        await Undoing(context).note("category order", undo: undo)
        return say("command.category.ordered", facts)
    }

    private func hide(_ isHidden: Bool, _ chosen: [CategoryEntry]) async throws -> [Answer] {
        let shown = chosen.map { CategoryWording.name($0.name, localizer) }
        let back = self.line("\(fixed: isHidden ? "show" : "hide") \(shown[0])")
        let facts: [String: MessageArgument] = ["names": .text(localizer.list(shown)), "hint": .text(back)]
        guard chosen.contains(where: { $0.isHidden != isHidden }) else {
            return sayAlready(isHidden ? "command.category.hiddenAlready" : "command.category.shownAlready", facts)
        }
        let names = chosen.map(\.name)
        try await services.store.setHidden(isHidden, categories: names, of: owner.recipient, at: time)
        let line: HintLine = "category \(fixed: isHidden ? "hide" : "show") \(shown.joined(separator: ", "))"
        await Undoing(context).note(line, undo: undo)
        return say(isHidden ? "command.category.nowHidden" : "command.category.nowShown", facts)
    }

    // MARK: - Names

    private func shown(_ name: String) -> MessageArgument { .text(CategoryWording.name(name, localizer)) }

    private func changed(
        _ key: String,
        _ name: String,
        _ facts: [String: MessageArgument] = [:],
        colour: OwnColour? = nil
    ) async -> [Answer] {
        await Undoing(context).note("category \(CategoryWording.name(name, localizer))", undo: undo)
        let all = facts.merging(["undo": .text(undo)]) { own, _ in own }
        let inserts = ["name": CategoryWording.span(name, colour: colour, localizer)]
        return show(RichText([.paragraph(localizer.spans(key, all, inserts: inserts))]))
    }
}

internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    static let view = Command(
        name: "view",
        isGeneric: true,
        topic: .reading,
        need: .owner,
        shape: CommandShape { $0.rest.isEmpty || $0.rest.beginsWithViewWord && !$0.rest.isOne("all") },
        effect: .showsOnly { $0.isEmpty }
    ) { context, arguments in
        arguments.isEmpty
            ? try await ViewChanges(context).card() : try await ViewChanges(context).change(arguments)
    }
}

/// Why a line of `view` cannot be followed.
enum ViewProblem: Hashable {
    case unknown(String, hint: String)
    case unknownOrder(String, hint: String)
    /// The word and an earlier one of the line cannot both hold.
    case contradicting(String)
    /// Lists have no order that could be turned round.
    case nothingToTurn(hint: String)
    /// The word stands without a source.
    case noSource(String)
    case tooManySources(limit: Int)
    case nothingReadInRooms

    var message: LocalizedMessage {
        switch self {
        case .unknown(let text, let hint):
            LocalizedMessage("view.error.unknown", ["text": .text(text), "hint": .text(hint)])
        case .unknownOrder(let text, let hint):
            LocalizedMessage(
                text.isEmpty ? "view.error.noOrder" : "view.error.unknownOrder",
                ["text": .text(text), "hint": .text(hint)]
            )
        case .contradicting(let text): LocalizedMessage("view.error.contradicting", ["text": .text(text)])
        case .nothingToTurn(let hint): LocalizedMessage("view.error.nothingToTurn", ["hint": .text(hint)])
        case .noSource(let text): LocalizedMessage("view.error.noSource", ["text": .text(text)])
        case .tooManySources(let limit): LocalizedMessage("view.error.tooManySources", ["limit": .number(limit)])
        case .nothingReadInRooms: LocalizedMessage("view.error.nothingReadInRooms")
        }
    }
}

/// Shows and changes how lists are shown.
private struct ViewChanges: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// How lists are shown, and what may be typed.
    func card() async throws -> [Answer] {
        _ = try await Owners(context).owner(of: .here, toChange: false)
        let views = ListViews(context)
        let view = try await views.current()
        var body = localizer.richText(
            view.isUsual ? "view.usual" : "view.now",
            ["view": .text(try await views.words(view))]
        )
        var lines: [(String, HintLine)] = [("images", "view images"), ("sort", "view sort date")]
        if isPrivate { lines.insert(("unread", "view unread"), at: 0) }
        let feed = try await ExampleFeeds(context).name(for: reader)
        lines += [("period", "view today"), ("without", "view without \(feed)")]
        if !view.isUsual { lines.append(("reset", "view reset")) }
        let facts: [String: MessageArgument] = ["with": .text(hint("view with \(feed)"))]
        for (key, line) in lines {
            body.blocks.append(
                .item(marker: nil, [.code(hint(line)), .text(" — ")] + localizer.spans("view.may.\(key)", facts))
            )
        }
        return show(body)
    }

    func change(_ arguments: Arguments) async throws -> [Answer] {
        let owner = try await Owners(context).owner(of: .here, toChange: true)
        let change = try await ViewWords(context).change(arguments)
        if owner.isRoom, change.hidesRead == true { throw CommandError.view(.nothingReadInRooms) }
        let views = ListViews(context)
        let before = try await services.store.listView(of: owner.recipient)
        let view = try change.applied(to: before, hint: hint("view sort date reverse"))
        let limit = ViewWords.mostSources
        guard view.without.count <= max(limit, before.without.count) else {
            throw CommandError.view(.tooManySources(limit: limit))
        }
        let facts: [String: MessageArgument] = ["view": .text(try await views.words(view))]
        guard view != before else { return say(view.isUsual ? "view.usual" : "view.unchanged", facts) }
        try await services.store.saveListView(view, of: owner.recipient)
        let reverse = try await views.reverse(to: before)
        await Undoing(context).record("view", reverse: reverse, of: owner)
        let undo = reverse.map { hint($0) } ?? hint("view reset")
        return say(
            view.isUsual ? "view.reset" : "view.changed",
            facts.merging(["undo": .text(undo), "reset": .text(hint("view reset"))]) { own, _ in own }
        )
    }
}

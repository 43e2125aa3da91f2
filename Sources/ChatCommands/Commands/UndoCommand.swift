internal import Editorial
internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    /// Reverts the newest change of the last day.
    ///
    /// It also reverts a change of a feed's address that the bot made by itself.
    static let undo = Command(
        name: "undo",
        isGeneric: true,
        topic: .following,
        need: .owner,
        mustNotRepeat: true,
        shape: .name(atMost: 3),
        returnsToChanges: true
    ) {
        context,
        arguments in
        var arguments = arguments
        let isOwn = arguments.takeFirst("mine", "my")
        let place: PlaceWord? = isOwn ? .privately : nil
        let owner = try await Owners(context).owner(of: place, toChange: true, alternative: context.hint("undo mine"))
        let store = context.services.store
        var moves = try await store.feedMoves(of: owner.recipient, at: context.time)
        var changes = try await store.ownChanges(of: owner.recipient, at: context.time)
        if !arguments.isEmpty {
            let named = changes.filter { $0.isCalled(arguments) }
            let feed = try await Undoing(context).feed(of: arguments, isNeeded: named.isEmpty)
            moves.removeAll { $0.feedID != feed?.id }
            changes.removeAll { change in
                !named.contains(change) && feed.map { change.feeds != [$0.id] } ?? true
            }
        }
        let moved = moves.first?.movedAt ?? .distantPast
        for (index, change) in changes.enumerated() where change.madeAt >= moved {
            if change.kind == .other {
                let older = changes[index...].first { $0.kind != .other }?.typedName
                return Undoing(context).refusal(of: change, older: older ?? moves.first?.name, owner, place)
            }
            let limit = owner.quotas.smartFeeds
            if try await store.undo(change, of: owner.recipient, smartFeeds: limit, at: context.time) {
                return Undoing(context).undone(change)
            }
        }
        guard let move = moves.first, let back = try await store.undoMove(move, for: owner.recipient, at: context.time)
        else { return context.say("undo.nothing", ["hint": .text(context.hint("feeds"))]) }
        let feed = try await store.feed(back.id, in: .of(owner.recipient)) ?? back
        return context.say(
            "feed.moveUndone",
            [
                "name": .text(BoundedText.name(feed.name)),
                "url": .text(BoundedText.shortened(try await Visibility(context).shownAddress(of: feed), to: 200)),
                "hint": .text(context.hint("feed \(feed.name)")),
            ]
        )
    }
}

extension OwnChange {
    /// The word after `undo` that selects this change.
    fileprivate var typedName: String { name.isEmpty ? Self.everything : name }

    private static let everything = "readall"

    fileprivate func isCalled(_ words: Arguments) -> Bool {
        kind != .other && [words.raw, words.text].contains { $0.lowercased() == typedName.lowercased() }
    }
}

/// Records and reverts changes.
struct Undoing: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// Records a change that `undo` cannot revert.
    ///
    /// `line` is the typed command, without addresses; it is shortened here. `reverse` is the command that reverts it.
    func record(_ line: String, reverse: HintLine? = nil, of owner: Owner) async throws {
        let line = BoundedText.shortened(line, to: 80)
        try await services.store.recordChange(line, reverse: reverse?.stored, of: owner.recipient, at: time)
        let place: PlaceWord = owner.isRoom ? .room(owner.address.target) : .privately
        await note(
            line,
            undo: reverse.map { hint($0, about: owner, at: place, isAnsweredHere: true) }
        )
    }

    /// Notes a change for an answer to a correction of its line.
    ///
    /// `undo` is what to type here to take it back.
    func note(_ line: String, undo: String?) async {
        await memory.note(RecentCommands.Change(line: BoundedText.shortened(line, to: 80), undo: undo), of: message)
    }

    /// The named feed.
    ///
    /// Nil if there is none and `isNeeded` is false.
    fileprivate func feed(of words: Arguments, isNeeded: Bool) async throws -> Feed? {
        do { return try await Listings(context).feed(named: words.text) } catch let error as CommandError {
            if isNeeded { throw error }
            return nil
        }
    }

    fileprivate func undone(_ change: OwnChange) -> [Answer] {
        switch change.kind {
        case .readAll:
            let key = change.name.isEmpty ? "undo.readAll" : "undo.readAllIn"
            return say(key, ["name": .text(change.name), "unread": .text(hint("unread"))])
        case .clear: return say("undo.clear", ["name": .text(change.name)])
        case .mute: return say("alert.mute.removed", ["names": .text(change.name)])
        case .filter:
            let facts: [String: MessageArgument] = [
                "query": .text(AlertQuery.shown(change.name)), "list": .text(hint("filter list")),
            ]
            return say("undo.filter", facts)
        case .smart: return say("undo.smart", ["name": .text(change.name), "list": .text(hint("smart list"))])
        case .unread: return say("undo.unread", ["name": .text(change.name)])
        case .schedule:
            let before = ClockWords.text(minuteOfDay: change.minuteBefore ?? 0)
            return say("undo.schedule", ["name": .text(change.name), "time": .text(before)])
        case .categories: return say("undo.categories", ["name": .text(change.name), "list": .text(hint("category"))])
        case .other: return []
        }
    }

    /// Says that the newest change cannot be undone, and which commands revert it or undo an older one.
    fileprivate func refusal(
        of change: OwnChange,
        older: String?,
        _ owner: Owner,
        _ place: PlaceWord?
    ) -> [Answer] {
        var body = localizer.richText(
            "undo.notThis",
            [
                "line": .text(typed(HintLine(stored: change.name))),
                "age": .text(localizer.relative(change.madeAt, now: time)),
            ]
        )
        if let reverse = change.reverse {
            let typed = hint(HintLine(stored: reverse), about: owner, at: place, isAnsweredHere: true)
            body = body + localizer.richText("undo.reverse", ["hint": .text(typed)])
        }
        if let older {
            let typed = hint(place == nil ? "undo \(older)" : "undo mine \(older)")
            body = body + localizer.richText("undo.older", ["hint": .text(typed)])
        }
        return show(body)
    }
}

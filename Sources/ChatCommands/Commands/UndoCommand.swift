internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    /// Takes back the newest of what was changed within a day, or what the bot has done by itself: a feed's change of
    /// address.
    static let undo = Command(name: "undo", isGeneric: true, topic: .following, isOnceOnly: true) {
        context,
        arguments in
        var arguments = arguments
        let isOwn = arguments.takeFirst("mine", "my")
        let owner = try await context.owner(
            of: isOwn ? .privately : nil,
            toChange: true,
            alternative: context.hint("undo mine")
        )
        let store = context.services.store
        var moves = try await store.feedMoves(of: owner.recipient, at: context.time)
        var changes = try await store.ownChanges(of: owner.recipient, at: context.time)
        if !arguments.isEmpty {
            let feed = try await context.feed(named: arguments.text)
            moves.removeAll { $0.feedID != feed.id }
            changes.removeAll { $0.feeds != [feed.id] }
        }
        let moved = moves.first?.movedAt
        let newest = [moved, changes.first?.madeAt].compactMap(\.self).max()
        if arguments.isEmpty, let undone = try await context.undoMute(of: owner, ifNewerThan: newest) { return undone }
        // A change of which there is nothing left to take back is skipped, for an older one.
        for change in changes where change.madeAt >= moved ?? .distantPast {
            if try await store.undo(change, of: owner.recipient) { return context.undone(change) }
        }
        guard let move = moves.first, let feed = try await store.undoMove(move, for: owner.recipient, at: context.time)
        else { return context.say("undo.nothing", ["hint": .text(context.hint("feeds"))]) }
        return context.say(
            "feed.moveUndone",
            [
                "name": .text(BoundedText.name(feed.name)),
                "url": .text(BoundedText.shortened(try await context.shownAddress(of: feed), to: 200)),
                "hint": .text(context.hint("feed \(feed.name)")),
            ]
        )
    }
}

extension CommandContext {
    fileprivate func undone(_ change: OwnChange) -> [Answer] {
        let key =
            switch change.kind {
            case .readAll: change.name.isEmpty ? "undo.readAll" : "undo.readAllIn"
            case .clear: "undo.clear"
            }
        return say(key, ["name": .text(change.name), "unread": .text(hint("unread"))])
    }
}

internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording
internal import Storage

extension Command {
    /// Takes back what was muted just now, or what the bot has done by itself: a feed's change of address.
    static let undo = Command(name: "undo", isGeneric: true, topic: .following, isOnceOnly: true) {
        context,
        arguments in
        let owner = try await context.owner(of: nil, toChange: true, alternative: "")
        let store = context.services.store
        let moves = try await store.feedMoves(of: owner.recipient, at: context.time)
        if arguments.isEmpty, let undone = try await context.undoMute(of: owner, ifNewerThan: moves.first?.movedAt) {
            return undone
        }
        var move = moves.first
        if !arguments.isEmpty {
            let feed = try await context.feed(named: arguments.text)
            move = moves.first { $0.feedID == feed.id }
        }
        guard let move, let feed = try await store.undoMove(move, for: owner.recipient, at: context.time) else {
            return context.say("feed.nothingToUndo", ["hint": .text(context.hint("feeds"))])
        }
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

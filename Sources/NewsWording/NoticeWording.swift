package import Localization
package import NewsModel

/// What an owner is told once about a place that cannot be reached any more.
package struct NoticeWording: Sendable {
    let localizer: Localizer
    let hints: CommandHints

    package init(localizer: Localizer, hints: CommandHints) {
        self.localizer = localizer
        self.hints = hints
    }

    /// The network refuses the bot there for good; everything for that place is paused.
    ///
    /// - Parameter here: the network it is read on.
    package func addressPaused(_ address: Address, reason: String, here: String) -> RichText {
        // Of a room it is said on its own network, or there.
        let isRoomHere = address.kind == .room && address.network == here
        let isRoomElsewhere = address.kind == .room && !isRoomHere
        let arguments: [String: MessageArgument] = [
            "place": .text(BoundedText.name(address.target)),
            "network": .text(BoundedText.name(address.network)),
            "reason": .text(BoundedText.shortened(reason, to: 120)),
            "resume": .text(
                isRoomElsewhere ? "resume" : hints.typed(isRoomHere ? "resume to \(address.target)" : "resume")
            ),
        ]
        return localizer.richText(isRoomElsewhere ? "delivery.roomPaused" : "delivery.addressPaused", arguments)
    }

    /// Something waits, but the account was out of sight for too long to say what.
    package func waitsForOwner() -> RichText {
        localizer.richText("delivery.waitsForOwner", ["hint": .text(hints.typed("unread"))])
    }

    /// Another account shares the reader's profile now; whoever did not want that can end it.
    package func accountLinked(_ address: Address) -> RichText {
        let account = Identity(network: address.network, account: address.target).shownAccount
        let arguments: [String: MessageArgument] = [
            "account": .text(BoundedText.name(account)), "network": .text(BoundedText.name(address.network)),
            "unlink": .text(hints.typed("unlink \(address.network):\(account)")),
        ]
        return localizer.richText("delivery.accountLinked", arguments)
    }

    /// Some feeds of an imported list failed at their first check; the first of them are named.
    package func importChecked(
        total: Int,
        failedCount: Int,
        failed: [(name: String, failure: FeedFailure)]
    ) -> RichText {
        let arguments: [String: MessageArgument] = [
            "n": .number(failedCount), "total": .number(total), "feeds": .text(hints.typed("feeds broken")),
        ]
        var blocks = localizer.richText("delivery.importChecked", arguments).blocks
        for item in failed.prefix(Self.mostNamed) {
            let reason = localizer.text("feed.failure.\(item.failure.rawValue)")
            blocks.append(.item(marker: nil, [.strong([.text(BoundedText.name(item.name))]), .text(" — " + reason)]))
        }
        blocks.append(.footer(localizer.spans("delivery.importNext", arguments)))
        return RichText(blocks)
    }

    /// More would be a flood where every line is a line.
    static let mostNamed = 8
}

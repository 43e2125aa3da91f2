package import Localization
package import NewsModel

/// Words the notices that an owner gets once, for example about an address that cannot be reached.
package struct NoticeWording: Sendable {
    let localizer: Localizer
    let hints: CommandHints

    package init(localizer: Localizer, hints: CommandHints) {
        self.localizer = localizer
        self.hints = hints.spoken(by: localizer)
    }

    /// The network refuses the bot at this address permanently, so all deliveries to it are paused.
    ///
    /// - Parameter here: the network where the notice is read.
    package func addressPaused(_ address: Address, reason: String, here: String) -> RichText {
        // A room is named with `resume to` only on its own network. Elsewhere the notice names the network too.
        let isRoomHere = address.kind == .room && address.network == here
        let isRoomElsewhere = address.kind == .room && !isRoomHere
        let arguments: [String: MessageArgument] = [
            "place": .text(BoundedText.name(address.target)),
            "network": .text(BoundedText.name(address.network)),
            "reason": .text(BoundedText.shortened(reason, to: 120)),
            "resume": .text(
                isRoomElsewhere
                    ? localizer.typed("resume") : hints.typed(isRoomHere ? "resume to \(address.target)" : "resume")
            ),
        ]
        return localizer.richText(isRoomElsewhere ? "delivery.roomPaused" : "delivery.addressPaused", arguments)
    }

    /// News is queued, but it is not shown, because the account was away for too long.
    package func waitsForOwner() -> RichText {
        localizer.richText("delivery.waitsForOwner", ["hint": .text(hints.typed("unread"))])
    }

    /// Another account was linked to the reader's profile.
    ///
    /// The notice says how to unlink it.
    package func accountLinked(_ address: Address) -> RichText {
        let account = Identity(network: address.network, account: address.target).shownAccount
        let arguments: [String: MessageArgument] = [
            "account": .text(BoundedText.name(account)), "network": .text(BoundedText.name(address.network)),
            "unlink": .text(hints.typed("unlink \(address.network):\(account)")),
        ]
        return localizer.richText("delivery.accountLinked", arguments)
    }

    /// Some feeds of an imported list failed at their first check.
    ///
    /// The first of them are named.
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

    /// More lines would flood a network where every line is a message.
    static let mostNamed = 8
}

/// Daily notices to operators while no new feed is accepted. All numbers are bytes.
extension NoticeWording {
    package func diskShort(free: Int64, needed: Int64) -> RichText {
        localizer.richText("quota.notice.disk", ["free": megabytes(free), "limit": megabytes(needed)])
    }

    package func databaseLarge(used: Int64, limit: Int64) -> RichText {
        localizer.richText("quota.notice.ceiling", ["used": megabytes(used), "limit": megabytes(limit)])
    }

    private func megabytes(_ bytes: Int64) -> MessageArgument { .number(Int(bytes / 1_000_000)) }
}

extension NoticeWording {
    /// A story that was sent has grown: more sources, or a number that has risen.
    package func storyUpdated(_ listed: ListedArticle, sources: Int?, numbers: [String], isRoom: Bool) -> RichText {
        let values = ChangedValues(numbers, localizer)
        let now = sources.map { localizer.text("delivery.nowSources", ["n": .number($0)]) }
        let hasChanged = numbers.count > 1
        let news = RichText.Span.symbol(
            [hasChanged ? values.signs : nil, now].compactMap(\.self).joined(separator: " · "),
            words: localizer.joined(facts: [hasChanged ? values.words : nil, now].compactMap(\.self))
        )
        let facts: [String: MessageArgument] = [
            "title": .text(BoundedText.title(listed.article.title)), "feed": .text(BoundedText.name(listed.feedName)),
        ]
        var body = localizer.richText("delivery.storyUpdated", facts, inserts: ["news": news])
        if let url = listed.article.url { body.blocks.append(.paragraph([.link(label: "", url: url)])) }
        let hint: [String: MessageArgument] = [
            "story": .text(hints.typed("story \(listed.storyName)")),
            "off": .text(hints.typed(isRoom ? "set room story updates off" : "set updates off")),
        ]
        body.blocks.append(.footer(localizer.spans("delivery.storyUpdatedNext", hint)))
        return body
    }
}

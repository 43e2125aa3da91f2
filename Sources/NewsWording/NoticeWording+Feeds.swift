package import Foundation
import Localization
package import NewsModel

/// Notices to followers about a feed.
extension NoticeWording {
    package struct Trouble: Hashable, Sendable {
        package var name: String
        /// Nil in a notice that an older version queued.
        package var address: String?
        package var failure: FeedFailure?
        package var since: Date

        package init(name: String, address: String? = nil, failure: FeedFailure?, since: Date) {
            self.name = name
            self.address = address
            self.failure = failure
            self.since = since
        }
    }

    package func feedMoved(_ name: String, from old: String, to new: String) -> RichText {
        let arguments: [String: MessageArgument] = [
            "name": .text(BoundedText.name(name)), "old": .text(BoundedText.shortened(old, to: 200)),
            "new": .text(BoundedText.shortened(new, to: 200)),
            "undo": .text(hints.typed("undo \(TypedName.of(name, orAddress: new) ?? name)")),
        ]
        return localizer.richText("delivery.feedMoved", arguments)
    }

    package func feedsFailing(_ troubles: [Trouble], now: Date) -> RichText {
        list("delivery.feedsFailing", troubles, hint: "feeds broken") { trouble in
            let since = localizer.relative(trouble.since, now: now)
            return localizer.text(
                "delivery.feedTrouble",
                ["reason": .text(reason(trouble)), "since": .text(since)]
            )
        }
    }

    package func feedsGone(_ troubles: [Trouble]) -> RichText {
        let typed = troubles.first.flatMap { TypedName.of($0.name, orAddress: $0.address) }
        return list("delivery.feedsGone", troubles, hint: typed.map { "unsub \($0)" } ?? "feeds", detail: reason)
    }

    package func feedsRecovered(_ troubles: [Trouble], now: Date) -> RichText {
        let typed = troubles.first.flatMap { TypedName.of($0.name, orAddress: $0.address) }
        return list("delivery.feedsRecovered", troubles, hint: typed.map { "headlines \($0)" } ?? "feeds") { trouble in
            localizer.text(
                "delivery.feedWasSilent",
                ["since": .text(localizer.relative(trouble.since, now: now))]
            )
        }
    }

    /// A sentence, then one line for each of the first feeds.
    ///
    /// The others are counted.
    private func list(
        _ key: String,
        _ troubles: [Trouble],
        hint: HintLine,
        detail: (Trouble) -> String
    ) -> RichText {
        let arguments: [String: MessageArgument] = [
            "n": .number(troubles.count), "hint": .text(hints.typed(hint)),
        ]
        var blocks = localizer.richText(key, arguments).blocks
        for trouble in troubles.prefix(Self.mostNamed) {
            let name = RichText.Span.strong([.text(BoundedText.name(trouble.name))])
            blocks.append(.item(marker: nil, [name, .text(" — " + detail(trouble))]))
        }
        if troubles.count > Self.mostNamed {
            let rest: [String: MessageArgument] = ["n": .number(troubles.count - Self.mostNamed)]
            blocks.append(.paragraph(localizer.spans("delivery.feedsMore", rest)))
        }
        return RichText(blocks)
    }

    private func reason(_ trouble: Trouble) -> String {
        trouble.failure.map { localizer.text("feed.failure.\($0.rawValue)") } ?? ""
    }
}

import Localization
package import NewsModel

extension PushWording {
    /// The closing line of a mail: which replies are possible, and how to stop these messages.
    package func closing(_ pushed: [PushedArticle]) -> RichText.Block {
        let answers: [String: MessageArgument] = [
            "read": .text(hints.typed("read 1")), "save": .text(hints.typed("save 1")),
            "mute": .text(hints.typed("mute 1")), "why": .text(hints.typed("why 1")),
        ]
        return .footer(localizer.spans("delivery.answers", answers) + [.text(" ")] + stopping(pushed))
    }

    private func stopping(_ pushed: [PushedArticle]) -> [RichText.Span] {
        let ways = Set(pushed.map(Self.stops))
        if ways.count == 1, let commands = ways.first ?? nil {
            let typed = commands.map { MessageArgument.text(hints.typed($0)) }
            if typed.count == 1 { return localizer.spans("delivery.stop", ["stop": typed[0]]) }
            return localizer.spans("delivery.stopBoth", ["off": typed[0], "unsub": typed[1]])
        }
        let lists: [String: MessageArgument] = [
            "feeds": .text(hints.typed("feeds")), "unsub": .text(hints.typed("unsub 2")),
            "alerts": .text(hints.typed("alerts")), "off": .text(hints.typed("alert 2 off")),
        ]
        return localizer.spans("delivery.stopOne", lists)
    }

    /// The commands that end the alert and the subscription behind an article, the alert's first.
    ///
    /// Nil if no single command surely does.
    private static func stops(_ pushed: PushedArticle) -> [HintLine]? {
        guard let alert = pushed.alerts.first else { return unsub(pushed).map { [$0] } }
        guard pushed.alerts.count == 1 else { return nil }
        let off: HintLine = "alert \(alert.number) off"
        return pushed.isFollowed ? unsub(pushed).map { [off, $0] } : [off]
    }

    private static func unsub(_ pushed: PushedArticle) -> HintLine? {
        TypedName.of(pushed.listed.feedName).map { "unsub \($0)" }
    }
}

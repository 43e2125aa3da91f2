import Localization
package import NewsModel

extension PushWording {
    /// What a mail says below the stories that it brings: what to answer, and how to stop just this.
    package func closing(_ pushed: [PushedArticle]) -> RichText.Block {
        let answers: [String: MessageArgument] = [
            "read": .text(hints.typed("read 1")), "save": .text(hints.typed("save 1")),
            "mute": .text(hints.typed("mute 1")), "why": .text(hints.typed("why 1")),
        ]
        return .footer(localizer.spans("delivery.answers", answers) + [.text(" ")] + stopping(pushed))
    }

    private func stopping(_ pushed: [PushedArticle]) -> [RichText.Span] {
        let commands = Set(pushed.map(Self.stop))
        if commands.count == 1, let command = commands.first ?? nil {
            return localizer.spans("delivery.stop", ["stop": .text(hints.typed(command))])
        }
        let lists: [String: MessageArgument] = [
            "feeds": .text(hints.typed("feeds")), "unsub": .text(hints.typed("unsub 2")),
            "alerts": .text(hints.typed("alerts")), "off": .text(hints.typed("alert 2 off")),
        ]
        return localizer.spans("delivery.stopOne", lists)
    }

    /// What ends the wish that brought it; nil where no single line surely does.
    private static func stop(_ pushed: PushedArticle) -> String? {
        if let alert = pushed.alerts.first { return pushed.alerts.count == 1 ? "alert \(alert.number) off" : nil }
        let name = pushed.listed.feedName
        // Other names would be cut, or be read as a place, a number or an address.
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "." }
        let words = name.lowercased().split(separator: " ")
        let hasMeaning = words.contains { ["to", "from", "in", "all", "everything"].contains($0) }
        guard isPlain, !hasMeaning, name.contains(where: \.isLetter), BoundedText.name(name) == name else { return nil }
        // In quotation marks a name of several words is one, whatever they mean.
        return words.count == 1 ? "unsub \(name)" : "unsub \"\(name)\""
    }
}

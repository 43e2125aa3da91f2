package import Localization
package import NewsModel

/// What an owner is told once about a place that cannot be reached any more.
package struct NoticeWording: Sendable {
    private let localizer: Localizer
    private let hints: CommandHints

    package init(localizer: Localizer, hints: CommandHints) {
        self.localizer = localizer
        self.hints = hints
    }

    /// The network refuses the bot there for good; everything for that place is paused.
    package func addressPaused(_ address: Address, reason: String) -> RichText {
        let arguments: [String: MessageArgument] = [
            "place": .text(BoundedText.name(address.target)),
            "network": .text(BoundedText.name(address.network)),
            "reason": .text(BoundedText.shortened(reason, to: 120)),
            "resume": .text(hints.typed("resume")),
        ]
        return localizer.richText("delivery.addressPaused", arguments)
    }
}

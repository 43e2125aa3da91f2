internal import Localization
internal import NewsModel

/// Answers thanks and goodbyes, which ask for nothing.
struct SmallTalk: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// A longer line is something else, in bytes.
    private static let longestLine = 40
    /// The words, divided by `|`, and what is answered to them.
    private static let talk = [
        ("command.talk.thanksWords", "command.talk.thanks"), ("command.talk.farewellWords", "command.talk.farewell"),
    ]

    /// The answer; nil if the line is anything but such words, of any language.
    func answer(to text: String) -> [Answer]? {
        guard text.utf8.count <= Self.longestLine else { return nil }
        let said = text.lowercased().filter { !$0.isPunctuation }.trimmed
        for language in services.catalogue.languages {
            let words = services.catalogue.localizer(language: language)
            for (key, answer) in Self.talk
            where words.text(key).split(separator: "|").map(String.init).contains(said) {
                return say(answer, ["pause": .text(hint("pause")), "schedules": .text(hint("schedules"))])
            }
        }
        return nil
    }
}

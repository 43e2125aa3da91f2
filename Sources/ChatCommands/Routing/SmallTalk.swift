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
    func answer(to text: String) async throws -> [Answer]? {
        if isSaid("command.talk.greetingWords", in: text) { return try await Command.start.run(context, Arguments([])) }
        for (key, answer) in Self.talk where isSaid(key, in: text) {
            return say(answer, ["pause": .text(hint("pause")), "schedules": .text(hint("schedules"))])
        }
        return nil
    }

    /// Whether the line is such words.
    func isTalk(_ text: String) -> Bool {
        isSaid("command.talk.greetingWords", in: text) || Self.talk.contains { isSaid($0.0, in: text) }
    }

    private func isSaid(_ key: String, in text: String) -> Bool {
        guard text.utf8.count <= Self.longestLine else { return false }
        let said = text.lowercased().filter { !$0.isPunctuation }.trimmed
        return services.catalogue.languages.contains { language in
            services.catalogue.localizer(language: language).wordList(key).contains(said)
        }
    }
}

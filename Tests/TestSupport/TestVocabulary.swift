package import NewsModel

extension CommandVocabulary {
    /// Some of the commands as they are declared, for tests of modules that do not see the command table.
    ///
    /// `VocabularyTests` compares them with the declarations.
    package static let forTest = CommandVocabulary.forTest { _ in true }

    package static func forTest(
        _ isCommand: @escaping @Sendable (String) -> Bool,
        asksForPushes: @escaping @Sendable (String) -> Bool = { _ in true },
        isHarmless: @escaping @Sendable (String) -> Bool = { _ in false }
    ) -> CommandVocabulary {
        CommandVocabulary(
            prefix: "!",
            entries: [
                Entry(
                    name: "headlines",
                    words: ["headlines", "latest", "hl", "last", "top"]
                ),
                Entry(
                    name: "read",
                    words: ["read", "open", "get"],
                    reactions: ["📖", "👀"],
                    answersQuotedLines: true
                ),
                Entry(
                    name: "more",
                    words: ["more", "next"],
                    answersQuotedLines: true
                ),
                Entry(
                    name: "save",
                    words: ["save", "bookmark", "keep"],
                    reactions: ["🔖", "💾", "⭐", "📌"],
                    answersQuotedLines: true
                ),
                Entry(
                    name: "why",
                    words: ["why"],
                    reactions: ["❓", "❔", "🤔"],
                    answersQuotedLines: true
                ),
                Entry(
                    name: "sub",
                    words: ["sub", "subscribe", "follow", "s", "add"],
                    roles: [.following: "sub"],
                    answersQuotedLines: true
                ),
                Entry(
                    name: "unsub",
                    words: ["unsub", "unsubscribe", "unfollow", "u", "remove", "del", "delete"],
                    roles: [.ending: "unsubscribe"],
                    answersQuotedLines: true
                ),
                Entry(
                    name: "resume",
                    words: ["resume", "unpause", "activate"],
                    roles: [.resuming: "resume"]
                ),
                Entry(name: "import", words: ["import", "opmlimport"], roles: [.importing: "import"]),
                Entry(
                    name: "start",
                    words: ["start", "hello"],
                    roles: [.greeting: "start"]
                ),
                Entry(
                    name: "help",
                    words: ["help", "commands", "h"],
                    roles: [.help: "help"]
                ),
                Entry(
                    name: "yes",
                    words: ["yes", "confirm"],
                    roles: [.confirmation: "yes"]
                ),
            ],
            isCommand: isCommand,
            asksForPushes: asksForPushes,
            isHarmless: isHarmless
        )
    }
}

package import Localization
package import NewsModel

/// Shows how a command must be typed where a text is read.
package struct CommandHints: Sendable {
    private let form: @Sendable (_ command: HintLine, _ words: String) -> String
    private var localizer: Localizer?

    /// - Parameter form: puts a prefix or a name before the words of a command.
    package init(_ form: @escaping @Sendable (_ command: HintLine, _ words: String) -> String) { self.form = form }

    /// The same hints in a reader's words; without it they are English.
    package func spoken(by localizer: Localizer) -> CommandHints {
        var hints = self
        hints.localizer = localizer
        return hints
    }

    /// Turns `headlines` into `!headlines`, `crier: headlines` or `headlines`.
    package func typed(_ command: HintLine) -> String {
        form(command, localizer?.typed(command) ?? command.text)
    }

    /// For private chat and mail, which need no prefix.
    package static let privately = CommandHints { $1 }

    /// For a room: with the bot's name, which works for every command there.
    ///
    /// Hints for commands that the room has switched off are marked for `SwitchedOffHints`.
    package static func inRoom(
        _ etiquette: RoomEtiquette,
        botName: String,
        vocabulary: CommandVocabulary
    ) -> CommandHints {
        CommandHints { line, words in
            let word = line.verb
            let command = vocabulary.entry(named: word)
            let name = command?.name ?? word
            let typed = inRoom(words, botName: botName)
            return etiquette.allows(name) ? typed : SwitchedOffHints.marked(typed)
        }
    }

    /// How a command is typed in a room: `crier: headlines`.
    package static func inRoom(_ line: String, botName: String) -> String { "\(botName): \(line)" }
}

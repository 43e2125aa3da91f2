package import NewsModel

/// Shows how a command must be typed where a text is read.
package struct CommandHints: Sendable {
    /// Turns `headlines` into `!headlines`, `crier: headlines` or `headlines`.
    package var typed: @Sendable (_ command: String) -> String

    package init(typed: @escaping @Sendable (_ command: String) -> String) { self.typed = typed }

    /// For private chat and mail, which need no prefix.
    package static let privately = CommandHints { $0 }

    /// For a room: with the bot's name, which works for every command there.
    ///
    /// Hints for commands that the room has switched off are marked for `SwitchedOffHints`.
    package static func inRoom(
        _ etiquette: RoomEtiquette,
        botName: String,
        vocabulary: CommandVocabulary
    ) -> CommandHints {
        CommandHints { line in
            let word = line.prefix { !$0.isWhitespace }.lowercased()
            let command = vocabulary.entry(named: word)
            let name = command?.name ?? word
            let typed = inRoom(line, botName: botName)
            return etiquette.allows(name) ? typed : SwitchedOffHints.marked(typed)
        }
    }

    /// How a command is typed in a room: `crier: headlines`.
    package static func inRoom(_ line: String, botName: String) -> String { "\(botName): \(line)" }
}

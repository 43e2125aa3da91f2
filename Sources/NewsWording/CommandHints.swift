package import Localization
package import NewsModel

/// Shows how a command must be typed where a text is read.
package struct CommandHints: Sendable {
    /// Turns `headlines` into `!headlines`, `crier: headlines` or `headlines`, in the reader's words.
    package var typed: @Sendable (_ command: HintLine) -> String

    package init(typed: @escaping @Sendable (_ command: HintLine) -> String) { self.typed = typed }

    /// For private chat and mail.
    ///
    /// - Parameter prefix: put before the command; mail needs none.
    package static func privately(_ localizer: Localizer, prefix: String = "") -> CommandHints {
        CommandHints { prefix + localizer.typed($0) }
    }

    /// For a room: with the prefix, or with the bot's name if other bots use the word and the room has not enabled it.
    ///
    /// Hints for commands that the room has switched off are marked for `SwitchedOffHints`.
    package static func inRoom(
        _ etiquette: RoomEtiquette,
        botName: String,
        vocabulary: CommandVocabulary,
        localizer: Localizer
    ) -> CommandHints {
        CommandHints { line in
            let word = line.verb
            let command = vocabulary.entry(named: word)
            let name = command?.name ?? word
            let isShared = command?.sharedWords.contains(word) ?? false
            let needsName = isShared && !etiquette.enabledVerbs.contains(name)
            let begin = needsName ? botName + ": " : etiquette.prefix ?? vocabulary.prefix
            let typed = begin + localizer.typed(line)
            return etiquette.allows(name) ? typed : SwitchedOffHints.marked(typed)
        }
    }
}

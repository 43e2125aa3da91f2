package import Localization
package import NewsModel

extension CommandTable {
    /// What other modules need to know about these commands.
    ///
    /// Lines are read in the languages that `catalogue` has at that time; nil means English.
    func vocabulary(prefix: String, catalogue: Catalogue? = nil) -> CommandVocabulary {
        let reader: @Sendable () -> CommandReader = {
            CommandReader(speaking(catalogue?.typedWords ?? words), prefix: prefix)
        }
        let table = reader().table
        return CommandVocabulary(
            prefix: prefix,
            entries: commands.map { command in
                CommandVocabulary.Entry(
                    name: command.name,
                    words: command.words,
                    foreignWords: table.foreignWords(for: command),
                    roles: command.roles,
                    reactions: command.reactions,
                    answersQuotedLines: command.answersQuotedLines
                )
            },
            isCommand: { reader().isCommand($0) },
            asksForPushes: { reader().asksForPushes($0) },
            isHarmless: { reader().isHarmless($0) }
        )
    }
}

extension CommandVocabulary {
    /// The vocabulary of the standard commands.
    package static func standard(
        prefix: String,
        rooms: RoomMarks,
        catalogue: Catalogue? = nil
    ) -> CommandVocabulary {
        CommandTable.standard.knowing(rooms).vocabulary(prefix: prefix, catalogue: catalogue)
    }
}

package import NewsModel

extension CommandTable {
    /// What other modules need to know about these commands.
    func vocabulary(prefix: String) -> CommandVocabulary {
        let reader = CommandReader(self, prefix: prefix)
        return CommandVocabulary(
            prefix: prefix,
            entries: commands.map { command in
                CommandVocabulary.Entry(
                    name: command.name,
                    words: command.words,
                    roles: command.roles,
                    reactions: command.reactions,
                    answersQuotedLines: command.answersQuotedLines
                )
            },
            isCommand: { reader.isCommand($0) },
            asksForPushes: { reader.asksForPushes($0) },
            isHarmless: { reader.isHarmless($0) }
        )
    }
}

extension CommandVocabulary {
    /// The vocabulary of the standard commands.
    package static func standard(prefix: String) -> CommandVocabulary {
        CommandTable.standard.vocabulary(prefix: prefix)
    }
}

package import MailMessages
package import NewsModel

/// The settings and words with which mail is interpreted.
package struct MailRules: Sendable {
    /// The bot's own addresses.
    package var tokens: MailTokens

    /// The server whose Authentication-Results are trusted (RFC 8601, 2.2); empty means none.
    package var authenticationServer: String

    /// The name that people may use for the bot.
    package var botName: String

    /// The commands, and which of them are harmless.
    package var vocabulary: CommandVocabulary

    package var people: PeopleWords
    package var programs: ProgramWords

    package init(
        tokens: MailTokens,
        authenticationServer: String = "",
        botName: String = "",
        vocabulary: CommandVocabulary,
        people: PeopleWords,
        programs: ProgramWords
    ) {
        self.tokens = tokens
        self.authenticationServer = authenticationServer
        self.botName = botName
        self.vocabulary = vocabulary
        self.people = people
        self.programs = programs
    }

    /// The word shown to people for resuming mail.
    var resumeWord: String { vocabulary.word(for: .resuming) ?? "" }
}

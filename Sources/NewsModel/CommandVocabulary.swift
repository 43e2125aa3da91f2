/// The facts about commands that networks and hints need.
///
/// The command table creates it (`CommandTable.vocabulary`), and `crier` passes it to the networks and to the authors
/// of hints.
package struct CommandVocabulary: Sendable {
    /// A purpose that a network needs a command for, without knowing the command's name.
    package enum Role: String, Hashable, Sendable, CaseIterable {
        /// Greets a person who has only said hello.
        case greeting
        /// Shows an overview to a person who has sent an empty message.
        case help
        /// Confirms with a code. The code follows the word.
        case confirmation
        /// Follows feeds. Their addresses follow the word.
        case following
        /// Imports the attached list of feeds.
        case importing
        /// Ends subscriptions. `all` may follow the word.
        case ending
        /// Resumes what was ended.
        case resuming
    }

    /// One command.
    package struct Entry: Hashable, Sendable {
        package var name: String
        /// The English words for the command, including its name.
        package var words: [String]
        /// The words of other languages.
        package var foreignWords: [String]
        /// The purposes it serves, with the word to use for each.
        package var roles: [Role: String]
        /// Emoji that trigger it as a reaction to a message of the bot, without variation selectors.
        package var reactions: [String]
        /// Whether people type it with a number between the quoted lines of a mail, such as `save 3`.
        package var answersQuotedLines: Bool

        package init(
            name: String,
            words: [String],
            foreignWords: [String] = [],
            roles: [Role: String] = [:],
            reactions: [String] = [],
            answersQuotedLines: Bool = false
        ) {
            self.name = name
            self.words = words
            self.foreignWords = foreignWords
            self.roles = roles
            self.reactions = reactions
            self.answersQuotedLines = answersQuotedLines
        }
    }

    /// The prefix of commands in rooms that have not set their own.
    package let prefix: String
    package let entries: [Entry]
    /// Whether a line of a mail is a command rather than other text.
    package let isCommand: @Sendable (_ line: String) -> Bool
    /// Whether a line requests messages that are pushed later.
    package let asksForPushes: @Sendable (_ line: String) -> Bool
    /// Whether a line is safe to execute even if its sender is forged.
    package let isHarmless: @Sendable (_ line: String) -> Bool

    /// Command names by reaction emoji.
    package let reactions: [String: String]
    /// Words for commands that people type with a number between the quoted lines of a mail.
    package let quotedLineAnswers: Set<String>
    private let byWord: [String: Int]
    private let byRole: [Role: (entry: Int, word: String)]

    /// If two entries claim the same word, role or emoji, the first one gets it.
    package init(
        prefix: String,
        entries: [Entry],
        isCommand: @escaping @Sendable (_ line: String) -> Bool,
        asksForPushes: @escaping @Sendable (_ line: String) -> Bool,
        isHarmless: @escaping @Sendable (_ line: String) -> Bool
    ) {
        self.prefix = prefix
        self.entries = entries
        self.isCommand = isCommand
        self.asksForPushes = asksForPushes
        self.isHarmless = isHarmless
        var byWord: [String: Int] = [:]
        var byRole: [Role: (entry: Int, word: String)] = [:]
        var reactions: [String: String] = [:]
        for (index, entry) in entries.enumerated() {
            for word in entry.words + entry.foreignWords where byWord[word] == nil { byWord[word] = index }
            for (role, word) in entry.roles where byRole[role] == nil { byRole[role] = (index, word) }
            for sign in entry.reactions where reactions[sign] == nil { reactions[sign] = entry.name }
        }
        self.byWord = byWord
        self.byRole = byRole
        self.reactions = reactions
        quotedLineAnswers = Set(entries.filter(\.answersQuotedLines).flatMap { [$0.name] + $0.foreignWords })
    }

    /// The command with this name or word; case does not matter.
    package func entry(named word: some StringProtocol) -> Entry? { byWord[word.lowercased()].map { entries[$0] } }

    /// The word for a purpose; nil if no command serves it.
    package func word(for role: Role) -> String? { byRole[role]?.word }

    /// Whether a line begins with a command for this purpose, with or without the prefix.
    package func begins(_ line: String, with role: Role) -> Bool {
        guard let entry = byRole[role].map({ entries[$0.entry] }) else { return false }
        let text = line.drop(while: \.isWhitespace).lowercased()
        let typed = text.hasPrefix(prefix.lowercased()) ? text.dropFirst(prefix.count) : text[...]
        let word = typed.prefix { !$0.isWhitespace }
        return (entry.words + entry.foreignWords).contains { $0 == word }
    }
}

internal import Localization
internal import NewsModel

/// What a line asks for.
enum CommandRequest: Sendable {
    case command(Command, Arguments)
    /// Only addresses: the bot offers to follow them.
    case url([CommandWord])
    case unknown(String, near: [String])
    /// A line that may be meant in the sender's own words, and what it is otherwise.
    indirect case said(String, otherwise: CommandRequest)

    /// A command that answers here only with the bot's name, which the sender did not know.
    case unnamed(line: String)

    /// Whether it is an answer to the open question.
    var answersQuestions: Bool {
        switch self {
        case .command(let command, _): command.answersQuestions
        case .said(_, let otherwise): otherwise.answersQuestions
        case .url, .unknown, .unnamed: false
        }
    }

    /// Whether the typed words are a complete command, which no phrase can mean.
    ///
    /// A command followed by words that it does not use is none: `news at 8`, `quiz me`.
    func isExact(_ words: [CommandWord], in table: CommandTable) -> Bool {
        switch self {
        case .url: return true
        case .unknown, .unnamed, .said: return false
        case .command(let command, let arguments):
            // Other words were typed if they were put in order: `feed add …`.
            guard words.count > 1, arguments.words.count == words.count - 1 else { return true }
            let arguments = arguments.withoutPoliteness
            var rest = arguments
            _ = rest.takeValue("to") { table.destination($0) }
            let verb = table.english(words[0].text)
            let isGeneric = command.genericAliases.contains(verb)
            return command.shape.fits(
                .init(rest: rest, arguments: arguments, word: verb, isGeneric: isGeneric, table: table)
            )
        }
    }
}

extension CommandTable {
    /// Prefixes of other bots, where the next word is the verb: `!rss add …`, `!news add …`.
    static let foreignPrefixes: Set<String> = ["rss", Command.news.name]

    /// Puts the verb first: `weekly digest at 9` becomes `digest weekly at 9`.
    func inOrder(_ words: [CommandWord]) -> [CommandWord] {
        guard words.count > 1,
            Arguments(words).beginsWithFrequency || words[0].keyword == "monthly",
            let second = command(named: words[1].text), second.allowsFrequencyFirst,
            !second.genericAliases.contains(english(words[1].text))
        else { return words }
        return [words[1], words[0]] + words.dropFirst(2)
    }

    /// Understands `feed add URL`, `feed list` and `feed remove NAME`, as other bots call them.
    private func renamed(_ words: [CommandWord]) -> [CommandWord] {
        guard words.count > 1, english(words[0].text) == Command.feed.name else { return words }
        let verb = commands.first { command in
            guard let form = command.foreignForm, form.word == words[1].keyword else { return false }
            return form.takesWords == (words.count > 2)
        }
        guard let verb else { return words }
        return [CommandWord(raw: words[1].raw, text: verb.name, isQuoted: false)] + words.dropFirst(2)
    }

    /// The command that the words ask for.
    ///
    /// `words` must not be empty. They come from `words(in:)`.
    func request(_ words: [CommandWord], allowingPrefix: Bool) -> CommandRequest {
        var words = renamed(inOrder(words))
        let greeting = words[0].keyword.prefix { !"!?！？".contains($0) }
        if allowingPrefix, words.count == 1, self.words.greetings.contains(String(greeting)) {
            words = [CommandWord(raw: words[0].raw, text: Command.start.name, isQuoted: false)]
        }
        let first = english(words[0].text)
        if Self.foreignPrefixes.contains(first) {
            if words.count > 1, let inner = command(behindPrefix: words[1]) {
                let rest = Arguments(Array(words.dropFirst(2)))
                return .command(inner, inner.foreignForm?.allowsNameFirst == true ? rest.withNameLast : rest)
            }
            if command(named: first) == nil, let command = command(named: Self.meant(by: words).name) {
                return .command(command, Arguments(Array(words.dropFirst())))
            }
        }
        switch match(words[0].text, allowingPrefix: allowingPrefix) {
        case .command(let command, let word):
            // “who wrote this” is no short form of `whoami`.
            if self.command(named: word) == nil, let most = command.mostWords, words.count - 1 > most {
                return .unknown(words[0].text, near: [command.name])
            }
            let rest = Arguments(Array(words.dropFirst()))
            return .command(command, command.isGame ? rest.withGameTimeFirst : rest)
        case .unknown(let near): return .unknown(words[0].text, near: near)
        }
    }

    /// The command that a word behind such a prefix names; `news sports` asks for a category, and `新闻 游戏` for another.
    func command(behindPrefix word: CommandWord) -> Command? {
        guard let command = command(named: word.text) else { return nil }
        if Self.foreignPrefixes.contains(command.name) { return command }
        if NewsCategory(named: command.name) != nil { return nil }
        return words.categoryNames.contains(word.text.lowercased()) ? nil : command
    }

    /// `rss` alone lists the feeds; `rss technology` lists their headlines.
    private static func meant(by words: [CommandWord]) -> Command { words.count > 1 ? .headlines : .feeds }
}

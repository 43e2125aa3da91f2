internal import Localization
internal import NewsModel

/// All commands, found by name, alias or unique beginning, in every language.
struct CommandTable: Sendable {
    let commands: [Command]
    /// The words of other languages than English.
    private(set) var words = TypedWords()
    /// How rooms are named on all networks.
    private(set) var rooms = RoomMarks()
    private let byWord: [String: Int]
    private let secretWords: [String]

    init(_ commands: [Command]) {
        self.commands = commands
        var byWord: [String: Int] = [:]
        for (index, command) in commands.enumerated() {
            for word in command.words where byWord[word] == nil { byWord[word] = index }
        }
        self.byWord = byWord
        secretWords = commands.filter(\.takesSecretCode).flatMap(\.words)
    }

    /// The same commands, called in more languages.
    func speaking(_ words: TypedWords) -> CommandTable {
        var table = self
        table.words = words
        return table
    }

    /// The same commands, told how rooms are named.
    func knowing(_ rooms: RoomMarks) -> CommandTable {
        var table = self
        table.rooms = rooms
        return table
    }

    enum Match: Sendable {
        case command(Command, word: String)
        /// An unknown word, with similar names.
        case unknown(near: [String])
    }

    /// Shorter beginnings of names are more often other words.
    private static let shortestPrefix = 3

    /// The command that a word names.
    ///
    /// With `allowingPrefix` a unique beginning of a name is enough.
    func match(_ word: String, allowingPrefix: Bool) -> Match {
        let wanted = word.lowercased()
        if let index = index(of: wanted) { return .command(commands[index], word: wanted) }
        // `Hello!`, `help?`
        var bare = Substring(wanted)
        while let last = bare.last, "!?！？。".contains(last) { bare.removeLast() }
        // `yes?` asks; it does not agree.
        let isQuestion = wanted.contains { "?？".contains($0) }
        if let index = index(of: String(bare)), !isQuestion || !commands[index].answersQuestions {
            return .command(commands[index], word: String(bare))
        }
        if allowingPrefix, wanted.count >= Self.shortestPrefix {
            let found = Set(byWord.filter { $0.key.hasPrefix(wanted) }.values)
            if found.count == 1, let index = found.first {
                return .command(commands[index], word: wanted)
            }
            if found.count > 1 { return .unknown(near: found.map { commands[$0].name }.sorted()) }
        }
        let near = NearNames.nearest(to: wanted, among: commands.map(\.name) + words.commands.keys)
        let names = near.compactMap { command(named: $0)?.name }
        return .unknown(near: names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element))
    }

    private func index(of word: String) -> Int? { byWord[word] ?? words.commands[word].flatMap { byWord[$0] } }

    /// The command that networks use for a role.
    func command(for role: CommandVocabulary.Role) -> Command? {
        commands.first { $0.roles[role] != nil }
    }

    /// Whether a word ends with a command that takes a secret code: `!link`, `crier:link`.
    func takesSecretCode(_ word: Substring) -> Bool {
        let word = word.lowercased()
        if secretWords.contains(where: { word.hasSuffix($0) }) { return true }
        return words.commands.contains { secretWords.contains($0.value) && word.hasSuffix($0.key) }
    }

    /// The command that has exactly this name or alias.
    func command(named word: String) -> Command? { index(of: word.lowercased()).map { commands[$0] } }

    /// The topic of help with this name in any language; spaces do not matter.
    func topic(named text: String) -> Command.Topic? {
        let wanted = text.lowercased().filter { !$0.isWhitespace }
        return Command.Topic(rawValue: words.topics[wanted] ?? wanted)
    }

    /// The English name or alias that a word stands for.
    func english(_ word: String) -> String {
        let word = word.lowercased()
        return byWord[word] == nil ? words.commands[word] ?? word : word
    }

    /// Whether a word for a command is one that other bots also use.
    func isGeneric(_ word: String) -> Bool {
        let word = english(word)
        return byWord[word].map { commands[$0].isGeneric(word) } ?? false
    }

    /// The words of other languages for a command.
    func foreignWords(for command: Command) -> [String] {
        words.commands.filter { byWord[$0.key] == nil && command.words.contains($0.value) }.map(\.key).sorted()
    }
}

internal import NewsModel

/// All commands, found by name, alias or unique beginning.
struct CommandTable: Sendable {
    let commands: [Command]
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
        if let index = byWord[wanted] { return .command(commands[index], word: wanted) }
        // `Hello!`, `help?`
        var bare = Substring(wanted)
        while let last = bare.last, "!?！？".contains(last) { bare.removeLast() }
        if let index = byWord[String(bare)] { return .command(commands[index], word: String(bare)) }
        if allowingPrefix, wanted.count >= Self.shortestPrefix {
            let found = Set(byWord.filter { $0.key.hasPrefix(wanted) }.values)
            if found.count == 1, let index = found.first {
                return .command(commands[index], word: wanted)
            }
            if found.count > 1 { return .unknown(near: found.map { commands[$0].name }.sorted()) }
        }
        return .unknown(near: NearNames.nearest(to: wanted, among: commands.map(\.name)))
    }

    /// The command that networks use for a role.
    func command(for role: CommandVocabulary.Role) -> Command? {
        commands.first { $0.roles[role] != nil }
    }

    /// Whether a word ends with a command that takes a secret code: `!link`, `crier:link`.
    func takesSecretCode(_ word: Substring) -> Bool {
        let word = word.lowercased()
        return secretWords.contains { word.hasSuffix($0) }
    }

    /// The command that has exactly this name or alias.
    func command(named word: String) -> Command? { byWord[word.lowercased()].map { commands[$0] } }
}

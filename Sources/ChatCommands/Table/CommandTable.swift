/// All commands, found by name, alias or unique beginning.
struct CommandTable: Sendable {
    let commands: [Command]
    private let byWord: [String: Int]

    init(_ commands: [Command]) {
        self.commands = commands
        var byWord: [String: Int] = [:]
        for (index, command) in commands.enumerated() {
            for word in command.words where byWord[word] == nil { byWord[word] = index }
        }
        self.byWord = byWord
    }

    enum Match: Sendable {
        case command(Command, word: String)
        /// Known to nobody; these are near.
        case unknown(near: [String])
    }

    /// The command a word names; `allowingPrefix` takes the beginning of a name that begins no other.
    func match(_ word: String, allowingPrefix: Bool) -> Match {
        let wanted = word.lowercased()
        if let index = byWord[wanted] { return .command(commands[index], word: wanted) }
        if allowingPrefix, wanted.count >= 2 {
            let found = Set(byWord.filter { $0.key.hasPrefix(wanted) }.values)
            if found.count == 1, let index = found.first { return .command(commands[index], word: wanted) }
            if found.count > 1 { return .unknown(near: found.map { commands[$0].name }.sorted()) }
        }
        return .unknown(near: NearNames.nearest(to: wanted, among: commands.map(\.name)))
    }

    /// The command that has exactly this name or alias.
    func command(named word: String) -> Command? { byWord[word.lowercased()].map { commands[$0] } }
}

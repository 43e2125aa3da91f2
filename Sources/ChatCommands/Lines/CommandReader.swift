/// Parses lines from private text such as mail, without knowing the sender.
struct CommandReader: Sendable {
    let table: CommandTable
    private let addressing: Addressing

    init(_ table: CommandTable = .standard, prefix: String = "!") {
        self.table = table
        addressing = Addressing(prefix: prefix, botNames: ["crier"], isPrivate: true)
    }

    /// Whether a line is a command, in text that may also be a normal letter (the subject of a mail).
    ///
    /// Verbs must be complete and followed by fitting words. With a prefix or the bot's name, the verb is enough.
    func isCommand(_ line: String) -> Bool {
        let line = PlainInput.cleaned(line)
        guard !line.isEmpty, let addressed = addressing.read(line) else { return false }
        let words = CommandWord.words(in: addressed.text)
        let detector = CommandDetector(table)
        guard addressed.text != line, let first = words.first else { return detector.isCommand(words) }
        let verb = table.words(in: addressed.text).first?.text ?? first.text
        return first.isURL || CommandTable.foreignPrefixes.contains(table.english(verb))
            || table.command(named: verb) != nil || detector.isCommand(words)
    }

    /// Whether a line asks for messages that are sent later without a further request.
    func asksForPushes(_ line: String) -> Bool {
        // An address alone does not subscribe: the sender is asked first.
        guard let words = words(in: line),
            case .command(let command, let arguments) = table.request(words, allowingPrefix: false)
        else { return false }
        return command.asksForPushes(arguments) || Arguments(words).hasTimeOrDestination
    }

    /// Whether a line can do no harm if somebody else forged it in the sender's name.
    ///
    /// Harmless lines show something to the owner only, save a story, or return a code that only the owner was told.
    /// All other lines are not harmless: those that ask for pushes, fetch an address or belong to a command that
    /// changes something.
    func isHarmless(_ line: String) -> Bool {
        guard let words = words(in: line),
            case .command(let command, let arguments) = table.request(words, allowingPrefix: true),
            // `read https://…` and `read example.org` would fetch a page that the author chose.
            !words.contains(where: { $0.isURL || AddressRepair.looksLikeAddress($0.text) })
        else { return false }
        switch command.effect {
        case .changes: return false
        case .showsOnly(let fits): return fits(arguments)
        case .shows:
            // A schedule or another destination is not harmless.
            return !asksForPushes(line)
                && !arguments.words.contains { ["to", "in", "at", "off"].contains($0.keyword) }
        }
    }

    /// The words of a line; nil if it is empty.
    private func words(in line: String) -> [CommandWord]? {
        guard let addressed = addressing.read(PlainInput.cleaned(line)) else { return nil }
        let words = table.words(in: addressed.text)
        return words.isEmpty ? nil : words
    }
}

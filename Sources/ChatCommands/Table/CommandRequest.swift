/// What a line asks for.
enum CommandRequest: Sendable {
    case command(Command, Arguments)
    /// Addresses and nothing else: an offer to follow them.
    case url([Word])
    case unknown(String, near: [String])
}

extension CommandTable {
    /// `!rss add …`, `!news add …`: the habits of other bots, where the next word is the verb.
    private static let namespaces: Set<String> = ["rss", "news"]

    /// `weekly digest at 9` is `digest weekly at 9`.
    func inOrder(_ words: [Word]) -> [Word] {
        guard words.count > 1, Arguments(words).isRegular || ["monthly", "每月"].contains(words[0].keyword),
            let second = command(named: words[1].text), ["digest", "headlines"].contains(second.name),
            !second.genericAliases.contains(words[1].keyword)
        else { return words }
        return [words[1], words[0]] + words.dropFirst(2)
    }

    /// Finds the command a line's words ask for; `words` is never empty.
    func request(_ words: [Word], allowingPrefix: Bool) -> CommandRequest {
        let words = inOrder(words)
        let first = words[0].text.lowercased()
        if Self.namespaces.contains(first), words.count > 1, let inner = command(named: words[1].text) {
            return .command(inner, Arguments(Array(words.dropFirst(2))))
        }
        if first == "rss", let command = command(named: words.count > 1 ? "headlines" : "feeds") {
            return .command(command, Arguments(Array(words.dropFirst())))
        }
        switch match(words[0].text, allowingPrefix: allowingPrefix) {
        case .command(let command, _): return .command(command, Arguments(Array(words.dropFirst())))
        case .unknown(let near): return .unknown(words[0].text, near: near)
        }
    }
}

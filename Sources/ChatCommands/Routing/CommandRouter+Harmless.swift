extension CommandRouter {
    /// Whether a line in private does no harm to whom it is ascribed, should somebody else have written it.
    ///
    /// It shows what goes to its owner alone, keeps a story, or sends back a code of the chat, which its owner alone was told. Whatever is
    /// not surely so is not: what is told by itself later, what fetches an address, and every command that is not listed here.
    package static func isHarmless(_ line: String, prefix: String = "!") -> Bool {
        let addressing = Addressing(prefix: prefix, botNames: ["crier"], isPrivate: true)
        guard let addressed = addressing.read(PlainInput.cleaned(line)) else { return false }
        let words = Word.words(in: addressed.text)
        guard !words.isEmpty,
            case .command(let command, let arguments) = CommandTable.standard.request(words, allowingPrefix: true),
            // `read https://…` is about a page of whoever wrote it, and so is `read example.org`.
            !words.contains(where: { $0.isURL || AddressRepair.looksLikeAddress($0.text) })
        else { return false }
        switch command.name {
        case "headlines", "news", "digest", "read", "more", "unread", "history", "save", "saved", "why", "feeds",
            "sources", "discover", "start", "help", "me", "about":
            // By the clock, or somewhere else than here.
            return !asksForPushes(addressed.text, prefix: prefix)
                && !arguments.words.contains { ["to", "in", "at", "off"].contains($0.keyword) }
        case "schedules": return arguments.isEmpty
        case "alert", "mute": return arguments.words.map(\.keyword) == ["list"]
        case "yes": return arguments.words.count == 1
        default: return false
        }
    }
}

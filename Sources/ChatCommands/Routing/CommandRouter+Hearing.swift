package import Foundation
package import NewsModel
package import Storage

/// What comes before and after a message is answered.
extension CommandRouter {
    /// Whether a line in private is a command of its own, where people also write to each other (the subject of a mail).
    ///
    /// It takes whole verbs only, with what these take behind them; a prefix or the bot's name before it says it all.
    package static func isCommand(_ line: String, prefix: String = "!", botNames: [String] = ["crier"]) -> Bool {
        let line = PlainInput.cleaned(line)
        let addressing = Addressing(prefix: prefix, botNames: botNames, isPrivate: true)
        guard !line.isEmpty, let addressed = addressing.read(line) else { return false }
        let words = Word.words(in: addressed.text)
        guard addressed.text != line, let first = words.first else { return CommandLikeness().isCommand(words) }
        return first.isURL || first.text.lowercased() == "rss"
            || CommandTable.standard.command(named: first.text) != nil || CommandLikeness().isCommand(words)
    }

    /// Whether a line asks for something that is told later, by itself.
    package static func asksForPushes(_ line: String, prefix: String = "!") -> Bool {
        let addressing = Addressing(prefix: prefix, botNames: [], isPrivate: true)
        guard let addressed = addressing.read(PlainInput.cleaned(line)) else { return false }
        let words = Word.words(in: addressed.text)
        // An address alone is followed by nobody: they are asked first.
        guard !words.isEmpty,
            case .command(let command, let arguments) = CommandTable.standard.request(words, allowingPrefix: false)
        else { return false }
        switch command.name {
        case "sub", "alert", "import", "resume", "link": return true
        case "digest" where arguments.nameClock || arguments.isRegular,
            "headlines" where arguments.nameClock || arguments.isRegular:
            return true
        default: return words.contains { ["at", "to"].contains($0.keyword) }
        }
    }

    /// Whether somebody was told a code that they have not sent back yet, and which a bare `yes` may mean.
    package static func hasAsked(_ identity: Identity, of store: Store, at time: Date) async throws -> Bool {
        guard let profile = try await store.profile(for: identity) else { return false }
        return try await store.heldCode(of: profile.id, at: time) != nil
    }

    /// Whether a message may be for us: talk among people must not wait in line with commands.
    ///
    /// Nothing is for us of somebody who was told that they are too fast, until they are not.
    package func isMeant(_ message: IncomingMessage) async -> Bool {
        if await isRefused(message) { return false }
        if message.isPrivate || message.question != nil || message.file != nil { return true }
        let line = PlainInput.cleaned(message.text)
        if QuizLetter(line) != nil || LinkCodeSpoken(line) != nil { return true }
        let room = try? await room(of: message)
        return addressing(room, message).read(line) != nil
    }

    func addressing(_ room: Room?, _ message: IncomingMessage) -> Addressing {
        Addressing(
            prefix: room?.etiquette.prefix ?? services.options.prefix,
            botNames: [services.options.botName(message.network), "crier"],
            isPrivate: message.isPrivate
        )
    }
}

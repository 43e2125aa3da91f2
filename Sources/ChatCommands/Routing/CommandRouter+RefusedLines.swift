internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording

/// Tells people how many of their lines were not done.
extension CommandRouter {
    /// Counts lines that are not done because too many came; `isNamed` if the answer to the first of them says so.
    func noteRefused(_ message: IncomingMessage, isNamed: Bool = false, count: Int = 1) {
        let person = counted(message).person
        refusedLines.add(tellable(message), of: person, isNamed: isNamed, count: count, at: services.time.now)
    }

    /// Records that a line is being done, so that a notice can name the last one.
    func noteRun(_ message: IncomingMessage) {
        refusedLines.ran(tellable(message), of: counted(message).person, at: services.time.now)
    }

    /// The message with as much of its text as an answer in its place may repeat: no codes, and no secrets in
    /// addresses.
    func tellable(_ message: IncomingMessage) -> IncomingMessage {
        let line = PlainInput.cleaned(String(message.text.prefix(2_000)))
        var tellable = message
        tellable.file = nil
        let shown = withoutCode(line, message).split(separator: " ").map { word in
            let word = String(word)
            let isAddress = AddressRepair.looksLikeAddress(word) || (word.contains("/") && word.contains("."))
            guard isAddress else { return word }
            return message.isPrivate ? AddressRepair.withoutPassword(word) : ShownAddress.siteOnly(word)
        }
        tellable.text = BoundedText.shortened(shown.joined(separator: " "), to: 80)
        return tellable
    }

    /// Only the command's name if the command takes a secret code.
    private func withoutCode(_ line: String, _ message: IncomingMessage) -> String {
        let table = table
        let words = table.words(in: addressing(nil, message).read(line)?.text ?? line)
        if let verb = words.first, case .command(let command, _) = table.match(verb.text, allowingPrefix: true),
            command.takesSecretCode
        {
            return verb.text
        }
        // After another prefix, or in the middle of a sentence.
        let secret = line.split(separator: " ").first(where: table.takesSecretCode)
        return secret.map { String(line[..<$0.endIndex]) } ?? line
    }

    /// Whether a message would have been a command, as far as that is known without the room's settings.
    func isCommandLike(_ message: IncomingMessage) -> Bool {
        if message.isPrivate { return true }
        return addressing(nil, message).read(PlainInput.cleaned(String(message.text.prefix(400)))) != nil
    }

    /// Tells senders when their burst of lines is over, until cancelled.
    func tellOfRefused(_ replies: ReplySender) async {
        for await _ in refusedLines.arrivals {
            while let due = refusedLines.nextDue {
                do { try await services.time.sleep(until: due) } catch { return }
                await sendNotices(of: refusedLines.takeDue(at: services.time.now), replies, mayWait: true)
            }
        }
    }

    /// Tells at the end what was not told yet.
    func tellRestOfRefused(_ replies: ReplySender) async {
        await sendNotices(of: refusedLines.takeDue(at: .distantFuture), replies, mayWait: false)
    }

    private func sendNotices(of bursts: [RefusedLines.Burst], _ replies: ReplySender, mayWait: Bool) async {
        for burst in bursts where burst.isWorthTelling {
            // One notice a minute for a person, and a limited number for everybody: nobody can make us flood.
            guard await mayTell(inRoomOf: burst.message) else { continue }
            guard await mayNotify(ofDropped: burst.message) else {
                if mayWait {
                    refusedLines.putBack(burst, until: services.time.now.addingTimeInterval(RefusedLines.longest))
                }
                continue
            }
            let name = "refused-" + String(UInt64.random(in: .min ... .max), radix: 36)
            // The sender may have gone; then the notice is not needed.
            try? await replies.send(await notice(of: burst), name: name, for: counted(burst.message).share)
        }
    }

    /// Whether a room may get such a notice: one a minute, whoever wrote the lines.
    private func mayTell(inRoomOf message: IncomingMessage) async -> Bool {
        guard let room = message.room else { return true }
        let folded = services.networks[message.network]?.folded(room) ?? room
        let key = "refused \(message.network) \(folded)"
        return await memory.takeTurn(key, each: RefusedLines.longest, at: services.time.now)
    }

    private func notice(of burst: RefusedLines.Burst) async -> [Reply] {
        await notice(to: burst.message) { context in
            var facts: [String: MessageArgument] = [
                "name": .text(burst.message.sender.displayName), "n": .number(burst.count),
                "first": .text(burst.first), "burst": .number(services.options.rates.personBurst),
            ]
            guard let last = burst.lastDone else { return context.say("limits.undoneAll", facts) }
            facts["last"] = .text(last)
            return context.say("limits.undone", facts)
        }
    }
}

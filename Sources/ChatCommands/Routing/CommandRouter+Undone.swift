internal import Foundation
internal import Localization
internal import NewsModel

/// Tells people how many of their lines were not done.
extension CommandRouter {
    /// Counts a line that is not done because too many came; `isNamed` if the answer to it says so.
    func noteUndone(_ message: IncomingMessage, isNamed: Bool = false) {
        undone.add(message, of: counted(message).person, isNamed: isNamed, at: services.time.now)
    }

    /// Whether a message would have been a command, as far as that is known without the room's settings.
    func isCommandLike(_ message: IncomingMessage) -> Bool {
        if message.isPrivate { return true }
        return addressing(nil, message).read(PlainInput.cleaned(String(message.text.prefix(400)))) != nil
    }

    /// Tells senders when their burst of lines is over, until cancelled.
    func tellOfUndone(_ replies: ReplySender) async {
        for await _ in undone.arrivals {
            while let due = undone.nextDue {
                do { try await services.time.sleep(until: due) } catch { return }
                await tell(of: undone.takeDue(at: services.time.now), replies, mayWait: true)
            }
        }
    }

    /// Tells at the end what was not told yet.
    func tellRestOfUndone(_ replies: ReplySender) async {
        await tell(of: undone.takeDue(at: .distantFuture), replies, mayWait: false)
    }

    private func tell(of bursts: [UndoneLines.Burst], _ replies: ReplySender, mayWait: Bool) async {
        for burst in bursts where burst.isWorthTelling {
            // One notice a minute for a person, and a limited number for everybody: nobody can make us flood.
            guard await mayNotify(ofDropped: burst.message) else {
                if mayWait { undone.putBack(burst, until: services.time.now.addingTimeInterval(UndoneLines.longest)) }
                continue
            }
            let name = "undone-" + String(UInt64.random(in: .min ... .max), radix: 36)
            // The sender may have gone; then the notice is not needed.
            try? await replies.send(await notice(of: burst), name: name, for: counted(burst.message).share)
        }
    }

    private func notice(of burst: UndoneLines.Burst) async -> [Reply] {
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

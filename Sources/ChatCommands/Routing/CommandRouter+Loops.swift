internal import Foundation
internal import Localization
internal import Logging
internal import NewsModel

/// Another bot that answers every answer is not answered without end; a person is told before we fall silent.
extension CommandRouter {
    /// Reports when the answer to a message was sent.
    ///
    /// A very quick reaction to it may come from another bot, unless it is a page of a list.
    func answered(_ message: IncomingMessage, with replies: [Reply] = [], since begin: Date) async {
        let end = services.time.now
        guard !message.traits.hasOneUser, begin <= end, !replies.contains(where: \.isPage) else { return }
        await memory.answered(message.text, from: Self.loopKey(of: message), begin...end)
    }

    /// Whether the speaker may be another bot, with which we would talk without end.
    func hearing(of line: String, _ message: IncomingMessage) async -> BotLoopDetector.Verdict {
        // The detector is for chat only. A mail may hold ten lines, and mail limits its own answers to each sender.
        guard message.traits.isChat else { return .listen }
        let key = Self.loopKey(of: message)
        let verdict = await memory.hear(message.text, from: key, at: message.receivedAt)
        switch verdict {
        case .listen: break
        case .ignore:
            guard await endsSilence(line, message) else { break }
            return await memory.excuseLoop(key, at: message.receivedAt) ? .listen : .ignore
        case .loopFound:
            services.log.notice(
                "Another bot, it seems: not answered for a while",
                metadata: ["network": "\(message.network)", "nick": "\(message.sender.displayName)"]
            )
        }
        return verdict
    }

    private func endsSilence(_ line: String, _ message: IncomingMessage) async -> Bool {
        let room = try? await room(of: message)
        guard let addressed = addressing(room, message).read(line),
            // Unlike `request`, this takes no turn of the room.
            case .command(let command, let arguments) = table.request(
                table.words(in: addressed.text),
                allowingPrefix: false
            )
        else { return false }
        return command.endsSilence && arguments.withoutPoliteness.isEmpty
    }

    private static func loopKey(of message: IncomingMessage) -> String {
        let speaker = message.sender.account ?? message.sender.displayName.lowercased()
        return "\(message.network) \(message.room ?? "") \(speaker)"
    }

    /// The notice that its sender is taken for a bot and not answered for a while.
    func notice(ofLoop message: IncomingMessage, mayBeEnded: Bool) async -> [Reply] {
        await notice(to: message) { context in
            let word = table.commands.first { $0.endsSilence && context.isAllowed($0.name) }?.name
            var facts: [String: MessageArgument] = [
                "span": .text(context.localizer.duration(Int(BotLoopDetector.silence))),
                "name": .text(message.sender.displayName),
            ]
            guard mayBeEnded, let word else { return context.say("limits.loop", facts) }
            facts["hint"] = .text(context.hint(HintLine(word)))
            return context.say("limits.loopWord", facts)
        }
    }
}

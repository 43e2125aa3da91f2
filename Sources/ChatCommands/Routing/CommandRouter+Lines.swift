package import NewsModel

/// What a message asks for, in the order of its lines.
package struct DividedMessage: Sendable {
    package var commands: [IncomingMessage]
    /// The first line that is too many, and how many such lines there are; nil if there is none.
    package var excess: (first: IncomingMessage, count: Int)?
}

/// Messages of several lines, as people paste them on networks that have such messages.
extension CommandRouter {
    /// The most lines of one message that are commands of their own.
    private static let mostLines = 100

    /// The commands of a message, one for each line; the message itself unless every line begins like a command.
    ///
    /// Each has an id of its own and names the message (`partOf`). An edit changes no such message.
    package func commands(in message: IncomingMessage) async -> DividedMessage {
        guard message.traits.isChat, message.corrects == nil, message.file == nil,
            message.text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D })
        else { return DividedMessage(commands: [message]) }
        let lines = message.text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        let addressing = addressing(try? await room(of: message), message)
        let table = table
        guard lines.count > 1, lines.prefix(Self.mostLines).allSatisfy({ begins($0, addressing, table) }) else {
            return DividedMessage(commands: [message])
        }
        let done = lines.prefix(Self.mostLines)
        var divided = DividedMessage(commands: [])
        divided.commands = done.enumerated().map { index, line in
            var command = message
            command.text = String(line)
            command.sentAt = nil
            command.inboundID = message.inboundID.map { "\($0)#\(index + 1)" }
            command.partOf = message.inboundID
            return command
        }
        if let next = lines.dropFirst(Self.mostLines).first {
            var first = message
            first.text = String(next)
            divided.excess = (first, lines.count - Self.mostLines)
            first.text = lines.dropFirst(Self.mostLines).joined(separator: " ")
            await voidPublicCode(first)
        }
        return divided
    }

    /// Whether a line begins with the name of a command, after the prefix or the bot's name where they are needed.
    private func begins(_ line: Substring, _ addressing: Addressing, _ table: CommandTable) -> Bool {
        let head = PlainInput.cleaned(String(line.prefix(200)))
        guard let addressed = addressing.read(head), let first = table.words(in: addressed.text).first else {
            return false
        }
        if addressed.manner == .inPrivate, addressed.text == head { return table.command(named: first.text) != nil }
        return true
    }
}

internal import Localization
internal import NewsModel
internal import Storage

/// Edits of commands, heard as corrections.
extension CommandRouter {
    /// The message, and the earlier form of the command if it is a correction.
    ///
    /// A correction belongs where the message belongs that it corrects. Nil if it corrects none that is remembered.
    func resolved(
        _ message: IncomingMessage,
        _ line: String
    ) async -> (message: IncomingMessage, earlier: RecentCommands.Heard?)? {
        guard message.corrects != nil else { return (message, nil) }
        let speaker = Person(message, services).key
        guard let earlier = await memory.corrected(by: message, line, from: speaker) else { return nil }
        var message = message
        message.question = earlier.question
        return (message, earlier)
    }

    /// Remembers a command, so that it can be corrected.
    func remember(_ line: String, _ message: IncomingMessage) async {
        await memory.remember(line, message, from: Person(message, services).key)
    }

    /// Remembers a line with an unknown word, which gets no answer in a room.
    func rememberUnknown(_ line: String, _ message: IncomingMessage, _ room: Room?) async {
        guard addressing(room, message).read(line) != nil else { return }
        await remember(line, message)
    }

    /// The answers to a corrected command, and before them what its earlier form has changed.
    func correcting(
        _ earlier: RecentCommands.Heard?,
        _ answers: [Answer],
        _ context: CommandContext
    ) async -> [Answer] {
        guard let earlier, !earlier.changes.isEmpty else { return answers }
        let later = await memory.changes(of: context.message)
        let standing = earlier.changes.filter { change in !later.contains(where: change.isReplaced) }
        guard !standing.isEmpty else { return answers }
        let body = standing.reduce(RichText()) { text, change in
            let line = MessageArgument.text(context.privateHint(change.line))
            guard let undo = change.undo else {
                return text + context.localizer.richText("command.corrected.done", ["line": line])
            }
            let facts: [String: MessageArgument] = ["line": line, "undo": .text(undo)]
            return text + context.localizer.richText("command.corrected.doneUndo", facts)
        }
        guard var first = answers.first, first.place == .here, first.form == .chat else {
            return context.show(body) + answers
        }
        first.body = body + first.body
        return [first] + answers.dropFirst()
    }
}

internal import Localization
internal import NewsModel

/// Edits of commands, heard as corrections.
extension CommandRouter {
    /// The command that a message corrects; nil if it corrects none.
    func corrected(by message: IncomingMessage, _ line: String) async -> RecentCommands.Heard? {
        guard message.corrects != nil else { return nil }
        return await memory.corrected(by: message, line, from: Person(message, services).key)
    }

    /// Remembers a command, so that it can be corrected.
    func remember(_ line: String, _ message: IncomingMessage) async {
        await memory.remember(line, message, from: Person(message, services).key)
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
            guard let undo = change.undo else {
                return text + context.localizer.richText("command.corrected.done", ["line": .text(change.line)])
            }
            let facts: [String: MessageArgument] = ["line": .text(change.line), "undo": .text(undo)]
            return text + context.localizer.richText("command.corrected.doneUndo", facts)
        }
        guard var first = answers.first, first.place == .here, first.form == .chat else {
            return context.show(body) + answers
        }
        first.body = body + first.body
        return [first] + answers.dropFirst()
    }
}

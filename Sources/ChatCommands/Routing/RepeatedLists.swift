internal import Foundation
internal import Localization
internal import NewsModel
internal import NewsWording

/// Keeps a room from being flooded with the same list: within a minute it is "just above".
struct RepeatedLists: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// How long a list is just above, in seconds.
    private static let lifetime = 60.0
    /// A longer line asks for no list, and is not remembered, in bytes.
    private static let longestLine = 200
    /// Shorter answers are shown again.
    private static let fewestLines = 4

    /// The answers, where a line stands for a list that the room was shown a moment ago.
    ///
    /// Each person is told so once for each showing. A list that has changed in between is shown.
    func shortened(_ answers: [Answer], to request: CommandRequest) async -> [Answer] {
        guard room != nil, case .command(let command, let arguments) = request,
            arguments.text.utf8.count <= Self.longestLine
        else { return answers }
        // A thread is read by itself.
        let thread = message.question?.thread ?? ""
        let line = "\(placeKey) \(thread) \(command.name) \(arguments.text.lowercased())"
        var shown: [Answer] = []
        for answer in answers {
            guard answer.place == .here, !answer.isWhole, answer.form == .chat,
                let shownAt = await memory.showedAlready(
                    content(of: answer),
                    to: line,
                    within: Self.lifetime,
                    at: time
                ), isLong(answer)
            else {
                shown.append(answer)
                continue
            }
            let told = "\(line) \(shownAt.timeIntervalSince1970) \(person.counted.lasting)"
            guard await memory.takeTurn(told, each: Self.lifetime, at: time) else { continue }
            shown += say("page.justAbove", ["name": .text(person.displayName)])
        }
        return shown
    }

    private func isLong(_ answer: Answer) -> Bool {
        answer.body.blocks.reduce(0) { $0 + $1.lineCount } >= Self.fewestLines
    }

    /// What makes two lists the same for their readers.
    ///
    /// Ages of stories change each minute, so lists of stories are compared by what they list; a story that is read
    /// whole, by its words.
    private func content(of answer: Answer) -> String {
        let items =
            answer.pictured.isEmpty || answer.about != nil
            ? "\(answer.body.hashValue)" : answer.pictured.map { "\($0.id)" }.joined(separator: " ")
        return "\(localizer.language) \(room?.settings.format ?? .rich) \(items)"
    }
}

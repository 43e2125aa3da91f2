internal import Localization
internal import NewsModel
internal import NewsWording

/// Keeps a room from being flooded with the same list: within a minute it is "just above".
struct RepeatedLists: CommandTopic {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// How long a list is just above, in seconds.
    private static let lifetime = 60.0
    /// Shorter answers are shown again.
    private static let fewestLines = 4

    /// The answers, where a line stands for a list that the room was shown a moment ago.
    ///
    /// Each person is told so once for each showing.
    func shortened(_ answers: [Answer], to request: CommandRequest) async -> [Answer] {
        guard room != nil, case .command(let command, let arguments) = request else { return answers }
        var shown: [Answer] = []
        for answer in answers {
            guard isList(answer) else {
                shown.append(answer)
                continue
            }
            let key = key(of: answer, to: "\(command.name) \(arguments.text.lowercased())")
            if await memory.takeTurn(key, each: Self.lifetime, at: time) {
                shown.append(answer)
            } else if await memory.takeTurn(key + person.counted.lasting, each: Self.lifetime, at: time) {
                shown += say("page.justAbove", ["name": .text(person.displayName)])
            }
        }
        return shown
    }

    private func isList(_ answer: Answer) -> Bool {
        answer.place == .here && !answer.isWhole && answer.form == .chat
            && answer.body.blocks.reduce(0) { $0 + $1.lineCount } >= Self.fewestLines
    }

    /// What makes two lists the same for their readers.
    ///
    /// Ages of stories change each minute, so stories are compared by what they are.
    private func key(of answer: Answer, to line: String) -> String {
        let content =
            answer.pictured.isEmpty
            ? "\(answer.body.hashValue)" : answer.pictured.map { "\($0.id)" }.joined(separator: " ")
        let thread = message.question?.thread ?? ""
        return "\(placeKey) \(thread) \(localizer.language) \(room?.settings.format ?? .rich) \(line) \(content) "
    }
}

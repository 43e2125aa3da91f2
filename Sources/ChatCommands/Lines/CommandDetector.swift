internal import Games
internal import Localization

/// Distinguishes commands from normal text where no prefix is used, such as the subject of a mail.
///
/// The verb must be complete, and the words after it must fit the command's `CommandShape`.
struct CommandDetector {
    private let table: CommandTable
    /// A subject with more digits is the number of an order or a bill.
    private static let longestChoice = 5

    init(_ table: CommandTable = .standard) { self.table = table }

    /// Whether words without prefix or bot name are probably a command.
    func isCommand(_ typed: [CommandWord]) -> Bool {
        let typed = table.understood(typed, isTalk: true)
        // `Weekly digest` alone is a common newsletter subject.
        let words = Arguments(typed).namesSchedule ? table.inOrder(typed) : typed
        guard let first = words.first else { return false }
        if words.allSatisfy({ $0.isURL || AddressRepair.looksLikeAddress($0.text) }) { return true }
        // The number of a choice, or the answer to a quiz question.
        let isChoice = first.text.count <= Self.longestChoice && Reference.number(first.text).map { $0 >= 0 } ?? false
        if words.count == 1, isChoice || QuizLetter(first.text) != nil {
            return true
        }
        // Answers to a quiz: `1a 2c 3b`.
        if words.count > 1, QuizSheetLine(words.map(\.text).joined(separator: " ")) != nil { return true }
        // Moves of a sudoku: `e4 7 f5 2`.
        let isPair = words.count > 1 || first.text.contains("=")
        if isPair, SudokuGame.problem(in: words.map(\.text).joined(separator: " ")) == nil { return true }
        let verb = table.english(first.text)
        if CommandTable.foreignPrefixes.contains(verb), words.count > 1,
            let inner = table.command(behindPrefix: words[1])
        {
            return inner.topic == .following && (inner.foreignForm?.takesWords == false || words.count > 2)
        }
        guard let command = table.command(named: verb) else {
            return CommandTable.foreignPrefixes.contains(verb) && words.count == 1
        }
        let arguments = Arguments(Array(words.dropFirst()))
        var rest = arguments
        _ = rest.takeValue("to") { table.destination($0) }
        let letters = table.words.sentenceLetters
        if arguments.words.contains(where: { !$0.isQuoted && $0.text.contains(where: letters.contains) }) {
            return false
        }
        let isGeneric = command.genericAliases.contains(verb)
        return command.shape.fits(
            .init(rest: rest, arguments: arguments, word: verb, isGeneric: isGeneric, table: table)
        )
    }
}

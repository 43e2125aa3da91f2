internal import Foundation
internal import GameRooms
internal import Games
internal import Localization
internal import NewsModel
internal import Storage

extension Command {
    static let share = Command(
        name: "share",
        isGeneric: true,
        topic: .playing,
        isConfigured: { $0.puzzles != nil },
        mostWords: 1,
        shape: CommandShape { $0.rest.isOne("word", "sudoku", "quiz") }
    ) { context, arguments in
        // Nobody should learn of a puzzle before its day has come where they are.
        let number = try await Puzzling(context).number
        guard PuzzleDay.number(of: context.time, in: context.localizer.calendar) >= number else {
            return context.say("puzzle.shareTooEarly", ["number": .number(number)])
        }
        switch arguments.first?.keyword {
        case "word":
            guard let result = try await WordGames(context).shared() else {
                return context.say("puzzle.word.notOver", ["share": .text(context.hint("share word"))])
            }
            return [Answer(body: result, isWhole: true)]
        case "sudoku":
            guard let result = try await SudokuGames(context).shared() else {
                return context.say("puzzle.sudoku.notOver", ["share": .text(context.hint("share sudoku"))])
            }
            return [Answer(body: result, isWhole: true)]
        case "quiz":
            let puzzling = try await Puzzling(context)
            let rounds = try await context.services.store.quizDays(of: puzzling.profile.id)
                .filter { $0.number == puzzling.number && $0.points > 0 }
            guard let best = rounds.max(by: { $0.points < $1.points }) else {
                return context.say("puzzle.quiz.notPlayed", ["quiz": .text(context.hint("quiz"))])
            }
            let date = context.localizer.date(context.time)
            let facts: [String: MessageArgument] = [
                "date": .text(date), "n": .number(best.points), "most": .number(max(best.points, best.questionCount)),
            ]
            return context.say("puzzle.quiz.shared", facts)
        default: throw context.usageError("share")
        }
    }
}

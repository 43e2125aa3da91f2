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
            let today = puzzling.localizer.calendar.startOfDay(for: context.time)
            let right = try await context.services.store.mostRightAnswers(of: puzzling.profile.id, since: today)
            guard let right else {
                return context.say("puzzle.quiz.notPlayed", ["quiz": .text(context.hint("quiz"))])
            }
            let date = context.localizer.date(context.time)
            return context.say("puzzle.quiz.shared", ["date": .text(date), "n": .number(right)])
        default: throw context.usageError("share")
        }
    }
}

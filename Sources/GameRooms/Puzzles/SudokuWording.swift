package import Foundation
package import Games
package import Localization
package import NewsModel
package import NewsWording

/// Words a sudoku for a reader.
package struct SudokuWording: Sendable {
    let localizer: Localizer
    let hints: CommandHints

    package init(localizer: Localizer, hints: CommandHints) {
        self.localizer = localizer
        self.hints = hints
    }

    package func name(_ grade: SudokuGrade) -> String { localizer.text("puzzle.sudoku.grade.\(grade.rawValue)") }

    /// Eleven lines: the letters of the columns, nine rows, and how far it is.
    package func board(_ game: SudokuGame, at now: Date) -> RichText {
        let clashing = game.clashing
        let letters = SudokuCell.columns.map(String.init)
        let labels = ([" "] + letters).map { RichText.Grid.Square($0) }
        let head = RichText.Grid.Row(labels, words: "   " + grouped(letters))
        let rows = (0..<9).map { row -> RichText.Grid.Row in
            let cells = (0..<9).map { SudokuCell(row: row, column: $0) }
            let squares = cells.map { cell -> RichText.Grid.Square in
                let digit = game.grid[cell]
                guard digit != 0 else { return .init("", .empty) }
                let state: SquareState? = clashing.contains(cell) ? .wrong : game.givens[cell] == 0 ? .near : nil
                return .init(String(digit), state)
            }
            return RichText.Grid.Row(
                [.init(String(row + 1))] + squares,
                words: "\(row + 1)  " + grouped(cells.map { game.grid[$0] == 0 ? "." : String(game.grid[$0]) })
            )
        }
        return RichText([.grid(RichText.Grid(rows: [head] + rows, box: 3))]) + progress(game, at: now)
    }

    /// The title and the rules, above a board that is shown for the first time.
    package func introduction(_ game: SudokuGame) -> RichText {
        let facts: [String: MessageArgument] = [
            "number": .number(game.number ?? 0), "grade": .text(name(game.grade)),
            "hint": .text(hints.typed("sudoku hint")), "check": .text(hints.typed("sudoku check")),
        ]
        return localizer.richText("puzzle.sudoku.introduction", facts)
    }

    /// What moves did, in words, where no board is shown.
    package func moved(_ actions: [SudokuGame.Action], in game: SudokuGame) -> RichText {
        let cells = actions.compactMap { action -> String? in
            switch action {
            case .placed(let cell, let digit): "\(cell.name) \(digit)"
            case .cleared(let cell): "\(cell.name) –"
            default: nil
            }
        }
        let facts: [String: MessageArgument] = [
            "moves": .text(localizer.list(cells)), "n": .number(game.emptyCount),
            "board": .text(hints.typed("sudoku")),
        ]
        return say(cells.isEmpty ? "stands" : "placed", facts)
    }

    /// What a line did; moves need no words here because the board shows them.
    package func answer(_ actions: [SudokuGame.Action], in game: SudokuGame) -> RichText {
        var text = RichText()
        for action in actions { text.blocks += sentence(action, game)?.blocks ?? [] }
        return text
    }

    /// The result, without a digit of the grid.
    package func shared(_ game: SudokuGame) -> RichText {
        localizer.richText(game.hints > 0 ? "puzzle.sudoku.sharedHints" : "puzzle.sudoku.shared", result(game))
    }

    private func result(_ game: SudokuGame) -> [String: MessageArgument] {
        [
            "number": .number(game.number ?? 0), "grade": .text(name(game.grade)), "n": .number(game.hints),
            "time": .text(localizer.duration(game.result.seconds)),
        ]
    }

    private func sentence(_ action: SudokuGame.Action, _ game: SudokuGame) -> RichText? {
        switch action {
        case .placed, .cleared, .undone: return nil
        case .marked(let cell, let digits):
            return say("marked", ["cell": .text(cell.name), "digits": .text(list(digits))])
        case .clashes(let cell, let digit, let others):
            return say(
                "clash",
                ["cell": .text(cell.name), "digit": .number(digit), "others": .text(list(others))]
            )
        case .checked(let wrong, let empty):
            return wrong.isEmpty
                ? say("checkedRight", ["n": .number(empty)])
                : say("checkedWrong", ["cells": .text(list(wrong)), "n": .number(wrong.count)])
        case .hint(let step): return hint(step)
        case .noHint(let wrong):
            return wrong.isEmpty ? say("noHint", [:]) : say("noHintWrong", ["cells": .text(list(wrong))])
        case .fullButWrong(let count):
            return say("fullButWrong", ["n": .number(count), "check": .text(hints.typed("sudoku check"))])
        case .solved:
            var facts = result(game)
            facts["share"] = .text(hints.typed("share sudoku"))
            facts["games"] = .text(hints.typed("games"))
            return say(game.hints > 0 ? "solvedHints" : "solved", facts)
        case .refused(let problem): return sentence(problem)
        }
    }

    /// Why a line is no move.
    package func sentence(_ problem: SudokuGame.Problem) -> RichText {
        switch problem {
        case .noSuchCell(let typed): say("noSuchCell", ["cell": .text(String(typed.prefix(10)))])
        case .noSuchDigit(let typed): say("noSuchDigit", ["digit": .text(String(typed.prefix(10)))])
        case .nothingFor(let cell): say("nothingFor", ["cell": .text(cell.name)])
        case .given(let cell, let digit): say("given", ["cell": .text(cell.name), "digit": .number(digit)])
        case .notUnderstood(let typed): say("notUnderstood", ["text": .text(String(typed.prefix(40)))])
        case .nothingToUndo: say("nothingToUndo", [:])
        case .over: say("over", ["games": .text(hints.typed("games"))])
        }
    }

    /// A step in words.
    private func hint(_ step: SudokuStep) -> RichText {
        let out = step.ruledOut.prefix(6).map { "\($0.cell.name) \($0.digit)" }
        let facts: [String: MessageArgument] = [
            "digit": .number(step.placed ?? step.digits.first ?? 0), "digits": .text(list(step.digits)),
            "cell": .text(step.cells.first?.name ?? ""), "cells": .text(list(step.cells)),
            "unit": .text(step.units.first.map(name) ?? ""), "other": .text(step.units.last.map(name) ?? ""),
            "out": .text(localizer.list(Array(out))),
        ]
        return say("step.\(step.technique.rawValue)", facts)
    }

    private func name(_ unit: SudokuUnit) -> String {
        switch unit {
        case .row(let number): localizer.text("puzzle.sudoku.row", ["n": .number(number)])
        case .column(let number):
            localizer.text(
                "puzzle.sudoku.column",
                ["name": .text(String(SudokuCell.columns[max(0, min(8, number - 1))]))]
            )
        case .box(let number): localizer.text("puzzle.sudoku.box", ["n": .number(number)])
        }
    }

    private func progress(_ game: SudokuGame, at now: Date) -> RichText {
        let facts: [String: MessageArgument] = [
            "number": .number(game.number ?? 0), "grade": .text(name(game.grade)), "n": .number(game.emptyCount),
            "time": .text(localizer.duration(game.isOver ? game.result.seconds : game.seconds(to: now))),
        ]
        var spans = localizer.spans(game.isOver ? "puzzle.sudoku.progressOver" : "puzzle.sudoku.progress", facts)
        if !game.isOver, !game.marked.isEmpty {
            let noted = game.marked.map { "\($0.name) \(game.marks(of: $0).map(String.init).joined())" }
            spans +=
                [.text(" · ")]
                + localizer.spans("puzzle.sudoku.noted", ["marks": .text(localizer.list(noted))])
        }
        return RichText([.footer(spans)])
    }

    private func say(_ key: String, _ facts: [String: MessageArgument]) -> RichText {
        localizer.richText("puzzle.sudoku.\(key)", facts)
    }

    private func list(_ cells: [SudokuCell]) -> String { localizer.list(cells.prefix(9).map(\.name)) }

    private func list(_ digits: [Int]) -> String { localizer.list(digits.map { localizer.number($0) }) }

    private func grouped(_ texts: [String]) -> String {
        stride(from: 0, to: 9, by: 3).map { texts[$0..<$0 + 3].joined(separator: " ") }.joined(separator: "  ")
    }
}

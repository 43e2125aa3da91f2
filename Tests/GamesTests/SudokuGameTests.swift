import Foundation
import Testing

@testable import Games

private let start = Date(timeIntervalSince1970: 1_763_700_000)
private let givens = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
private let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

private func newGame() throws -> SudokuGame {
    let made = SudokuMaker.Made(
        givens: try #require(SudokuGrid(givens)),
        solution: try #require(SudokuGrid(solved)),
        grade: .easy
    )
    return SudokuGame(made, number: 3)
}

private func heard(_ game: inout SudokuGame, _ line: String, after seconds: Double = 0) -> [SudokuGame.Action] {
    game.hear(.line(line), at: start + seconds, knowing: ())
}

private func cell(_ name: String) throws -> SudokuCell { try #require(SudokuCell(name)) }

@Suite struct SudokuGameTests {
    @Test func `digits, several in a line, clearing, marks and undo`() throws {
        var game = try newGame()
        #expect(heard(&game, "c1 4") == [.placed(try cell("c1"), digit: 4)])
        #expect(heard(&game, "D1=6, f1 8").count == 2)
        #expect(heard(&game, "g1 ?91") == [.marked(try cell("g1"), digits: [1, 9])])
        #expect(game.marks(of: try cell("g1")) == [1, 9])
        #expect(heard(&game, "g1 9") == [.placed(try cell("g1"), digit: 9)])
        #expect(game.marks(of: try cell("g1")) == [])
        #expect(heard(&game, "c1 clear") == [.cleared(try cell("c1"))])
        #expect(heard(&game, "undo") == [.undone])
        #expect(game.grid[try cell("c1")] == 4)
        #expect(heard(&game, "undo") == [.undone])
        #expect(game.marks(of: try cell("g1")) == [1, 9])
        _ = heard(&game, "undo")
        _ = heard(&game, "undo")
        #expect(game.grid[try cell("d1")] == 0)
        #expect(game.grid[try cell("f1")] == 0)
        _ = heard(&game, "undo")
        #expect(heard(&game, "undo") == [.refused(.nothingToUndo)])
    }

    @Test(arguments: [
        ("e10", SudokuGame.Problem.noSuchCell("e10")), ("e10 4", .noSuchCell("e10")), ("k3 4", .noSuchCell("k3")),
        ("c1 0", .noSuchDigit("0")), ("c1 12", .noSuchDigit("12")), ("c1 x", .noSuchDigit("x")),
        ("c1 ?0", .noSuchDigit("?0")), ("c1 ?", .noSuchDigit("?")), ("c1 ４", .noSuchDigit("４")),
        ("hello", .notUnderstood("hello")), ("", .notUnderstood("")),
    ])
    func `what is no move changes nothing and says why`(line: String, problem: SudokuGame.Problem) throws {
        var game = try newGame()
        let before = game.grid
        #expect(heard(&game, line) == [.refused(problem)])
        #expect(game.grid == before)
    }

    @Test func `an entry that a cell holds already is no move, and undo takes back the one before`() throws {
        var game = try newGame()
        _ = heard(&game, "c1 4")
        _ = heard(&game, "g1 ?91")
        let before = game
        #expect(heard(&game, "c1 4") == [.placed(try cell("c1"), digit: 4)])
        #expect(heard(&game, "g1 ?19") == [.marked(try cell("g1"), digits: [1, 9])])
        #expect(game == before)
        // Of a line that changes one of two cells, undo changes that one back.
        _ = heard(&game, "c1 4 d1 6")
        #expect(game.result.moves == 2)
        #expect(heard(&game, "undo") == [.undone])
        #expect(game.grid[try cell("c1")] == 4)
        #expect(game.grid[try cell("d1")] == 0)
        _ = heard(&game, "undo")
        #expect(heard(&game, "undo") == [.undone])
        #expect(game.grid[try cell("c1")] == 0)
    }

    @Test func `a digit of the puzzle stays, and a line with one wrong move makes none`() throws {
        var game = try newGame()
        #expect(heard(&game, "c1 4 a1 6") == [.refused(.given(try cell("a1"), digit: 5))])
        #expect(heard(&game, "c1") == [.refused(.nothingFor(try cell("c1")))])
        #expect(heard(&game, "c1 4 d1 0") == [.refused(.noSuchDigit("0"))])
        #expect(game.grid.text == givens)
    }

    @Test func `a clash is said at once, and check finds what is wrong`() throws {
        var game = try newGame()
        let actions = heard(&game, "c1 5")
        #expect(actions.last == .clashes(try cell("c1"), digit: 5, with: [try cell("a1")]))
        #expect(game.clashing == [try cell("a1"), try cell("c1")])
        #expect(heard(&game, "check") == [.checked(wrong: [try cell("c1")], empty: 50)])
        #expect(heard(&game, "hint") == [.noHint(wrong: [try cell("c1")])])
        // It told whether the digit is right, as a hint does; asked again it tells nothing new.
        #expect(game.hints == 1)
        _ = heard(&game, "check")
        #expect(game.hints == 1)
        _ = heard(&game, "c1 4")
        _ = heard(&game, "check")
        #expect(game.hints == 2 && game.result.hints == 2)
    }

    @Test func `to be told what is wrong counts as a hint, however it is asked`() throws {
        var game = try newGame()
        _ = heard(&game, "c1 5")
        #expect(heard(&game, "hint") == [.noHint(wrong: [try cell("c1")])] && game.hints == 1)
        _ = heard(&game, "hint")
        #expect(game.hints == 1)
        _ = heard(&game, "c1 1")
        _ = heard(&game, "hint")
        #expect(game.hints == 2)
        let all = (0..<81).map(SudokuCell.init).filter { game.givens[$0] == 0 }
        let last = try #require(all.last)
        _ = heard(
            &game,
            all.map { "\($0.name) \($0 == last ? game.solution[$0] % 9 + 1 : game.solution[$0])" }.joined(
                separator: " "
            )
        )
        #expect(game.hints == 2)
        #expect(heard(&game, "\(last.name) \((game.solution[last] + 1) % 9 + 1)").last == .fullButWrong(count: 1))
        #expect(game.hints == 3)
    }

    @Test func `a line of thousands of moves costs no more than the board`() throws {
        var game = try newGame()
        let long = (0..<3_000).map { "c1 \($0 % 9 + 1)" }.joined(separator: " ")
        #expect(heard(&game, long).count <= 2 && game.result.moves == 1)
        let empty = (0..<81).map(SudokuCell.init).filter { game.givens[$0] == 0 }
        for digit in 1...50 {
            let actions = heard(&game, empty.map { "\($0.name) \(digit % 9 + 1)" }.joined(separator: " "))
            #expect(actions.count { if case .clashes = $0 { true } else { false } } <= 9)
        }
        #expect(try SavedGame.encoded(game).utf8.count < 20_000)
        let before = game.grid
        _ = heard(&game, "undo")
        #expect(game.grid != before)
        // What is remembered is undone line by line, and then there is no more.
        for _ in 0..<4 { _ = heard(&game, "undo") }
        #expect(heard(&game, "undo") == [.refused(.nothingToUndo)])
    }

    @Test func `hints show the next step, and the finished board says how long it took`() throws {
        var game = try newGame()
        guard case .hint(let step) = heard(&game, "hint").first, let digit = step.placed else {
            Issue.record("no digit")
            return
        }
        #expect(game.solution[try #require(step.cells.first)] == digit)
        let all = (0..<81).map(SudokuCell.init).filter { game.givens[$0] == 0 }
        let line = all.dropLast().map { "\($0.name) \(game.solution[$0])" }.joined(separator: " ")
        _ = heard(&game, line, after: 60)
        let last = try #require(all.last)
        let wrong = game.solution[last] % 9 + 1
        #expect(heard(&game, "\(last.name) \(wrong)").last == .fullButWrong(count: 1))
        #expect(heard(&game, "\(last.name) \(game.solution[last])", after: 95).last == .solved(seconds: 95, hints: 1))
        #expect(game.isOver && game.result.isSolved && game.result.points == 1)
        #expect(heard(&game, "c1 4") == [.refused(.over)])
    }

    @Test func `a stored game goes on, and one of another version ends with its score`() throws {
        var game = try newGame()
        _ = heard(&game, "c1 4")
        let text = try SavedGame.encoded(game)
        guard case .game(let again) = SavedGame<SudokuGame>.decoded(text) else {
            Issue.record("not read")
            return
        }
        #expect(again == game)
        let older = text.replacingOccurrences(of: "\"version\":1", with: "\"version\":0")
        #expect(older != text)
        guard case .ended(let result) = SavedGame<SudokuGame>.decoded(older) else {
            Issue.record("score lost")
            return
        }
        #expect(result == game.result && result.moves == 1)
        guard case .unreadable = SavedGame<SudokuGame>.decoded("{}") else {
            Issue.record("read")
            return
        }
    }
}

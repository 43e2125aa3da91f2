import ExactCover
import Testing

@testable import Games

/// The grid of the Wikipedia article "Sudoku".
private let known = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
private let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

private func grid(_ text: String) throws -> SudokuGrid { try #require(SudokuGrid(text)) }

@Suite struct SudokuThinkingTests {
    @Test func `a known grid has one solution, for both solvers`() throws {
        let found = SudokuSolver.solutions(of: try grid(known), upTo: 2)
        #expect(found.count == 1 && found.first?.text == solved)
        #expect(ExactCover.solutions(known.compactMap(\.wholeNumberValue), upTo: 2) == 1)
        #expect(SudokuThinking.grade(of: try grid(known)) == .easy)
    }

    @Test func `grids with none or several solutions are told apart`() throws {
        let twice = "55" + known.dropFirst(2)
        #expect(SudokuSolver.solutions(of: try grid(twice), upTo: 2).count == 0)
        #expect(ExactCover.solutions(twice.compactMap(\.wholeNumberValue), upTo: 2) == 0)
        let empty = String(repeating: "0", count: 81)
        #expect(SudokuSolver.solutions(of: try grid(empty), upTo: 5).count == 5)
        #expect(ExactCover.solutions(empty.compactMap(\.wholeNumberValue), upTo: 5) == 5)
        #expect(SudokuThinking.grade(of: try grid(empty)) == nil)
        // Nobody can solve it without trying (Arto Inkala, 2010).
        let inkala = "005300000800000020070010500400005300010070006003200080060500009004000030000009700"
        #expect(SudokuSolver.solutions(of: try grid(inkala), upTo: 2).count == 1)
        #expect(SudokuThinking.grade(of: try grid(inkala)) == nil)
    }

    @Test(arguments: SudokuGrade.allCases)
    func `a grid that was made has its grade and one solution, and every step of it is true`(
        grade: SudokuGrade
    ) throws {
        let made = SudokuMaker.made(grade, seed: 20_261_125)
        #expect(ExactCover.solutions(made.givens.digits.map(Int.init), upTo: 2) == 1)
        var thinking = SudokuThinking(made.givens)
        var hardest = SudokuGrade.easy
        while let step = thinking.nextStep() {
            hardest = max(hardest, step.technique.grade)
            if let digit = step.placed, let cell = step.cells.first { #expect(made.solution[cell] == digit) }
            for candidate in step.ruledOut { #expect(made.solution[candidate.cell] != candidate.digit, "\(step)") }
            thinking.apply(step)
        }
        #expect(thinking.grid == made.solution)
        #expect(hardest == grade)
    }

    @Test func `the same seed makes the same grid, and another seed another`() {
        let made = SudokuMaker.made(.easy, seed: 1)
        #expect(made == SudokuMaker.made(.easy, seed: 1))
        #expect(made.givens != SudokuMaker.made(.easy, seed: 2).givens)
    }

    @Test func `locked candidates, pairs, triples and fish are seen where they are`() throws {
        var thinking = SudokuThinking(SudokuGrid())
        // 5 is possible in the first row of the first box alone.
        for cell in [9, 10, 11, 18, 19, 20] { thinking.candidates[cell] &= ~(1 << 5) }
        var step = try #require(thinking.lockedCandidates())
        #expect(step.digits == [5] && step.units == [.box(1), .row(1)] && step.ruledOut.count == 6)

        thinking = SudokuThinking(SudokuGrid())
        thinking.candidates[0] = 1 << 2 | 1 << 7
        thinking.candidates[4] = 1 << 2 | 1 << 7
        step = try #require(thinking.nakedSet(2))
        #expect(step.digits == [2, 7] && step.cells.map(\.name) == ["a1", "e1"] && step.ruledOut.count == 14)

        thinking = SudokuThinking(SudokuGrid())
        for cell in 0..<9 where ![1, 5, 8].contains(cell) { thinking.candidates[cell] &= ~(1 << 1 | 1 << 4 | 1 << 9) }
        step = try #require(thinking.hiddenSet(3))
        #expect(step.technique == .hiddenTriple && step.cells.map(\.name) == ["b1", "f1", "i1"])

        thinking = SudokuThinking(SudokuGrid())
        for row in [1, 6] {
            for column in 0..<9 where ![2, 7].contains(column) {
                thinking.candidates[row * 9 + column] &= ~(1 << 3)
            }
        }
        step = try #require(thinking.fish(2))
        #expect(step.technique == .xWing && step.cells.map(\.name) == ["c2", "h2", "c7", "h7"])
        #expect(step.ruledOut.count == 14 && step.ruledOut.allSatisfy { [2, 7].contains($0.cell.column) })
    }
}

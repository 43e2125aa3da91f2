/// Makes sudokus with exactly one solution, of the grade that was asked for.
package enum SudokuMaker {
    package struct Made: Hashable, Sendable {
        package var givens: SudokuGrid
        package var solution: SudokuGrid
        package var grade: SudokuGrade

        package init(givens: SudokuGrid, solution: SudokuGrid, grade: SudokuGrade) {
            self.givens = givens
            self.solution = solution
            self.grade = grade
        }
    }

    /// An easy grid keeps at least this many digits.
    private static let leastGivensOfEasy = 36

    /// The grid for a seed: the same on every machine.
    ///
    /// Digits are taken away in pairs that lie opposite each other, as long as one solution is left. What needs a
    /// harder or an easier technique than the grade has is thrown away.
    package static func made(_ grade: SudokuGrade, seed: UInt64) -> Made {
        var generator = SeededGenerator(seed: seed)
        while true {
            let solution = SudokuSolver.random(using: &generator)
            let least = grade == .easy ? leastGivensOfEasy : 0
            let givens = dug(solution, least: least, using: &generator)
            if SudokuThinking.grade(of: givens) == grade {
                return Made(givens: givens, solution: solution, grade: grade)
            }
        }
    }

    private static func dug(
        _ solution: SudokuGrid,
        least: Int,
        using generator: inout SeededGenerator
    ) -> SudokuGrid {
        var grid = solution
        for index in (0...40).shuffled(using: &generator) {
            let pair = Set([index, 80 - index])
            guard grid.filledCount - pair.count >= least else { break }
            var smaller = grid
            for cell in pair { smaller[SudokuCell(cell)] = 0 }
            if SudokuSolver.solutions(of: smaller, upTo: 2).count == 1 { grid = smaller }
        }
        return grid
    }
}

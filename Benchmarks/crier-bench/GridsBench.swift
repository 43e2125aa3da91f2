import ExactCover
import Foundation
import Games

/// Makes sudokus of each grade, proves with a second solver that each has one solution, and measures the time for one.
///
/// It fails if a grid has another number of solutions, another grade, or a step that is not true.
enum GridsBench {
    private struct Wrong: Error, CustomStringConvertible {
        var description: String
    }

    /// The most that a grid may take, in milliseconds.
    private static let limit = 200.0

    static func run(_ arguments: [String]) throws {
        let count = arguments.first.flatMap { Int($0) } ?? 10_000
        let each = max(1, count / SudokuGrade.allCases.count)
        var proved = 0
        var late = 0
        for grade in SudokuGrade.allCases {
            var times: [Double] = []
            for seed in 1...UInt64(each) {
                let clock = ContinuousClock()
                let start = clock.now
                let made = SudokuMaker.made(grade, seed: seed &* 0x9e37_79b9 &+ UInt64(grade.rawValue.utf8.count))
                times.append(Bench.milliseconds(clock.now - start))
                try check(made, grade, seed)
                proved += 1
            }
            times.sort()
            late += times.count { $0 > limit }
            Bench.report("grids.\(grade.rawValue).mean", times.reduce(0, +) / Double(times.count), "ms")
            Bench.report("grids.\(grade.rawValue).p99", times[(times.count - 1) * 99 / 100], "ms", limit: limit)
            Bench.report("grids.\(grade.rawValue).most", times.last ?? 0, "ms")
        }
        print(
            "score\tsudoku-one-solution\t\(proved)/\(each * 4)\t100.0\tsecond solver; \(late) took over \(Int(limit)) ms"
        )
    }

    private static func check(_ made: SudokuMaker.Made, _ grade: SudokuGrade, _ seed: UInt64) throws {
        let digits = made.givens.text.compactMap(\.wholeNumberValue)
        guard ExactCover.solutions(digits, upTo: 2) == 1 else {
            throw Wrong(description: "\(grade) \(seed): not one solution")
        }
        var thinking = SudokuThinking(made.givens)
        var hardest = SudokuGrade.easy
        while let step = thinking.nextStep() {
            hardest = max(hardest, step.technique.grade)
            let isTrue =
                step.ruledOut.allSatisfy { made.solution[$0.cell] != $0.digit }
                && (step.placed == nil || step.cells.first.map { made.solution[$0] } == step.placed)
            guard isTrue else { throw Wrong(description: "\(grade) \(seed): \(step.technique) is not true") }
            thinking.apply(step)
        }
        guard thinking.grid == made.solution, hardest == grade else {
            throw Wrong(description: "\(grade) \(seed): needs \(hardest)")
        }
    }
}

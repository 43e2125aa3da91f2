package import Foundation
package import Games
package import NewsModel
internal import Storage

extension PuzzleTables {
    /// A person's game with the day's sudoku.
    package func sudoku(
        of profile: ProfileID,
        number: Int,
        grade: SudokuGrade,
        at now: Date
    ) async throws -> Seat<SudokuGame> {
        let puzzle = try await grid(grade, number: number)
        let grids = puzzle.content.split(separator: " ").compactMap { SudokuGrid(String($0)) }
        guard grids.count == 2 else { throw StorageError.noRow(puzzle.id, in: "puzzle") }
        return try await seat(profile, puzzle, at: now) {
            var game = SudokuGame(.init(givens: grids[0], solution: grids[1], grade: grade), number: number)
            game.open(at: now)
            return game
        }
    }

    /// Makes the sudokus that may be opened anywhere on earth in the next 24 hours, so that nobody waits for them.
    ///
    /// Returns how many were made.
    @discardableResult
    package func prepareSudokus(at now: Date, of grades: [SudokuGrade] = SudokuGrade.allCases) async throws -> Int {
        var made = 0
        // From UTC-12 to UTC+14.
        let (first, last) = (now.addingTimeInterval(-12 * 3_600), now.addingTimeInterval((14 + 24) * 3_600))
        for number in PuzzleDay.number(of: first, in: .utc)...PuzzleDay.number(of: last, in: .utc) {
            for grade in grades where try await store.puzzle(name(grade, number)) == nil {
                _ = try await grid(grade, number: number)
                made += 1
            }
        }
        return made
    }

    private func grid(_ grade: SudokuGrade, number: Int) async throws -> StoredPuzzle {
        try await puzzle(PuzzleKey(kind: .sudoku, number: number, grade: grade.rawValue)) { seed in
            let made = await grids.grid(grade, seed: seed)
            return "\(made.givens.text) \(made.solution.text)"
        }
    }

    private func name(_ grade: SudokuGrade, _ number: Int) -> PuzzleName {
        PuzzleName(PuzzleKey(kind: .sudoku, number: number, grade: grade.rawValue))
    }
}

extension Calendar {
    fileprivate static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}

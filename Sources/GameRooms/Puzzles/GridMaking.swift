internal import Games
internal import Parallelism
internal import Synchronization

/// Makes sudokus on a thread that yields to everything else, one for all who ask for the same one meanwhile.
///
/// A hard grid takes up to some seconds.
final class GridMaking: Sendable {
    private struct Wanted: Hashable {
        var grade: SudokuGrade
        var seed: UInt64
    }

    private typealias Waiter = CheckedContinuation<SudokuMaker.Made, Never>

    /// By the grids that are being made.
    private let waiting = Mutex<[Wanted: [Waiter]]>([:])

    /// The grid for a seed; the same each time.
    func grid(_ grade: SudokuGrade, seed: UInt64) async -> SudokuMaker.Made {
        let wanted = Wanted(grade: grade, seed: seed)
        return await withCheckedContinuation { waiter in
            let isFirst = waiting.withLock { waiting in
                waiting[wanted, default: []].append(waiter)
                return waiting[wanted]?.count == 1
            }
            guard isFirst else { return }
            let hasStarted = WorkThread.start(named: "crier-sudoku", niceValue: 19) { self.make(wanted) }
            if !hasStarted { make(wanted) }
        }
    }

    private func make(_ wanted: Wanted) {
        let made = SudokuMaker.made(wanted.grade, seed: wanted.seed)
        let waiters = waiting.withLock { $0.removeValue(forKey: wanted) } ?? []
        for waiter in waiters { waiter.resume(returning: made) }
    }
}

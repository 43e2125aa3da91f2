package import Foundation

/// One person's work on a sudoku.
package struct SudokuGame: Puzzle {
    package static let version = 1
    /// How many changed cells `undo` remembers, of all lines together.
    private static let mostUndone = 200
    /// How many clashes of a line are told.
    private static let mostClashes = 9

    package enum Problem: Error, Hashable {
        /// No cell has this name: columns are a to i, rows 1 to 9.
        case noSuchCell(String)
        /// No digit from 1 to 9.
        case noSuchDigit(String)
        /// A cell without a digit, `clear` or marks after it.
        case nothingFor(SudokuCell)
        /// The cell's digit belongs to the puzzle.
        case given(SudokuCell, digit: Int)
        case notUnderstood(String)
        case nothingToUndo
        case over
    }

    package enum Action: Hashable, Sendable {
        case placed(SudokuCell, digit: Int)
        case cleared(SudokuCell)
        case marked(SudokuCell, digits: [Int])
        /// The digit that was placed is also in these cells, which it may not be.
        case clashes(SudokuCell, digit: Int, with: [SudokuCell])
        case undone
        /// Which cells are wrong, and how many are still empty.
        case checked(wrong: [SudokuCell], empty: Int)
        case hint(SudokuStep)
        /// A digit is wrong, so no step can be shown.
        case noHint(wrong: [SudokuCell])
        /// The board is full, and these cells are wrong.
        case fullButWrong(count: Int)
        case solved(seconds: Int, hints: Int)
        case refused(Problem)
    }

    /// What a cell holds: a digit (0 for none) and the marks of the player as bits.
    private struct Entry: Hashable, Codable {
        var digit = 0
        var marks: UInt16 = 0
    }

    private struct Change: Hashable, Codable {
        var cell: SudokuCell
        var before: Entry
    }

    package let givens: SudokuGrid
    package let solution: SudokuGrid
    package let grade: SudokuGrade
    /// The number of the day's puzzle; nil in practice.
    package let number: Int?
    package private(set) var grid: SudokuGrid
    package private(set) var hints = 0
    package private(set) var startedAt: Date?
    private var marks: [Int: UInt16] = [:]
    private var changes: [[Change]] = []
    private var moves = 0
    private var endedAt: Date?
    /// How many steps were shown since the grid last changed.
    private var shownSteps = 0
    /// The grid that was checked last: checked again unchanged, it tells nothing new.
    private var checked: SudokuGrid?
    /// Whether it was told that a full board has wrong digits; nil is false, as in states of before.
    private var hasHeardOfWrong: Bool?

    package init(_ made: SudokuMaker.Made, number: Int?) {
        givens = made.givens
        solution = made.solution
        grade = made.grade
        grid = made.givens
        self.number = number
    }

    package var isOver: Bool { endedAt != nil }

    /// Its points: more for a harder grade, half if a hint was used.
    ///
    /// A check counts as a hint: it tells whether a digit that was tried is right.
    package var result: GameResult {
        let full = 1 + (SudokuGrade.allCases.firstIndex(of: grade) ?? 0)
        let points = isOver ? full * 2 - (hints > 0 ? full : 0) : 0
        return GameResult(points: points, isSolved: isOver, moves: moves, hints: hints, seconds: seconds(to: endedAt))
    }

    package var emptyCount: Int { 81 - grid.filledCount }

    /// The marks of a cell, ascending.
    package func marks(of cell: SudokuCell) -> [Int] { SudokuThinking.digits(marks[cell.index] ?? 0) }

    /// The cells with marks, in the order of the board.
    package var marked: [SudokuCell] { marks.keys.sorted().map(SudokuCell.init) }

    /// Cells whose digit comes twice in a row, column or box.
    package var clashing: Set<SudokuCell> {
        Set(
            (0..<81).map(SudokuCell.init).filter { cell in
                grid[cell] != 0 && !grid.clashes(of: grid[cell], at: cell).isEmpty
            }
        )
    }

    package func seconds(to end: Date?) -> Int {
        guard let startedAt, let end else { return 0 }
        return max(0, Int(end.timeIntervalSince(startedAt)))
    }

    /// Starts the timer when the board is first shown.
    package mutating func open(at now: Date) { startedAt = startedAt ?? now }

    package mutating func hear(_ heard: HeardMove, at now: Date, knowing _: Void) -> [Action] {
        guard case .line(let line, by: _) = heard else { return [] }
        guard !isOver else { return [.refused(.over)] }
        open(at: now)
        switch SudokuLine.read(line) {
        case .failure(let problem): return [.refused(problem)]
        case .success(.undo): return undo()
        case .success(.check):
            countCheck()
            return [.checked(wrong: wrong, empty: emptyCount)]
        case .success(.hint): return [hint()]
        case .success(.moves(let asked)): return make(asked, at: now)
        }
    }

    /// Why a line is no move in any grid; nil if it may be one.
    package static func problem(in line: String) -> Problem? {
        if case .failure(let problem) = SudokuLine.read(line) { problem } else { nil }
    }

    private var wrong: [SudokuCell] {
        (0..<81).map(SudokuCell.init).filter { grid[$0] != 0 && grid[$0] != solution[$0] }
    }

    /// All moves of a line, or none of them.
    private mutating func make(_ asked: [SudokuLine.Move], at now: Date) -> [Action] {
        for move in asked where givens[move.cell] != 0 {
            return [.refused(.given(move.cell, digit: givens[move.cell]))]
        }
        var actions: [Action] = []
        var made: [Change] = []
        var clashCount = 0
        for move in asked {
            let before = entry(of: move.cell)
            switch move.entry {
            case .digit(let digit):
                set(Entry(digit: digit), at: move.cell)
                if before != entry(of: move.cell) { moves += 1 }
                actions.append(.placed(move.cell, digit: digit))
                let others = grid.clashes(of: digit, at: move.cell)
                if !others.isEmpty, clashCount < Self.mostClashes {
                    clashCount += 1
                    actions.append(.clashes(move.cell, digit: digit, with: others))
                }
            case .clear:
                set(Entry(), at: move.cell)
                actions.append(.cleared(move.cell))
            case .marks(let digits):
                let bits = digits.reduce(UInt16(0)) { $0 | 1 << UInt16($1) }
                set(Entry(digit: 0, marks: bits), at: move.cell)
                actions.append(.marked(move.cell, digits: digits))
            }
            // What a cell holds already is no change, so `undo` takes back what was typed before it.
            if before != entry(of: move.cell) { made.append(Change(cell: move.cell, before: before)) }
        }
        if !made.isEmpty {
            remember(made)
            shownSteps = 0
        }
        guard grid.isFull else { return actions }
        guard wrong.isEmpty else {
            // Told once it is a courtesy; told again and again it is a check.
            if hasHeardOfWrong == true { countCheck() }
            hasHeardOfWrong = true
            return actions + [.fullButWrong(count: wrong.count)]
        }
        endedAt = now
        return actions + [.solved(seconds: seconds(to: now), hints: hints)]
    }

    /// The oldest lines are forgotten whole, so that `undo` takes back lines as they were typed.
    private mutating func remember(_ made: [Change]) {
        changes.append(made)
        var count = changes.reduce(0) { $0 + $1.count }
        while count > Self.mostUndone, changes.count > 1 { count -= changes.removeFirst().count }
    }

    /// To hear what is wrong counts as a hint, once for each grid.
    private mutating func countCheck() {
        if checked != grid { hints += 1 }
        checked = grid
    }

    private func entry(of cell: SudokuCell) -> Entry {
        Entry(digit: grid[cell], marks: marks[cell.index] ?? 0)
    }

    private mutating func set(_ entry: Entry, at cell: SudokuCell) {
        grid[cell] = entry.digit
        marks[cell.index] = entry.marks == 0 ? nil : entry.marks
    }

    private mutating func undo() -> [Action] {
        guard let last = changes.popLast() else { return [.refused(.nothingToUndo)] }
        for change in last.reversed() { set(change.before, at: change.cell) }
        shownSteps = 0
        return [.undone]
    }

    /// The next step from this grid; asked again on the same grid, the step after it, until a digit was found.
    private mutating func hint() -> Action {
        guard wrong.isEmpty else {
            countCheck()
            return .noHint(wrong: wrong)
        }
        var thinking = SudokuThinking(grid)
        var shown: SudokuStep?
        for _ in 0...shownSteps {
            guard let step = thinking.nextStep() else { break }
            shown = step
            if step.placed != nil { break }
            thinking.apply(step)
        }
        guard let shown else { return .noHint(wrong: []) }
        hints += 1
        shownSteps += 1
        return .hint(shown)
    }
}

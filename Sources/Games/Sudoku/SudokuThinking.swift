/// Solves a grid as people do, one named step after another, and never guesses.
package struct SudokuThinking: Sendable {
    package private(set) var grid: SudokuGrid
    /// The possible digits of each empty cell, bit 1 to bit 9; 0 where a digit stands.
    var candidates: [UInt16]

    package init(_ grid: SudokuGrid) {
        self.grid = grid
        let digits = grid.digits
        candidates = (0..<81).map { index in
            guard digits[index] == 0 else { return 0 }
            var bits: UInt16 = 0x3fe
            for peer in SudokuLayout.peers[index] { bits &= ~(1 << digits[peer]) }
            return bits & 0x3fe
        }
    }

    /// The easiest step that the grid allows; nil if it is full, or none of the techniques helps.
    package func nextStep() -> SudokuStep? {
        nakedSingle() ?? hiddenSingle() ?? lockedCandidates() ?? nakedSet(2) ?? hiddenSet(2) ?? nakedSet(3)
            ?? hiddenSet(3) ?? fish(2) ?? fish(3) ?? chain()
    }

    package mutating func apply(_ step: SudokuStep) {
        if let digit = step.placed, let cell = step.cells.first {
            grid[cell] = digit
            candidates[cell.index] = 0
            for peer in SudokuLayout.peers[cell.index] { candidates[peer] &= ~(1 << UInt16(digit)) }
        }
        for candidate in step.ruledOut { candidates[candidate.cell.index] &= ~(1 << UInt16(candidate.digit)) }
    }

    /// The grade of a grid; nil if it cannot be solved without a guess.
    package static func grade(of grid: SudokuGrid) -> SudokuGrade? {
        var thinking = SudokuThinking(grid)
        var grade = SudokuGrade.easy
        while let step = thinking.nextStep() {
            grade = max(grade, step.technique.grade)
            thinking.apply(step)
        }
        return thinking.grid.isFull && thinking.grid.isConsistent ? grade : nil
    }

    // MARK: - Singles

    private func nakedSingle() -> SudokuStep? {
        for index in 0..<81 where candidates[index].nonzeroBitCount == 1 {
            let digit = candidates[index].trailingZeroBitCount
            return SudokuStep(technique: .nakedSingle, digits: [digit], cells: [SudokuCell(index)], placed: digit)
        }
        return nil
    }

    private func hiddenSingle() -> SudokuStep? {
        for (number, unit) in SudokuLayout.units.enumerated() {
            var once: UInt16 = 0
            var twice: UInt16 = 0
            for cell in unit {
                twice |= once & candidates[cell]
                once |= candidates[cell]
            }
            let bits = once & ~twice
            guard bits != 0 else { continue }
            let digit = bits.trailingZeroBitCount
            guard let cell = unit.first(where: { candidates[$0] & 1 << digit != 0 }) else { continue }
            return SudokuStep(
                technique: .hiddenSingle,
                digits: [digit],
                cells: [SudokuCell(cell)],
                units: [SudokuLayout.name(of: number)],
                placed: digit
            )
        }
        return nil
    }

    // MARK: - What steps have in common

    /// The cells of a unit that may hold a digit.
    func cells(for digit: Int, in unit: Int) -> [Int] {
        SudokuLayout.units[unit].filter { candidates[$0] & 1 << digit != 0 }
    }

    /// The candidates of some cells that a mask has.
    func found(_ mask: UInt16, in cells: some Sequence<Int>) -> [SudokuStep.Candidate] {
        cells.flatMap { cell in
            Self.digits(candidates[cell] & mask).map { .init(cell: SudokuCell(cell), digit: $0) }
        }
    }

    static func digits(_ bits: UInt16) -> [Int] { (1...9).filter { bits & 1 << $0 != 0 } }

    /// All choices of `count` of some things.
    static func choices<Thing>(of count: Int, from things: [Thing]) -> [[Thing]] {
        guard count > 0 else { return [[]] }
        guard things.count >= count else { return [] }
        return things.indices.flatMap { index in
            choices(of: count - 1, from: Array(things[(index + 1)...])).map { [things[index]] + $0 }
        }
    }
}

/// Finds solutions by trying the cell with the fewest possible digits first, with a set of bits for each unit.
struct SudokuSolver {
    private var cells: [UInt8]
    private var rows = [UInt16](repeating: 0, count: 9)
    private var columns = [UInt16](repeating: 0, count: 9)
    private var boxes = [UInt16](repeating: 0, count: 9)
    private var found = 0
    private var solution: [UInt8]?

    /// How many solutions a grid has, counted up to a limit, and the first of them.
    static func solutions(of grid: SudokuGrid, upTo limit: Int) -> (count: Int, first: SudokuGrid?) {
        guard var solver = SudokuSolver(grid) else { return (0, nil) }
        var order = SudokuOrder.ascending
        solver.search(upTo: limit, &order)
        return (solver.found, solver.solution.map(SudokuGrid.init(digits:)))
    }

    /// A full grid; all of them are possible.
    static func random(using generator: inout SeededGenerator) -> SudokuGrid {
        var order = SudokuOrder.random(generator)
        guard var solver = SudokuSolver(SudokuGrid()) else { return SudokuGrid() }
        solver.search(upTo: 1, &order)
        if case .random(let used) = order { generator = used }
        return solver.solution.map(SudokuGrid.init(digits:)) ?? SudokuGrid()
    }

    /// Nil if a digit comes twice in a unit.
    private init?(_ grid: SudokuGrid) {
        cells = grid.digits
        for (index, digit) in cells.enumerated() where digit != 0 {
            let bit = UInt16(1) << digit
            guard (rows[index / 9] | columns[index % 9] | boxes[index / 27 * 3 + index % 9 / 3]) & bit == 0 else {
                return nil
            }
            set(bit, at: index)
        }
    }

    private mutating func set(_ bit: UInt16, at index: Int) {
        rows[index / 9] |= bit
        columns[index % 9] |= bit
        boxes[index / 27 * 3 + index % 9 / 3] |= bit
    }

    private mutating func clear(_ bit: UInt16, at index: Int) {
        rows[index / 9] &= ~bit
        columns[index % 9] &= ~bit
        boxes[index / 27 * 3 + index % 9 / 3] &= ~bit
    }

    private func possible(_ index: Int) -> UInt16 {
        ~(rows[index / 9] | columns[index % 9] | boxes[index / 27 * 3 + index % 9 / 3]) & 0x3fe
    }

    private mutating func search(upTo limit: Int, _ order: inout SudokuOrder) {
        var best = -1
        var fewest = 10
        for index in 0..<81 where cells[index] == 0 {
            let count = possible(index).nonzeroBitCount
            if count < fewest {
                (best, fewest) = (index, count)
                if count <= 1 { break }
            }
        }
        guard best >= 0 else {
            found += 1
            if solution == nil { solution = cells }
            return
        }
        let bits = possible(best)
        for digit in order.digits(fewest) where bits & 1 << digit != 0 {
            cells[best] = digit
            set(1 << digit, at: best)
            search(upTo: limit, &order)
            clear(1 << digit, at: best)
            cells[best] = 0
            if found >= limit { return }
        }
    }
}

/// In which order digits are tried.
private enum SudokuOrder {
    case ascending
    case random(SeededGenerator)

    private static let all = [UInt8](1...9)

    mutating func digits(_ choices: Int) -> [UInt8] {
        guard case .random(var generator) = self, choices > 1 else { return Self.all }
        let digits = Self.all.shuffled(using: &generator)
        self = .random(generator)
        return digits
    }
}

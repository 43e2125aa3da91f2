/// A second solver, which knows nothing of the first: Algorithm X (Knuth 2000) over the 324 conditions of a sudoku.
package struct ExactCover {
    private var rowsOf: [[Int]] = Array(repeating: [], count: 324)
    private var isCovered = [Bool](repeating: false, count: 324)
    private var isRemoved = [Bool](repeating: false, count: 729)
    private var sizes = [Int](repeating: 0, count: 324)
    private var count = 0

    /// How many solutions 81 digits have, up to a limit.
    package static func solutions(_ digits: [Int], upTo limit: Int) -> Int {
        var cover = ExactCover()
        for (cell, digit) in digits.enumerated() where digit != 0 {
            let row = cell * 9 + digit - 1
            guard !cover.isRemoved[row] else { return 0 }
            _ = cover.choose(row)
        }
        cover.search(upTo: limit)
        return cover.count
    }

    private init() {
        for row in 0..<729 { for column in Self.conditions(row) { rowsOf[column].append(row) } }
        sizes = rowsOf.map(\.count)
    }

    /// A digit in a cell fulfils four conditions: cell, row, column and box.
    private static func conditions(_ row: Int) -> [Int] {
        let (cell, digit) = (row / 9, row % 9)
        let box = cell / 27 * 3 + cell % 9 / 3
        return [cell, 81 + cell / 9 * 9 + digit, 162 + cell % 9 * 9 + digit, 243 + box * 9 + digit]
    }

    private mutating func choose(_ row: Int) -> (columns: [Int], rows: [Int]) {
        let columns = Self.conditions(row)
        var rows: [Int] = []
        for column in columns {
            isCovered[column] = true
            for other in rowsOf[column] where !isRemoved[other] {
                isRemoved[other] = true
                rows.append(other)
                for condition in Self.conditions(other) { sizes[condition] -= 1 }
            }
        }
        return (columns, rows)
    }

    private mutating func undo(_ choice: (columns: [Int], rows: [Int])) {
        for column in choice.columns { isCovered[column] = false }
        for row in choice.rows {
            isRemoved[row] = false
            for condition in Self.conditions(row) { sizes[condition] += 1 }
        }
    }

    private mutating func search(upTo limit: Int) {
        var best = -1
        for column in 0..<324 where !isCovered[column] && (best < 0 || sizes[column] < sizes[best]) { best = column }
        guard best >= 0 else {
            count += 1
            return
        }
        for row in rowsOf[best] where !isRemoved[row] {
            let choice = choose(row)
            search(upTo: limit)
            undo(choice)
            if count >= limit { return }
        }
    }
}

/// A cell of the board: columns a to i, rows 1 to 9, so `e4` is the middle column of the fourth row.
package struct SudokuCell: Hashable, Sendable, Codable, Comparable {
    /// 0 to 80, row by row.
    package let index: Int

    package init(_ index: Int) { self.index = index }

    package init(row: Int, column: Int) { index = row * 9 + column }

    /// Reads `e4`, also with a capital.
    package init?(_ text: some StringProtocol) {
        let characters = Array(text.lowercased())
        guard characters.count == 2, let column = Self.columns.firstIndex(of: characters[0]),
            let row = characters[1].wholeNumberValue, characters[1].isASCII, (1...9).contains(row)
        else { return nil }
        self.init(row: row - 1, column: column)
    }

    package static let columns = Array("abcdefghi")

    package var row: Int { index / 9 }
    package var column: Int { index % 9 }
    package var box: Int { row / 3 * 3 + column / 3 }
    package var name: String { "\(Self.columns[column])\(row + 1)" }

    package static func < (left: SudokuCell, right: SudokuCell) -> Bool { left.index < right.index }
}

/// A row, a column or a box of three by three.
package enum SudokuUnit: Hashable, Sendable, Codable {
    /// 1 to 9, from the top.
    case row(Int)
    /// 1 to 9, from the left.
    case column(Int)
    /// 1 to 9, row by row.
    case box(Int)
}

/// Which cells share a row, a column or a box.
enum SudokuLayout {
    /// The 9 rows, the 9 columns, the 9 boxes.
    static let units: [[Int]] = {
        let rows = (0..<9).map { row in (0..<9).map { row * 9 + $0 } }
        let columns = (0..<9).map { column in (0..<9).map { $0 * 9 + column } }
        let boxes = (0..<9).map { box in
            (0..<9).map { (box / 3 * 3 + $0 / 3) * 9 + box % 3 * 3 + $0 % 3 }
        }
        return rows + columns + boxes
    }()

    /// The row, column and box of each cell, as indices of `units`.
    static let unitsOf: [[Int]] = (0..<81).map { cell in
        [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3]
    }

    /// The 20 other cells that each cell sees.
    static let peers: [[Int]] = (0..<81).map { cell in
        Set(unitsOf[cell].flatMap { units[$0] }).subtracting([cell]).sorted()
    }

    static func sees(_ first: Int, _ second: Int) -> Bool {
        first != second
            && (first / 9 == second / 9 || first % 9 == second % 9 || unitsOf[first][2] == unitsOf[second][2])
    }

    static func name(of unit: Int) -> SudokuUnit {
        switch unit {
        case 0..<9: .row(unit + 1)
        case 9..<18: .column(unit - 8)
        default: .box(unit - 17)
        }
    }
}

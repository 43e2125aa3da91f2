/// A way of thinking by which people solve a sudoku, easiest first.
package enum SudokuTechnique: String, Hashable, Sendable, Codable, CaseIterable {
    /// Only one digit is possible in a cell.
    case nakedSingle
    /// A digit has only one cell in a unit.
    case hiddenSingle
    /// A digit's cells of one unit all lie in another unit, too.
    case lockedCandidates
    case nakedPair
    case hiddenPair
    case nakedTriple
    case hiddenTriple
    /// A digit has two cells in each of two rows, in the same two columns; or the other way round.
    case xWing
    /// The same with three rows and three columns.
    case swordfish
    /// Cells of two digits in a chain: one of its two ends holds the digit.
    case chain

    package var grade: SudokuGrade {
        switch self {
        case .nakedSingle, .hiddenSingle: .easy
        case .lockedCandidates, .nakedPair, .hiddenPair: .medium
        case .nakedTriple, .hiddenTriple, .xWing: .hard
        case .swordfish, .chain: .expert
        }
    }
}

/// How hard a sudoku is: the hardest technique that it needs.
package enum SudokuGrade: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    case easy
    case medium
    case hard
    case expert

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    package static func < (left: SudokuGrade, right: SudokuGrade) -> Bool { left.rank < right.rank }
}

/// One step of a solution: a digit that must be, or digits that cannot be.
package struct SudokuStep: Hashable, Sendable, Codable {
    package var technique: SudokuTechnique
    /// The digits that the step is about.
    package var digits: [Int]
    /// The cells from which it follows; for a single the cell itself.
    package var cells: [SudokuCell]
    /// The units it looks at, if it looks at any: for locked candidates where the digit must be, and what is cleared.
    package var units: [SudokuUnit] = []
    /// The digit that is found, for singles.
    package var placed: Int?
    /// The digits that are ruled out.
    package var ruledOut: [Candidate] = []

    package struct Candidate: Hashable, Sendable, Codable {
        package var cell: SudokuCell
        package var digit: Int
    }
}

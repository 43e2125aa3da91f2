/// The digits of a board; 0 is an empty cell.
package struct SudokuGrid: Hashable, Sendable, Codable {
    package private(set) var digits: [UInt8]

    package init() { digits = [UInt8](repeating: 0, count: 81) }

    /// Reads 81 digits, row by row; 0 and `.` are empty.
    package init?(_ text: String) {
        let digits = text.compactMap { $0 == "." ? 0 : $0.isASCII ? $0.wholeNumberValue.map(UInt8.init) : nil }
        guard digits.count == 81, text.count == 81 else { return nil }
        self.digits = digits
    }

    init(digits: [UInt8]) { self.digits = digits }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let grid = SudokuGrid(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not 81 digits")
        }
        self = grid
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// 81 digits, row by row; 0 is empty.
    package var text: String { String(decoding: digits.map { $0 + 48 }, as: UTF8.self) }

    package subscript(cell: SudokuCell) -> Int {
        get { Int(digits[cell.index]) }
        set { digits[cell.index] = UInt8(clamping: newValue) }
    }

    package var filledCount: Int { digits.count { $0 != 0 } }
    package var isFull: Bool { !digits.contains(0) }

    /// The cells that hold a digit and share a row, column or box with a cell.
    package func clashes(of digit: Int, at cell: SudokuCell) -> [SudokuCell] {
        SudokuLayout.peers[cell.index].filter { Int(digits[$0]) == digit }.map(SudokuCell.init)
    }

    /// Whether no digit comes twice in a row, column or box.
    package var isConsistent: Bool {
        digits.indices.allSatisfy { index in
            digits[index] == 0 || SudokuLayout.peers[index].allSatisfy { digits[$0] != digits[index] }
        }
    }
}

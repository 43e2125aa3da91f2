extension RichText {
    /// Rows under column headings; shown in monospace if the network has no tables.
    package struct Table: Hashable, Sendable, Codable {
        package enum Alignment: String, Hashable, Sendable, Codable {
            case leading
            /// For numbers.
            case trailing
        }

        package struct Column: Hashable, Sendable, Codable {
            /// Plain format puts it before each value; without it the value stands alone.
            package var heading: String
            package var alignment: Alignment

            package init(_ heading: String, _ alignment: Alignment = .leading) {
                self.heading = heading
                self.alignment = alignment
            }
        }

        package var columns: [Column]
        /// The cells of each row.
        ///
        /// Missing cells are empty, and cells beyond the columns are not shown.
        package var rows: [[[Span]]]

        package init(columns: [Column], rows: [[[Span]]]) {
            self.columns = columns
            self.rows = rows
        }

        package var hasHeadings: Bool { columns.contains { !$0.heading.isEmpty } }

        /// The spans of a cell; empty for a missing one.
        package func cell(_ row: Int, _ column: Int) -> [Span] {
            rows.indices.contains(row) && rows[row].indices.contains(column) ? rows[row][column] : []
        }
    }

    /// A board of squares in monospace.
    package struct Grid: Hashable, Sendable, Codable {
        package struct Square: Hashable, Sendable, Codable {
            /// A letter or digit; empty for an empty square.
            package var text: String
            package var state: SquareState?

            package init(_ text: String, _ state: SquareState? = nil) {
                self.text = text
                self.state = state
            }
        }

        package struct Row: Hashable, Sendable, Codable {
            package var squares: [Square]
            /// The row in words.
            ///
            /// It replaces the squares in the plain format, and it is the alternative text of a picture.
            package var words: String

            package init(_ squares: [Square], words: String) {
                self.squares = squares
                self.words = words
            }
        }

        package var rows: [Row]
        /// How many squares a box has in each direction, on a board whose first row and first squares are labels.
        ///
        /// Such a board is shown as a table where there are tables; nil is rows of squares without labels.
        package var box: Int?

        package init(rows: [Row], box: Int? = nil) {
            self.rows = rows
            self.box = box
        }

        /// Whether a box begins at a row or square, the labels counted as 0.
        package func beginsBox(_ index: Int) -> Bool {
            guard let box, box > 0 else { return false }
            return index > 1 && (index - 1) % box == 0
        }
    }
}

extension RichText.Block {
    /// The least number of chat lines it needs.
    package var lineCount: Int {
        switch self {
        case .heading, .preformatted: 1
        case .paragraph(let spans), .item(_, let spans), .footer(let spans): 1 + spans.count { $0 == .lineBreak }
        case .table(let table): max(1, table.rows.count)
        case .grid(let grid): max(1, grid.rows.count)
        }
    }

    /// Splits a table into tables of at most `limit` rows with the same headings.
    ///
    /// Other blocks are not split.
    package func split(rows limit: Int) -> [RichText.Block] {
        guard case .table(let table) = self, table.rows.count > max(limit, 1) else { return [self] }
        let step = max(limit, 1)
        return stride(from: 0, to: table.rows.count, by: step).map { start in
            let rows = Array(table.rows[start..<min(start + step, table.rows.count)])
            return .table(RichText.Table(columns: table.columns, rows: rows))
        }
    }
}

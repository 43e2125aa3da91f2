import NewsModel

/// Renders tables and boards as lines of a monospaced font.
enum TableLines {
    /// The most columns of characters in a line; terminals and mail programs wrap longer lines.
    private static let widest = 72
    /// The most rows of one table; longer tables are meant to be shown in pages.
    private static let mostRows = 60
    private static let mostColumns = 12
    private static let gap = "  "

    /// A line for the headings, if there are any, and one for each row.
    ///
    /// Cells that are too wide are cut.
    ///
    /// - Parameter render: renders a cell in a style; its only control characters are those of the style.
    static func lines(
        _ table: RichText.Table,
        style: LineStyle,
        render: (_ cell: [RichText.Span], _ style: LineStyle) -> String
    ) -> [String] {
        let columns = Array(table.columns.prefix(mostColumns))
        guard !columns.isEmpty else { return [] }
        var cells: [[[RichText.Span]]] = []
        if table.hasHeadings { cells.append(columns.map { [.text($0.heading)] }) }
        let shownRows = table.rows.indices.prefix(mostRows)
        cells += shownRows.map { row in columns.indices.map { table.cell(row, $0) } }
        let plain = cells.map { $0.map { render($0, .plain) } }
        let widths = widths(columns.indices.map { column in plain.map { TextWidth.columns($0[column]) }.max() ?? 0 })
        var lines = cells.indices.map { row in
            let isHeading = table.hasHeadings && row == 0
            guard plain[row].contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { return "" }
            return columns.indices.map { column in
                let words = plain[row][column]
                let cut = TextWidth.cut(words, to: widths[column])
                let styled =
                    isHeading ? style.strong.open + cut + style.strong.close : render(cells[row][column], style)
                return TextWidth.padded(
                    // A cut cell has no colours.
                    cut == words && !words.isEmpty ? styled : cut,
                    from: TextWidth.columns(cut),
                    to: widths[column],
                    trailing: columns[column].alignment == .trailing
                )
            }.joined(separator: gap).trimmedEnd
        }
        if table.rows.count > mostRows { lines.append("… +\(table.rows.count - mostRows)") }
        return lines
    }

    /// One line for each row of the board.
    ///
    /// Each state has its own mark around the letter, so colours are not needed to read it.
    static func lines(_ grid: RichText.Grid, style: LineStyle) -> [String] {
        grid.rows.prefix(mostRows).map { row in
            row.squares.prefix(widest / 3).enumerated().map { index, square in
                let edge = grid.beginsBox(index) ? " | " : ""
                let marked = marked(square)
                guard let state = square.state else { return edge + marked }
                let colour = style.meaning(.square(state))
                return edge + colour.open + marked + colour.close
            }.joined().trimmedEnd
        }
    }

    /// `[A]` right, `(A)` near, `-A-` wrong, ` . ` empty.
    static func marked(_ square: RichText.Grid.Square) -> String {
        let clean = TextWidth.cut(DisplayText.clean(square.text), to: 3)
        let text = clean.isEmpty || square.state == .empty && clean == " " ? "." : clean
        return switch square.state {
        case .right: "[\(text)]"
        case .near: "(\(text))"
        case .wrong: "-\(text)-"
        case .empty, nil: " \(text) "
        }
    }

    /// The column widths.
    ///
    /// The widest columns are narrowed until the row fits.
    private static func widths(_ wanted: [Int]) -> [Int] {
        var widths = wanted
        let most = widest - gap.count * (wanted.count - 1)
        while widths.reduce(0, +) > most, let largest = widths.max(), largest > 3,
            let index = widths.firstIndex(of: largest)
        {
            let next = widths.filter { $0 < largest }.max() ?? 3
            widths[index] = max(next, largest - (widths.reduce(0, +) - most), 3)
            if widths[index] == largest { widths[index] -= 1 }
        }
        return widths
    }
}

extension String {
    /// The text without trailing spaces, which would mean a soft line break in mail.
    fileprivate var trimmedEnd: String {
        guard let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[...last])
    }
}

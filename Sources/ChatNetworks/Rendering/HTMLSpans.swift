import NewsModel

/// Renders spans and tables as HTML for one kind of reader; escapes all text.
struct HTMLSpans: Sendable {
    enum Reader: Sendable {
        /// A page that includes the palette's style sheet.
        case page
        /// A Matrix client; it allows only the attributes and tags of the client-server API, "m.room.message msgtypes".
        case matrix
    }

    var reader: Reader

    static let page = HTMLSpans(reader: .page)
    static let matrix = HTMLSpans(reader: .matrix)

    func render(_ spans: [RichText.Span]) -> String {
        spans.map { span in
            switch span {
            case .text(let text), .symbol(let text, _): HTMLRendering.escaped(text)
            case .strong(let inner): "<strong>\(render(inner))</strong>"
            case .emphasis(let inner): "<em>\(render(inner))</em>"
            case .code(let text): "<code>\(HTMLRendering.escaped(text))</code>"
            case .link(let label, let url): link(label, url)
            case .meaning(let meaning, let inner): coloured(render(inner), meaning)
            // Pages load nothing from other servers: a feed must not choose what is shown. What somebody reads in
            // private on Matrix comes as an event of its own (`MatrixPicture`).
            case .picture(let alternative, let url): link(alternative, url)
            case .icon(let feed): reader == .matrix ? MatrixIcons.mark(feed) : ""
            case .lineBreak: "<br>"
            }
        }
        .joined()
    }

    func table(_ table: RichText.Table) -> String {
        var html = "<table>"
        if table.hasHeadings {
            let cells = table.columns.map { "<th\(align($0))>\(HTMLRendering.escaped($0.heading))</th>" }
            html += "<thead><tr>\(cells.joined())</tr></thead>"
        }
        let rows = table.rows.indices.map { row in
            let cells = table.columns.indices.map {
                "<td\(align(table.columns[$0]))>\(render(table.cell(row, $0)))</td>"
            }
            return "<tr>\(cells.joined())</tr>"
        }
        return html + "<tbody>\(rows.joined())</tbody></table>"
    }

    /// A board: a table if it has labels, otherwise lines in `pre`.
    func board(_ grid: RichText.Grid) -> String {
        grid.box == nil ? "<pre>\(self.grid(grid))</pre>" : labelled(grid)
    }

    /// A board as a table with its labels as headings.
    ///
    /// Pages draw the edges of boxes; Matrix allows no style, so there an empty row or column stands between boxes.
    private func labelled(_ grid: RichText.Grid) -> String {
        let rows = grid.rows.enumerated().map { index, row -> String in
            let cells = row.squares.enumerated().map { column, square -> String in
                let tag = index == 0 || column == 0 ? "th" : "td"
                let marked = HTMLRendering.escaped(square.text.isEmpty ? "" : TableLines.marked(square).trimmingSpaces)
                let shown = square.text.isEmpty ? "" : square.state.map { coloured(marked, .square($0)) } ?? marked
                let gap = reader == .matrix && grid.beginsBox(column) ? "<\(tag)></\(tag)>" : ""
                let style = reader == .page ? Self.style(row: index, column: column, of: grid) : ""
                return "\(gap)<\(tag)\(style)>\(shown)</\(tag)>"
            }
            let gap = reader == .matrix && grid.beginsBox(index) ? "<tr><th></th></tr>" : ""
            return "\(gap)<tr>\(cells.joined())</tr>"
        }
        let table = reader == .page ? "<table style=\"border-collapse:collapse\">" : "<table>"
        return "\(table)<thead>\(rows.first ?? "")</thead><tbody>\(rows.dropFirst().joined())</tbody></table>"
    }

    /// A square of a page, with a broad edge where a box begins.
    private static func style(row: Int, column: Int, of grid: RichText.Grid) -> String {
        var style = "width:1.7em;padding:2px;text-align:center"
        if row > 0, column > 0 {
            style += ";border:1px solid #9aa0a6"
            if row == 1 || grid.beginsBox(row) { style += ";border-top-width:3px" }
            if column == 1 || grid.beginsBox(column) { style += ";border-left-width:3px" }
        }
        return " style=\"\(style)\""
    }

    /// The lines of a board with coloured squares.
    ///
    /// Each square also has its mark.
    func grid(_ grid: RichText.Grid) -> String {
        grid.rows.map { row in
            row.squares.map { square in
                let marked = HTMLRendering.escaped(TableLines.marked(square))
                return square.state.map { coloured(marked, .square($0)) } ?? marked
            }.joined()
        }.joined(separator: "\n")
    }

    func coloured(_ html: String, _ meaning: Meaning) -> String {
        guard !html.isEmpty else { return "" }
        switch reader {
        case .page:
            // The style sheet has the known meanings; a chosen colour is written here, one for light and dark pages.
            let style = meaning.isOwn ? " style=\"color: \(Palette(meaning).either)\"" : ""
            return "<span class=\"\(Palette.className(meaning))\"\(style)>\(html)</span>"
        case .matrix:
            let ground = Palette.ground(meaning)
            let ink = ground?.ink ?? Palette(meaning).either
            let back = ground.map { " data-mx-bg-color=\"\($0.ground)\"" } ?? ""
            return "<span data-mx-color=\"\(ink)\"\(back)>\(html)</span>"
        }
    }

    private func link(_ label: String, _ url: String) -> String {
        DisplayText.link(url).map {
            "<a href=\"\(HTMLRendering.escaped($0))\">\(HTMLRendering.escaped(label.isEmpty ? $0 : label))</a>"
        } ?? HTMLRendering.escaped(label)
    }

    /// Matrix allows no style attribute, so clients choose the alignment.
    private func align(_ column: RichText.Table.Column) -> String {
        reader == .page && column.alignment == .trailing ? " style=\"text-align:end\"" : ""
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

extension Meaning {
    fileprivate var isOwn: Bool { if case .own = self { true } else { false } }
}

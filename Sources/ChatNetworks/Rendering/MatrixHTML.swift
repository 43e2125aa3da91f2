package import NewsModel

/// Renders rich text as HTML for Matrix clients (client-server API, "m.room.message msgtypes": the safe subset).
///
/// The output has only the tags `p h3–h6 ol ul li pre code strong em a br span table thead tbody tr th td` and
/// the attributes `start`, `href`, `data-mx-color` and `data-mx-bg-color`. Icons of feeds are marks that sending
/// replaces (`MatrixIcons`).
package enum MatrixHTML {
    package static func fragment(_ text: RichText) -> String {
        var result = ""
        var blocks = text.blocks[...]
        while let block = blocks.first {
            let run = blocks.prefix(while: isItem)
            if run.isEmpty {
                result += render(block)
                blocks = blocks.dropFirst()
            } else {
                result += list(run)
                blocks = blocks.dropFirst(run.count)
            }
        }
        return result
    }

    private static func isItem(_ block: RichText.Block) -> Bool { if case .item = block { true } else { false } }

    private static func render(_ block: RichText.Block) -> String {
        switch block {
        case .heading(let level, let spans):
            // The largest headings are too large for a chat.
            "<h\(min(max(level + 2, 3), 6))>\(HTMLSpans.matrix.render(spans))</h\(min(max(level + 2, 3), 6))>"
        case .paragraph(let spans), .footer(let spans): "<p>\(HTMLSpans.matrix.render(spans))</p>"
        case .item: ""
        case .table(let table): HTMLSpans.matrix.table(table)
        case .grid(let grid): HTMLSpans.matrix.board(grid)
        case .preformatted(let lines):
            "<pre><code>"
                + lines.split(separator: "\n", omittingEmptySubsequences: false)
                .map { HTMLRendering.escaped(String($0)) }.joined(separator: "\n") + "</code></pre>"
        }
    }

    /// Successive numbers become an ordered list, bullets an unordered one; other markers are shown as written.
    private static func list(_ items: ArraySlice<RichText.Block>) -> String {
        let entries = items.compactMap { block -> (marker: String?, text: String)? in
            guard case .item(let marker, let spans) = block else { return nil }
            return (marker, HTMLSpans.matrix.render(spans))
        }
        let numbers = entries.compactMap { $0.marker.flatMap { $0.count <= 6 ? Int($0) : nil } }
        let rows = entries.map { "<li>\($0.text)</li>" }.joined()
        if entries.allSatisfy({ $0.marker == nil }) { return "<ul>\(rows)</ul>" }
        if numbers.count == entries.count, let first = numbers.first, first >= 0,
            numbers == Array(first..<first + numbers.count)
        {
            return "<ol\(first == 1 ? "" : " start=\"\(first)\"")>\(rows)</ol>"
        }
        let lines = entries.map { ($0.marker.map { HTMLRendering.escaped($0) + ". " } ?? "• ") + $0.text }
        return "<p>\(lines.joined(separator: "<br>"))</p>"
    }
}

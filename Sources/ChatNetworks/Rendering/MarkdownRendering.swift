package import NewsModel

/// Renders rich text as CommonMark.
package enum MarkdownRendering {
    package static func document(_ text: RichText) -> String {
        var result = ""
        var lastWasItem = false
        for block in text.blocks {
            let isItem = if case .item = block { true } else { false }
            if !result.isEmpty { result += isItem && lastWasItem ? "\n" : "\n\n" }
            result += render(block)
            lastWasItem = isItem
        }
        return result + "\n"
    }

    private static func render(_ block: RichText.Block) -> String {
        switch block {
        case .heading(let level, let spans):
            String(repeating: "#", count: min(max(level, 1), 6)) + " " + render(spans)
        case .paragraph(let spans): render(spans)
        case .footer(let spans): "---\n\n" + render(spans)
        case .item(let marker, let spans): "- " + (marker.map { escaped($0) + "\\. " } ?? "") + render(spans)
        case .preformatted(let lines):
            lines.split(separator: "\n", omittingEmptySubsequences: false)
                .map { "    " + DisplayText.clean(String($0)) }.joined(separator: "\n")
        case .table(let table): self.table(table)
        case .grid(let grid):
            TableLines.lines(grid, style: .plain).map { "    " + $0 }.joined(separator: "\n")
        }
    }

    private static func render(_ spans: [RichText.Span]) -> String {
        spans.map { span in
            switch span {
            case .text(let text), .symbol(let text, _): escaped(text)
            case .strong(let inner): "**" + render(inner) + "**"
            case .emphasis(let inner): "*" + render(inner) + "*"
            case .code(let text): "`" + withoutBackticks(text) + "`"
            case .link(let label, let url):
                DisplayText.link(url).map { "[" + escaped(label.isEmpty ? $0 : label) + "](<" + $0 + ">)" }
                    ?? escaped(label)
            case .meaning(_, let inner): render(inner)
            case .icon: ""
            // CommonMark 0.31, 6.7; the indent keeps it in its list item.
            case .lineBreak: "\\\n  "
            case .picture(let alternative, let url):
                DisplayText.link(url).map { "![" + escaped(alternative) + "](<" + $0 + ">)" } ?? escaped(alternative)
            }
        }
        .joined()
    }

    /// A table of GitHub Flavored Markdown (0.29, 4.10); it always has a heading row.
    private static func table(_ table: RichText.Table) -> String {
        func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        let marks = table.columns.map { $0.alignment == .trailing ? "--:" : "---" }
        let rows = table.rows.indices.map { index in
            row(table.columns.indices.map { render(table.cell(index, $0)) })
        }
        return ([row(table.columns.map { escaped($0.heading) }), row(marks)] + rows).joined(separator: "\n")
    }

    /// CommonMark 0.31, 2.4: all ASCII punctuation may be escaped; these characters can have a meaning.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in DisplayText.clean(text).unicodeScalars {
            if "\\`*_{}[]<>()#+-!|~&=".unicodeScalars.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    private static func withoutBackticks(_ text: String) -> String {
        String(String.UnicodeScalarView(DisplayText.clean(text).unicodeScalars.map { $0 == "`" ? "'" : $0 }))
    }
}

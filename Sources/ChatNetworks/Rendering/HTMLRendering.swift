package import NewsModel

/// Renders rich text as HTML: a fragment or a complete page.
package enum HTMLRendering {
    package static func fragment(_ text: RichText) -> String {
        var result = ""
        var listIsOpen = false
        for block in text.blocks {
            let isItem = if case .item = block { true } else { false }
            if isItem != listIsOpen {
                result += isItem ? "<ul style=\"list-style:none;padding:0\">\n" : "</ul>\n"
                listIsOpen = isItem
            }
            result += render(block) + "\n"
        }
        return result + (listIsOpen ? "</ul>\n" : "")
    }

    package static func document(_ text: RichText, title: String) -> String {
        """
        <!DOCTYPE html>
        <html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark">
        <title>\(escaped(title))</title>
        <style>
        \(styleSheet)
        </style></head>
        <body>
        \(fragment(text))</body></html>

        """
    }

    /// Styles for light and dark screens; all text has a contrast of at least 4.5 to 1.
    private static let styleSheet = """
        :root { color-scheme: light dark; }
        body { font-family: sans-serif; max-width: 40em; margin: 1em auto; padding: 0 1em; line-height: 1.4; \
        background: \(Palette.lightGround); color: #202124; }
        a { color: #0b57d0; }
        .quiet { color: #5f6368; font-size: smaller; }
        th, td { padding: 2px 8px; text-align: start; }
        \(Palette.styleSheet.light)
        @media (prefers-color-scheme: dark) {
        body { background: \(Palette.darkGround); color: #e8eaed; }
        a { color: #8ab4f8; }
        .quiet { color: #a8adb3; }
        \(Palette.styleSheet.dark)
        }
        """

    /// Escapes all characters that could end a text or a quoted attribute.
    package static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        // By scalars, as browsers read: a combining mark joins with the `<` before it to one `Character`.
        for scalar in DisplayText.clean(text).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;".unicodeScalars
            case "<": result += "&lt;".unicodeScalars
            case ">": result += "&gt;".unicodeScalars
            case "\"": result += "&quot;".unicodeScalars
            case "'": result += "&#39;".unicodeScalars
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func render(_ block: RichText.Block) -> String {
        switch block {
        case .heading(let level, let spans):
            "<h\(min(max(level, 1), 6))>\(HTMLSpans.page.render(spans))</h\(min(max(level, 1), 6))>"
        case .paragraph(let spans): "<p>\(HTMLSpans.page.render(spans))</p>"
        case .footer(let spans): "<p class=\"quiet\">\(HTMLSpans.page.render(spans))</p>"
        case .item(let marker, let spans):
            "<li>\(marker.map { escaped($0) + ". " } ?? "• ")\(HTMLSpans.page.render(spans))</li>"
        case .preformatted(let lines):
            "<pre>"
                + lines.split(separator: "\n", omittingEmptySubsequences: false)
                .map { escaped(String($0)) }.joined(separator: "\n") + "</pre>"
        case .table(let table): HTMLSpans.page.table(table)
        case .grid(let grid): HTMLSpans.page.board(grid)
        }
    }
}

package import NewsModel

/// Rich text as HTML: a fragment, or a page that stands alone.
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
        <title>\(escaped(title))</title></head>
        <body style="font-family:sans-serif;max-width:40em;margin:1em auto;padding:0 1em;line-height:1.4">
        \(fragment(text))</body></html>

        """
    }

    /// Escapes everything that could leave text or a quoted attribute.
    package static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        // By scalars, as a browser reads: some marks make one character of themselves and the `<` that follows.
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
            "<h\(min(max(level, 1), 6))>\(render(spans))</h\(min(max(level, 1), 6))>"
        case .paragraph(let spans): "<p>\(render(spans))</p>"
        case .footer(let spans): "<p style=\"color:#777;font-size:smaller\">\(render(spans))</p>"
        case .item(let marker, let spans):
            "<li>\(marker.map { escaped($0) + ". " } ?? "• ")\(render(spans))</li>"
        case .preformatted(let lines):
            "<pre>"
                + lines.split(separator: "\n", omittingEmptySubsequences: false)
                .map { escaped(String($0)) }.joined(separator: "\n") + "</pre>"
        }
    }

    static func render(_ spans: [RichText.Span]) -> String {
        spans.map { span in
            switch span {
            case .text(let text): escaped(text)
            case .strong(let inner): "<strong>\(render(inner))</strong>"
            case .emphasis(let inner): "<em>\(render(inner))</em>"
            case .code(let text): "<code>\(escaped(text))</code>"
            case .link(let label, let url):
                DisplayText.link(url).map {
                    "<a href=\"\(escaped($0))\">\(escaped(label.isEmpty ? $0 : label))</a>"
                } ?? escaped(label)
            }
        }
        .joined()
    }
}

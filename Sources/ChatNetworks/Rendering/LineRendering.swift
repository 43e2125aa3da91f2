package import NewsModel

/// How a network of plain lines marks what is strong, emphasised or literal.
package struct LineStyle: Sendable {
    package var strong: (open: String, close: String)
    package var emphasis: (open: String, close: String)
    package var code: (open: String, close: String)
    /// A heading; what is strong where nothing else is said.
    package var heading: (open: String, close: String)

    package init(
        strong: (open: String, close: String) = ("", ""),
        emphasis: (open: String, close: String) = ("", ""),
        code: (open: String, close: String) = ("", ""),
        heading: (open: String, close: String)? = nil
    ) {
        self.strong = strong
        self.emphasis = emphasis
        self.code = code
        self.heading = heading ?? strong
    }

    package static let plain = LineStyle()
    /// ANSI bold and faint, for a terminal.
    package static let terminal = LineStyle(strong: ("\u{1b}[1m", "\u{1b}[0m"), code: ("\u{1b}[36m", "\u{1b}[0m"))
    /// IRC formatting: bold 0x02, italics 0x1D, colour 0x03 (modern.ircdocs.horse/formatting).
    ///
    /// The bold behind the colour's number keeps a digit of the text from becoming part of it.
    package static let irc = LineStyle(
        strong: ("\u{2}", "\u{2}"),
        emphasis: ("\u{1d}", "\u{1d}"),
        heading: ("\u{3}10\u{2}", "\u{2}\u{3}")
    )
}

/// Rich text as lines, one to a block.
package enum LineRendering {
    /// No line holds a control character that did not come from the style.
    package static func lines(_ text: RichText, style: LineStyle = .plain) -> [String] {
        text.blocks.flatMap { block -> [String] in
            switch block {
            case .heading(_, let spans): [styled(render(spans, style), style.heading)]
            case .paragraph(let spans), .footer(let spans): [render(spans, style)]
            case .item(let marker, let spans):
                [(marker.map { DisplayText.clean($0) + ". " } ?? "• ") + render(spans, style)]
            case .preformatted(let lines):
                lines.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.clean(String($0)) }
            }
        }
        .filter { !$0.isEmpty }
    }

    private static func render(_ spans: [RichText.Span], _ style: LineStyle) -> String {
        spans.map { span in
            switch span {
            case .text(let text): DisplayText.clean(text)
            case .strong(let inner): styled(render(inner, style), style.strong)
            case .emphasis(let inner): styled(render(inner, style), style.emphasis)
            case .code(let text): styled(DisplayText.clean(text), style.code)
            case .link(let label, let url): link(DisplayText.clean(label), DisplayText.link(url))
            }
        }
        .joined()
    }

    private static func link(_ label: String, _ url: String?) -> String {
        guard let url else { return label }
        return label.isEmpty ? url : "\(label) — \(url)"
    }

    private static func styled(_ text: String, _ mark: (open: String, close: String)) -> String {
        text.isEmpty ? "" : mark.open + text + mark.close
    }
}

package import NewsModel

/// The marks for strong, emphasised and literal text in a network of plain lines.
package struct LineStyle: Sendable {
    package var strong: (open: String, close: String)
    package var emphasis: (open: String, close: String)
    package var code: (open: String, close: String)
    /// The mark of headings; the same as `strong` by default.
    package var heading: (open: String, close: String)
    /// The mark of a line of a table or a board.
    package var monospace: (open: String, close: String)
    /// Stands between the words of a link and its address.
    package var linkSeparator: String
    /// The colour of a meaning; no colour by default.
    package var meaning: @Sendable (Meaning) -> (open: String, close: String)

    package init(
        strong: (open: String, close: String) = ("", ""),
        emphasis: (open: String, close: String) = ("", ""),
        code: (open: String, close: String) = ("", ""),
        heading: (open: String, close: String)? = nil,
        monospace: (open: String, close: String) = ("", ""),
        linkSeparator: String = " — ",
        meaning: @escaping @Sendable (Meaning) -> (open: String, close: String) = { _ in ("", "") }
    ) {
        self.strong = strong
        self.emphasis = emphasis
        self.code = code
        self.heading = heading ?? strong
        self.monospace = monospace
        self.linkSeparator = linkSeparator
        self.meaning = meaning
    }

    package static let plain = LineStyle()
    /// For messages in plain format, which have no symbols.
    package static let words = LineStyle(linkSeparator: ", ")
    /// ANSI bold, italics and colours, for a terminal.
    ///
    /// Each end mark resets only its own attribute, so surrounding attributes continue (ECMA-48, SGR).
    package static let terminal = LineStyle(
        strong: ("\u{1b}[1m", "\u{1b}[22m"),
        emphasis: ("\u{1b}[3m", "\u{1b}[23m"),
        code: ("\u{1b}[36m", "\u{1b}[39m"),
        meaning: { ("\u{1b}[\(Palette($0).terminal)m", "\u{1b}[39m") }
    )
    /// IRC formatting: bold 0x02, italics 0x1D, colour 0x03, monospace 0x11 (modern.ircdocs.horse/formatting).
    ///
    /// In a heading, bold follows the colour number, so a digit of the text cannot become part of the number.
    package static let irc = LineStyle(
        strong: ("\u{2}", "\u{2}"),
        emphasis: ("\u{1d}", "\u{1d}"),
        heading: ("\u{3}10\u{2}", "\u{2}\u{3}"),
        monospace: ("\u{11}", "\u{11}"),
        meaning: { meaning in
            let number = Palette(meaning).irc
            // Bold on and off at once separates the colour number from digits of the text.
            return ("\u{3}\(number < 10 ? "0" : "")\(number)\u{2}\u{2}", "\u{3}\u{2}\u{2}")
        }
    )
}

extension OutgoingMessage {
    /// The style of its lines without colours.
    var lineStyle: LineStyle { isPlain == true ? .words : .plain }
}

/// Renders rich text as lines, one for each block without line breaks.
package enum LineRendering {
    /// The only control characters in a line are those of the style.
    package static func lines(_ text: RichText, style: LineStyle = .plain) -> [String] {
        text.blocks.flatMap { block -> [String] in
            switch block {
            case .heading(_, let spans): [styled(render(spans, style), style.heading)]
            case .paragraph(let spans), .footer(let spans): parts(spans, style)
            case .item(let marker, let spans):
                item(marker.map { DisplayText.clean($0) + ". " } ?? "• ", parts(spans, style))
            case .preformatted(let lines):
                lines.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.clean(String($0)) }
            case .table(let table):
                TableLines.lines(table, style: style, render: cell).map { styled($0, style.monospace) }
            case .grid(let grid): TableLines.lines(grid, style: style).map { styled($0, style.monospace) }
            }
        }
        .filter { !$0.isEmpty }
    }

    /// The lines of a block with line breaks.
    private static func parts(_ spans: [RichText.Span], _ style: LineStyle) -> [String] {
        spans.split(separator: .lineBreak, omittingEmptySubsequences: false).map { render(Array($0), style) }
    }

    /// Further lines of an item are indented.
    private static func item(_ marker: String, _ lines: [String]) -> [String] {
        let further = lines.dropFirst().filter { !$0.isEmpty }.map { "   " + $0 }
        return [marker + (lines.first ?? "")] + further
    }

    private static func render(_ spans: [RichText.Span], _ style: LineStyle) -> String {
        spans.map { span in
            switch span {
            case .text(let text), .symbol(let text, _): DisplayText.clean(text)
            case .strong(let inner): styled(render(inner, style), style.strong)
            case .emphasis(let inner): styled(render(inner, style), style.emphasis)
            case .code(let text): styled(DisplayText.clean(text), style.code)
            case .link(let label, let url), .picture(let label, let url):
                link(DisplayText.clean(label), DisplayText.link(url), style)
            case .meaning(let meaning, let inner): styled(render(inner, style), style.meaning(meaning))
            case .icon: ""
            case .lineBreak: " "
            }
        }
        .joined()
    }

    /// A table cell.
    ///
    /// A link is shown as its label only, because an address is longer than a column.
    private static func cell(_ spans: [RichText.Span], _ style: LineStyle) -> String {
        render(spans.map(withoutAddress), style)
    }

    private static func withoutAddress(_ span: RichText.Span) -> RichText.Span {
        switch span {
        case .text, .code, .symbol, .icon, .lineBreak: span
        case .strong(let inner): .strong(inner.map(withoutAddress))
        case .emphasis(let inner): .emphasis(inner.map(withoutAddress))
        case .meaning(let meaning, let inner): .meaning(meaning, inner.map(withoutAddress))
        case .link(let label, let url): .text(label.isEmpty ? DisplayText.link(url) ?? "" : label)
        case .picture(let alternative, _): .text(alternative)
        }
    }

    private static func link(_ label: String, _ url: String?, _ style: LineStyle) -> String {
        guard let url else { return label }
        return label.isEmpty ? url : label + style.linkSeparator + url
    }

    private static func styled(_ text: String, _ mark: (open: String, close: String)) -> String {
        text.isEmpty ? "" : mark.open + text + mark.close
    }
}

/// Text with structure.
///
/// Each network renders it in its own way.
///
/// Only renderers escape: a span contains what the reader sees, never markup. The encoding is stored, so cases may be
/// added, but existing ones keep their names and labels.
package struct RichText: Hashable, Sendable, Codable {
    package var blocks: [Block]

    package init(_ blocks: [Block] = []) { self.blocks = blocks }

    package enum Block: Hashable, Sendable, Codable {
        /// A title line; level 1 is the largest.
        case heading(level: Int, [Span])
        case paragraph([Span])
        /// One entry of a list. `marker` is shown as given (`3`, `a`); nil is a bullet.
        case item(marker: String?, [Span])
        /// Preformatted lines, shown as they are.
        case preformatted(String)
        /// A less prominent last line, such as a hint or the time of creation.
        case footer([Span])
        case table(Table)
        case grid(Grid)
    }

    package indirect enum Span: Hashable, Sendable, Codable {
        case text(String)
        case strong([Span])
        case emphasis([Span])
        /// Something to type or to copy: a command, a code.
        case code(String)
        /// A link. If links cannot be hidden, the address follows the label.
        /// With an empty label only the address is shown.
        case link(label: String, url: String)
        /// Words in the colour of their meaning, if the reader sees colours.
        case meaning(Meaning, [Span])
        /// An emoji, arrow or bar. The plain format shows `words` instead.
        case symbol(String, words: String)
        /// A picture. If pictures cannot be shown, its alternative text as a link.
        case picture(alternative: String, url: String)
        /// The small picture of a feed, before its name.
        ///
        /// It says nothing that the name does not say, so it has no alternative text. Only networks that show pictures
        /// inside a line show it, and only to who may see the feed.
        case icon(of: FeedID)
        /// The end of a line within a block: what follows stands below it.
        case lineBreak
    }
}

extension RichText {
    /// One paragraph of plain words.
    package static func plain(_ text: String) -> RichText { RichText([.paragraph([.text(text)])]) }

    package static func + (left: RichText, right: RichText) -> RichText { RichText(left.blocks + right.blocks) }

    package var isEmpty: Bool { blocks.isEmpty }
}

extension RichText.Span: ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) { self = .text(value) }
}

extension RichText.Block {
    /// The text a reader sees, without markup.
    ///
    /// Each row of a table or grid is a line.
    package var words: String {
        switch self {
        case .heading(_, let spans), .paragraph(let spans), .item(_, let spans), .footer(let spans): spans.words
        case .preformatted(let text): text
        case .table(let table):
            ((table.hasHeadings ? [table.columns.map(\.heading)] : []) + table.rows.map { $0.map(\.words) })
                .map { $0.joined(separator: " ") }.joined(separator: "\n")
        case .grid(let grid): grid.rows.map(\.words).joined(separator: "\n")
        }
    }
}

extension [RichText.Span] {
    /// The text a reader sees, without markup.
    ///
    /// A link without a label shows its address.
    package var words: String {
        map { span in
            switch span {
            case .text(let text), .code(let text), .symbol(let text, _): text
            case .strong(let inner), .emphasis(let inner), .meaning(_, let inner): inner.words
            case .link(let label, let url): label.isEmpty ? url : label
            case .picture(let alternative, _): alternative
            case .icon: ""
            case .lineBreak: "\n"
            }
        }.joined()
    }
}

/// Text with its structure, rendered by each network in its own way.
///
/// Escaping happens in the renderers, once, by construction: a span holds what a reader should see, never markup.
package struct RichText: Hashable, Sendable, Codable {
    package var blocks: [Block]

    package init(_ blocks: [Block] = []) { self.blocks = blocks }

    package enum Block: Hashable, Sendable, Codable {
        /// A title line; level 1 is the largest.
        case heading(level: Int, [Span])
        case paragraph([Span])
        /// One entry of a list. `marker` is shown as given (`3`, `a`); nil is a bullet.
        case item(marker: String?, [Span])
        /// Preformatted lines, shown as they are (a grid, a table).
        case preformatted(String)
        /// A quiet closing line: hints, time made.
        case footer([Span])
    }

    package indirect enum Span: Hashable, Sendable, Codable {
        case text(String)
        case strong([Span])
        case emphasis([Span])
        /// Something typed or literal: a command, a code.
        case code(String)
        /// A link. Where links cannot be hidden, the label is followed by the address;
        /// an empty label shows the address alone.
        case link(label: String, url: String)
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

/// How messages are formatted for a person or a room.
package enum TextFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// The best form that the network can show.
    case rich
    /// For screen readers: words instead of symbols, bullets and boards, no colours and no tables.
    case plain
}

extension OutgoingMessage {
    /// The message for a reader of that format.
    ///
    /// A message in plain format is the same for every network.
    package func inFormat(_ format: TextFormat) -> OutgoingMessage {
        guard format == .plain else { return self }
        var message = self
        message.body = body.inPlainFormat
        message.withColour = false
        message.isPlain = true
        return message
    }
}

extension RichText {
    /// The text with words instead of symbols and "heading: value" instead of tables.
    ///
    /// Commas separate the parts of a line. Bullets are left out. Each row of a grid is a line of words.
    package var inPlainFormat: RichText {
        RichText(
            blocks.flatMap { block -> [Block] in
                switch block {
                case .heading(let level, let spans): [.heading(level: level, spans.inPlainFormat)]
                case .paragraph(let spans): [.paragraph(spans.inPlainFormat)]
                case .item(let marker?, let spans): [.item(marker: marker, spans.inPlainFormat)]
                case .item(nil, let spans): [.paragraph(spans.inPlainFormat)]
                case .footer(let spans): [.footer(spans.inPlainFormat)]
                case .preformatted: [block]
                case .table(let table): table.rows.indices.map { .paragraph(table.spoken(row: $0)) }
                case .grid(let grid): grid.rows.map { .paragraph([.text($0.words)]) }
                }
            }
        )
    }
}

extension RichText.Table {
    /// One row as text: "Rank: 1, Player: alice, Points: 5".
    fileprivate func spoken(row: Int) -> [RichText.Span] {
        var spans: [RichText.Span] = []
        for (index, column) in columns.enumerated() {
            let cell = cell(row, index).inPlainFormat
            guard !cell.words.isEmpty else { continue }
            if !spans.isEmpty { spans.append(.text(", ")) }
            if !column.heading.isEmpty { spans.append(.text(column.heading + ": ")) }
            spans += cell
        }
        return spans
    }
}

extension [RichText.Span] {
    fileprivate var inPlainFormat: [RichText.Span] { inPlainFormat(isStrong: false) }

    /// - Parameter isStrong: the spans are strong, as titles are, so their text is not changed.
    private func inPlainFormat(isStrong: Bool) -> [RichText.Span] {
        var spans: [RichText.Span] = []
        for span in self {
            switch span {
            case .text(let text):
                spans.append(isStrong ? span : .text(PlainSeparators.replaced(in: text, after: spans.words)))
            case .code(let text): spans.append(.code(PlainSeparators.dotsReplaced(in: text)))
            case .link, .picture, .lineBreak: spans.append(span)
            case .strong(let inner): spans.append(.strong(inner.inPlainFormat(isStrong: true)))
            case .emphasis(let inner): spans.append(.emphasis(inner.inPlainFormat(isStrong: isStrong)))
            case .meaning(_, let inner): spans += inner.inPlainFormat(isStrong: isStrong)
            case .symbol(_, let words): if !words.isEmpty { spans.append(.text(words)) }
            case .icon: break
            }
        }
        return spans
    }
}

/// Replaces the separators between the parts of a line by commas.
private enum PlainSeparators {
    private static let bullet = "• "
    private static let dots = [" · ", " • "]
    /// A dash inside a text belongs to a sentence, so dashes count only where a text begins or ends.
    private static let atEnds = dots + [" — "]
    private static let sentenceEnds: Set<Character> = [".", "?", "!", "…", ":", "。", "？", "！", "：", "，"]
    private static let brackets: [(open: Character, close: Character)] = [("(", ")"), ("（", "）")]

    /// - Parameter line: what stands before the text in its line.
    static func replaced(in text: String, after line: String) -> String {
        var rest = text[...]
        if line.isEmpty, rest.hasPrefix(bullet) { rest = rest.dropFirst(bullet.count) }
        var (begin, end) = ("", "")
        if let separator = atEnds.first(where: { rest.hasPrefix($0) }) {
            rest = rest.dropFirst(separator.count)
            begin = isInBrackets(line) ? " " : comma(after: line.last)
        }
        if let separator = atEnds.first(where: { rest.hasSuffix($0) }) {
            rest = rest.dropLast(separator.count)
            end = comma(after: rest.last ?? line.last)
        }
        return begin + dotsReplaced(in: String(rest)) + end
    }

    static func dotsReplaced(in text: String) -> String {
        dots.reduce(text) { $0.replacing($1, with: ", ") }
    }

    /// Whether the line is only a remark such as "(30 more: more)": that is a sentence, and no comma follows it.
    private static func isInBrackets(_ line: String) -> Bool {
        brackets.contains { open, close in
            line.first == open && line.last == close && !line.dropLast().contains(close)
        }
    }

    /// Only a space after the end of a sentence, and nothing at the beginning of a line.
    private static func comma(after previous: Character?) -> String {
        guard let previous else { return "" }
        return sentenceEnds.contains(previous) ? " " : ", "
    }
}

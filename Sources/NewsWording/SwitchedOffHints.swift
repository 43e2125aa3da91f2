package import NewsModel

/// Removes hints for commands that a room has switched off, because they would do nothing there.
///
/// Hints are marked when they are made. Before a text is sent, the sentences with marked hints are removed.
package enum SwitchedOffHints {
    /// The control character SUBSTITUTE, which XML does not allow and renderers remove.
    private static let mark: Unicode.Scalar = "\u{1A}"
    /// Ends of sentences in the supported languages, and separators between hints.
    private static let ends = [". ", "? ", "! ", "; ", " · ", "。", "；", "？", "！"]
    private static let separators: Set<Character> = [" ", "·", ";", "；"]

    package static func marked(_ hint: String) -> String { String(mark) + hint }

    /// The text without the sentences that contain a marked hint.
    package static func leftOut(of text: RichText) -> RichText {
        guard text.blocks.contains(where: { isMarked(spans(of: $0)) }) else { return text }
        return RichText(text.blocks.compactMap(withoutMarked))
    }

    /// The text without marks, for a chat where the commands work.
    package static func unmarked(_ text: RichText) -> RichText {
        guard text.blocks.contains(where: { isMarked(spans(of: $0)) }) else { return text }
        return RichText(text.blocks.map { block in replacing(block, with: spans(of: block).map(unmarked)) })
    }

    // MARK: Blocks

    private static func withoutMarked(_ block: RichText.Block) -> RichText.Block? {
        let spans = spans(of: block)
        guard isMarked(spans) else { return block }
        var kept = sentences(spans).filter { !isMarked($0) }.flatMap(\.self)
        // A separator at the new end is removed.
        if case .text(let last)? = kept.last {
            let rest = last.reversed().drop { separators.contains($0) }.reversed()
            kept.removeLast()
            if !rest.isEmpty { kept.append(.text(String(rest))) }
        }
        return kept.isEmpty ? nil : replacing(block, with: kept)
    }

    private static func spans(of block: RichText.Block) -> [RichText.Span] {
        switch block {
        case .heading(_, let spans), .paragraph(let spans), .item(_, let spans), .footer(let spans): spans
        case .preformatted, .table, .grid: []
        }
    }

    private static func replacing(_ block: RichText.Block, with spans: [RichText.Span]) -> RichText.Block {
        switch block {
        case .heading(let level, _): .heading(level: level, spans)
        case .paragraph: .paragraph(spans)
        case .item(let marker, _): .item(marker: marker, spans)
        case .footer: .footer(spans)
        case .preformatted, .table, .grid: block
        }
    }

    // MARK: Spans

    private static func isMarked(_ spans: [RichText.Span]) -> Bool {
        spans.contains { span in
            switch span {
            case .text(let text), .code(let text): text.unicodeScalars.contains(mark)
            case .strong(let inner), .emphasis(let inner), .meaning(_, let inner): isMarked(inner)
            case .link, .symbol, .picture, .icon, .lineBreak: false
            }
        }
    }

    private static func unmarked(_ span: RichText.Span) -> RichText.Span {
        func clean(_ text: String) -> String {
            var scalars = text.unicodeScalars
            scalars.removeAll { $0 == mark }
            return String(scalars)
        }
        switch span {
        case .text(let text): return .text(clean(text))
        case .code(let text): return .code(clean(text))
        case .strong(let inner): return .strong(inner.map(unmarked))
        case .emphasis(let inner): return .emphasis(inner.map(unmarked))
        case .meaning(let meaning, let inner): return .meaning(meaning, inner.map(unmarked))
        case .link, .symbol, .picture, .icon, .lineBreak: return span
        }
    }

    /// Splits the spans into sentences.
    ///
    /// A sentence ends only inside plain text.
    private static func sentences(_ spans: [RichText.Span]) -> [[RichText.Span]] {
        var sentences: [[RichText.Span]] = [[]]
        for span in spans {
            guard case .text(let text) = span else {
                sentences[sentences.count - 1].append(span)
                continue
            }
            for (index, piece) in pieces(text).enumerated() {
                if index > 0 { sentences.append([]) }
                if !piece.isEmpty { sentences[sentences.count - 1].append(.text(piece)) }
            }
        }
        return sentences
    }

    /// Splits the text after each end of a sentence.
    ///
    /// If it ends with one, the last piece is empty.
    private static func pieces(_ text: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in text {
            piece.append(character)
            guard ends.contains(where: piece.hasSuffix) else { continue }
            pieces.append(piece)
            piece = ""
        }
        return pieces + [piece]
    }
}

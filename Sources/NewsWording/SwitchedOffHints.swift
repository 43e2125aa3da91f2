package import NewsModel

/// Hints at commands that a room's operators have switched off: nobody is told to type what does nothing there.
///
/// Whoever words a text need not know: such a hint is marked, and its sentence left out before the text is sent.
package enum SwitchedOffHints {
    /// The control character SUBSTITUTE, which no XML may hold and no renderer lets through.
    private static let mark: Unicode.Scalar = "\u{1A}"
    /// What ends a sentence in the languages spoken here, or parts one hint from the next.
    private static let ends = [". ", "? ", "! ", "; ", " · ", "。", "；", "？", "！"]
    private static let separators: Set<Character> = [" ", "·", ";", "；"]

    package static func marked(_ hint: String) -> String { String(mark) + hint }

    /// The text without the sentences that hold a marked hint.
    package static func leftOut(of text: RichText) -> RichText {
        guard text.blocks.contains(where: { isMarked(spans(of: $0)) }) else { return text }
        return RichText(text.blocks.compactMap(withoutMarked))
    }

    /// The text for a place where the hints do work.
    package static func unmarked(_ text: RichText) -> RichText {
        guard text.blocks.contains(where: { isMarked(spans(of: $0)) }) else { return text }
        return RichText(text.blocks.map { block in replacing(block, with: spans(of: block).map(unmarked)) })
    }

    // MARK: Blocks

    private static func withoutMarked(_ block: RichText.Block) -> RichText.Block? {
        let spans = spans(of: block)
        guard isMarked(spans) else { return block }
        var kept = sentences(spans).filter { !isMarked($0) }.flatMap(\.self)
        // What stood between a sentence and the next is not left hanging.
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
        case .preformatted: []
        }
    }

    private static func replacing(_ block: RichText.Block, with spans: [RichText.Span]) -> RichText.Block {
        switch block {
        case .heading(let level, _): .heading(level: level, spans)
        case .paragraph: .paragraph(spans)
        case .item(let marker, _): .item(marker: marker, spans)
        case .footer: .footer(spans)
        case .preformatted: block
        }
    }

    // MARK: Spans

    private static func isMarked(_ spans: [RichText.Span]) -> Bool {
        spans.contains { span in
            switch span {
            case .text(let text), .code(let text): text.unicodeScalars.contains(mark)
            case .strong(let inner), .emphasis(let inner): isMarked(inner)
            case .link: false
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
        case .link: return span
        }
    }

    /// The spans by sentences; a sentence ends inside plain text only.
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

    /// The text cut behind each end of a sentence; an end at the very end leaves an empty piece.
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

package import NewsModel

/// A text in which the words of a search stand out.
package enum MarkedText {
    /// In characters, on each side of the first marked word.
    private static let excerptSide = 60

    /// - Parameter ranges: of the text, sorted and without overlaps.
    /// - Parameter url: what all of it links to.
    package static func spans(_ text: String, _ ranges: [Range<String.Index>], url: String? = nil) -> [RichText.Span] {
        var spans: [RichText.Span] = []
        var end = text.startIndex
        func span(_ part: Substring) -> RichText.Span {
            url.map { .link(label: String(part), url: $0) } ?? .text(String(part))
        }
        for range in ranges {
            if end < range.lowerBound { spans.append(span(text[end..<range.lowerBound])) }
            spans.append(.strong([span(text[range])]))
            end = range.upperBound
        }
        if end < text.endIndex { spans.append(span(text[end...])) }
        return spans
    }

    /// The surroundings of the first marked word; empty when there is none.
    package static func excerpt(
        _ text: String,
        _ find: (String) -> [Range<String.Index>]
    ) -> [RichText.Span] {
        guard let first = find(text).first else { return [] }
        let before = text[..<first.lowerBound]
        let after = text[first.upperBound...]
        var start =
            before.index(before.endIndex, offsetBy: -excerptSide, limitedBy: before.startIndex) ?? before.startIndex
        var end = after.index(after.startIndex, offsetBy: excerptSide, limitedBy: after.endIndex) ?? after.endIndex
        // Half a word is none, where words have blanks between them.
        if start > text.startIndex, let blank = text[start..<first.lowerBound].firstIndex(of: " ") { start = blank }
        if end < text.endIndex, let blank = text[first.upperBound..<end].lastIndex(of: " ") { end = blank }
        let part = BoundedText.shortened(String(text[start..<end]), to: 4 * excerptSide)
        return [.text(start > text.startIndex ? " · …" : " · ")] + spans(part, find(part))
            + [.text(end < text.endIndex ? "…" : "")]
    }
}

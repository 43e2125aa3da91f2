internal import TextAnalysis

/// Limits the length of feed texts, so that no title fills a whole chat.
package enum BoundedText {
    /// Limits in graphemes.
    package static let longestTitle = 200
    package static let longestSummary = 500
    package static let longestName = 60

    package static func title(_ text: String) -> String { shortened(text, to: longestTitle) }
    package static func summary(_ text: String) -> String { shortened(text, to: longestSummary) }
    package static func name(_ text: String) -> String { shortened(text, to: longestName) }

    /// At most `limit` graphemes on one line, with an ellipsis if cut.
    ///
    /// It is cut after a word if one ends near the limit.
    package static func shortened(_ text: String, to limit: Int) -> String {
        if isShortLine(text, limit) { return text }
        // A grapheme may have thousands of combining marks, so the scalars are limited too.
        let longestInScalars = limit * 4
        var scalars = String.UnicodeScalarView()
        // The view's own count would be linear each time.
        var count = 0
        var isCut = false
        var pendingSpace = false
        for scalar in text.unicodeScalars {
            if isBlank(scalar) {
                pendingSpace = count > 0
                continue
            }
            guard count < longestInScalars else {
                isCut = true
                break
            }
            if pendingSpace { scalars.append(" ") }
            count += pendingSpace ? 2 : 1
            pendingSpace = false
            scalars.append(scalar)
        }
        let line = String(scalars)
        let end = line.index(line.startIndex, offsetBy: limit, limitedBy: line.endIndex) ?? line.endIndex
        guard isCut || end < line.endIndex else { return line }
        let head = line[..<end].dropLast()
        if let space = head.lastIndex(of: " "), head.distance(from: space, to: head.endIndex) <= 20 {
            return head[..<space] + "…"
        }
        return head + "…"
    }

    /// At most so many UTF-8 bytes on one line, with an ellipsis if cut; empty if too few for some words.
    package static func shortened(_ text: String, toBytes limit: Int) -> String {
        guard limit >= shortestInBytes else { return "" }
        return TextCutting.truncated(shortened(text, to: limit), toBytes: limit)
    }

    /// Fewer bytes hold no words that say something.
    private static let shortestInBytes = 30

    /// Whether a text stays as it is: a short line of printable ASCII with single spaces, as most titles are.
    private static func isShortLine(_ text: String, _ limit: Int) -> Bool {
        guard text.utf8.count <= limit else { return false }
        var isAfterSpace = true
        for byte in text.utf8 {
            let isSpace = byte == 32
            guard (32..<127).contains(byte), !(isSpace && isAfterSpace) else { return false }
            isAfterSpace = isSpace
        }
        return !isAfterSpace || text.isEmpty
    }

    /// Whether it is white space or a control character.
    ///
    /// ASCII has a fast path.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value <= 32 || scalar.value == 127 }
        return scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
}

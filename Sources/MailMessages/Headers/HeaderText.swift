/// Text that is safe in a header: it cannot end the header.
///
/// Controls and line breaks (also Unicode's) become spaces, bidirectional overrides are removed, white space is
/// collapsed, and the text is cut after 4,000 bytes of UTF-8. Folding and unfolding does not change it.
package struct HeaderText: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    package let text: String

    private static let limit = 4_000

    package init(_ text: some StringProtocol) {
        var clean = String.UnicodeScalarView()
        var (count, wantsSpace) = (0, false)
        for scalar in text.unicodeScalars {
            if Self.isHidden(scalar) { continue }
            if Self.isSpace(scalar) {
                wantsSpace = count > 0
                continue
            }
            count += scalar.utf8.count + (wantsSpace ? 1 : 0)
            if count > Self.limit { break }
            if wantsSpace { clean.append(" ") }
            wantsSpace = false
            clean.append(scalar)
        }
        self.text = String(clean)
    }

    package init(stringLiteral value: String) { self.init(value) }

    package var description: String { text }

    /// One line of at most `limit` characters, cut after a word if possible.
    ///
    /// A cut text ends in `…`.
    package static func shortened(_ text: String, to limit: Int) -> String {
        // One character may consist of very many combining marks.
        let line = HeaderText(String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit * 4)))).text
        guard line.count > limit else { return line }
        let head = line.prefix(limit - 1)
        if let space = head.lastIndex(of: " "), head.distance(from: space, to: head.endIndex) <= 20 {
            return head[..<space] + "…"
        }
        return head + "…"
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar == " "
        }
    }

    /// Marks that reverse the direction of the following text.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

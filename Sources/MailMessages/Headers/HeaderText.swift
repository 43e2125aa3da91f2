/// Text that can stand in one header, and by construction cannot end it.
///
/// Controls and line breaks (Unicode's own, too) become spaces, bidirectional overrides vanish, white space collapses to
/// one space, and it ends after 4,000 bytes of UTF-8: folded and unfolded again it is the same.
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

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar == " "
        }
    }

    /// Marks that turn the order of what follows around.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

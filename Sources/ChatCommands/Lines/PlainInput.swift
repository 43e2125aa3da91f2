/// Cleans typed text: removes formatting codes and control characters, and limits the length.
enum PlainInput {
    /// The most characters that are read.
    ///
    /// The rest of a longer line is ignored, and its sender is told so.
    static let maximumLength = 16_000

    /// Whether a line is longer than what is read.
    static func isCut(_ text: String) -> Bool { text.unicodeScalars.dropFirst(maximumLength).first != nil }

    static func cleaned(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var scalars = text[...].unicodeScalars.prefix(maximumLength)
        while let scalar = scalars.popFirst() {
            switch scalar.value {
            // https://modern.ircdocs.horse/formatting: bold, italics, underline, strikethrough, monospace, reverse,
            // reset.
            case 0x02, 0x1D, 0x1F, 0x1E, 0x11, 0x16, 0x0F: continue
            case 0x03: skipColour(&scalars, digits: 2, isDigit: { (0x30...0x39).contains($0.value) })
            case 0x04: skipColour(&scalars, digits: 6, isDigit: { $0.properties.isASCIIHexDigit })
            // Invisible marks that keyboards and clients insert.
            case 0xFEFF, 0x200B, 0x2060: continue
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: result.append(" ")
            default: result.append(scalar)
            }
        }
        // A word that was cut could be another address.
        if isCut(text), let space = result.lastIndex(of: " "), result[space...].count < 500 {
            result.removeSubrange(space...)
        }
        return String(result).trimmed
    }

    private static func skipColour(
        _ scalars: inout Substring.UnicodeScalarView,
        digits: Int,
        isDigit: (Unicode.Scalar) -> Bool
    ) {
        let foreground = scalars.prefix(digits).prefix(while: isDigit).count
        guard foreground > 0 else { return }
        scalars = scalars.dropFirst(foreground)
        guard scalars.first == "," else { return }
        let background = scalars.dropFirst().prefix(digits).prefix(while: isDigit).count
        guard background > 0 else { return }
        scalars = scalars.dropFirst(1 + background)
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    var trimmed: String {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest)
    }
}

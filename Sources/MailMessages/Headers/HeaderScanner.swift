/// Parses comments and quoted strings in structured values (RFC 5322, section 3.2).
enum HeaderScanner {
    /// Replaces each comment, including nested ones, by a space.
    ///
    /// An unclosed comment extends to the end.
    static func withoutComments(_ value: String) -> String {
        var output: [UInt8] = []
        var (depth, isQuoted, isEscaped) = (0, false, false)
        for byte in value.utf8 {
            let escapes = isEscaped
            isEscaped = !escapes && byte == .backslash && (isQuoted || depth > 0)
            if depth > 0 {
                if escapes || isEscaped { continue }
                if byte == .openingParenthesis { depth += 1 }
                if byte == .closingParenthesis { depth -= 1 }
                continue
            }
            if !escapes, byte == .quote { isQuoted.toggle() }
            if !isQuoted, byte == .openingParenthesis {
                depth = 1
                output.append(.space)
            } else {
                output.append(byte)
            }
        }
        return output.asText
    }

    /// Splits at a separator outside quoted strings into at most `limit` pieces.
    static func split(_ value: String, at separator: UInt8, limit: Int = 1_000) -> [String] {
        var pieces: [String] = []
        var piece: [UInt8] = []
        var (isQuoted, isEscaped) = (false, false)
        for byte in value.utf8 {
            let escapes = isEscaped
            isEscaped = !escapes && byte == .backslash && isQuoted
            if !escapes, byte == .quote { isQuoted.toggle() }
            if byte == separator, !isQuoted {
                pieces.append(piece.trimmed().asText)
                if pieces.count == limit { return pieces }
                piece = []
            } else {
                piece.append(byte)
            }
        }
        return pieces + [piece.trimmed().asText]
    }

    /// `"a\"b"` becomes `a"b`.
    ///
    /// Unquoted text is unchanged.
    static func unquoted(_ value: String) -> String {
        let bytes = Array(value.utf8).trimmed()
        guard bytes.first == .quote else { return bytes.asText }
        var output: [UInt8] = []
        var isEscaped = false
        for byte in bytes.dropFirst() {
            if !isEscaped, byte == .backslash {
                isEscaped = true
                continue
            }
            if !isEscaped, byte == .quote { break }
            output.append(byte)
            isEscaped = false
        }
        return output.asText
    }
}

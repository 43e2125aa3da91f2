/// Parses a value with parameters: `text/plain; charset=utf-8; name*0*=utf-8''a%20` (RFC 2045, RFC 2231).
struct ParameterizedValue {
    /// In lower case.
    private(set) var value: String
    /// By name in lower case.
    ///
    /// If a name is repeated, the first value is used.
    private(set) var parameters: [String: String] = [:]

    /// One piece of a value, as in `name*1*=`.
    private struct Piece {
        var number: Int
        var isExtended: Bool
        var text: String
    }

    init(_ header: String) {
        let pieces = HeaderScanner.split(HeaderScanner.withoutComments(header), at: .semicolon, limit: 200)
        value = (pieces.first ?? "").lowercasedASCII
        var split: [String: [Piece]] = [:]
        for piece in pieces.dropFirst() {
            guard let equals = piece.firstIndex(of: "=") else { continue }
            let key = Array(piece[..<equals].utf8).trimmed().asText.lowercasedASCII
            let text = HeaderScanner.unquoted(String(piece[piece.index(after: equals)...]))
            let parts = key.split(separator: "*", omittingEmptySubsequences: false)
            if parts.count == 1 {
                if parameters[key] == nil { parameters[key] = EncodedWord.decode(text) }
                continue
            }
            let isExtended = parts.last?.isEmpty == true
            let number = Int(parts[1]) ?? 0
            split[String(parts[0]), default: []].append(Piece(number: number, isExtended: isExtended, text: text))
        }
        // The RFC 2231 form has precedence over a plain parameter, which senders add for old programs.
        for (name, pieces) in split { parameters[name] = Self.joined(pieces) }
    }

    private static func joined(_ pieces: [Piece]) -> String {
        var charset = "utf-8"
        var bytes: [UInt8] = []
        for (offset, piece) in pieces.sorted(by: { $0.number < $1.number }).enumerated() {
            var text = Array(piece.text.utf8)[...]
            if offset == 0, piece.isExtended {
                let marks = text.indices.filter { text[$0] == .apostrophe }.prefix(2)
                if marks.count == 2 {
                    charset = text[..<marks[0]].asText
                    text = text[(marks[1] + 1)...]
                }
            }
            bytes += piece.isExtended ? percentDecoded(text) : Array(text)
        }
        return Charset.decode(bytes, declared: charset)
    }

    private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == .percent, index + 2 < text.endIndex, let high = text[index + 1].hexValue,
                let low = text[index + 2].hexValue
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(text[index])
                index += 1
            }
        }
        return output
    }
}

/// Removes lines that programs add below every article of a feed.
enum FeedFooter {
    /// The text without such lines; a text with only one line is unchanged.
    static func removed(from text: String) -> String {
        var rest = text[...]
        for _ in 0..<4 {
            guard let end = lastLineBreak(of: rest) else { break }
            let line = rest[rest.unicodeScalars.index(after: end)...].trimmingSpace()
            guard line.utf8.count <= longestFooter, mayBeFooter(line), isFooter(line.lowercased()) else { break }
            rest = rest[..<end].trimmingSpace()
        }
        return rest.endIndex == text.endIndex ? text : String(rest)
    }

    /// False for most texts, which then need no closer look.
    ///
    /// It says true if in doubt, and reads bytes, because a document has a hundred texts.
    static func mayEnd(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { bytes in
            guard let last = bytes.lastIndex(where: { $0 > 0x20 }) else { return false }
            guard !isSpace(bytes, at: beginning(of: last, bytes)) else { return true }
            var start = last
            while !isLineBreak(bytes, endingAt: start) {
                guard start > 0, last - start <= (longestFooter + 1) * 4 else { return false }
                start -= 1
            }
            guard let first = bytes[start...last].firstIndex(where: { $0 > 0x20 }), !isSpace(bytes, at: first)
            else { return true }
            return beginnings.contains { bytes.hasPrefix($0, at: first) }
                || bytes[first...last].count(where: isLetter) <= mostLetters
        }
    }

    /// How long footers begin.
    private static let beginnings: [StaticString] = [
        "the post", "the article", "der beitrag", "l’article", "la entrada", "share this", "filed under",
        "continue reading", "read more at", "this post", "this article", "like this",
    ]

    /// Whether a line break ends with this byte: U+000A–U+000D, U+0085, U+2028, U+2029.
    private static func isLineBreak(_ bytes: UnsafeBufferPointer<UInt8>, endingAt place: Int) -> Bool {
        switch bytes[place] {
        case 0x0a...0x0d: true
        case 0x85: place > 0 && bytes[place - 1] == 0xc2
        case 0xa8, 0xa9: place > 1 && bytes[place - 1] == 0x80 && bytes[place - 2] == 0xe2
        default: false
        }
    }

    /// The first byte of the character to which a byte belongs.
    private static func beginning(of place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var place = place
        while place > 0, bytes[place] & 0xc0 == 0x80 { place -= 1 }
        return place
    }

    /// Whether a space beyond ASCII begins with this byte, or the rest of a character: U+0085, U+00A0, U+1680,
    /// U+2000–U+200A, U+2028, U+2029, U+202F, U+205F, U+3000.
    private static func isSpace(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        func next(_ offset: Int) -> UInt8 { place + offset < bytes.count ? bytes[place + offset] : 0 }
        switch bytes[place] {
        case ..<0x80: return false
        case 0x80..<0xc0: return true
        case 0xc2: return next(1) == 0x85 || next(1) == 0xa0
        case 0xe1: return next(1) == 0x9a && next(2) == 0x80
        case 0xe2 where next(1) == 0x80: return next(2) <= 0x8a || [0xa8, 0xa9, 0xaf].contains(next(2))
        case 0xe2: return next(1) == 0x81 && next(2) == 0x9f
        case 0xe3: return next(1) == 0x80 && next(2) == 0x80
        default: return false
        }
    }

    /// Whether a byte is a letter of ASCII or the first of a letter of U+0400–U+047F or U+5000–U+9FFF.
    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5a, 0x61...0x7a, 0xd0, 0xd1, 0xe5...0xe9: true
        default: false
        }
    }

    /// False for most last lines, which then need not be put in lower case.
    static func mayBeFooter(_ line: Substring) -> Bool {
        guard let first = line.utf8.first else { return false }
        return beginnings.contains { $0.utf8Start.pointee == first | 0x20 }
            || line.utf8.count(where: isLetter) <= mostLetters
    }

    /// Nil also if the last line is too long for a footer.
    private static func lastLineBreak(of text: Substring) -> String.Index? {
        // A footer and the line break before it; at most four bytes for each Unicode scalar.
        let bytes = Array(text.utf8.suffix((longestFooter + 1) * 4))
        var length = 0
        for place in bytes.indices.reversed() where bytes[place] & 0xc0 != 0x80 {
            length += 1
            guard length <= longestFooter + 1 else { return nil }
            if isLineBreak(bytes, at: place) {
                return text.utf8.index(text.utf8.endIndex, offsetBy: place - bytes.count)
            }
        }
        return nil
    }

    /// Whether the Unicode scalar that begins there ends a line.
    private static func isLineBreak(_ bytes: [UInt8], at place: Int) -> Bool {
        switch bytes[place] {
        case 0x0a...0x0d: true
        // U+0085
        case 0xc2: place + 1 < bytes.count && bytes[place + 1] == 0x85
        // U+2028, U+2029
        case 0xe2:
            place + 2 < bytes.count && bytes[place + 1] == 0x80
                && (bytes[place + 2] == 0xa8 || bytes[place + 2] == 0xa9)
        default: false
        }
    }

    private static let longestFooter = 400

    static func isFooter(_ line: String) -> Bool {
        if (line.hasPrefix("the post ") || line.hasPrefix("the article ")) && line.contains("appeared first on ") {
            return true
        }
        if line.hasPrefix("der beitrag ") && line.contains(" erschien zuerst auf ") { return true }
        if line.hasPrefix("l’article ") && line.contains(" est apparu en premier sur ") { return true }
        if line.hasPrefix("la entrada ") && line.contains(" se publicó primero en ") { return true }
        if starts.contains(where: { line.hasPrefix($0) }) { return true }
        // Most last lines have more letters than any footer and need no closer look.
        guard line.utf8.count(where: isLetter) <= mostLetters else { return false }
        return whole.contains(String(line.filter { $0.isLetter || $0 == " " }.trimmingSpace()))
    }

    private static let whole = Set(
        ReadMore.phrases + ["more", "comments", "share this", "email this", "tweet this", "permalink"]
    )

    /// The length of "read the rest of this entry", the longest entry of `whole`.
    private static let mostLetters = 27

    private static let starts = [
        "share this:", "filed under:", "continue reading →", "continue reading on ", "read more at ",
        "this post first appeared on ", "this article originally appeared on ", "like this:",
    ]
}

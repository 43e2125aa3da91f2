/// Finds the end and the name of one tag.
enum HTMLTag {
    /// The index after an HTML tag or comment that begins with `<` at `start`; nil when it is not a tag.
    static func end(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        if bytes.hasPrefix("<!--", at: start) {
            var index = start + 4
            while index + 2 < bytes.count {
                if bytes[index] == 0x2d, bytes[index + 1] == 0x2d, bytes[index + 2] == 0x3e { return index + 3 }
                index += 1
            }
            return bytes.count
        }
        guard let name = name(in: bytes, at: start), HTMLTags.isKnown(name) else { return nil }
        return closingBracket(in: bytes, from: start + 1) ?? overlongEnd(in: bytes, from: start + 1)
    }

    /// The letters after `<` or `</`.
    static func name(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> String? {
        var first = start + 1
        if first < bytes.count, bytes[first] == UInt8(ascii: "/") { first += 1 }
        var end = first
        while end < bytes.count, end < first + 20, bytes[end].isASCIILetterOrDigit { end += 1 }
        guard end > first, bytes[first].isASCIILetter else { return nil }
        // `<b>` and `<br/>` are tags, `<b=c>` and `<user@host>` are not.
        guard end == bytes.count || bytes[end].isHTMLSpace || bytes[end] == 0x3e || bytes[end] == 0x2f else {
            return nil
        }
        return String(decoding: bytes[first..<end], as: UTF8.self).lowercased()
    }

    /// The most bytes of a tag that are read; after a tag without an end, no other tag ends within this range either.
    static let window = 65_536

    /// The index after the `>` that ends a tag, without those in quoted values; nil when the input ends first.
    static func closingBracket(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        var quote: UInt8 = 0
        let limit = min(bytes.count, start + window)
        var firstBracket: Int?
        while index < limit {
            let byte = bytes[index]
            if byte == 0x3e {
                if quote == 0 { return index + 1 }
                firstBracket = firstBracket ?? index + 1
            } else if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == 0x22 || byte == 0x27, index > start,
                bytes[index - 1] == 0x3d || bytes[index - 1].isHTMLSpace
            {
                quote = byte
            }
            index += 1
        }
        // A quote was never closed.
        return firstBracket
    }

    /// The index after a tag that is longer than the window, at most the end of the input; nil when the window reaches
    /// beyond the input.
    static func overlongEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start + window < bytes.count else { return nil }
        return bytes.nextIndex(of: 0x3e, from: start + window).map { $0 + 1 } ?? bytes.count
    }

    static func isBreak(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        guard let name = name(in: bytes, at: start) else { return false }
        return name == "br" || HTMLTags.isBlock(name)
    }
}

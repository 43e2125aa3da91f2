/// Makes relative `href` and `src` values in HTML absolute.
enum HTMLAddresses {
    static func absolute(_ html: String, base: String) -> String {
        var html = html
        let changed = html.withUTF8 { bytes -> String? in
            var output: [UInt8] = []
            var copied = 0
            var index = 0
            while let tag = bytes.nextIndex(of: UInt8(ascii: "<"), from: index) {
                guard tag + 1 < bytes.count, bytes[tag + 1].isASCIILetter else {
                    index = tag + 1
                    continue
                }
                guard let end = HTMLTag.closingBracket(in: bytes, from: tag + 1) else {
                    index = tag + HTMLTag.window
                    continue
                }
                for value in addresses(bytes, tag..<end) where !beginsWithScheme(bytes, value) {
                    let old = HTMLText.decoded(UnsafeBufferPointer(rebasing: bytes[value]))
                    let new = URLReference.resolve(old, against: base)
                    guard new != old else { continue }
                    output += bytes[copied..<value.lowerBound]
                    XMLText.appendEscaped(new.utf8, to: &output)
                    copied = value.upperBound
                }
                index = end
            }
            guard copied > 0 else { return nil }
            output += bytes[copied...]
            return String(decoding: output, as: UTF8.self)
        }
        return changed ?? html
    }

    /// Whether an address is absolute; most are, and this check needs no string.
    private static func beginsWithScheme(_ bytes: UnsafeBufferPointer<UInt8>, _ value: Range<Int>) -> Bool {
        guard bytes[value.lowerBound].isASCIILetter else { return false }
        for index in value {
            let byte = bytes[index]
            if byte == UInt8(ascii: ":") { return true }
            guard byte.isASCIILetterOrDigit || byte == 0x2b || byte == 0x2d || byte == 0x2e else { return false }
        }
        return false
    }

    /// The quoted values of the address attributes of one tag.
    private static func addresses(_ all: UnsafeBufferPointer<UInt8>, _ tag: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        // Limits the search to this tag: the next match may be far behind it.
        let bytes = UnsafeBufferPointer(rebasing: all[..<tag.upperBound])
        var index = tag.lowerBound
        while let sign = bytes.nextIndex(of: UInt8(ascii: "="), from: index), sign + 1 < tag.upperBound {
            index = sign
            let isAddress = endsName("href", bytes, index) || endsName("src", bytes, index)
            let quote = bytes[index + 1]
            index += 1
            guard quote == 0x22 || quote == 0x27 else { continue }
            let start = index + 1
            let end = min(bytes.nextIndex(of: quote, from: start) ?? tag.upperBound, tag.upperBound)
            if isAddress, end < tag.upperBound, end > start { found.append(start..<end) }
            index = end + 1
        }
        return found
    }

    private static func endsName(_ name: StaticString, _ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Bool {
        let start = end - name.utf8CodeUnitCount
        guard start > 0, bytes[start - 1].isHTMLSpace else { return false }
        return bytes.hasPrefix(name, at: start)
    }
}

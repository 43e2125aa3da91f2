/// Relative `href` and `src` values of a fragment made absolute.
enum HTMLAddresses {
    static func absolute(_ html: String, base: String) -> String {
        var html = html
        return html.withUTF8 { bytes in
            var output: [UInt8] = []
            output.reserveCapacity(bytes.count + 64)
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
                for value in addresses(bytes, tag..<end) {
                    let old = HTMLText.decoded(UnsafeBufferPointer(rebasing: bytes[value]))
                    let new = URLReference.resolve(old, against: base)
                    guard new != old else { continue }
                    output += bytes[copied..<value.lowerBound]
                    XMLText.appendEscaped(new.utf8, to: &output)
                    copied = value.upperBound
                }
                index = end
            }
            output += bytes[copied...]
            return String(decoding: output, as: UTF8.self)
        }
    }

    /// The quoted values of the address attributes of one tag.
    private static func addresses(_ bytes: UnsafeBufferPointer<UInt8>, _ tag: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = tag.lowerBound
        while index < tag.upperBound {
            guard bytes[index] == UInt8(ascii: "="), index + 1 < tag.upperBound else {
                index += 1
                continue
            }
            let isAddress = endsName("href", bytes, index) || endsName("src", bytes, index)
            let quote = bytes[index + 1]
            index += 1
            guard quote == 0x22 || quote == 0x27 else { continue }
            let start = index + 1
            var end = start
            while end < tag.upperBound, bytes[end] != quote { end += 1 }
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

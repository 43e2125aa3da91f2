/// Overwrites all but the first attributes of each HTML tag with spaces, because libxml2 compares each with all others.
///
/// It reads tags as libxml2 does. Every `<` with a letter after it counts, even in comments and scripts:
/// parsers differ in where these end.
struct AttributeCap {
    private var bytes: [UInt8]
    /// Bytes that may still be read; tags that begin inside each other's values are read repeatedly.
    private var budget: Int

    /// Nil for a document that consists of tags inside tags.
    static func applied(to bytes: [UInt8]) -> [UInt8]? {
        var cap = AttributeCap(bytes)
        return cap.run() ? cap.bytes : nil
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        budget = bytes.count * 16 + 1_000_000
    }

    private mutating func run() -> Bool {
        var index = 0
        while let start = next(UInt8(ascii: "<"), from: index) {
            index = start + 1
            guard index < bytes.count, bytes[index].isASCIILetter else { continue }
            guard budget > 0 else { return false }
            cap(from: index)
        }
        return true
    }

    private mutating func cap(from start: Int) {
        var index = start
        while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
        var count = 0
        while budget > 0 {
            while index < bytes.count, bytes[index].isHTMLSpace { index += 1 }
            guard index < bytes.count, bytes[index] != UInt8(ascii: ">") else { break }
            let end = endOfAttribute(at: index)
            count += 1
            if count > ParseLimits.attributes {
                for place in index..<end { bytes[place] = 0x20 }
            }
            budget -= end - index
            index = end
        }
        budget -= 8
    }

    /// The end of an attribute, or of something that libxml2 skips.
    private func endOfAttribute(at start: Int) -> Int {
        guard bytes[start].isASCIILetter || bytes[start] == 0x5f || bytes[start] == 0x3a || bytes[start] == 0x2e else {
            return endOfWord(from: start)
        }
        // libxml2 splits longer names.
        var index = start
        while index < bytes.count, index - start < 100, Self.isName(bytes[index]) { index += 1 }
        var mark = index
        while mark < bytes.count, bytes[mark].isHTMLSpace { mark += 1 }
        guard mark < bytes.count, bytes[mark] == UInt8(ascii: "=") else { return index }
        mark += 1
        while mark < bytes.count, bytes[mark].isHTMLSpace { mark += 1 }
        guard mark < bytes.count else { return mark }
        let quote = bytes[mark]
        guard quote == 0x22 || quote == 0x27 else { return endOfWord(from: mark) }
        return next(quote, from: mark + 1).map { $0 + 1 } ?? bytes.count
    }

    private func endOfWord(from start: Int) -> Int {
        var index = start
        while index < bytes.count, !bytes[index].isHTMLSpace, bytes[index] != UInt8(ascii: ">") { index += 1 }
        return index
    }

    private func next(_ byte: UInt8, from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { $0.nextIndex(of: byte, from: start) }
    }

    private static func isName(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || byte == 0x3a || byte == 0x2d || byte == 0x5f || byte == 0x2e
    }
}

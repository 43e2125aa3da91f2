/// The attributes of one HTML tag.
///
/// They are read anew for each value, because few of a tag's many attributes are ever asked for.
struct HTMLAttributes {
    private let bytes: UnsafeBufferPointer<UInt8>
    private static let limit = 64

    /// `bytes` are between the tag's name and its `>`, and valid as long as this value is used.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The decoded value of an attribute; empty if it has none, nil if the tag has no such attribute.
    ///
    /// `name` is ASCII in lower case.
    func value(_ name: StaticString) -> String? {
        var index = 0
        var count = 0
        while index < bytes.count, count < Self.limit {
            guard Self.isName(bytes[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
            let isWanted = index - start == name.utf8CodeUnitCount && bytes.hasPrefix(name, at: start)
            count += 1
            var mark = index
            while mark < bytes.count, bytes[mark].isHTMLSpace { mark += 1 }
            guard mark < bytes.count, bytes[mark] == UInt8(ascii: "=") else {
                if isWanted { return "" }
                continue
            }
            mark += 1
            while mark < bytes.count, bytes[mark].isHTMLSpace { mark += 1 }
            let value = Self.value(bytes, at: &mark)
            index = mark
            if isWanted { return HTMLText.decoded(UnsafeBufferPointer(rebasing: bytes[value])) }
        }
        return nil
    }

    private static func isName(_ byte: UInt8) -> Bool {
        !byte.isHTMLSpace && byte != 0x3d && byte != 0x3e && byte != 0x2f && byte != 0x22 && byte != 0x27
    }

    private static func value(_ bytes: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Range<Int> {
        guard index < bytes.count else { return index..<index }
        let quote = bytes[index]
        if quote == 0x22 || quote == 0x27 {
            let start = index + 1
            var end = start
            while end < bytes.count, bytes[end] != quote { end += 1 }
            index = min(bytes.count, end + 1)
            return start..<end
        }
        let start = index
        while index < bytes.count, !bytes[index].isHTMLSpace, bytes[index] != 0x3e { index += 1 }
        return start..<index
    }
}

/// Decodes the character references in HTML text.
enum HTMLText {
    static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"), let (text, end) = HTMLEntities.reference(bytes, at: index) {
                output += text.utf8
                index = end
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

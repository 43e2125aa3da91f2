/// The attributes of one HTML tag.
struct HTMLAttributes {
    private var pairs: [(name: String, value: String)] = []
    private static let limit = 64

    /// `bytes` are between the tag's name and its `>`.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < bytes.count, pairs.count < Self.limit {
            guard Self.isName(bytes[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
            let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
            var mark = index
            while mark < bytes.count, bytes[mark].isHTMLSpace { mark += 1 }
            guard mark < bytes.count, bytes[mark] == UInt8(ascii: "=") else {
                pairs.append((name, ""))
                continue
            }
            mark += 1
            while mark < bytes.count, bytes[mark].isHTMLSpace { mark += 1 }
            let value = Self.value(bytes, at: &mark)
            index = mark
            pairs.append((name, HTMLText.decoded(UnsafeBufferPointer(rebasing: bytes[value]))))
        }
    }

    func value(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

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

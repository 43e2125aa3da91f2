/// Splits HTML into tokens like a browser, without building a tree.
struct HTMLScanner {
    enum Token {
        case text(Range<Int>)
        case open(name: HTMLName, attributes: Range<Int>, closesItself: Bool)
        case close(name: HTMLName)
    }

    let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    /// The open element without markup, such as `<script>`; its text ends only at its own end tag.
    private var rawElement: String?
    /// Up to this index no tag can end.
    private var plainEnd = 0
    private let cancellation = ParseCancellation.current

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    mutating func next() -> Token? {
        if cancellation?.isCancelled == true { return nil }
        if let raw = rawElement {
            rawElement = nil
            skipRaw(raw)
        }
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<"), let token = readTag() else {
                let start = index
                index = bytes.nextIndex(of: UInt8(ascii: "<"), from: index + 1) ?? bytes.count
                return .text(start..<index)
            }
            if let token { return token }
        }
        return nil
    }

    /// The outer nil means that this `<` is text; the inner nil means that a comment or declaration was skipped.
    private mutating func readTag() -> Token?? {
        guard index + 1 < bytes.count, index >= plainEnd else { return nil }
        let second = bytes[index + 1]
        if second == UInt8(ascii: "!") || second == UInt8(ascii: "?") {
            skipDeclaration()
            return .some(nil)
        }
        let isClosing = second == UInt8(ascii: "/")
        let start = index + (isClosing ? 2 : 1)
        guard start < bytes.count, bytes[start].isASCIILetter else { return nil }
        var end = start
        while end < bytes.count, end < start + 64, !bytes[end].isHTMLSpace, bytes[end] != 0x3e, bytes[end] != 0x2f,
            bytes[end] != 0x3c
        {
            end += 1
        }
        let closing = HTMLTag.closingBracket(in: bytes, from: end)
        guard let after = closing ?? overlongEnd(from: end) else {
            plainEnd = end + HTMLTag.window
            return nil
        }
        index = after
        let name = HTMLName(bytes[start..<end])
        if isClosing { return .close(name: name) }
        if name.traits.contains(.raw) { rawElement = name.text }
        let attributes = end..<(closing == nil ? end : max(end, after - 1))
        return .open(name: name, attributes: attributes, closesItself: bytes[after - 2] == UInt8(ascii: "/"))
    }

    /// The end of a tag that is too long; only its name is used.
    private func overlongEnd(from nameEnd: Int) -> Int? {
        guard nameEnd < bytes.count, bytes[nameEnd].isHTMLSpace || bytes[nameEnd] == 0x2f else { return nil }
        return HTMLTag.overlongEnd(in: bytes, from: nameEnd)
    }

    private mutating func skipDeclaration() {
        if bytes.hasPrefix("<!--", at: index) {
            let found = ("-->" as StaticString).withUTF8Buffer { bytes.firstRange(of: $0, from: index + 2) }
            index = found.map { $0 + 3 } ?? bytes.count
        } else if bytes.hasPrefix("<![cdata[", at: index) {
            // Feeds that are escaped twice have it around their content, which must be shown.
            index += 9
        } else {
            index = (bytes.nextIndex(of: 0x3e, from: index) ?? bytes.count - 1) + 1
        }
    }

    private mutating func skipRaw(_ name: String) {
        var position = index
        while let found = bytes.nextIndex(of: UInt8(ascii: "<"), from: position) {
            if found + 1 < bytes.count, bytes[found + 1] == UInt8(ascii: "/"),
                HTMLTag.name(in: bytes, at: found) == name
            {
                index = found
                return
            }
            position = found + 1
        }
        index = bytes.count
    }
}

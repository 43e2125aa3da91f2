/// Cleans titles: one line, without markup and character references.
enum TitleText {
    private static let limit = 2_000
    private static let inputLimit = 16_384

    static func clean(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { clean($0, isPlain: false) }
    }

    /// From an `isPlain` title, tags are removed only if it looks like HTML.
    static func clean(_ input: UnsafeBufferPointer<UInt8>, isPlain: Bool) -> String? {
        let bytes = UnsafeBufferPointer(rebasing: input.trimmed().prefix(inputLimit))
        guard !bytes.isEmpty else { return nil }
        if isClean(bytes) { return String(decoding: bytes, as: UTF8.self) }
        var output: [UInt8] = []
        output.reserveCapacity(min(bytes.count, limit * 4))
        let keepsTags = isPlain && !HTMLTags.looksLikeHTML(String(decoding: bytes, as: UTF8.self))
        appendText(bytes, keepsTags: keepsTags, to: &output)
        // The references may be escaped twice: `&amp;amp;`, `&amp;#8217;`.
        if output.contains(UInt8(ascii: "&")), bytes.count < limit * 4 {
            let once = output
            output.removeAll(keepingCapacity: true)
            once.withUnsafeBufferPointer { appendText($0, keepsTags: true, to: &output) }
        }
        let line = OneLine.of(output, limit: limit)
        return line.isEmpty ? nil : line
    }

    /// Whether the title needs no change; most titles are plain words with single spaces.
    private static func isClean(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= limit else { return false }
        var previous: UInt8 = 0
        for byte in bytes {
            guard byte >= 0x20, byte < 0x7f, byte != UInt8(ascii: "&"), byte != UInt8(ascii: "<"),
                byte != 0x20 || previous != 0x20
            else { return false }
            previous = byte
        }
        return true
    }

    private static func appendText(
        _ bytes: UnsafeBufferPointer<UInt8>,
        keepsTags: Bool,
        to output: inout [UInt8]
    ) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "&"), let (text, end) = HTMLEntities.reference(bytes, at: index) {
                output += text.utf8
                index = end
            } else if byte == UInt8(ascii: "<"), !keepsTags, let end = HTMLTag.end(in: bytes, at: index) {
                if HTMLTag.isBreak(in: bytes, at: index) { output.append(0x20) }
                index = endOfProgram(bytes, at: index) ?? end
            } else {
                output.append(byte)
                index += 1
            }
        }
    }
}

extension TitleText {
    /// The end of a script or style sheet that begins here, with its contents; nil for other tags.
    private static func endOfProgram(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        guard let name = HTMLTag.name(in: bytes, at: start), name == "script" || name == "style",
            bytes[start + 1] != UInt8(ascii: "/")
        else { return nil }
        var position = start + 1
        while let found = bytes.nextIndex(of: UInt8(ascii: "<"), from: position) {
            if found + 1 < bytes.count, bytes[found + 1] == UInt8(ascii: "/"),
                HTMLTag.name(in: bytes, at: found) == name
            {
                return HTMLTag.end(in: bytes, at: found) ?? bytes.count
            }
            position = found + 1
        }
        return bytes.count
    }
}

/// Joins text into one line, without invisible characters.
enum OneLine {
    static func of(_ bytes: [UInt8], limit: Int) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(min(bytes.count, limit * 4))
        var pendingSpace = false
        var index = 0
        while index < bytes.count {
            let width = spaceWidth(bytes, at: index)
            if width > 0 {
                pendingSpace = !output.isEmpty
                index += width
                continue
            }
            let invisible = InvisibleText.width(bytes, at: index)
            if invisible > 0 {
                if let intended = InvisibleText.intended(bytes, at: index) {
                    if pendingSpace { output.append(0x20) }
                    pendingSpace = false
                    output += intended.utf8
                }
                index += invisible
                continue
            }
            if pendingSpace { output.append(0x20) }
            pendingSpace = false
            output.append(bytes[index])
            index += 1
        }
        let text = String(decoding: output, as: UTF8.self)
        guard output.count > limit else { return text }
        return String(text.prefix(limit))
    }

    /// The length in bytes of the white space at `index`; zero when there is none.
    ///
    /// It may be ASCII's, a no-break space, one of the U+2000 block, a line separator or an ideographic space.
    private static func spaceWidth(_ bytes: [UInt8], at index: Int) -> Int {
        let byte = bytes[index]
        if byte.isHTMLSpace { return 1 }
        if byte < 0x80 { return 0 }
        func next(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
        if byte == 0xc2, next(1) == 0xa0 || next(1) == 0x85 { return 2 }
        guard byte == 0xe2 || byte == 0xe3 else { return 0 }
        if byte == 0xe3, next(1) == 0x80, next(2) == 0x80 { return 3 }
        guard byte == 0xe2 else { return 0 }
        if next(1) == 0x80, (0x80...0x8a).contains(next(2)) { return 3 }
        if next(1) == 0x80, next(2) == 0xa8 || next(2) == 0xa9 || next(2) == 0xaf { return 3 }
        if next(1) == 0x81, next(2) == 0x9f { return 3 }
        return 0
    }
}

internal import CLibXML2
internal import Glibc

/// Writes character data that XML allows.
enum XMLText {
    /// Copies text without the characters that XML forbids (XML 1.0, production 2).
    ///
    /// If the text `isMarkup`, it is outside of a CDATA section. There `>` is escaped, because `]]>` is forbidden.
    static func copyText(
        _ text: Slice<UnsafeBufferPointer<UInt8>>,
        isMarkup: Bool = false,
        to output: inout [UInt8]
    ) {
        let bytes = UnsafeBufferPointer(rebasing: text)
        var start = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let isBracket = isMarkup && byte == UInt8(ascii: ">")
            let width = byte < 0x20 ? (isAllowed(byte) ? 0 : 1) : byte == 0xef ? nonCharacter(bytes, at: index) : 0
            if isBracket || width > 0 {
                output += UnsafeBufferPointer(rebasing: bytes[start..<index])
                if isBracket { output += "&gt;".utf8 }
                start = index + max(width, 1)
            }
            index += max(width, 1)
        }
        output += UnsafeBufferPointer(rebasing: bytes[start...])
    }

    /// The length of U+FFFE or U+FFFF in bytes, else 0.
    private static func nonCharacter(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        guard index + 2 < bytes.count, bytes[index + 1] == 0xbf, bytes[index + 2] >= 0xbe else { return 0 }
        return 3
    }

    private static func isAllowed(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0a || byte == 0x0d }

    /// Copies a `&`: as a reference that XML knows, or escaped.
    ///
    /// Returns the index after the bytes that were read.
    static func copyReference(
        _ input: UnsafeBufferPointer<UInt8>,
        at start: Int,
        to output: inout [UInt8]
    ) -> Int {
        // Nearly all references are predefined in XML and need no change.
        for name in predefined where input.begins(name, at: start) {
            name.withUTF8Buffer { output += $0 }
            return start + name.utf8CodeUnitCount
        }
        guard let (text, end) = HTMLEntities.reference(input, at: start) else {
            output += "&amp;".utf8
            return start + 1
        }
        appendEscaped(text.utf8, to: &output)
        return end
    }

    private static let predefined: [StaticString] = ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;"]

    static func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        var start = 0
        for index in 0..<text.count {
            let byte = text[index]
            // Most bytes need no escape. None above `>` does.
            guard byte <= UInt8(ascii: ">") else { continue }
            let replacement: StaticString
            switch byte {
            case UInt8(ascii: "&"): replacement = "&amp;"
            case UInt8(ascii: "<"): replacement = "&lt;"
            case UInt8(ascii: ">"): replacement = "&gt;"
            case UInt8(ascii: "\""): replacement = "&quot;"
            case let byte where byte < 0x20 && !isAllowed(byte): replacement = ""
            default: continue
            }
            output += UnsafeBufferPointer(rebasing: text[start..<index])
            replacement.withUTF8Buffer { output += $0 }
            start = index + 1
        }
        output += UnsafeBufferPointer(rebasing: text[start...])
    }

    static func appendEscaped(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): output += "&amp;".utf8
            case UInt8(ascii: "<"): output += "&lt;".utf8
            case UInt8(ascii: ">"): output += "&gt;".utf8
            case UInt8(ascii: "\""): output += "&quot;".utf8
            case let byte where byte < 0x20 && !isAllowed(byte): break
            default: output.append(byte)
            }
        }
    }
}

extension UInt8 {
    var isXMLNameByte: Bool {
        isASCIILetterOrDigit || self >= 0x80 || self == UInt8(ascii: ":") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: "_") || self == UInt8(ascii: ".")
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether exactly these bytes are at `index`.
    func begins(_ text: StaticString, at index: Int) -> Bool {
        text.withUTF8Buffer { wanted in
            guard index >= 0, index + wanted.count <= count, let base = baseAddress, let start = wanted.baseAddress
            else { return false }
            return memcmp(base + index, start, wanted.count) == 0
        }
    }

    /// The index of the first occurrence of `pattern` at or after `start`.
    func firstRange(of pattern: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        guard let base = baseAddress, let wanted = pattern.baseAddress, start >= 0 else { return nil }
        guard start < count, let found = find_bytes(base + start, count - start, wanted, pattern.count) else {
            return nil
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}

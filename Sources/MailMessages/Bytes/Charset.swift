internal import Glibc

/// Decodes text of any charset used in mail, with the C library's tables.
enum Charset {
    /// The decoded text.
    ///
    /// A wrong declaration is corrected if the bytes show it; invalid bytes become U+FFFD.
    static func decode(_ bytes: [UInt8], declared: String?) -> String {
        let name = canonical(declared ?? "us-ascii")
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        if isASCII { return decodeASCII(bytes, name) }
        let isUndeclared = ["windows-1252", "utf-8", "unknown"].contains(name)
        if isUndeclared {
            // Text in another charset is almost never valid UTF-8 by accident, but UTF-8 is often labelled wrongly.
            if let text = String(validating: bytes, as: UTF8.self) { return text }
            if name == "utf-8", looksLikeUTF8(bytes) { return bytes.asText }
            return windows1252(bytes)
        }
        if let text = convert(bytes, from: name) { return text }
        return String(validating: bytes, as: UTF8.self) ?? windows1252(bytes)
    }

    /// Seven-bit text is not always ASCII: Japanese mail uses escape sequences, and UTF-7 uses special characters.
    private static func decodeASCII(_ bytes: [UInt8], _ name: String) -> String {
        let hasEscapes = bytes.contains(0x1B)
        let switches =
            hasEscapes || name == "utf-7" || name.hasPrefix("utf-16") || name.hasPrefix("utf-32")
        guard switches else { return bytes.asText }
        let source = hasEscapes && !name.hasPrefix("iso-2022") ? "iso-2022-jp" : name
        // ISO-2022-JP-3 contains the half-width letters that mail programs send as ISO-2022-JP.
        return convert(bytes, from: source == "iso-2022-jp" ? "iso-2022-jp-3" : source) ?? bytes.asText
    }

    /// Whether more valid than invalid multibyte sequences are found.
    private static func looksLikeUTF8(_ bytes: [UInt8]) -> Bool {
        var (sound, index) = (0, 0)
        let broken = bytes.asText.unicodeScalars.reduce(0) { $0 + ($1 == "\u{FFFD}" ? 1 : 0) }
        while index + 1 < bytes.count {
            if bytes[index] >= 0xC2, bytes[index] < 0xF5, bytes[index + 1] & 0xC0 == 0x80 {
                sound += 1
                index += 1
            }
            index += 1
        }
        return sound > broken
    }

    /// The charset that is meant by a declared name, often a superset (WHATWG Encoding, section 4.2).
    private static func canonical(_ declared: String) -> String {
        let name = declared.lowercasedASCII.filter { !" \t\"'".contains($0) }
        return switch name {
        case "us-ascii", "ascii", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "cp1252",
            "8859-1",
            "windows-1252", "ansi", "x-ansi", "ansi_x3.4-1968", "", "7bit", "8bit", "iso-8859-1-windows-1252":
            "windows-1252"
        case "utf-8", "utf8", "unicode-1-1-utf-8", "utf-8mb4", "utf8mb4", "cp65001", "x-utf-8": "utf-8"
        case "unknown", "unknown-8bit", "x-unknown", "x-user-defined", "default", "default_charset", "none", "binary":
            "unknown"
        case "gb2312", "gbk", "gb_2312-80", "x-gbk", "cp936", "euc-cn", "gb18030", "chinesesimp": "gb18030"
        case "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j", "cp932": "cp932"
        case "euc-kr", "ks_c_5601-1987", "ksc5601", "ks_c_5601", "windows-949", "cp949": "cp949"
        case "big5", "big-5", "cn-big5", "x-x-big5", "big5-hkscs", "chinesebig5": "big5-hkscs"
        case "iso-8859-9", "latin5": "cp1254"
        case "iso-8859-8-i", "iso-8859-8-e", "iso-8859-8": "cp1255"
        case "tis-620", "iso-8859-11", "windows-874": "cp874"
        case "x-mac-roman", "macintosh", "x-mac", "macroman", "apple-roman": "macintosh"
        case "unicode-1-1-utf-7", "utf7": "utf-7"
        case let other where other.hasPrefix("windows-") || other.hasPrefix("windows_"): "cp" + other.dropFirst(8)
        case let other: other
        }
    }

    static func windows1252(_ bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append((0x80..<0xA0).contains(byte) ? upperControls[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return String(text)
    }

    /// Bytes 0x80 to 0x9F.
    ///
    /// The five that windows-1252 leaves undefined remain controls.
    private static let upperControls: [Unicode.Scalar] = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars
    )

    /// Nil if the C library does not know the charset.
    private static func convert(_ bytes: [UInt8], from name: String) -> String? {
        let isName =
            (1...40).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0.isLetterOrDigit || [.hyphen, .underscore, .dot, .colon].contains($0) }
        guard isName, let handle = iconv_open("UTF-8", name), Int(bitPattern: handle) != -1 else { return nil }
        defer { iconv_close(handle) }
        var input = bytes.map { CChar(bitPattern: $0) }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 2)
        var chunk = [CChar](repeating: 0, count: 16_384)
        let size = chunk.count
        input.withUnsafeMutableBufferPointer { source in
            var cursor = source.baseAddress
            var left = source.count
            while left > 0 {
                let before = left
                var (failure, room) = (Int32(0), size)
                chunk.withUnsafeMutableBufferPointer { target in
                    var place = target.baseAddress
                    if iconv(handle, &cursor, &left, &place, &room) == -1 { failure = errno }
                    output += target.prefix(size - room).map { UInt8(bitPattern: $0) }
                }
                let isStuck = left == before && room == size
                guard failure == EILSEQ || failure == EINVAL || isStuck else { continue }
                output += [0xEF, 0xBF, 0xBD]
                cursor = cursor?.advanced(by: 1)
                left -= 1
            }
        }
        // Some decoders keep the last letter, because a combining mark may follow.
        var room = size
        chunk.withUnsafeMutableBufferPointer { target in
            var place = target.baseAddress
            _ = iconv(handle, nil, nil, &place, &room)
            output += target.prefix(size - room).map { UInt8(bitPattern: $0) }
        }
        return output.asText
    }
}

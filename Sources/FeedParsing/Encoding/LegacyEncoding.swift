internal import Glibc

/// Decodes encodings older than Unicode with the C library's iconv.
enum LegacyEncoding {
    /// The bytes as UTF-8; nil when the encoding is unknown or has too many errors.
    static func decode(_ bytes: [UInt8], from name: String) -> [UInt8]? {
        let name = canonical(name)
        if name == "windows-1252" { return windows1252(bytes) }
        guard let (output, errors) = convert(bytes, from: name) else { return nil }
        let foreign = bytes.reduce(0) { $0 + ($1 >= 0x80 ? 1 : 0) }
        return errors * 20 <= foreign + 20 ? output : nil
    }

    /// The superset that browsers use for a declared name (WHATWG Encoding, section 4.2).
    static func canonical(_ name: String) -> String {
        switch name.lowercased() {
        case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "cp1252", "us-ascii", "ascii",
            "windows-1252", "x-cp1252", "ansi", "8859-1":
            "windows-1252"
        case "gb2312", "gbk", "gb_2312-80", "x-gbk", "csgb2312", "cp936", "euc-cn", "gb18030", "chinese": "gb18030"
        case "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j", "cp932": "cp932"
        case "euc-kr", "ks_c_5601-1987", "ksc5601", "ks_c_5601", "korean", "windows-949", "cp949": "cp949"
        case "big5", "big-5", "cn-big5", "x-x-big5", "big5-hkscs": "big5-hkscs"
        case "iso-8859-9", "latin5": "cp1254"
        case "tis-620", "iso-8859-11", "windows-874": "cp874"
        case "ms-cyrl": "cp1251"
        case "koi8-r", "koi8r", "koi8", "koi": "koi8-r"
        case "x-mac-roman", "macintosh", "mac", "x-mac": "macintosh"
        case "x-euc-jp", "euc-jp": "euc-jp"
        case "hz-gb-2312", "hz": "hz"
        case let other where other.hasPrefix("windows-") || other.hasPrefix("windows_"): "cp" + other.dropFirst(8)
        case let other: other
        }
    }

    static func windows1252(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes { appendWindows1252(byte, to: &output) }
        return output
    }

    static func appendWindows1252(_ byte: UInt8, to output: inout [UInt8]) {
        if byte < 0x80 {
            output.append(byte)
        } else {
            let scalar = byte < 0xa0 ? HTMLEntities.windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte)
            output += String(Character(scalar)).utf8
        }
    }

    /// Invalid bytes become U+FFFD and are counted.
    static func convert(_ bytes: [UInt8], from name: String) -> (output: [UInt8], errors: Int)? {
        guard let handle = iconv_open("UTF-8", name), Int(bitPattern: handle) != -1 else { return nil }
        defer { iconv_close(handle) }
        var input = bytes.map { CChar(bitPattern: $0) }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 2)
        var errors = 0
        var chunk = [CChar](repeating: 0, count: 16_384)
        let chunkSize = chunk.count
        input.withUnsafeMutableBufferPointer { source in
            var cursor = source.baseAddress
            var left = source.count
            while left > 0 {
                var failure: Int32 = 0
                chunk.withUnsafeMutableBufferPointer { target in
                    var place = target.baseAddress
                    var available = chunkSize
                    if iconv(handle, &cursor, &left, &place, &available) == -1 { failure = errno }
                    output += target.prefix(chunkSize - available).map { UInt8(bitPattern: $0) }
                }
                if failure == EILSEQ || failure == EINVAL {
                    output += [0xef, 0xbf, 0xbd]
                    errors += 1
                    cursor = cursor?.advanced(by: 1)
                    left -= 1
                } else if failure != 0, failure != E2BIG {
                    return
                }
            }
        }
        return (output, errors)
    }
}

/// Decodes UTF-16 and UTF-32, detected by their byte order mark or by zero bytes in the first characters.
enum WideText {
    static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 4 else { return nil }
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0xff, 0xfe, 0, 0): return utf32(bytes[4...], isBig: false)
        case (0, 0, 0xfe, 0xff): return utf32(bytes[4...], isBig: true)
        case (0xff, 0xfe, _, _): return utf16(bytes[2...], isBig: false)
        case (0xfe, 0xff, _, _): return utf16(bytes[2...], isBig: true)
        case (let first, 0, 0, 0) where first != 0: return utf32(bytes[...], isBig: false)
        case (0, 0, 0, let last) where last != 0: return utf32(bytes[...], isBig: true)
        case (let first, 0, let third, 0) where first != 0 && third != 0: return utf16(bytes[...], isBig: false)
        case (0, let second, 0, let fourth) where second != 0 && fourth != 0: return utf16(bytes[...], isBig: true)
        default: return nil
        }
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let first = UInt16(bytes[index])
            let second = UInt16(bytes[index + 1])
            units.append(isBig ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func utf32(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> [UInt8] {
        var text = String.UnicodeScalarView()
        var index = bytes.startIndex
        while index + 3 < bytes.endIndex {
            var value: UInt32 = 0
            for offset in 0..<4 {
                value = value << 8 | UInt32(bytes[index + (isBig ? offset : 3 - offset)])
            }
            text.append(Unicode.Scalar(value) ?? "\u{fffd}")
            index += 4
        }
        return Array(String(text).utf8)
    }
}

/// Counts the valid and invalid UTF-8 sequences of bytes in one pass.
struct UTF8Profile {
    private(set) var validSequences = 0
    /// An incomplete sequence counts once.
    private(set) var invalidSequences = 0

    var isASCII: Bool { validSequences == 0 && invalidSequences == 0 }
    var isValid: Bool { invalidSequences == 0 }

    private static let highBits = SIMD4<UInt64>(repeating: 0x8080_8080_8080_8080)

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        let raw = UnsafeRawPointer(base)
        var index = 0
        while index < bytes.count {
            if bytes[index] < 0x80 {
                // Skips 32 and then 8 ASCII bytes at a time.
                while index + 32 <= bytes.count,
                    raw.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self) & Self.highBits
                        == SIMD4(repeating: 0)
                {
                    index += 32
                }
                while index + 8 <= bytes.count,
                    raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                {
                    index += 8
                }
                while index < bytes.count, bytes[index] < 0x80 { index += 1 }
                continue
            }
            let length = Self.length(bytes, at: index)
            if length > 0 {
                validSequences += 1
                index += length
            } else if Self.isCut(bytes, at: index) {
                // The document ends inside its last character.
                return
            } else {
                invalidSequences += 1
                index += max(1, Self.brokenLength(bytes, at: index))
            }
        }
    }

    /// The length of an incomplete sequence (two or three bytes of a longer one) or of a surrogate (three bytes); 0 if
    /// there is none.
    static func brokenLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        guard (0xe0...0xf4).contains(bytes[index]) else { return 0 }
        let isSurrogate = bytes[index] == 0xed && index + 1 < bytes.count && bytes[index + 1] > 0x9f
        let most = bytes[index] < 0xf0 && !isSurrogate ? 2 : 3
        var end = index + 1
        while end < bytes.count, end - index < most, bytes[end] & 0xc0 == 0x80 { end += 1 }
        return end - index > 1 ? end - index : 0
    }

    /// The length of the valid sequence at `index`; 0 when there is none (Unicode, table 3-7).
    static func length(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let first = bytes[index]
        let length: Int
        switch first {
        case 0..<0x80: return 1
        case 0xc2...0xdf: length = 2
        case 0xe0...0xef: length = 3
        case 0xf0...0xf4: length = 4
        default: return 0
        }
        guard index + length <= bytes.count else { return 0 }
        for offset in 1..<length where bytes[index + offset] & 0xc0 != 0x80 { return 0 }
        let second = bytes[index + 1]
        if first == 0xe0 && second < 0xa0 || first == 0xed && second > 0x9f { return 0 }
        if first == 0xf0 && second < 0x90 || first == 0xf4 && second > 0x8f { return 0 }
        return length
    }

    private static func isCut(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        let left = bytes.count - index
        guard left < 4, bytes[index] >= 0xc2, bytes[index] <= 0xf4 else { return false }
        let length = bytes[index] < 0xe0 ? 2 : bytes[index] < 0xf0 ? 3 : 4
        guard left < length else { return false }
        return bytes[(index + 1)...].allSatisfy { $0 & 0xc0 == 0x80 }
    }
}

/// Repairs UTF-8 that also contains Windows-1252 bytes, incomplete characters and surrogate pairs (CESU-8).
enum MixedText {
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 64)
        bytes.withUnsafeBufferPointer { all in
            var index = 0
            while index < all.count {
                let length = UTF8Profile.length(all, at: index)
                if length > 0 {
                    output += all[index..<(index + length)]
                    index += length
                } else if let scalar = surrogatePair(all, at: index) {
                    output += String(Character(scalar)).utf8
                    index += 6
                } else {
                    let broken = UTF8Profile.brokenLength(all, at: index)
                    if broken == 0 { LegacyEncoding.appendWindows1252(all[index], to: &output) }
                    index += max(1, broken)
                }
            }
        }
        return output
    }

    /// A character above U+FFFF that was written as two surrogates of three bytes each.
    private static func surrogatePair(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Unicode.Scalar? {
        guard index + 6 <= bytes.count, bytes[index] == 0xed, bytes[index + 3] == 0xed,
            (0xa0...0xaf).contains(bytes[index + 1]), (0xb0...0xbf).contains(bytes[index + 4]),
            bytes[index + 2] & 0xc0 == 0x80, bytes[index + 5] & 0xc0 == 0x80
        else { return nil }
        let high = UInt32(bytes[index + 1] & 0x0f) << 6 | UInt32(bytes[index + 2] & 0x3f)
        let low = UInt32(bytes[index + 4] & 0x0f) << 6 | UInt32(bytes[index + 5] & 0x3f)
        return Unicode.Scalar(0x10000 + (high << 10 | low))
    }
}

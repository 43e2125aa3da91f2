/// Finds words with one space between them, eight bytes at a time.
enum PlainWords {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// How many of the next eight bytes are words with one space between them, without a space at the end; zero when
    /// others are among them.
    ///
    /// Others are control characters, `&`, and two spaces. It may also be zero without them.
    static func width(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        guard index + 8 <= bytes.count, let start = bytes.baseAddress else { return 0 }
        let word = UInt64(littleEndian: UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
        let controls = (word &- ones &* 0x20) & ~word & highBits
        let spaces = places(of: 0x20, in: word)
        let others = controls | places(of: 0x26, in: word) | places(of: 0x7f, in: word) | (spaces & spaces << 8)
        guard others == 0 else { return 0 }
        // What follows a space at the end is not known yet.
        return spaces >> 63 == 0 ? 8 : 7
    }

    /// Whether the next eight bytes are ASCII without control characters.
    static func isPrintable(_ bytes: [UInt8], at index: Int) -> Bool {
        guard index + 8 <= bytes.count else { return false }
        let word = bytes.withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        }
        let controls = (word &- ones &* 0x20) & ~word & highBits
        return (word & highBits) | controls | places(of: 0x7f, in: word) == 0
    }

    /// The high bit of each byte that is equal; also of some that come after one.
    private static func places(of byte: UInt64, in word: UInt64) -> UInt64 {
        let difference = word ^ (ones &* byte)
        return (difference &- ones) & ~difference & highBits
    }
}

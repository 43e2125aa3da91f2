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

    /// Whether the next eight bytes are there and none of them may begin an invisible character (`InvisibleText`).
    static func areVisible(_ bytes: [UInt8], at index: Int) -> Bool {
        guard index + 8 <= bytes.count else { return false }
        let word = bytes.withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        }
        let controls = ~((word & ~highBits) &+ ones &* 0x60) & ~word & highBits
        let breaks = exactPlaces(of: 0x09, in: word) | exactPlaces(of: 0x0a, in: word)
        let leads = places(of: 0xc2, in: word) | places(of: 0xe2, in: word) | places(of: 0xef, in: word)
        return (controls & ~breaks) | places(of: 0x7f, in: word) | leads == 0
    }

    /// The high bit of each byte that is equal.
    private static func exactPlaces(of byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ (ones &* UInt64(byte))
        return ~(((difference & ~highBits) &+ ~highBits) | difference | ~highBits)
    }

    /// The high bit of each byte that is equal; also of some that come after one.
    private static func places(of byte: UInt64, in word: UInt64) -> UInt64 {
        let difference = word ^ (ones &* byte)
        return (difference &- ones) & ~difference & highBits
    }
}

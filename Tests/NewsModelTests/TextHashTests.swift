import Testing

@testable import NewsModel

@Suite struct TextHashTests {
    private let hashes = TextHash(secret: 0..<16)

    /// Stored hashes depend on it: a change of the function would make all news known to nobody.
    @Test(arguments: ["", "a", "eight by", "a longer text, 東京"])
    func `the hash of a text is SipHash of its kind and its bytes`(text: String) {
        var words = [UInt64(2)]
        let rest = Array(text.utf8)
        for start in stride(from: 0, to: rest.count / 8 * 8, by: 8) {
            words.append(rest[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
        let last = rest[(rest.count / 8 * 8)...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        words.append(last | UInt64(rest.count) << 56)
        let expected = SipHash.hash(words, SipHash.keys(0..<16))
        #expect(hashes.hash(text, kind: 2) == Int64(bitPattern: expected))
    }

    /// Written once by another program: these numbers are in the databases of everybody who has run this one.
    @Test(arguments: [
        ("", 0, 8_643_479_231_244_213_187), ("https://example.org/1", 0, 1_664_155_216_579_583_571),
        ("example.org/1", 1, 4_609_330_247_254_824_194), ("town decides on bridge", 2, -7_826_068_622_521_879_967),
        ("東京 is far away", 2, 6_904_433_059_860_016_029),
    ])
    func `stored hashes stay what they are`(text: String, kind: UInt64, stored: Int64) {
        #expect(hashes.hash(text, kind: kind) == stored)
    }

    /// The vectors of the authors: the key 00 01 … 0f, and texts 00, 00 01, 00 01 02.
    @Test func `SipHash is the function of its paper`() {
        let keys = SipHash.keys(0..<16)
        #expect(SipHash.hash([UInt8](), keys) == 0x726f_db47_dd0e_0e31)
        #expect(SipHash.hash([UInt8(0)], keys) == 0x74f8_39c5_93dc_67fd)
        #expect(SipHash.hash([UInt8](0..<15), keys) == 0xa129_ca61_49be_45e5)
    }

    @Test func `kind and secret change it, and what follows a zero does not`() {
        #expect(hashes.hash("a", kind: 0) != hashes.hash("a", kind: 1))
        #expect(hashes.hash("a", kind: 0) != TextHash(secret: 1..<17).hash("a", kind: 0))
        #expect(hashes.hash("a\0b", kind: 0) == hashes.hash("a", kind: 0))
        #expect(hashes.hash("a\0", kind: 0) != hashes.hash("", kind: 0))
    }
}

/// A Bloom filter with one bit per key, small enough for the processor's cache.
///
/// No query needs most of an article's words and pairs; the filter rejects them without a look-up in the large table.
struct KeyFilter: Sendable {
    private static let bitsPerKey = 32

    private var bits: [UInt64] = Array(repeating: 0, count: 64)
    private var capacity = 64 * 64 / Self.bitsPerKey

    /// Adds one of `keys`; the filter grows when `keys` exceed its capacity.
    ///
    /// Removed keys keep their bits until then. A wrong "maybe" costs one look-up.
    mutating func insert(_ key: UInt64, among keys: Dictionary<UInt64, some Any>.Keys) {
        if keys.count > capacity {
            let words = bits.count * 4
            bits = Array(repeating: 0, count: words)
            capacity = words * 64 / Self.bitsPerKey
            for key in keys { set(key) }
        }
        set(key)
    }

    func mayContain(_ key: UInt64) -> Bool {
        let place = place(of: key)
        return bits[place.word] & place.bit != 0
    }

    private mutating func set(_ key: UInt64) {
        let place = place(of: key)
        bits[place.word] |= place.bit
    }

    // The number of words is a power of two.
    private func place(of key: UInt64) -> (word: Int, bit: UInt64) {
        (Int(truncatingIfNeeded: key >> 16) & (bits.count - 1), 1 << (key & 63))
    }
}

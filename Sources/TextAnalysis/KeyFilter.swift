/// A bit for each key, small enough for the processor's cache: most of an article's words and pairs are asked for by
/// nobody, and this says so without a walk through the large table.
struct KeyFilter: Sendable {
    private static let bitsPerKey = 32

    private var bits: [UInt64] = Array(repeating: 0, count: 64)
    private var room = 64 * 64 / Self.bitsPerKey

    /// Adds one of `keys`, making room for more when they have outgrown the filter.
    ///
    /// Removed keys keep their bits until then: a wrong "maybe" costs one look-up.
    mutating func insert(_ key: UInt64, among keys: Dictionary<UInt64, some Any>.Keys) {
        if keys.count > room {
            let words = bits.count * 4
            bits = Array(repeating: 0, count: words)
            room = words * 64 / Self.bitsPerKey
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

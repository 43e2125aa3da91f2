/// SipHash-2-4 (Aumasson and Bernstein, 2012): a keyed hash of short texts.
enum SipHash {
    /// The key from sixteen bytes.
    static func keys(_ secret: some Sequence<UInt8>) -> [UInt64] {
        var keys: [UInt64] = [0, 0]
        for (index, byte) in secret.prefix(16).enumerated() { keys[index / 8] |= UInt64(byte) << (index % 8 * 8) }
        return keys
    }

    static func hash(_ text: some Collection<UInt8>, _ keys: [UInt64]) -> UInt64 {
        var words = [UInt64](repeating: 0, count: text.count / 8 + 1)
        for (index, byte) in text.enumerated() { words[index / 8] |= UInt64(byte) << (index % 8 * 8) }
        words[text.count / 8] |= UInt64(text.count & 0xff) << 56
        return hash(words, keys)
    }

    /// The highest byte of the last word is the length in bytes, modulo 256.
    ///
    /// The remaining bytes of the text are below it.
    static func hash(_ words: [UInt64], _ keys: [UInt64]) -> UInt64 {
        var state = SipState(keys[0], keys[1])
        for word in words { state.take(word) }
        return state.finished()
    }
}

/// The state of SipHash-2-4 between two words.
struct SipState {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    init(_ first: UInt64, _ second: UInt64) {
        v0 = first ^ 0x736f_6d65_7073_6575
        v1 = second ^ 0x646f_7261_6e64_6f6d
        v2 = first ^ 0x6c79_6765_6e65_7261
        v3 = second ^ 0x7465_6462_7974_6573
    }

    mutating func take(_ word: UInt64) {
        v3 ^= word
        turn(2)
        v0 ^= word
    }

    mutating func finished() -> UInt64 {
        v2 ^= 0xff
        turn(4)
        return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func turn(_ times: Int) {
        for _ in 0..<times {
            v0 &+= v1
            v1 = (v1 << 13 | v1 >> 51) ^ v0
            v0 = v0 << 32 | v0 >> 32
            v2 &+= v3
            v3 = (v3 << 16 | v3 >> 48) ^ v2
            v0 &+= v3
            v3 = (v3 << 21 | v3 >> 43) ^ v0
            v2 &+= v1
            v1 = (v1 << 17 | v1 >> 47) ^ v2
            v2 = v2 << 32 | v2 >> 32
        }
    }
}

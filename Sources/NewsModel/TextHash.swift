/// A keyed hash of texts that are stored by their hash alone: SipHash-2-4 of a kind and the text.
///
/// Without the installation's secret nobody can find two texts with one hash. Among two million texts the chance that
/// any two have the same is one in ten million.
package struct TextHash: Sendable {
    private let first: UInt64
    private let second: UInt64

    /// - Parameter secret: the installation's sixteen random bytes.
    package init(secret: some Sequence<UInt8>) {
        let keys = SipHash.keys(secret)
        (first, second) = (keys[0], keys[1])
    }

    /// Texts of different kinds have different hashes.
    package func hash(_ text: String, kind: UInt64) -> Int64 {
        var text = text
        return text.withUTF8 { hash($0, kind: kind) }
    }

    /// Bytes from the first zero on are ignored, as SQLite ignores them in texts.
    package func hash(_ text: UnsafeBufferPointer<UInt8>, kind: UInt64) -> Int64 {
        let count = text.firstIndex(of: 0) ?? text.count
        let bytes = UnsafeRawBufferPointer(start: text.baseAddress, count: count)
        var state = SipState(first, second)
        state.take(kind)
        let whole = count & ~7
        for place in stride(from: 0, to: whole, by: 8) {
            state.take(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        }
        var last = UInt64(count & 0xff) << 56
        for place in whole..<count { last |= UInt64(bytes[place]) << ((place - whole) * 8) }
        state.take(last)
        return Int64(bitPattern: state.finished())
    }
}

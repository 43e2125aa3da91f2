/// FNV-1a over bytes; the hash is the same in every process and on every machine, so it may be stored.
///
/// Not for secrets: collisions are easy to construct.
package struct StableHash: Hashable, Sendable {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    package mutating func combine(_ bytes: some Sequence<UInt8>) {
        // For speed: iterating whole documents through the protocol would take longer than parsing them.
        if bytes.withContiguousStorageIfAvailable({ combine($0) }) == nil {
            Array(bytes).withUnsafeBufferPointer { combine($0) }
        }
    }

    private mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
        var hash = state
        for byte in bytes {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        state = hash
    }

    package mutating func combine(_ text: String) {
        combine(text.utf8)
        // Makes ("ab", "c") different from ("a", "bc").
        combine(CollectionOfOne(0xff))
    }

    /// Sixteen hexadecimal digits.
    package var text: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The same as a number from 0.
    package var number: Int { Int(truncatingIfNeeded: state & UInt64(Int64.max)) }

    package static func text(of bytes: some Sequence<UInt8>) -> String {
        var hash = StableHash()
        hash.combine(bytes)
        return hash.text
    }
}

/// A hash that shows whether a document has changed; it is the same in every process and on every machine.
///
/// It takes eight bytes per step and `StableHash` one, because documents are a thousand times longer than keys.
package enum DocumentHash {
    /// Sixteen hexadecimal digits.
    package static func text(of document: [UInt8]) -> String {
        let state = document.withUnsafeBytes { bytes in
            var state = UInt64(truncatingIfNeeded: bytes.count) ^ 0xcbf2_9ce4_8422_2325
            let wholeWords = bytes.count / 8 * 8
            for place in stride(from: 0, to: wholeWords, by: 8) {
                mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)), into: &state)
            }
            for byte in bytes[wholeWords...] { mix(UInt64(byte), into: &state) }
            return state
        }
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The multiplication fills the high bits; the shift mixes them back into the low bits.
    private static func mix(_ word: UInt64, into state: inout UInt64) {
        state = (state ^ word) &* 0x9e37_79b9_7f4a_7c15
        state ^= state &>> 29
    }
}

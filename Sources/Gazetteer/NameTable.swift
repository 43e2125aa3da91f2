/// 32-bit FNV-1a of a folded name's bytes, then mixed so that every bit depends on every byte.
enum NameHash {
    static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        hash ^= hash >> 15
        hash = hash &* 0x2C1B_3C6D
        hash ^= hash >> 12
        hash = hash &* 0x297A_2D39
        return hash ^ hash >> 15
    }
}

/// A hash table in the file, from folded names to entries.
struct NameTable: Sendable {
    let slots: FileSection
    let entries: FileSection
    /// Where a name begins in its entry: names have a count after their length, words do not.
    private let nameOffset: Int

    init(slots: FileSection, entries: FileSection, hasCounts: Bool) {
        self.slots = slots
        self.entries = entries
        nameOffset = hasCounts ? 2 : 1
    }

    /// The offset of a name's entry, which begins with the name's length; nil when there is none.
    func entry(_ folded: UnsafeBufferPointer<UInt8>) -> Int? {
        let count = slots.length / 4
        guard count > 0, count & (count - 1) == 0, !folded.isEmpty, folded.count < 256 else { return nil }
        let hash = NameHash.of(folded)
        var slot = Int(hash) & (count - 1)
        // A damaged table may be full.
        for _ in 0..<min(count, 256) {
            let value = slots.word(slot * 4)
            if value == 0 { return nil }
            if value >> 23 == hash >> 23 {
                let entry = Int(value & 0x7F_FFFF) - 1
                let isEqual = entries.equals(folded, at: entry + nameOffset)
                if Int(entries.byte(entry)) == folded.count, isEqual { return entry }
            }
            slot = (slot + 1) & (count - 1)
        }
        return nil
    }
}

import Foundation
import Storage

/// What the newest digest of a schedule had no room for: the next one looks for it again.
struct Backlog {
    /// Where the news began among which it is.
    let from: Date
    /// Nothing since then was told by a slot whose record may be gone.
    let floor: Date?

    /// Nil when the newest of the payloads, which are those that told something, had room for all.
    init?(_ payloads: [SlotPayload], now: Date) {
        guard let newest = payloads.max(by: { $0.madeAt < $1.madeAt }), (newest.leftOut ?? 0) > 0 else { return nil }
        from = newest.from ?? newest.madeAt
        // All slots from the first of these on are remembered, and that one had told nothing since the slot before it.
        floor = payloads.filter { $0.madeAt >= now.addingTimeInterval(-SlotMaker.longestMemory) }
            .compactMap(\.slotBefore).min()
    }
}

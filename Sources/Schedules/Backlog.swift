import Foundation
import Storage

/// The news that exceeded the limit of a schedule's newest digest; the next digest includes it.
struct Backlog {
    /// The start of that digest's news.
    let from: Date
    /// Every slot since then is still recorded, so that nothing newer can have been sent without a record.
    let floor: Date?

    /// Nil when the newest payload was within its limit.
    ///
    /// `payloads` are those of slots that were queued or sent.
    init?(_ payloads: [SlotPayload], now: Date) {
        guard let newest = payloads.max(by: { $0.madeAt < $1.madeAt }), (newest.leftOut ?? 0) > 0 else { return nil }
        from = newest.from ?? newest.madeAt
        // All slots from the first of these on are still recorded. When that one was made, nothing published since its
        // previous slot had been sent.
        floor = payloads.filter { $0.madeAt >= now.addingTimeInterval(-SlotMaker.longestMemory) }
            .compactMap(\.slotBefore).min()
    }
}

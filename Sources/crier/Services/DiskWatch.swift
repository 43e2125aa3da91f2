import Foundation
import Storage

/// Notices that the disk is full, and that it is no more; each is said once.
struct DiskWatch {
    enum News: Hashable {
        case full(reason: String)
        case room(after: TimeInterval)
    }

    /// Seconds without a refusal after which a write that found room counts: a small one may find some on a full disk.
    static let calm: TimeInterval = 60

    private var refusals = 0
    private var fullSince: Date?
    private var refusedAt = Date.distantPast

    mutating func look(at room: DiskRoom, _ time: Date) -> News? {
        if room.refusals != refusals {
            refusals = room.refusals
            refusedAt = time
            guard fullSince == nil else { return nil }
            fullSince = time
            return .full(reason: room.reason)
        }
        guard let since = fullSince, room.changes > 0, time.timeIntervalSince(refusedAt) >= Self.calm else {
            return nil
        }
        fullSince = nil
        return .room(after: time.timeIntervalSince(since))
    }
}

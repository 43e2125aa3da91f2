import Foundation
import Storage

/// Detects that the disk is full, and later that it has space again.
///
/// Each change is reported once.
struct DiskWatch {
    enum News: Hashable {
        case full(reason: String)
        case room(after: TimeInterval)
    }

    /// Seconds without a failed write before a successful write counts.
    ///
    /// A small write may succeed even on a full disk.
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

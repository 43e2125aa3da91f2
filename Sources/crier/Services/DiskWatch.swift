import Foundation
import Storage

/// Detects that the disk is full, and later that it has space again.
///
/// Each change is reported once.
struct DiskWatch {
    enum News: Hashable {
        case full(reason: String)
        case spaceAgain(after: TimeInterval)
    }

    /// Seconds without a failed write before a successful write counts.
    ///
    /// A small write may succeed even on a full disk.
    static let calm: TimeInterval = 60

    private var refusals = 0
    private var fullSince: Date?
    private var refusedAt = Date.distantPast

    mutating func look(at space: DiskSpace, _ time: Date) -> News? {
        if space.refusals != refusals {
            refusals = space.refusals
            refusedAt = time
            guard fullSince == nil else { return nil }
            fullSince = time
            return .full(reason: space.reason)
        }
        guard let since = fullSince, space.changes > 0, time.timeIntervalSince(refusedAt) >= Self.calm else {
            return nil
        }
        fullSince = nil
        return .spaceAgain(after: time.timeIntervalSince(since))
    }
}

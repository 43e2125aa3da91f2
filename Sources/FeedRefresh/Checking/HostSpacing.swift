package import Foundation

/// Assigns request times to hosts.
///
/// Pure: it returns times, and its owner does the waiting.
package struct HostSpacing: Sendable {
    /// Seconds between the beginnings of two requests to one host.
    package var spacing: Double
    /// The first moment at which each host may be asked again.
    private var nextFree: [String: Date] = [:]
    private var sizeAtLastSweep = 0

    package init(spacing: Double) {
        self.spacing = max(spacing, 0)
    }

    /// Reserves the host's next free time; nil when that is after `latest`.
    package mutating func reserve(_ host: String, now: Date, latest: Date = .distantFuture) -> Date? {
        let slot = max(nextFree[host] ?? now, now)
        guard slot <= latest else { return nil }
        if spacing > 0 || nextFree[host] != nil {
            nextFree[host] = slot.addingTimeInterval(spacing)
            sweep(now)
        }
        return slot
    }

    /// The host's next free time; nothing is reserved.
    package func nextFreeTime(of host: String, now: Date) -> Date { max(nextFree[host] ?? now, now) }

    /// Blocks requests to a host until `time`, at most for an hour.
    package mutating func block(_ host: String, until time: Date, now: Date) {
        let end = min(time, now.addingTimeInterval(3_600))
        nextFree[host] = max(nextFree[host] ?? now, end)
    }

    private mutating func sweep(_ now: Date) {
        guard nextFree.count >= 2 * sizeAtLastSweep + 64 else { return }
        nextFree = nextFree.filter { $0.value > now }
        sizeAtLastSweep = nextFree.count
    }
}

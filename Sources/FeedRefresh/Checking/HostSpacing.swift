package import Foundation

/// When a host may be asked next.
///
/// Pure: it hands out times, its owner waits.
package struct HostSpacing: Sendable {
    /// Seconds between the beginnings of two requests to one host.
    package var spacing: Double
    /// The first moment at which each host may be asked again.
    private var free: [String: Date] = [:]
    private var sizeAtLastSweep = 0

    package init(spacing: Double) {
        self.spacing = max(spacing, 0)
    }

    /// Takes the host's next free moment, if it is not after `latest`.
    package mutating func reserve(_ host: String, now: Date, latest: Date = .distantFuture) -> Date? {
        let slot = max(free[host] ?? now, now)
        guard slot <= latest else { return nil }
        if spacing > 0 || free[host] != nil {
            free[host] = slot.addingTimeInterval(spacing)
            sweep(now)
        }
        return slot
    }

    /// The host's next free moment, which nobody takes by asking.
    package func free(_ host: String, now: Date) -> Date { max(free[host] ?? now, now) }

    /// Keeps everybody away from a host that asked for rest, at most an hour.
    package mutating func rest(_ host: String, until time: Date, now: Date) {
        let end = min(time, now.addingTimeInterval(3_600))
        free[host] = max(free[host] ?? now, end)
    }

    private mutating func sweep(_ now: Date) {
        guard free.count >= 2 * sizeAtLastSweep + 64 else { return }
        free = free.filter { $0.value > now }
        sizeAtLastSweep = free.count
    }
}

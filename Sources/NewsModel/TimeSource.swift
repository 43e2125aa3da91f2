package import Foundation

/// Wall time, handed in so that tests run a month in a second.
package protocol TimeSource: Sendable {
    var now: Date { get }

    /// Seconds since some moment, which no change of the clock moves: for measuring how long work takes.
    var uptime: TimeInterval { get }

    /// Returns at or after the given time, or throws `CancellationError`.
    ///
    /// The real one sleeps in slices of at most a minute, so that a changed clock is noticed.
    func sleep(until deadline: Date) async throws
}

extension TimeSource {
    package var uptime: TimeInterval { now.timeIntervalSinceReferenceDate }
}

/// The machine's own clock.
package struct SystemTimeSource: TimeSource {
    package init() {}

    package var now: Date { Date() }
    package var uptime: TimeInterval { ProcessInfo.processInfo.systemUptime }

    package func sleep(until deadline: Date) async throws {
        while true {
            let rest = deadline.timeIntervalSinceNow
            guard rest > 0 else { return }
            try await Task.sleep(for: .seconds(min(rest, 60)))
        }
    }
}

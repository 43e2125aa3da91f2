package import Foundation

/// A clock.
///
/// Tests pass their own, so that a month takes a second.
package protocol TimeSource: Sendable {
    var now: Date { get }

    /// Seconds since an arbitrary moment, independent of changes of the clock; for measuring durations.
    var uptime: TimeInterval { get }

    /// Returns at or after the given time, or throws `CancellationError`.
    ///
    /// The system's implementation sleeps for at most a minute at a time, so that it notices a changed clock.
    func sleep(until deadline: Date) async throws
}

extension TimeSource {
    package var uptime: TimeInterval { now.timeIntervalSinceReferenceDate }
}

/// The system clock.
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

package import Foundation
import Glibc
import Synchronization

/// A time of day that a test moves while the process that reads it runs; timers keep the world's time.
package final class MovedClock: Sendable {
    private let folder: TemporaryFolder
    private let file: Int32
    private let seconds = Mutex(0)
    /// What the process needs in its environment.
    package let environment: [String: String]

    package init() throws {
        folder = try TemporaryFolder()
        let path = folder.path("moved")
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        environment = try ClockAhead.environment(folder: folder.url).merging(["CRIER_TEST_MOVED": path]) { $1 }
        moveAhead(seconds: 0)
    }

    deinit { close(file) }

    /// What the process takes for the time of day.
    package var now: Date { Date(timeIntervalSinceNow: Double(seconds.withLock(\.self))) }

    package func moveAhead(seconds more: Int) {
        seconds.withLock { seconds in
            seconds += more
            _ = withUnsafeBytes(of: seconds) { pwrite(file, $0.baseAddress, $0.count, 0) }
        }
    }

    /// A time of day at least a minute and at most two minutes away, as `07:30` in UTC.
    package var minuteToCome: String {
        String(now.addingTimeInterval(120).formatted(.iso8601.time(includingFractionalSeconds: false)).prefix(5))
    }

    /// Moves it past `minuteToCome`.
    package func passMinuteToCome() { moveAhead(seconds: 120) }
}

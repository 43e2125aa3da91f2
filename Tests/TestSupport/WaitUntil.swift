import Foundation

/// A fact that did not become true in time.
package struct NeverTrue: Error, CustomStringConvertible {
    package let description: String
}

/// Seconds after which a test gives a fact up, which is true in moments otherwise.
///
/// Beside other tests and two builds a slow machine needs minutes for what takes seconds alone.
package let longestWait: Double = 300

/// Waits until a fact is true; throws after `seconds`.
package func waitUntil(
    _ what: String = "the fact",
    seconds: Double = longestWait,
    _ isTrue: () async throws -> Bool
) async throws {
    let end = Date(timeIntervalSinceNow: seconds)
    // Most facts are true in a moment; to look for the others takes time from those that bring them about.
    var pause = Duration.milliseconds(1)
    while try await !isTrue() {
        guard Date() < end else { throw NeverTrue(description: "\(what) did not become true in \(seconds) s") }
        try await Task.sleep(for: pause)
        pause = min(pause * 3 / 2, .milliseconds(20))
    }
}

/// Returns when the task is cancelled, and never before.
package func waitForCancellation() async {
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in never {}
    withExtendedLifetime(continuation) {}
}

import Dispatch

/// Holds the threads of a test server until the test lets them go.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Waits, ten seconds at most.
    func waitUntilOpen() {
        _ = semaphore.wait(timeout: .now() + 10)
        semaphore.signal()
    }

    func open() { semaphore.signal() }
}

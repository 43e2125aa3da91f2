import Dispatch

/// Holds the threads of a test server until the test lets them go.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Waits, ten minutes at most: beside other tests and a build the one that opens it may wait for a thread.
    func waitUntilOpen() {
        _ = semaphore.wait(timeout: .now() + 600)
        semaphore.signal()
    }

    func open() { semaphore.signal() }
}

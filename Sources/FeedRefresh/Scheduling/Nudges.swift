import Synchronization

/// "Something may have changed", for one waiter: any number of nudges before a wait count as one.
///
/// Not an `AsyncStream`: that ends for good when one of its waits is cancelled, and the loop that waits would spin.
final class Nudges: Sendable {
    private struct State {
        var isNudged = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func nudge() {
        let waiter = state.withLock { state in
            state.isNudged = state.waiter == nil
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Returns after the next nudge, or when the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled { return true }
                    if state.isNudged {
                        state.isNudged = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume()
        }
    }

    /// Nudges for everything that comes, until the stream ends or the task is cancelled.
    func follow(_ stream: AsyncStream<Void>) async {
        for await _ in stream { nudge() }
    }
}

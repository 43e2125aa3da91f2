/// "Something may have changed": any number of nudges before a wait count as one.
final class Nudges: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation?

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.stream = stream
        self.continuation = continuation
    }

    init(_ stream: AsyncStream<Void>) {
        self.stream = stream
        continuation = nil
    }

    func nudge() { continuation?.yield() }

    /// Returns after the next nudge, or when the task is cancelled.
    func wait() async { for await _ in stream { return } }

    func pass(to other: Nudges) async { for await _ in stream { other.nudge() } }
}

import NewsModel
import ServiceLifecycle

/// A chat network as a service: told to stop, it says what is queued and goodbye.
struct NetworkService: Service {
    let network: any ChatNetwork

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await network.run() }
            // A terminal whose input has ended stays until the others are done: the group takes a service that
            // leaves out of turn for a failure.
            try await gracefulShutdown()
        } catch is CancellationError {
            return
        }
    }
}

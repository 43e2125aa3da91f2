import NewsModel
import ServiceLifecycle

/// A chat network as a service: told to stop, it says what is queued and goodbye.
struct NetworkService: Service {
    let network: any ChatNetwork

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await network.run() }
        } catch is CancellationError {
            return
        }
    }
}

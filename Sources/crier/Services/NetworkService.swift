import NewsModel
import ServiceLifecycle

/// Runs a chat network as a service.
///
/// On shutdown it sends queued messages and disconnects properly.
struct NetworkService: Service {
    let network: any ChatNetwork

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await network.run() }
            // The console ends with its input. It must wait for the shutdown here, because the service group treats a
            // service that ends early as failed.
            try await gracefulShutdown()
        } catch is CancellationError {
            return
        }
    }
}

import Synchronization

/// The newest events that we have sent, so that reactions to them can be told from other people's business.
final class OwnEvents: Sendable {
    private struct State {
        var known: Set<String> = []
        var order: [String] = []
    }

    private static let most = 4_000
    private let state = Mutex(State())

    func note(_ event: String) {
        state.withLock { state in
            guard state.known.insert(event).inserted else { return }
            state.order.append(event)
            guard state.order.count > Self.most else { return }
            for old in state.order.prefix(Self.most / 2) { state.known.remove(old) }
            state.order.removeFirst(Self.most / 2)
        }
    }

    func contains(_ event: String) -> Bool { state.withLock { $0.known.contains(event) } }
}

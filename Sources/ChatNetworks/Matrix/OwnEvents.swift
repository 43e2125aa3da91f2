import MatrixClient
import Synchronization

/// An event of ours that somebody may put a sign on.
struct OwnPost: Hashable, Sendable {
    /// In the event's content: the question that signs on it answer.
    static let asksKey = "chat.crier.asks"

    var asks: String?

    init(asks: String? = nil) { self.asks = asks }

    init(content: JSONValue) { asks = content[Self.asksKey]?.string }
}

/// The newest events that were sent or asked about, so that signs on ours can be told from other people's business.
final class OwnEvents: Sendable {
    private struct State {
        /// Nil is somebody else's.
        var known: [String: OwnPost?] = [:]
        var order: [String] = []
    }

    private static let most = 4_000
    private let state = Mutex(State())

    /// Nil for an event that is not ours.
    func note(_ event: String, _ post: OwnPost?) {
        state.withLock { state in
            guard state.known.updateValue(post, forKey: event) == nil else { return }
            state.order.append(event)
            guard state.order.count > Self.most else { return }
            for old in state.order.prefix(Self.most / 2) { state.known[old] = nil }
            state.order.removeFirst(Self.most / 2)
        }
    }

    /// Nil when nothing is known of an event; `.some(nil)` when it is not ours.
    func post(_ event: String) -> OwnPost?? { state.withLock { $0.known[event] } }
}

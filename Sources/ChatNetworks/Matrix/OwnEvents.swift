import MatrixClient
import Synchronization

/// An event of ours to which people may react.
struct OwnPost: Hashable, Sendable {
    /// The key in the event's content that names the quiz question of its reactions.
    static let asksKey = "chat.crier.asks"

    var asks: String?

    init(asks: String? = nil) { self.asks = asks }

    init(content: JSONValue) { asks = content[Self.asksKey]?.string }
}

/// The newest events that were sent or looked up, to tell reactions to our events from reactions to others.
final class OwnEvents: Sendable {
    private struct State {
        /// Nil for an event of somebody else.
        var known: [String: OwnPost?] = [:]
        var order: [String] = []
    }

    private static let most = 4_000
    private let state = Mutex(State())

    /// Records an event; `post` is nil for an event that is not ours.
    func note(_ event: String, _ post: OwnPost?) {
        state.withLock { state in
            guard state.known.updateValue(post, forKey: event) == nil else { return }
            state.order.append(event)
            guard state.order.count > Self.most else { return }
            for old in state.order.prefix(Self.most / 2) { state.known[old] = nil }
            state.order.removeFirst(Self.most / 2)
        }
    }

    /// Nil when the event is unknown; `.some(nil)` when it is not ours.
    func post(_ event: String) -> OwnPost?? { state.withLock { $0.known[event] } }
}

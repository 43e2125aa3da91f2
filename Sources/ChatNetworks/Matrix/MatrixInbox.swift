import MatrixClient
import NewsModel
import Synchronization
import Waking

/// The reported messages that are not processed yet, and the /sync token that may be stored.
final class MatrixInbox: Sendable {
    private struct State {
        var progress = SyncProgress()
        var rooms: [String: String] = [:]
        var typing: Set<String> = []
    }

    private let state = Mutex(State())
    /// Rings when an event is processed.
    let changes = ChangeBell()
    /// Tokens up to which everything is processed, the newest only.
    let tokens: AsyncStream<String>
    private let token: AsyncStream<String>.Continuation

    init() { (tokens, token) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    var openCount: Int { state.withLock { $0.rooms.count } }

    /// Records a /sync answer and those of its events that others process, with their rooms.
    func began(_ token: String, events: [(id: String, room: String)]) {
        state.withLock { state in
            state.progress.began(token, events: events.map(\.id))
            for event in events { state.rooms[event.id] = event.room }
        }
        publish()
    }

    /// The id that stands for a removal from a room.
    ///
    /// It is processed by others, like a message.
    static func loss(of address: Address) -> String { "loss of \(address.kind) \(address.target)" }

    /// The room of an event that is not processed yet.
    func room(of event: String) -> String? { state.withLock { $0.rooms[event] } }

    /// Marks an event as processed; returns its room and whether we showed typing.
    ///
    /// Nil when the event was not open.
    func finished(_ event: String) -> (room: String, wasTyping: Bool)? {
        let room = state.withLock { state in
            state.progress.finished(event)
            let wasTyping = state.typing.remove(event) != nil
            return state.rooms.removeValue(forKey: event).map { (room: $0, wasTyping: wasTyping) }
        }
        publish()
        changes.ring()
        return room
    }

    /// Marks that we show typing; false when the event is processed already.
    func startTyping(_ event: String) -> Bool {
        state.withLock { state in
            guard state.rooms[event] != nil else { return false }
            state.typing.insert(event)
            return true
        }
    }

    private func publish() {
        // Under the lock, so that a newer token is never followed by an older one.
        state.withLock { state in
            if let done = state.progress.takeToken() { token.yield(done) }
        }
    }
}

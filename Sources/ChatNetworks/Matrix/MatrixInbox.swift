import MatrixClient
import NewsModel
import Synchronization

/// Messages that were handed on and not dealt with yet, and how far the /sync token may move.
final class MatrixInbox: Sendable {
    private struct State {
        var progress = SyncProgress()
        var rooms: [String: String] = [:]
        var typing: Set<String> = []
    }

    private let state = Mutex(State())
    /// Tokens behind which everything is done, the newest only.
    let tokens: AsyncStream<String>
    private let token: AsyncStream<String>.Continuation

    init() { (tokens, token) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    var openCount: Int { state.withLock { $0.rooms.count } }

    /// An answer of /sync and the events in it that others work off, with their rooms.
    func began(_ token: String, events: [(id: String, room: String)]) {
        state.withLock { state in
            state.progress.began(token, events: events.map(\.id))
            for event in events { state.rooms[event.id] = event.room }
        }
        publish()
    }

    /// Stands for being thrown out of a place, which others work off like a message.
    static func loss(of place: Address) -> String { "loss of \(place.kind) \(place.target)" }

    /// The room of an event that is not done yet.
    func room(of event: String) -> String? { state.withLock { $0.rooms[event] } }

    /// The room of an event that is done now, and whether we were seen typing there; nil when it was not open.
    func finished(_ event: String) -> (room: String, wasTyping: Bool)? {
        let room = state.withLock { state in
            state.progress.finished(event)
            let wasTyping = state.typing.remove(event) != nil
            return state.rooms.removeValue(forKey: event).map { (room: $0, wasTyping: wasTyping) }
        }
        publish()
        return room
    }

    /// False when the event is done already.
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

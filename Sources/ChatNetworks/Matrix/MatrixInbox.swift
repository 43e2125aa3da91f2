import MatrixClient
import Synchronization

/// Messages that were handed on and not dealt with yet, and how far the /sync token may move.
final class MatrixInbox: Sendable {
    private struct State {
        var progress = SyncProgress()
        var rooms: [String: String] = [:]
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

    /// The room of an event that is done now; nil when it was not open.
    func finished(_ event: String) -> String? {
        let room = state.withLock { state in
            state.progress.finished(event)
            return state.rooms.removeValue(forKey: event)
        }
        publish()
        return room
    }

    private func publish() {
        // Under the lock, so that a newer token is never followed by an older one.
        state.withLock { state in
            if let done = state.progress.takeToken() { token.yield(done) }
        }
    }
}

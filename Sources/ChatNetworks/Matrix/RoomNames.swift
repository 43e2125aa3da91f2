import Foundation
import MatrixClient
import Synchronization

/// Aliases and names of the rooms we are in.
final class RoomNames: Sendable {
    private struct State {
        var rooms: [String: String] = [:]
        var names: [String: String] = [:]
    }

    private let state = Mutex(State())

    func note(_ room: String, _ known: RoomState) {
        state.withLock { state in
            if let alias = known.alias { state.rooms[alias.lowercased()] = room }
            state.names[room] = known.alias ?? known.name
        }
    }

    /// An alias of a room that we have just gone into.
    func note(alias: String, of room: String) { state.withLock { $0.rooms[alias.lowercased()] = room } }

    /// The id of a room named by id, alias, `https://matrix.to/#/…` or `matrix:…`; what is unknown stays as it is.
    func id(of name: String) -> String {
        let text = RoomLink(name)?.target ?? name
        return state.withLock { $0.rooms[text.lowercased()] } ?? text
    }

    func shown(_ room: String) -> String { state.withLock { $0.names[room] } ?? room }
}

import Foundation
import MatrixClient
import Synchronization

/// Aliases and names of the rooms we are in.
final class RoomNames: Sendable {
    private struct State {
        /// The room of each alias: the first room that claimed it, until that room drops it.
        var rooms: [String: String] = [:]
        var aliases: [String: String] = [:]
        var names: [String: String] = [:]
    }

    private let state = Mutex(State())

    func note(_ room: String, _ known: RoomState) {
        state.withLock { state in
            let alias = known.alias.map { $0.lowercased() }.flatMap { Self.isAlias($0) ? $0 : nil }
            if let old = state.aliases[room], old != alias, state.rooms[old] == room { state.rooms[old] = nil }
            state.aliases[room] = alias
            if let alias, state.rooms[alias] == nil { state.rooms[alias] = room }
            state.names[room] = known.alias ?? known.name
        }
    }

    /// Records an alias of a room that we have just joined.
    func note(alias: String, of room: String) { state.withLock { $0.rooms[alias.lowercased()] = room } }

    /// Checks for `#name:server` of at most 255 bytes, because a room's state may contain anything.
    private static func isAlias(_ text: String) -> Bool {
        text.hasPrefix("#") && text.contains(":") && text.utf8.count <= 255
    }

    /// The id of a room given by id, alias, `https://matrix.to/#/…` or `matrix:…`.
    ///
    /// Unknown names are not changed.
    ///
    /// An id of a room or a person is always returned as it is.
    func id(of name: String) -> String {
        if name.hasPrefix("@") || name.hasPrefix("!") { return name }
        let text = RoomLink(name)?.target ?? name
        return state.withLock { $0.rooms[text.lowercased()] } ?? text
    }

    func shown(_ room: String) -> String { state.withLock { $0.names[room] } ?? room }
}

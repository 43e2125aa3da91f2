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

    /// The id of a room named by id, alias, `https://matrix.to/#/…` or `matrix:…`; what is unknown stays as it is.
    func id(of name: String) -> String {
        var text = name
        if let mark = text.range(of: "matrix.to/#/") {
            text = String(text[mark.upperBound...].prefix { $0 != "?" && $0 != "/" })
            text = text.removingPercentEncoding ?? text
        } else if text.lowercased().hasPrefix("matrix:r/") {
            text = "#" + text.dropFirst(9).prefix { $0 != "?" && $0 != "/" }
        } else if text.lowercased().hasPrefix("matrix:roomid/") {
            text = "!" + text.dropFirst(14).prefix { $0 != "?" && $0 != "/" }
        }
        return state.withLock { $0.rooms[text.lowercased()] } ?? text
    }

    func shown(_ room: String) -> String { state.withLock { $0.names[room] } ?? room }
}

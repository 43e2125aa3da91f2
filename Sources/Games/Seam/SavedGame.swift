import Foundation

/// A game's state with its version, as it is stored.
package struct SavedGame<Played: Game>: Codable {
    private var version: Int
    private var result: Played.Outcome
    private var state: Played

    private struct Envelope: Codable {
        var version: Int
        var result: Played.Outcome
    }

    package static func encoded(_ game: Played) throws -> String {
        let saved = SavedGame(version: Played.version, result: game.result, state: game)
        return String(decoding: try JSONEncoder().encode(saved), as: UTF8.self)
    }

    /// What a stored text says.
    package enum Found {
        case game(Played)
        /// The state is of a version that is not understood; what was reached in it counts.
        case ended(Played.Outcome)
        case unreadable
    }

    package static func decoded(_ text: String) -> Found {
        let data = Data(text.utf8)
        guard let envelope = try? JSONDecoder().decode(Envelope.self, from: data) else { return .unreadable }
        guard envelope.version == Played.version, let saved = try? JSONDecoder().decode(Self.self, from: data) else {
            return .ended(envelope.result)
        }
        return .game(saved.state)
    }
}

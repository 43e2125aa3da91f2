import Foundation
import Games

/// Who plays a room's game, as numbers that only the installation's secret tells: nothing stored names them.
struct RoomPlayers: Hashable, Sendable, Codable {
    /// What somebody's vote to close the game leads to.
    enum Vote: Hashable, Sendable {
        case granted
        /// A second player must vote for it, too.
        case needsAnother
        case notPlaying
    }

    /// Whose turn it is; only at a word, which has few guesses.
    private(set) var turns = GuessTurns()
    /// Who made the first move.
    private var starter: UInt64?
    private var players: Set<UInt64> = []
    /// Who voted to close the game.
    private var votes: Set<UInt64> = []

    init() {}

    /// - Parameter text: as `encoded` gives it, or the turns alone, as older versions stored them.
    init(encoded text: String?) {
        let data = Data((text ?? "").utf8)
        if let known = try? JSONDecoder().decode(RoomPlayers.self, from: data) {
            self = known
        } else if let known = try? JSONDecoder().decode(GuessTurns.self, from: data) {
            turns = known
        }
    }

    func encoded() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }

    /// Notes a move that counted.
    mutating func move(_ player: UInt64, at now: Date) {
        starter = starter ?? player
        players.insert(player)
        turns.take(player, at: now)
    }

    /// Whether the game may be closed.
    ///
    /// Operators close it at once, and so does who began it while nobody else plays; otherwise the second of those who
    /// play. A game lasts for a day, so that one player cannot take it from the others.
    mutating func vote(_ player: UInt64, isOperator: Bool) -> Vote {
        if isOperator || player == starter && players.count <= 1 { return .granted }
        guard players.contains(player) else { return .notPlaying }
        votes.insert(player)
        return votes.count >= 2 ? .granted : .needsAnother
    }
}

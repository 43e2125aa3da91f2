import Foundation
import Games
import NewsModel

/// A round as it is stored: where it is played, the game with its version, and what it has still to say.
struct StoredRound: Codable {
    var place: Address
    var wanted: QuizRequest
    /// As `SavedGame` writes it.
    private var game: String
    var unsaid: [Unsaid]

    /// What was written before games had versions.
    private struct Older: Codable {
        var standings: [QuizRound.Score]?
    }

    init(place: Address, wanted: QuizRequest, round: QuizRound, unsaid: [Unsaid]) throws {
        self.place = place
        self.wanted = wanted
        game = try SavedGame.encoded(round)
        self.unsaid = unsaid
    }

    init?(encoded: String) {
        guard let found = try? JSONDecoder().decode(StoredRound.self, from: Data(encoded.utf8)) else { return nil }
        self = found
    }

    /// The round; nil if it is of a version that is not understood.
    var round: QuizRound? { if case .game(let round) = SavedGame<QuizRound>.decoded(game) { round } else { nil } }

    /// What was reached in a round of another version.
    static func scores(encoded: String) -> [QuizRound.Score] {
        if let stored = StoredRound(encoded: encoded) {
            guard case .ended(let scores) = SavedGame<QuizRound>.decoded(stored.game) else { return [] }
            return scores
        }
        return (try? JSONDecoder().decode(Older.self, from: Data(encoded.utf8)))?.standings ?? []
    }

    func encoded() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
}

import Foundation
import Games
import NewsModel

/// A round as it is stored in the database.
struct StoredRound: Codable {
    var place: Address
    var round: QuizRound
    /// What was reached, in a form of its own: it counts also when the round can no longer be read.
    private var standings: [QuizRound.Score]?

    private struct Standings: Codable {
        var standings: [QuizRound.Score]?
    }

    init(place: Address, round: QuizRound) {
        self.place = place
        self.round = round
        standings = round.standings
    }

    init?(encoded: String) {
        guard let found = try? JSONDecoder().decode(StoredRound.self, from: Data(encoded.utf8)) else { return nil }
        self = found
    }

    /// What was reached in a round of another version.
    static func scores(encoded: String) -> [QuizRound.Score] {
        (try? JSONDecoder().decode(Standings.self, from: Data(encoded.utf8)))?.standings ?? []
    }

    func encoded() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
}

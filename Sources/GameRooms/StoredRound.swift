import Foundation
import Games
import NewsModel

/// A round as it is stored in the database.
struct StoredRound: Codable {
    var place: Address
    var round: QuizRound

    init(place: Address, round: QuizRound) {
        self.place = place
        self.round = round
    }

    init?(encoded: String) {
        guard let found = try? JSONDecoder().decode(StoredRound.self, from: Data(encoded.utf8)) else { return nil }
        self = found
    }

    func encoded() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
}

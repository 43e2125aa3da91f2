package import Foundation
import GRDB
package import NewsModel

/// How somebody plays.
package struct GamePlayer: Hashable, Sendable {
    /// The language of the words, as `en`; nil follows the language they are spoken to in.
    package var wordLanguage: String?
    package var playsHard: Bool
    /// Whether people of other rooms see their name in the scores of everybody.
    package var isGlobal: Bool

    package init(wordLanguage: String? = nil, playsHard: Bool = false, isGlobal: Bool = false) {
        self.wordLanguage = wordLanguage
        self.playsHard = playsHard
        self.isGlobal = isGlobal
    }
}

/// What one player reached in several puzzles.
package struct GameTotal: Hashable, Sendable {
    package var profileID: ProfileID
    package var name: String
    package var points: Int
    package var solved: Int
    package var played: Int
    /// The shortest time without hints, in seconds; nil if there is none.
    package var bestSeconds: Int?
}

/// A score with its puzzle.
package struct PuzzleScore: Hashable, Sendable {
    package var puzzle: PuzzleName
    package var score: StoredScore
    package var endedAt: Date
}

/// Whose scores are compared.
package enum ScoreScope: Hashable, Sendable {
    case player(ProfileID)
    /// The people who answered an invitation in a room, with the puzzles that they played there.
    case room(RoomID)
    /// Everybody who allowed it.
    case everybody
}

extension Store {
    package func gamePlayer(_ profile: ProfileID) async throws -> GamePlayer {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: "SELECT wordLanguage, playsHard, isGlobal FROM gamePlayer WHERE profileID = ?",
                arguments: [profile]
            ).map { row in
                GamePlayer(wordLanguage: row[0], playsHard: row[1], isGlobal: row[2])
            } ?? GamePlayer()
        }
    }

    package func save(_ player: GamePlayer, of profile: ProfileID) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO gamePlayer (profileID, wordLanguage, playsHard, isGlobal) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET wordLanguage = excluded.wordLanguage, playsHard = excluded.playsHard,
                        isGlobal = excluded.isGlobal
                    """,
                arguments: [profile, player.wordLanguage, player.playsHard, player.isGlobal]
            )
        }
    }

    /// Notes that somebody answered an invitation in a room, so that the people there see the result.
    ///
    /// False if the room knew it.
    @discardableResult
    package func join(_ room: RoomID, with profile: ProfileID, in puzzle: PuzzleID) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO puzzleRoom (puzzleID, profileID, roomID) VALUES (?, ?, ?)",
                arguments: [puzzle, profile, room]
            )
            return db.changesCount == 1
        }
    }

    /// The rooms that have yet to be told somebody's result.
    package func rooms(of profile: ProfileID, in puzzle: PuzzleID) async throws -> [RoomID] {
        try await read { db in
            try RoomID.fetchAll(
                db,
                sql: """
                    SELECT roomID FROM puzzleRoom WHERE profileID = ? AND puzzleID = ? AND toldAt IS NULL
                    ORDER BY roomID
                    """,
                arguments: [profile, puzzle]
            )
        }
    }

    /// The best players of some kinds of puzzle with these numbers; most points first, then the shorter time.
    ///
    /// Of one day and kind the best counts: who plays a word in four languages is not four times as good. Of several
    /// kinds what is common to them is added up, because a bee has points by the hundred.
    package func totals(
        of kinds: [String],
        numbers: ClosedRange<Int>,
        in scope: ScoreScope,
        limit: Int = 10
    ) async throws -> [GameTotal] {
        let condition: String
        let id: any DatabaseValueConvertible & Sendable
        switch scope {
        case .player(let profile): (condition, id) = ("gameScore.profileID = ?", profile)
        case .room(let room):
            condition = """
                EXISTS (SELECT 1 FROM puzzleRoom WHERE puzzleRoom.puzzleID = gameScore.puzzleID
                    AND puzzleRoom.profileID = gameScore.profileID AND roomID = ?)
                """
            id = room
        case .everybody:
            condition = """
                EXISTS (SELECT 1 FROM gamePlayer WHERE gamePlayer.profileID = gameScore.profileID AND isGlobal = ?)
                """
            id = 1
        }
        let points = kinds.count == 1 ? "points" : "common"
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT day.profileID, profile.name, sum(points), sum(solved), count(*), min(best) AS best
                    FROM (
                        SELECT gameScore.profileID, max(\(points)) AS points, max(isSolved) AS solved,
                            min(CASE WHEN isSolved AND hints = 0 THEN seconds END) AS best
                        FROM gameScore JOIN puzzle ON puzzle.id = gameScore.puzzleID
                        WHERE kind IN (SELECT value FROM json_each(?)) AND number BETWEEN ? AND ? AND \(condition)
                        GROUP BY gameScore.profileID, kind, number
                    ) AS day JOIN profile ON profile.id = day.profileID
                    GROUP BY day.profileID
                    ORDER BY sum(points) DESC, best IS NULL, best, profile.name LIMIT ?
                    """,
                arguments: [try Self.json(kinds), numbers.lowerBound, numbers.upperBound, id, limit]
            ).map { row in
                GameTotal(
                    profileID: row[0],
                    name: row[1],
                    points: row[2],
                    solved: row[3],
                    played: row[4],
                    bestSeconds: row[5]
                )
            }
        }
    }

    /// All scores of a person, newest puzzle first.
    package func puzzleScores(of profile: ProfileID) async throws -> [PuzzleScore] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, number, language, grade, points, isSolved, moves, hints, seconds, endedAt, common
                    FROM gameScore JOIN puzzle ON puzzle.id = puzzleID WHERE profileID = ?
                    ORDER BY number DESC, endedAt DESC
                    """,
                arguments: [profile]
            ).map { row in
                PuzzleScore(
                    puzzle: PuzzleName(
                        kind: row[0],
                        number: row[1],
                        language: row[2],
                        grade: row[3]
                    ),
                    score: StoredScore(
                        points: row[4],
                        common: row[10],
                        isSolved: row[5],
                        moves: row[6],
                        hints: row[7],
                        seconds: row[8]
                    ),
                    endedAt: row.date(9)
                )
            }
        }
    }

    private static func json(_ texts: [String]) throws -> String {
        String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    }
}

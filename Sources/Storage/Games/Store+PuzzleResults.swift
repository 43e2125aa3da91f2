package import Foundation
import GRDB
package import NewsModel

/// A result that a room has yet to be told.
package struct UntoldResult: Hashable, Sendable {
    package var id: PuzzleResultID
    package var puzzle: PuzzleName
    /// The player's.
    package var name: String
    package var score: StoredScore
}

extension Store {
    /// The results since a time that rooms have yet to be told, the oldest first.
    ///
    /// A bee, which seldom ends, has a result when it is solved.
    package func untoldResults(since: Date) async throws -> [UntoldResult] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT puzzle.id, profile.id, roomID, kind, number, language, grade, profile.name, points, isSolved,
                        moves, hints, seconds
                    FROM gameScore JOIN puzzleRoom USING (puzzleID, profileID)
                    JOIN puzzle ON puzzle.id = gameScore.puzzleID JOIN profile ON profile.id = gameScore.profileID
                    JOIN puzzlePlay ON puzzlePlay.puzzleID = puzzle.id AND puzzlePlay.profileID = profile.id
                    WHERE toldAt IS NULL AND gameScore.endedAt >= ?
                        AND (puzzlePlay.endedAt IS NOT NULL OR kind = 'bee' AND isSolved)
                    ORDER BY gameScore.endedAt, puzzle.id, profile.id, roomID
                    """,
                arguments: [since.unixSeconds]
            ).map { row in
                UntoldResult(
                    id: PuzzleResultID(puzzle: row[0], player: row[1], room: row[2]),
                    puzzle: PuzzleName(kind: row[3], number: row[4], language: row[5], grade: row[6]),
                    name: row[7],
                    score: StoredScore(
                        points: row[8],
                        isSolved: row[9],
                        moves: row[10],
                        hints: row[11],
                        seconds: row[12]
                    )
                )
            }
        }
    }

    /// Notes that a room was told a result.
    package func noteTold(_ result: PuzzleResultID, at time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE puzzleRoom SET toldAt = ? WHERE puzzleID = ? AND profileID = ? AND roomID = ?",
                arguments: [time.unixSeconds, result.puzzle, result.player, result.room]
            )
        }
    }

    /// How many results of its players a room has heard since a time.
    package func resultsHeard(in room: RoomID, since: Date) async throws -> Int {
        try await read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM puzzleRoom JOIN gameScore USING (puzzleID, profileID)
                    WHERE roomID = ? AND endedAt >= ?
                    """,
                arguments: [room, since.unixSeconds]
            ) ?? 0
        }
    }
}

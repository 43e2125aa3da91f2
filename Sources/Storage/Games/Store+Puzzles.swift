package import Foundation
import GRDB
package import NewsModel

/// A puzzle that everybody gets alike.
package struct StoredPuzzle: Hashable, Sendable {
    package var id: PuzzleID
    /// As the game wrote it; empty for practice.
    package var content: String
}

/// Somebody's work on a puzzle.
package struct StoredPlay: Hashable, Sendable {
    package var puzzleID: PuzzleID
    /// The encoded state of the game.
    package var state: String
    /// Rises with each change.
    package var revision: Int
    package var endedAt: Date?
}

/// A play that is not over.
package struct OpenPlay: Hashable, Sendable {
    package var puzzle: PuzzleName
    package var changedAt: Date
}

/// A play that is over.
package struct EndedPlay: Hashable, Sendable {
    package var puzzle: PuzzleName
    package var endedAt: Date
}

/// Identifies a puzzle: its kind, the number of its day (0 for practice), and its language or grade.
package struct PuzzleName: Hashable, Sendable {
    package var kind: String
    package var number: Int
    package var language: String
    package var grade: String

    package init(kind: String, number: Int, language: String = "", grade: String = "") {
        self.kind = kind
        self.number = number
        self.language = language
        self.grade = grade
    }
}

/// What somebody reached in a puzzle.
package struct StoredScore: Hashable, Sendable {
    package var points: Int
    /// What it is worth where games of several kinds are added up.
    package var common: Int
    package var isSolved: Bool
    package var moves: Int
    package var hints: Int
    package var seconds: Int

    package init(points: Int, common: Int? = nil, isSolved: Bool, moves: Int, hints: Int, seconds: Int) {
        self.points = points
        self.common = common ?? points
        self.isSolved = isSolved
        self.moves = moves
        self.hints = hints
        self.seconds = seconds
    }
}

extension Store {
    /// The secret from which this installation's puzzles are chosen.
    package func puzzleSecret() async throws -> PuzzleSecret {
        try await read { db in
            let secret = try Data.fetchOne(db, sql: "SELECT secret FROM storyNaming")
            guard let secret else { throw StorageError.noSuchRow(table: "storyNaming", id: 1) }
            return PuzzleSecret(secret)
        }
    }

    package func puzzle(_ name: PuzzleName) async throws -> StoredPuzzle? {
        try await read { db in try Self.puzzle(name, in: db) }
    }

    /// Stores a puzzle's content when it is first opened; of two at once, both get the first.
    package func keepPuzzle(_ name: PuzzleName, content: String) async throws -> StoredPuzzle {
        try await write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO puzzle (kind, number, language, grade, content) VALUES (?, ?, ?, ?, ?)",
                arguments: [name.kind, name.number, name.language, name.grade, content]
            )
            guard let kept = try Self.puzzle(name, in: db) else {
                throw StorageError.noSuchRow(table: "puzzle", id: Int64(name.number))
            }
            return kept
        }
    }

    private static func puzzle(_ name: PuzzleName, in db: Database) throws -> StoredPuzzle? {
        try Row.fetchOne(
            db,
            sql: "SELECT id, content FROM puzzle WHERE kind = ? AND number = ? AND language = ? AND grade = ?",
            arguments: [name.kind, name.number, name.language, name.grade]
        ).map { StoredPuzzle(id: $0[0], content: $0[1]) }
    }

    package func play(of profile: ProfileID, in puzzle: PuzzleID) async throws -> StoredPlay? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT puzzleID, state, revision, endedAt FROM puzzlePlay WHERE profileID = ? AND puzzleID = ?
                    """,
                arguments: [profile, puzzle]
            ).map(StoredPlay.init)
        }
    }

    /// The plays that were changed since a time and are not over, the newest first.
    package func openPlays(of profile: ProfileID, since: Date, limit: Int = 10) async throws -> [OpenPlay] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, number, language, grade, changedAt
                    FROM puzzlePlay JOIN puzzle ON puzzle.id = puzzleID
                    WHERE profileID = ? AND endedAt IS NULL AND changedAt >= ?
                    ORDER BY changedAt DESC, puzzleID DESC LIMIT ?
                    """,
                arguments: [profile, since.unixSeconds, limit]
            ).map { row in
                let name = PuzzleName(
                    kind: row[0],
                    number: row[1],
                    language: row[2],
                    grade: row[3]
                )
                return OpenPlay(puzzle: name, changedAt: row.date(4))
            }
        }
    }

    /// The plays that ended since a time, the newest first.
    package func endedPlays(of profile: ProfileID, since: Date, limit: Int = 10) async throws -> [EndedPlay] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, number, language, grade, endedAt
                    FROM puzzlePlay JOIN puzzle ON puzzle.id = puzzleID
                    WHERE profileID = ? AND endedAt >= ?
                    ORDER BY endedAt DESC, changedAt DESC, puzzleID DESC LIMIT ?
                    """,
                arguments: [profile, since.unixSeconds, limit]
            ).map { row in
                let name = PuzzleName(kind: row[0], number: row[1], language: row[2], grade: row[3])
                return EndedPlay(puzzle: name, endedAt: row.date(4))
            }
        }
    }

    /// `changedAt` of the play that a person goes on with: later than those of their other plays.
    ///
    /// A second may see several moves, so it may be one that is still to come: by a second for each of them at most.
    private static let afterOthers = """
        max(:now, 1 + coalesce((SELECT max(changedAt)
            FROM puzzlePlay AS other WHERE profileID = :profile AND puzzleID <> :puzzle), 0))
        """

    /// Stores a play before its move is shown, and what was reached in it, if that counts already.
    ///
    /// `revision` is that of the state that the move was made in; 0 begins or replaces a play. False if the play has
    /// changed since, so that the move must be made again. Scores of practice are not kept.
    package func savePlay(
        of profile: ProfileID,
        in puzzle: PuzzleID,
        state: String,
        revision: Int,
        isOver: Bool,
        score: StoredScore?,
        at time: Date
    ) async throws -> Bool {
        try await write { db in
            let endedAt = isOver ? time.unixSeconds : nil
            if revision == 0 {
                try db.execute(
                    sql: """
                        INSERT INTO puzzlePlay (puzzleID, profileID, state, revision, changedAt, endedAt)
                        VALUES (:puzzle, :profile, :state, 1, \(Self.afterOthers), :ended)
                        ON CONFLICT DO UPDATE SET state = excluded.state, revision = revision + 1,
                            changedAt = max(changedAt, excluded.changedAt), endedAt = excluded.endedAt
                        WHERE (SELECT number FROM puzzle WHERE id = :puzzle) = 0
                        """,
                    arguments: [
                        "puzzle": puzzle, "profile": profile, "state": state, "now": time.unixSeconds, "ended": endedAt,
                    ]
                )
            } else {
                try db.execute(
                    sql: """
                        UPDATE puzzlePlay SET state = :state, revision = revision + 1,
                            changedAt = max(changedAt, \(Self.afterOthers)), endedAt = :ended
                        WHERE puzzleID = :puzzle AND profileID = :profile AND revision = :revision
                        """,
                    arguments: [
                        "puzzle": puzzle, "profile": profile, "state": state, "now": time.unixSeconds, "ended": endedAt,
                        "revision": revision,
                    ]
                )
            }
            guard db.changesCount == 1 else { return false }
            if let score { try Self.keep(score, of: profile, in: puzzle, at: time, db) }
            return true
        }
    }

    /// What was chosen for the days around one.
    package func puzzleContents(of kind: String, language: String, numbers: ClosedRange<Int>) async throws -> [String] {
        try await read { db in
            try String.fetchAll(
                db,
                sql: "SELECT content FROM puzzle WHERE kind = ? AND language = ? AND number BETWEEN ? AND ?",
                arguments: [kind, language, numbers.lowerBound, numbers.upperBound]
            )
        }
    }

    /// Makes an open play the one that was touched last, so that bare moves are meant for it.
    package func touchPlay(of profile: ProfileID, in puzzle: PuzzleID, at time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE puzzlePlay SET changedAt = \(Self.afterOthers)
                    WHERE puzzleID = :puzzle AND profileID = :profile AND endedAt IS NULL
                    """,
                arguments: ["now": time.unixSeconds, "puzzle": puzzle, "profile": profile]
            )
        }
    }

    /// A play whose state can no longer be read ends with what was reached in it; nil if that cannot be read either.
    package func endPlay(of profile: ProfileID, in puzzle: PuzzleID, score: StoredScore?, at time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE puzzlePlay SET endedAt = coalesce(endedAt, ?), revision = revision + 1
                    WHERE puzzleID = ? AND profileID = ?
                    """,
                arguments: [time.unixSeconds, puzzle, profile]
            )
            if let score { try Self.keep(score, of: profile, in: puzzle, at: time, db) }
        }
    }

    /// Keeps a score; of a bee that goes on, the newer one with the time when it was solved.
    private static func keep(
        _ score: StoredScore,
        of profile: ProfileID,
        in puzzle: PuzzleID,
        at time: Date,
        _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO gameScore (puzzleID, profileID, points, common, isSolved, moves, hints, seconds, endedAt)
                SELECT id, ?, ?, ?, ?, ?, ?, ?, ? FROM puzzle WHERE id = ? AND number > 0
                ON CONFLICT DO UPDATE SET points = excluded.points, common = excluded.common,
                    endedAt = CASE WHEN isSolved THEN endedAt ELSE excluded.endedAt END,
                    isSolved = excluded.isSolved, moves = excluded.moves, hints = excluded.hints,
                    seconds = excluded.seconds
                """,
            arguments: [
                profile, score.points, score.common, score.isSolved, score.moves, score.hints, score.seconds,
                time.unixSeconds,
                puzzle,
            ]
        )
    }
}

extension StoredPlay {
    fileprivate init(_ row: Row) {
        self.init(
            puzzleID: row[0],
            state: row[1],
            revision: row[2],
            endedAt: row.optionalDate(3)
        )
    }
}

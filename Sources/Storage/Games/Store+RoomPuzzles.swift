package import Foundation
import GRDB
package import NewsModel

/// A game that the people of a room play together.
package struct RoomPlay: Hashable, Sendable {
    /// The encoded state of the game.
    package var state: String
    /// Rises with each change.
    package var revision: Int

    package init(state: String, revision: Int) {
        self.state = state
        self.revision = revision
    }
}

extension Store {
    package func roomPlay(of kind: String, number: Int, in room: RoomID) async throws -> RoomPlay? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: "SELECT state, revision FROM roomPuzzle WHERE roomID = ? AND kind = ? AND number = ?",
                arguments: [room, kind, number]
            ).map { RoomPlay(state: $0[0], revision: $0[1]) }
        }
    }

    /// The kind of the game that goes on in a room: it is not over, and the last move was made since a time.
    package func openRoomPlay(in recipient: RecipientID, since: Date) async throws -> String? {
        try await read { db in
            try String.fetchOne(
                db,
                sql: """
                    SELECT kind FROM roomPuzzle WHERE roomID = ? AND endedAt IS NULL AND changedAt >= ?
                    ORDER BY changedAt DESC LIMIT 1
                    """,
                arguments: [recipient, since.unixSeconds]
            )
        }
    }

    /// Stores a room's game before its move is shown.
    ///
    /// `revision` is that of the state that the move was made in; 0 begins the game. False if it has changed since, so
    /// that the move must be made again.
    package func saveRoomPlay(
        of kind: String,
        number: Int,
        in room: RoomID,
        _ play: RoomPlay,
        isOver: Bool,
        at time: Date
    ) async throws -> Bool {
        try await write { db in
            let endedAt = isOver ? time.unixSeconds : nil
            if play.revision == 0 {
                try db.execute(
                    sql: """
                        INSERT OR IGNORE INTO roomPuzzle (roomID, kind, number, state, revision, changedAt, endedAt)
                        VALUES (?, ?, ?, ?, 1, ?, ?)
                        """,
                    arguments: [room, kind, number, play.state, time.unixSeconds, endedAt]
                )
            } else {
                try db.execute(
                    sql: """
                        UPDATE roomPuzzle SET state = ?, revision = revision + 1, changedAt = ?, endedAt = ?
                        WHERE roomID = ? AND kind = ? AND number = ? AND revision = ?
                        """,
                    arguments: [play.state, time.unixSeconds, endedAt, room, kind, number, play.revision]
                )
            }
            return db.changesCount == 1
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

    /// The most right answers that somebody gave in a quiz that ended since a time; nil without a point.
    package func mostRightAnswers(of profile: ProfileID, since: Date) async throws -> Int? {
        try await read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT max(correctCount) FROM quizScore JOIN quizRound ON quizRound.id = roundID
                    WHERE profileID = ? AND endedAt >= ?
                    """,
                arguments: [profile, since.unixSeconds]
            )
        }
    }
}

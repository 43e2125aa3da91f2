package import Foundation
import GRDB
package import NewsModel

/// A game that the people of a room play together.
package struct RoomPlay: Hashable, Sendable {
    /// The encoded state of the game.
    package var state: String
    /// Rises with each change; 1 is the game as it was begun.
    package var revision: Int
    /// The encoded turns and votes of its players; nil where there are none.
    package var turns: String?
    /// Whether it goes on no more: it is over, or it was closed.
    package var isEnded: Bool

    package init(state: String, revision: Int, turns: String? = nil, isEnded: Bool = false) {
        self.state = state
        self.revision = revision
        self.turns = turns
        self.isEnded = isEnded
    }

    /// Whether a move was made in it.
    package var hasMoves: Bool { revision > 1 }
}

/// A game of a room that is not over.
package struct OpenRoomPlay: Hashable, Sendable {
    package var room: RoomID
    package var kind: String
    package var number: Int
    package var movedAt: Date
}

extension Store {
    package func roomPlay(of kind: String, number: Int, in room: RoomID) async throws -> RoomPlay? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT state, revision, turns, endedAt IS NOT NULL FROM roomPuzzle
                    WHERE roomID = ? AND kind = ? AND number = ?
                    """,
                arguments: [room, kind, number]
            ).map { RoomPlay(state: $0[0], revision: $0[1], turns: $0[2], isEnded: $0[3]) }
        }
    }

    /// The games of rooms that are not over and in which a move was made since a time, the last move last.
    ///
    /// To look at a game is no move.
    package func openRoomPlays(since: Date) async throws -> [OpenRoomPlay] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT roomID, kind, number, changedAt FROM roomPuzzle
                    WHERE endedAt IS NULL AND changedAt >= ? AND revision > 1
                    ORDER BY changedAt, number, kind
                    """,
                arguments: [since.unixSeconds]
            ).map { OpenRoomPlay(room: $0[0], kind: $0[1], number: $0[2], movedAt: $0.date(3)) }
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
                        INSERT OR IGNORE INTO roomPuzzle (roomID, kind, number, state, revision, changedAt, endedAt, turns)
                        VALUES (?, ?, ?, ?, 1, ?, ?, ?)
                        """,
                    arguments: [room, kind, number, play.state, time.unixSeconds, endedAt, play.turns]
                )
            } else {
                try db.execute(
                    sql: """
                        UPDATE roomPuzzle
                        SET state = ?, revision = revision + 1, changedAt = ?, endedAt = ?, turns = ?
                        WHERE roomID = ? AND kind = ? AND number = ? AND revision = ?
                        """,
                    arguments: [
                        play.state, time.unixSeconds, endedAt, play.turns, room, kind, number, play.revision,
                    ]
                )
            }
            return db.changesCount == 1
        }
    }

    /// Stores the votes and turns of a room's game, which is no move: it does not keep the game from resting.
    ///
    /// False if the game has changed since the revision.
    package func saveRoomTurns(
        of kind: String,
        number: Int,
        in room: RoomID,
        _ turns: String,
        revision: Int
    ) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE roomPuzzle SET turns = ?, revision = revision + 1
                    WHERE roomID = ? AND kind = ? AND number = ? AND revision = ?
                    """,
                arguments: [turns, room, kind, number, revision]
            )
            return db.changesCount == 1
        }
    }

    /// Ends a room's game that can no longer be read or was closed, so that it keeps no other one waiting.
    package func endRoomPlay(of kind: String, number: Int, in room: RoomID, at time: Date) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE roomPuzzle SET endedAt = coalesce(endedAt, ?), revision = revision + 1
                    WHERE roomID = ? AND kind = ? AND number = ?
                    """,
                arguments: [time.unixSeconds, room, kind, number]
            )
        }
    }
}

import GRDB
package import NewsModel

/// A room that nothing is sent to any more, because its network refused it for good.
package struct PausedRoom: Hashable, Sendable {
    package var address: Address
    package var reason: String
}

extension Store {
    /// The paused rooms for which somebody set up what goes there.
    package func pausedRooms(of creator: ProfileID) async throws -> [PausedRoom] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM address WHERE kind = 'room' AND pausedReason IS NOT NULL AND id IN (
                        SELECT addressID FROM subscription WHERE createdBy = :creator
                        UNION SELECT addressID FROM alert WHERE createdBy = :creator
                        UNION SELECT addressID FROM schedule WHERE createdBy = :creator)
                    ORDER BY id LIMIT 20
                    """,
                arguments: ["creator": creator.rawValue]
            ).map { PausedRoom(address: Address(row: $0), reason: $0["pausedReason"]) }
        }
    }
}

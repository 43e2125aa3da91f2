import GRDB
package import NewsModel

/// Rooms through which a member may see a story or feed; the network knows who is a member.
extension Store {
    /// The rooms of a network that were told a story; at most fifty.
    package func rooms(told story: StoryID, on network: String) async throws -> [Room] {
        try await read { db in
            var rooms: [Room] = []
            for member in try StoryFamily(of: story, in: db).stories {
                rooms += try Self.rooms(
                    "EXISTS (SELECT 1 FROM told WHERE told.recipientID = room.id AND told.storyID = ?)",
                    member,
                    on: network,
                    in: db
                )
            }
            return rooms
        }
    }

    /// The rooms of a network that follow a feed; at most fifty.
    package func rooms(following feed: FeedID, on network: String) async throws -> [Room] {
        try await read { db in
            try Self.rooms(
                "EXISTS (SELECT 1 FROM subscription WHERE subscription.recipientID = room.id AND feedID = ?)",
                feed,
                on: network,
                in: db
            )
        }
    }

    private static func rooms(
        _ condition: String,
        _ id: some DatabaseValueConvertible,
        on network: String,
        in db: Database
    ) throws -> [Room] {
        try Row.fetchAll(
            db,
            sql: Room.selection + " WHERE \(condition) AND room.network = ? ORDER BY room.id LIMIT 50",
            arguments: [id, network]
        ).map { Room(row: $0) }
    }
}

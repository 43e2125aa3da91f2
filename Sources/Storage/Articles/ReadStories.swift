package import Foundation
import GRDB
package import NewsModel

/// How a person had marked a story before it was marked as read with others.
struct ReadStoryBefore: Codable {
    /// The root of its family then.
    var story: StoryID
    /// Nil when it had no mark of its own.
    var isRead: Bool?
    /// Unix seconds.
    var markedAt: Int64?

    /// False, with nothing changed, when the story has been marked as unread since.
    func restore(for reader: RecipientID, in db: Database) throws -> Bool {
        let mark = "profileID = ?1 AND storyID = \(StoryFamily.root(of: "?2")) AND isRead = 1"
        if let isRead, let markedAt {
            try db.executeCached(
                sql: "UPDATE readMark SET isRead = ?3, markedAt = ?4 WHERE \(mark)",
                arguments: [reader, story, isRead, markedAt]
            )
        } else {
            try db.executeCached(sql: "DELETE FROM readMark WHERE \(mark)", arguments: [reader, story])
        }
        return db.changesCount > 0
    }
}

extension Store {
    /// Marks stories as read.
    ///
    /// The reading history is not changed. `name` describes the change in `undo`.
    package func markRead(
        _ stories: [StoryID],
        named name: String,
        by profile: ProfileID,
        at time: Date
    ) async throws {
        try await write { db in
            var before: [ReadStoryBefore] = []
            for story in stories {
                let root = try StoryFamily(of: story, in: db).root
                let mark = try Row.fetchOne(
                    db.cachedStatement(
                        sql: "SELECT isRead, markedAt FROM readMark WHERE profileID = ? AND storyID = ?"
                    ),
                    arguments: [profile, root]
                )
                before.append(
                    ReadStoryBefore(story: root, isRead: mark.map { $0[0] }, markedAt: mark.map { $0[1] })
                )
                try ReadMarks.set(story, isRead: true, by: profile, at: time, in: db)
            }
            guard !before.isEmpty else { return }
            let log = UndoLog(db: db, time: time)
            try log.record(.readStories, named: name, before: try StoredJSON.text(before), of: profile.recipient)
        }
    }
}

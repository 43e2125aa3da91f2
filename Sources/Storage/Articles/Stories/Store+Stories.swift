import Foundation
import GRDB
package import NewsModel

extension Store {
    /// The stories, and the roots of those that were merged into an older one.
    package func withRoots(_ stories: Set<StoryID>) async throws -> Set<StoryID> {
        try await read { db in
            let roots = try StoryID.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT sameAs FROM json_each(?) AS known
                        CROSS JOIN story INDEXED BY storyMerged ON story.id = known.value AND sameAs IS NOT NULL
                        """
                ),
                arguments: [stories.jsonList]
            )
            return stories.union(roots)
        }
    }

    /// The story with a short name; whether the reader may see it is not checked.
    package func story(named text: String) async throws -> StoryID? {
        guard StoryNaming.isName(text) else { return nil }
        return try await read { db in
            try Row.fetchOne(db, sql: "SELECT secret, lastCounted FROM storyNaming").flatMap { row in
                StoryNaming(secret: row["secret"] as Data, lastCounted: row["lastCounted"]).story(named: text)
            }
        }
    }

    /// Merges two stories: the older one is the root of both from now on.
    ///
    /// Told rows are not moved: `StoryFamily` finds them under both.
    package func recordSameStory(_ one: StoryID, _ other: StoryID) async throws {
        try await write { db in
            let first = try StoryFamily(of: one, in: db).root
            let second = try StoryFamily(of: other, in: db).root
            guard first != second else { return }
            let (older, younger) = (min(first, second), max(first, second))
            // `sameAs` always names the root itself, so that one step is enough.
            try db.execute(
                sql: "UPDATE story SET sameAs = :older WHERE id = :younger OR sameAs = :younger",
                arguments: ["older": older, "younger": younger]
            )
            // Read marks are stored under the root: if either story was read, both are.
            try db.execute(
                sql: """
                    INSERT INTO readMark (profileID, storyID, isRead, markedAt)
                    SELECT profileID, :older, isRead, markedAt FROM readMark WHERE storyID = :younger
                    ON CONFLICT DO UPDATE SET isRead = max(isRead, excluded.isRead)
                    """,
                arguments: ["older": older, "younger": younger]
            )
            try db.execute(sql: "DELETE FROM readMark WHERE storyID = ?", arguments: [younger])
        }
    }
}

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
                StoryNaming(secret: row[0] as Data, lastCounted: row[1]).story(named: text)
            }
        }
    }
}

import Foundation
import GRDB
package import NewsModel

extension Store {
    /// The story that a short name means here; whether it may be seen is not asked.
    package func story(named text: String) async throws -> StoryID? {
        guard StoryNaming.isName(text) else { return nil }
        return try await read { db in
            try Row.fetchOne(db, sql: "SELECT secret, lastCounted FROM storyNaming").flatMap { row in
                StoryNaming(secret: row["secret"] as Data, lastCounted: row["lastCounted"]).story(named: text)
            }
        }
    }

    /// Records that two stories turned out to be the same: the older one names both from now on.
    ///
    /// Nothing is moved: what was told under either name stays told.
    package func recordSameStory(_ one: StoryID, _ other: StoryID) async throws {
        try await write { db in
            let first = try StoryFamily(of: one, in: db).root
            let second = try StoryFamily(of: other, in: db).root
            guard first != second else { return }
            let (older, younger) = (min(first, second).rawValue, max(first, second).rawValue)
            // Members always name the root itself, so that one step leads there.
            try db.execute(
                sql: "UPDATE story SET sameAs = :older WHERE id = :younger OR sameAs = :younger",
                arguments: ["older": older, "younger": younger]
            )
        }
    }
}

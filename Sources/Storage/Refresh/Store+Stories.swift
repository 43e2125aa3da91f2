import GRDB
package import NewsModel

extension Store {
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

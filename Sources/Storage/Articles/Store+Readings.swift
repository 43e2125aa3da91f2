package import Foundation
import GRDB
package import NewsModel

/// One entry of a reading history.
package struct Reading: Hashable, Sendable {
    package var listed: ListedArticle
    package var readAt: Date
    /// The story was read before.
    package var isReread: Bool
}

extension Store {
    /// Adds an entry to the reading history and marks the story as read.
    package func recordReading(of article: ArticleID, by profile: ProfileID, at time: Date) async throws {
        try await write { db in
            let story = try StoryID.fetchOne(
                db.cachedStatement(sql: "SELECT storyID FROM article WHERE id = ?"),
                arguments: [article]
            )
            guard let story else { return }
            try ReadMarks.set(story, isRead: true, by: profile, at: time, in: db)
            try db.execute(
                sql: """
                    INSERT INTO reading (profileID, articleID, storyID, feedID, readAt)
                    SELECT ?, id, storyID, feedID, ? FROM article WHERE id = ?
                    """,
                arguments: [profile, time.unixSeconds, article]
            )
        }
    }

    /// The reading history, newest first; articles that are gone are left out.
    package func readings(
        of profile: ProfileID,
        from: Date,
        to: Date,
        category: String? = nil,
        limit: Int
    ) async throws -> [Reading] {
        try await read { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT articleID, \(Self.readRoot), readAt, EXISTS (
                            SELECT 1 FROM reading AS earlier INDEXED BY readingByStory
                            WHERE earlier.profileID = reading.profileID
                                AND earlier.storyID IN \(StoryFamily.members(of: Self.readRoot))
                                AND (earlier.readAt, earlier.id) < (reading.readAt, reading.id)),
                            reading.feedID
                        FROM reading WHERE profileID = ? AND readAt >= ? AND readAt < ?
                        ORDER BY readAt DESC, id DESC LIMIT ?
                        """
                ),
                arguments: [profile, from.unixSeconds, to.unixSeconds, limit]
            )
            let places = rows.map { FoundArticle(id: $0[0], story: $0[1], feed: $0[4]) }
            var reader = try ListedArticleReader(.shown(to: profile.recipient), db)
            let key = category.map(FeedKey.fold)
            return try rows.indices.compactMap { index in
                // The id may have been given to another article since.
                guard let listed = try reader.read(index, of: places),
                    listed.article.storyID == places[index].story,
                    key == nil || listed.category.map(FeedKey.fold) == key
                else { return nil }
                return Reading(listed: listed, readAt: Date(unixSeconds: rows[index][2]), isReread: rows[index][3])
            }
        }
    }

    private static let readRoot = StoryFamily.root(of: "reading.storyID")
}

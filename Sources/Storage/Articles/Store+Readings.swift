package import Foundation
import GRDB
package import NewsModel

/// One entry of a reading history.
package struct Reading: Hashable, Sendable {
    package var listed: ListedArticle
    package var readAt: Date
    /// The story was read before.
    package var isReread: Bool
    /// Whether the article is no longer stored: then only title, feed and category are known, and its id is 0.
    package var isGone = false
}

extension Store {
    /// Letters of a title that are kept in the history: what a feed may write there is not all of it.
    private static let longestReadTitle = 300

    /// Adds an entry to the reading history and marks the story as read.
    ///
    /// Of a history that is longer than `StorageLimits.readings` the oldest entries go.
    package func recordReading(of article: ArticleID, by profile: ProfileID, at time: Date) async throws {
        let most = limits.readings
        // To read is no change that people take back.
        try await unrecorded.write { db in
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT storyID, feedID FROM article WHERE id = ?"),
                arguments: [article]
            )
            guard let row else { return }
            let (story, feed): (StoryID, FeedID) = (row[0], row[1])
            let named = try NamedFeed.find(feed, for: profile.recipient, in: db)
            try ReadMarks.set(story, isRead: true, by: profile, at: time, in: db)
            try db.execute(
                sql: """
                    INSERT INTO reading (profileID, articleID, storyID, feedID, readAt, title, feedName, category)
                    SELECT ?, id, storyID, feedID, ?, substr(title, 1, \(Self.longestReadTitle)), ?, ? FROM article WHERE id = ?
                    """,
                arguments: [profile, time.unixSeconds, named?.name, named?.category, article]
            )
            guard most < .max else { return }
            try db.execute(
                sql: """
                    DELETE FROM reading WHERE id IN (SELECT id FROM reading WHERE profileID = ?
                        ORDER BY readAt DESC, id DESC LIMIT -1 OFFSET ?)
                    """,
                arguments: [profile, most]
            )
        }
    }

    /// Whether a reading history is as long as it may be, so that its oldest entries go.
    package func isHistoryFull(of profile: ProfileID) async throws -> Bool {
        let most = limits.readings
        guard most < .max else { return false }
        return try await read { db in
            let count = try db.cachedStatement(sql: "SELECT count(*) FROM reading WHERE profileID = ?")
            return try Int.fetchOne(count, arguments: [profile]) ?? 0 >= most
        }
    }

    /// The reading history, newest first.
    ///
    /// - Parameter withGone: whether readings of articles that are no longer stored are in it; otherwise they are left
    ///   out.
    package func readings(
        of profile: ProfileID,
        from: Date,
        to: Date,
        category: String? = nil,
        withGone: Bool = false,
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
                            reading.feedID, reading.title, reading.feedName, reading.category
                        FROM reading WHERE profileID = ? AND readAt >= ? AND readAt < ?
                        ORDER BY readAt DESC, id DESC LIMIT ?
                        """
                ),
                arguments: [profile, from.unixSeconds, to.unixSeconds, limit]
            )
            let places = rows.map { FoundArticle(id: $0[0], story: $0[1], feed: $0[4]) }
            var reader = try ListedArticleReader(.shown(to: profile.recipient), db)
            let key = category.map(FeedKey.fold)
            return try rows.indices.compactMap { index -> Reading? in
                // The id may have been given to another article since.
                let read = try reader.read(index, of: places).flatMap {
                    $0.article.storyID == places[index].story ? $0 : nil
                }
                let gone = try read == nil && withGone ? Self.gone(rows[index], places[index], in: db) : nil
                guard let listed = read ?? gone, key == nil || listed.category.map(FeedKey.fold) == key else {
                    return nil
                }
                return Reading(
                    listed: listed,
                    readAt: Date(unixSeconds: rows[index][2]),
                    isReread: rows[index][3],
                    isGone: gone != nil
                )
            }
        }
    }

    /// What is known of a reading whose article is no longer stored; nil if it is stored, or was read before titles
    /// were kept.
    private static func gone(_ row: Row, _ place: FoundArticle, in db: Database) throws -> ListedArticle? {
        guard let title = row[5] as String?, let feedName = row[6] as String? else { return nil }
        let stored = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT 1 FROM article WHERE id = ? AND \(StoryFamily.root(of: "article.storyID")) = ?"
            ),
            arguments: [place.id, place.story]
        )
        guard stored == nil else { return nil }
        let readAt = Date(unixSeconds: row[2])
        let article = Article(
            id: ArticleID(rawValue: 0),
            feedID: place.feed,
            storyID: place.story,
            title: title,
            publishedAt: readAt,
            firstSeenAt: readAt
        )
        return ListedArticle(article: article, feedName: feedName, category: row[7])
    }

    private static let readRoot = StoryFamily.root(of: "reading.storyID")
}

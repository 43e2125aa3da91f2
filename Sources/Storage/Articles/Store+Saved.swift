package import Foundation
import GRDB
package import NewsModel

/// The result of saving an article.
package enum SaveOutcome: Hashable, Sendable {
    case saved
    /// It was saved before. A new note or tags replace the old ones.
    case changed
    case quotaReached(limit: Int)
    /// The article is no longer stored.
    case gone
}

/// A request for saved articles.
package struct SavedSelection: Hashable, Sendable {
    /// The time of saving; `to` is not included.
    package var from: Date
    package var to: Date
    package var onlyWithImage: Bool
    package var tag: String?

    package init(from: Date, to: Date, onlyWithImage: Bool = false, tag: String? = nil) {
        self.from = from
        self.to = to
        self.onlyWithImage = onlyWithImage
        self.tag = tag
    }
}

extension Store {
    /// Saves an article for a profile until it is removed by `unsave`.
    package func save(
        _ article: ArticleID,
        for profile: ProfileID,
        note: String?,
        tags: [String],
        limit: Int,
        at time: Date
    ) async throws -> SaveOutcome {
        try await write { db in
            let key: StatementArguments = [profile, article]
            let isThere = "SELECT 1 FROM savedArticle WHERE profileID = ? AND articleID = ?"
            let joined = tags.isEmpty ? nil : tags.joined(separator: "\n")
            if try Bool.fetchOne(db, sql: isThere, arguments: key) != nil {
                try db.execute(
                    sql: """
                        UPDATE savedArticle SET note = coalesce(?, note), tags = coalesce(?, tags)
                        WHERE profileID = ? AND articleID = ?
                        """,
                    arguments: [note, joined] + key
                )
                return .changed
            }
            let exists = "SELECT 1 FROM article WHERE id = ?"
            guard try Bool.fetchOne(db, sql: exists, arguments: [article]) != nil else { return .gone }
            guard try SavedArticle.count(of: profile.recipient, in: db) < limit else {
                return .quotaReached(limit: limit)
            }
            try db.execute(
                sql: "INSERT INTO savedArticle (profileID, articleID, note, tags, savedAt) VALUES (?, ?, ?, ?, ?)",
                arguments: key + [note, joined, time.unixSeconds]
            )
            return .saved
        }
    }

    /// Removes an article, and other articles of its story, from the saved ones; false when there was none.
    ///
    /// Lists show a story once, so all of its articles are removed.
    package func unsave(_ article: ArticleID, for profile: ProfileID) async throws -> Bool {
        try await write { db in
            let root = StoryFamily.root(of: "(SELECT storyID FROM article WHERE id = ?2)")
            try db.execute(
                sql: """
                    DELETE FROM savedArticle WHERE profileID = ?1 AND articleID IN
                        (SELECT id FROM article WHERE storyID IN \(StoryFamily.members(of: root)))
                    """,
                arguments: [profile, article]
            )
            return db.changesCount > 0
        }
    }

    /// Saved articles, newest first.
    ///
    /// Of one story only the newest article is returned, with the tags of all and the newest note.
    package func savedArticles(_ selection: SavedSelection, of profile: ProfileID) async throws -> [SavedArticle] {
        try await read { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT articleID, \(StoryFamily.root(of: "article.storyID")), note, savedArticle.tags, savedAt,
                            article.feedID
                        FROM savedArticle JOIN article ON article.id = articleID
                        WHERE profileID = ? AND savedAt >= ? AND savedAt < ? ORDER BY savedAt DESC, articleID DESC
                        """
                ),
                arguments: [profile, selection.from.unixSeconds, selection.to.unixSeconds]
            )
            let places = rows.map { FoundArticle(id: $0[0], story: $0[1], feed: $0[5]) }
            var reader = try ListedArticleReader(.shown(to: profile.recipient), db)
            var saved: [SavedArticle] = []
            var known: [StoryID: Int] = [:]
            for (index, row) in rows.enumerated() {
                guard let listed = try reader.read(index, of: places),
                    !selection.onlyWithImage || listed.article.imageURL != nil
                else { continue }
                let tags = SavedArticle.tags(row[3])
                if let first = known[listed.article.storyID] {
                    saved[first].note = saved[first].note ?? row[2]
                    saved[first].tags += tags.filter { !saved[first].tags.contains($0) }
                } else {
                    known[listed.article.storyID] = saved.count
                    let savedAt = Date(unixSeconds: row[4])
                    saved.append(SavedArticle(listed: listed, note: row[2], tags: tags, savedAt: savedAt))
                }
            }
            return saved.filter { selection.tag.map($0.tags.contains) ?? true }
        }
    }

    /// The number of saved stories.
    package func countSaved(of profile: ProfileID) async throws -> Int {
        try await read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(DISTINCT \(StoryFamily.root(of: "article.storyID")))
                    FROM savedArticle JOIN article ON article.id = articleID WHERE profileID = ?
                    """,
                arguments: [profile]
            ) ?? 0
        }
    }

    /// The tags of saved articles, most used first.
    package func savedTags(of profile: ProfileID) async throws -> [String] {
        try await read { db in
            let lines = try String.fetchAll(
                db,
                sql: "SELECT tags FROM savedArticle WHERE profileID = ? AND tags IS NOT NULL",
                arguments: [profile]
            )
            var counts: [String: Int] = [:]
            for tag in lines.flatMap({ SavedArticle.tags($0) }) { counts[tag, default: 0] += 1 }
            return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        }
    }
}

extension SavedArticle {
    fileprivate static func tags(_ column: String?) -> [String] {
        StoredLines.lines(of: column)
    }

    static func count(of recipient: RecipientID, in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM savedArticle WHERE profileID = ?",
            arguments: [recipient]
        ) ?? 0
    }
}

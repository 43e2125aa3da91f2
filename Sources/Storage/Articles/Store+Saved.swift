package import Foundation
import GRDB
package import NewsModel

/// How an attempt to save an article ended.
package enum SaveOutcome: Hashable, Sendable {
    case saved
    /// It was saved before; note and tags are the new ones, where any were given.
    case changed
    case quotaReached(limit: Int)
    /// The article is no longer kept.
    case gone
}

/// Which of somebody's saved articles are asked for.
package struct SavedSelection: Hashable, Sendable {
    /// When it was saved; `to` is not included.
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
    /// Keeps an article for somebody until they let it go.
    package func save(
        _ article: ArticleID,
        for profile: ProfileID,
        note: String?,
        tags: [String],
        limit: Int,
        at time: Date
    ) async throws -> SaveOutcome {
        try await write { db in
            let key: StatementArguments = [profile.rawValue, article.rawValue]
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
            guard try Bool.fetchOne(db, sql: exists, arguments: [article.rawValue]) != nil else { return .gone }
            guard try SavedArticle.count(of: profile, in: db) < limit else { return .quotaReached(limit: limit) }
            try db.execute(
                sql: "INSERT INTO savedArticle (profileID, articleID, note, tags, savedAt) VALUES (?, ?, ?, ?, ?)",
                arguments: key + [note, joined, time.unixSeconds]
            )
            return .saved
        }
    }

    /// False when it was not saved.
    package func unsave(_ article: ArticleID, for profile: ProfileID) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM savedArticle WHERE profileID = ? AND articleID = ?",
                arguments: [profile.rawValue, article.rawValue]
            )
            return db.changesCount > 0
        }
    }

    /// What somebody saved, the newest first.
    package func savedArticles(_ selection: SavedSelection, of profile: ProfileID) async throws -> [SavedArticle] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT articleID, note, tags, savedAt FROM savedArticle
                    WHERE profileID = ? AND savedAt >= ? AND savedAt < ? ORDER BY savedAt DESC, articleID DESC
                    """,
                arguments: [profile.rawValue, selection.from.unixSeconds, selection.to.unixSeconds]
            )
            return try rows.compactMap { row in
                let tags = SavedArticle.tags(row["tags"])
                if let tag = selection.tag, !tags.contains(tag) { return nil }
                guard let listed = try ListedArticle.find(row.id("articleID"), in: .shown(to: profile.recipient), db),
                    !selection.onlyWithImage || listed.article.imageURL != nil
                else { return nil }
                return SavedArticle(listed: listed, note: row["note"], tags: tags, savedAt: row.date("savedAt"))
            }
        }
    }

    package func countSaved(of profile: ProfileID) async throws -> Int {
        try await read { db in try SavedArticle.count(of: profile, in: db) }
    }

    /// The tags somebody uses, the most used first.
    package func savedTags(of profile: ProfileID) async throws -> [String] {
        try await read { db in
            let lines = try String.fetchAll(
                db,
                sql: "SELECT tags FROM savedArticle WHERE profileID = ? AND tags IS NOT NULL",
                arguments: [profile.rawValue]
            )
            var counts: [String: Int] = [:]
            for tag in lines.flatMap({ SavedArticle.tags($0) }) { counts[tag, default: 0] += 1 }
            return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        }
    }
}

extension SavedArticle {
    fileprivate static func tags(_ column: String?) -> [String] {
        column?.split(separator: "\n").map(String.init) ?? []
    }

    fileprivate static func count(of profile: ProfileID, in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM savedArticle WHERE profileID = ?",
            arguments: [profile.rawValue]
        ) ?? 0
    }
}

import Foundation
import GRDB
import NewsModel

extension Article {
    init(row: Row) {
        self.init(
            id: row.id("id"),
            feedID: row.id("feedID"),
            storyID: row.id("storyID"),
            title: row["title"],
            url: row["url"],
            summary: row["summary"],
            author: row["author"],
            publishedAt: row.date("publishedAt"),
            firstSeenAt: row.date("firstSeenAt"),
            language: row["language"],
            tags: (row["tags"] as String?)?.split(separator: "\n").map(String.init) ?? [],
            imageURL: row["imageURL"],
            attachment: StoredJSON.value(Attachment.self, from: row["attachment"])
        )
    }

    /// `arrivedAt` is when it came as news, where its own time is earlier.
    func insert(arrivedAt: Int64?, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO article (id, feedID, storyID, title, url, summary, author, publishedAt, firstSeenAt, language,
                    tags, imageURL, attachment, arrivedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        let lines = tags.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
        try statement.execute(arguments: [
            id.rawValue, feedID.rawValue, storyID.rawValue, title, url, summary, author, publishedAt.unixSeconds,
            firstSeenAt.unixSeconds, language, lines.isEmpty ? nil : lines.joined(separator: "\n"), imageURL,
            try attachment.map { try StoredJSON.text($0) }, arrivedAt,
        ])
    }
}

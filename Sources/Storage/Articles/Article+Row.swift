import Foundation
import GRDB
import NewsModel

extension Article {
    /// The columns that `init(row:)` reads, in its order.
    ///
    /// A query adds other columns after them.
    static let columns = """
        article.id, article.feedID, article.storyID, article.title, article.url, article.summary, article.author,
        article.publishedAt, article.firstSeenAt, article.language, article.tags, article.imageURL, article.attachment
        """
    static let columnCount = 13

    /// Reads a row that begins with `columns`.
    init(row: Row) {
        self.init(
            id: row[0],
            feedID: row[1],
            storyID: row[2],
            title: row[3],
            url: row[4],
            summary: row[5],
            author: row[6],
            publishedAt: Date(unixSeconds: row[7]),
            firstSeenAt: Date(unixSeconds: row[8]),
            language: row[9],
            tags: StoredLines.lines(of: row[10]),
            imageURL: row[11],
            attachment: StoredJSON.value(Attachment.self, from: row[12])
        )
    }

    /// Stores the article and adds its size to that of its feed.
    ///
    /// `arrivedAt` is when the article arrived as news; nil when it did not. `bodyBytes` is the size of the text that
    /// is stored with it, `factBytes` that of its analysis and places.
    func insert(
        arrivedAt: Int64?,
        bodyBytes: Int = 0,
        factBytes: Int = 0,
        counting feed: inout FeedBytes,
        with statements: DirectStatements
    ) throws {
        let statement = try statements.statement(
            """
            INSERT INTO article (id, feedID, storyID, title, url, summary, author, publishedAt, firstSeenAt, language,
                tags, imageURL, attachment, arrivedAt, bodyBytes, factBytes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        let lines = tags.map(Self.oneLine)
        let joined = lines.isEmpty ? nil : lines.joined(separator: "\n")
        let stored = try attachment.map { try StoredJSON.text($0) }
        try statement.execute { values in
            values.bind(id)
            values.bind(feedID)
            values.bind(storyID)
            for text in [title, url, summary, author] { values.bind(text) }
            for number in [publishedAt.unixSeconds, firstSeenAt.unixSeconds] { values.bind(number) }
            for text in [language, joined, imageURL, stored] { values.bind(text) }
            for number in [arrivedAt, Int64(bodyBytes), Int64(factBytes)] { values.bind(number) }
        }
        feed.add(self, tags: joined, attachment: stored, otherBytes: bodyBytes + factBytes)
    }

    /// The tag without line breaks; most have none.
    private static func oneLine(_ tag: String) -> String {
        guard tag.utf8.contains(where: { $0 < 0x20 || $0 >= 0x80 }) else { return tag }
        return tag.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

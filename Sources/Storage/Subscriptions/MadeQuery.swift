package import Foundation
import GRDB
package import NewsModel

/// What somebody has made for a room: the query of an alert that is on, or of a mute of words that has not ended.
package struct MadeQuery: Hashable, Sendable {
    package var owner: RecipientID
    package var number: Int
    package var query: String

    package init(owner: RecipientID, number: Int, query: String) {
        (self.owner, self.number, self.query) = (owner, number, query)
    }
}

extension Store {
    /// The alerts that somebody has made for rooms.
    package func alertsMade(by maker: MakerMark) async throws -> [MadeQuery] {
        try await read { db in try WishKind.alert.made(by: maker, where: "isOn = 1", in: db) }
    }

    /// The same of mutes.
    package func mutesMade(by maker: MakerMark, at time: Date) async throws -> [MadeQuery] {
        try await read { db in
            let lasts = "query IS NOT NULL AND (endsAt IS NULL OR endsAt > \(time.unixSeconds))"
            return try WishKind.mute.made(by: maker, where: lasts, in: db)
        }
    }
}

extension WishKind {
    fileprivate func made(by maker: MakerMark, where condition: String, in db: Database) throws -> [MadeQuery] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT recipientID, number, query FROM \(rawValue) JOIN recipient ON recipient.id = recipientID
                WHERE \(condition) AND \(MakerMark.isCounted) ORDER BY recipientID, number
                """,
            arguments: ["mark": maker.rawValue]
        ).map { MadeQuery(owner: $0.id("recipientID"), number: $0["number"], query: $0["query"]) }
    }
}

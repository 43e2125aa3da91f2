package import Foundation
import GRDB
package import NewsModel

/// A query that a user has made for a room: of an alert that is on, of a word mute that has not ended, or of a filter
/// that is on.
package struct MadeQuery: Hashable, Sendable {
    package var owner: RecipientID
    package var number: Int
    package var query: String

    package init(owner: RecipientID, number: Int, query: String) {
        (self.owner, self.number, self.query) = (owner, number, query)
    }
}

extension Store {
    /// The alerts that a user has made for rooms.
    package func alertsMade(by maker: MakerMark) async throws -> [MadeQuery] {
        try await read { db in try QuotaKind.alert.made(by: maker, where: "isOn = 1 AND query <> ''", in: db) }
    }

    /// The word mutes that a user has made for rooms.
    package func mutesMade(by maker: MakerMark, at time: Date) async throws -> [MadeQuery] {
        try await read { db in
            let lasts = "query IS NOT NULL AND (endsAt IS NULL OR endsAt > \(time.unixSeconds))"
            return try QuotaKind.mute.made(by: maker, where: lasts, in: db)
        }
    }
}

extension QuotaKind {
    func made(by maker: MakerMark, where condition: String, in db: Database) throws -> [MadeQuery] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT recipientID, number, query FROM \(rawValue) JOIN recipient ON recipient.id = recipientID
                WHERE \(condition) AND \(MakerMark.isCounted) ORDER BY recipientID, number
                """,
            arguments: ["mark": maker]
        ).map { MadeQuery(owner: $0[0], number: $0[1], query: $0[2]) }
    }
}

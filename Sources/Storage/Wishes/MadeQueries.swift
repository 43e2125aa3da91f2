package import Foundation
import GRDB
package import NewsModel

extension Store {
    /// The queries of the alerts that are on and that somebody has, or has made for rooms; not the one that an owner has by this query.
    package func alertQueries(
        by maker: MakerMark,
        besides query: String,
        of owner: RecipientID
    ) async throws -> [String] {
        try await read { db in
            try WishKind.alert.queries(by: maker, besides: query, of: owner, where: "isOn = 1", in: db)
        }
    }

    /// The same of the mutes of words that have not ended.
    package func mutedQueries(
        by maker: MakerMark,
        besides query: String,
        of owner: RecipientID,
        at time: Date
    ) async throws -> [String] {
        try await read { db in
            let lasts = "query IS NOT NULL AND (endsAt IS NULL OR endsAt > \(time.unixSeconds))"
            return try WishKind.mute.queries(by: maker, besides: query, of: owner, where: lasts, in: db)
        }
    }
}

extension WishKind {
    fileprivate func queries(
        by maker: MakerMark,
        besides query: String,
        of owner: RecipientID,
        where condition: String,
        in db: Database
    ) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT query FROM \(rawValue) JOIN recipient ON recipient.id = recipientID
                WHERE \(condition) AND (\(MakerMark.isCounted)
                        OR recipientID = (SELECT profileID FROM identity WHERE mark = :mark))
                    AND NOT (recipientID = :owner AND query = :query)
                """,
            arguments: ["mark": maker.rawValue, "owner": owner.rawValue, "query": query]
        )
    }
}

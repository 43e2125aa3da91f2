import Foundation
import GRDB
package import NewsModel

extension Store {
    /// The mark under which a user's subscriptions, alerts, schedules and mutes are counted.
    package func mark(of maker: Maker) async throws -> MakerMark { try await read { db in try maker.mark(in: db) } }
}

extension Maker {
    func mark(in db: Database) throws -> MakerMark { try MakerMark(of: counted, in: db) }
}

extension MakerMark {
    init(of account: Identity, in db: Database) throws {
        let secret = try Data.fetchOne(db.cachedStatement(sql: "SELECT secret FROM storyNaming"))
        guard let secret else { throw StorageError.noSuchRow(table: "storyNaming", id: 1) }
        self.init(of: account, secret: secret)
    }

    /// SQL: all marks that are counted together with `:mark`, which are those of one person's accounts.
    static let together = """
        (SELECT :mark UNION SELECT other.mark FROM identity AS one JOIN identity AS other ON other.profileID = one.profileID
            WHERE one.mark = :mark)
        """

    /// SQL: rows, joined with `recipient`, that count against the quota of `:mark`; a person's own rows are counted
    /// separately.
    static let isCounted = """
        (madeBy IN \(together)
            AND (recipient.kind = 'room' OR NOT EXISTS (SELECT 1 FROM identity WHERE mark = :mark)))
        """
}

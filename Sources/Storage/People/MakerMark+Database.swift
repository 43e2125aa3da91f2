import Foundation
import GRDB
package import NewsModel

extension Store {
    /// By what somebody is counted.
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

    /// All that count as one with `:mark`: the accounts of its person.
    static let together = """
        (SELECT :mark UNION SELECT other.mark FROM identity AS one JOIN identity AS other ON other.profileID = one.profileID
            WHERE one.mark = :mark)
        """

    /// Which wishes, beside their `recipient`, count against what `:mark` may make: a person's own do so otherwise.
    static let isCounted = """
        (madeBy IN \(together)
            AND (recipient.kind = 'room' OR NOT EXISTS (SELECT 1 FROM identity WHERE mark = :mark)))
        """
}

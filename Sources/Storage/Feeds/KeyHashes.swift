import Foundation
import GRDB
import NewsModel

/// The hashes under which the keys of entries and stories are stored.
///
/// A key has a hundred bytes and its hash has eight. Keys are the most rows of the database, and each stands in up to
/// three trees of pages, so most of what was written of a document were keys.
struct KeyHashes {
    /// What is hashed with a key; stored hashes depend on it.
    enum Kind: UInt64 {
        case entry = 0
        case link = 1
        case title = 2
        case picture = 3
    }

    private let hashes: TextHash

    init(in db: Database) throws {
        let secret = try Data.fetchOne(db.cachedStatement(sql: "SELECT secret FROM storyNaming"))
        guard let secret else { throw StorageError.noSuchRow(table: "storyNaming", id: 1) }
        hashes = TextHash(secret: secret)
    }

    func hash(_ key: String, _ kind: Kind) -> Int64 { hashes.hash(key, kind: kind.rawValue) }
}

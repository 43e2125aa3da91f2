package import Foundation
import GRDB
package import NewsModel

/// How much of the disk feeds and those who bring them in may take; by default all of it.
package struct StorageLimits: Hashable, Sendable {
    /// Articles kept of a feed's first document; the others are only known, so that they are never news.
    package var firstEntries: Int
    /// New articles kept a day (UTC) of one feed that is not the house's; what comes after them is not.
    package var newPerDay: Int
    /// Bytes of all feeds that one person pays for.
    package var personBytes: Int64
    /// Seconds that a feed stays when nobody follows it any more.
    package var unfollowedAge: TimeInterval
    /// Bytes of the database beyond which it takes no new feed.
    package var databaseBytes: Int64
    /// Bytes that must be left on the disk for a new feed.
    package var freeBytes: Int64
    /// Whose feeds are nobody's burden, and who is told when there is no room.
    package var operators: Set<Identity>

    package init(
        firstEntries: Int = .max,
        newPerDay: Int = .max,
        personBytes: Int64 = .max,
        unfollowedAge: TimeInterval = 86_400,
        databaseBytes: Int64 = .max,
        freeBytes: Int64 = 0,
        operators: Set<Identity> = []
    ) {
        self.firstEntries = firstEntries
        self.newPerDay = newPerDay
        self.personBytes = personBytes
        self.unfollowedAge = unfollowedAge
        self.databaseBytes = databaseBytes
        self.freeBytes = freeBytes
        self.operators = operators
    }

    /// What somebody pays for, where that counts: nobody asks an operator.
    func burden(of mark: MakerMark, in db: Database) throws -> Int64 {
        let identities = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT network, account FROM identity WHERE mark IN \(MakerMark.together)"),
            arguments: ["mark": mark.rawValue]
        ).map { Identity(network: $0["network"], account: $0["account"]) }
        guard operators.isDisjoint(with: identities) else { return 0 }
        return try Store.paidBytes(by: mark, in: db)
    }
}

/// Why no new feed can be taken in.
package enum StorageShortage: Hashable, Sendable, Codable {
    /// The database takes that many bytes, and may take so many.
    case ceiling(used: Int64, limit: Int64)
    /// That many bytes are left on the disk, and so many must be.
    case disk(free: Int64, needed: Int64)
    /// What one person pays for takes that many bytes, and may take so many.
    case person(used: Int64, limit: Int64)
}

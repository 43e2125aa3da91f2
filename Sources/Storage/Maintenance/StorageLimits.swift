package import Foundation
import GRDB
package import NewsModel

/// Limits of the disk space of feeds and of the users who add them; unlimited by default.
package struct StorageLimits: Hashable, Sendable {
    /// The most articles stored of a feed's first document.
    ///
    /// Only keys of the others are stored, so that they are never news.
    package var firstEntries: Int
    /// The most new articles stored a day (UTC) of a feed outside the default selection; later ones are dropped.
    package var newPerDay: Int
    /// The most bytes of all feeds that one person pays for.
    package var personBytes: Int64
    /// Seconds after which a feed without followers is deleted.
    package var unfollowedAge: TimeInterval
    /// The database size in bytes beyond which no new feed is added.
    package var databaseBytes: Int64
    /// Bytes that must be free on the disk to add a new feed.
    package var freeBytes: Int64
    /// How many articles that mutes, filters or the limit of breaking news kept from one person or room are remembered
    /// for `why` a day.
    package var decisionsPerDay: Int
    package var quizReports: QuizReportLimits
    /// How many readings of one person the history keeps, the newest.
    package var readings: Int
    /// Operators have no share limit and get a notice when space is short.
    package var operators: Set<Identity>

    package init(
        firstEntries: Int = .max,
        newPerDay: Int = .max,
        personBytes: Int64 = .max,
        unfollowedAge: TimeInterval = 86_400,
        databaseBytes: Int64 = .max,
        freeBytes: Int64 = 0,
        decisionsPerDay: Int = 100,
        quizReports: QuizReportLimits = QuizReportLimits(),
        readings: Int = .max,
        operators: Set<Identity> = []
    ) {
        self.firstEntries = firstEntries
        self.newPerDay = newPerDay
        self.personBytes = personBytes
        self.unfollowedAge = unfollowedAge
        self.databaseBytes = databaseBytes
        self.freeBytes = freeBytes
        self.decisionsPerDay = decisionsPerDay
        self.quizReports = quizReports
        self.readings = readings
        self.operators = operators
    }

    /// The bytes that count against a share; 0 for operators.
    func burden(of mark: MakerMark, in db: Database) throws -> Int64 {
        let identities = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT network, account FROM identity WHERE mark IN \(MakerMark.together)"),
            arguments: ["mark": mark]
        ).map { Identity(network: $0[0], account: $0[1]) }
        guard operators.isDisjoint(with: identities) else { return 0 }
        return try Store.paidBytes(by: mark, in: db)
    }
}

/// How many questions that people find wrong are kept.
package struct QuizReportLimits: Hashable, Sendable {
    package var kept = 500
    /// Of one person in 24 hours.
    package var perDay = 5
    /// Of one person at a time.
    package var shownOfOne = 3

    package init() {}
}

/// Why no new feed can be added.
package enum StorageShortage: Hashable, Sendable, Codable {
    /// The database uses `used` bytes and may use `limit`.
    case ceiling(used: Int64, limit: Int64)
    /// The disk has `free` bytes left, and `needed` are required.
    case disk(free: Int64, needed: Int64)
    /// One person's feeds use `used` bytes and may use `limit`.
    case person(used: Int64, limit: Int64)
}

import Foundation
import GRDB
package import NewsModel

/// A category as its owner sees it: one of their own, or one of the feeds whose news they are shown.
package struct CategoryEntry: Hashable, Sendable {
    package var name: String
    /// Feeds in it that the owner follows; if they follow nothing, those of the default selection.
    package var feedCount: Int
    package var colour: OwnColour?
    package var isHidden: Bool
    /// Its place in the order that the owner has set, from 0; nil if they have set none for it.
    package var position: Int?
    /// Whether the owner can rename or delete it: they follow its feeds, or have added it.
    package var isMovable: Bool

    package init(
        name: String,
        feedCount: Int,
        colour: OwnColour? = nil,
        isHidden: Bool,
        position: Int? = nil,
        isMovable: Bool = false
    ) {
        self.name = name
        self.feedCount = feedCount
        self.colour = colour
        self.isHidden = isHidden
        self.position = position
        self.isMovable = isMovable
    }
}

extension CategoryEntry {
    /// All categories of a recipient: those with a position in that order, then the others by name.
    static func all(of recipient: RecipientID, in db: Database) throws -> [CategoryEntry] {
        var entries: [String: CategoryEntry] = [:]
        for setting in try CategorySetting.all(of: recipient, in: db) {
            entries[setting.key] = CategoryEntry(
                name: setting.name,
                feedCount: 0,
                colour: setting.colour.flatMap { OwnColour($0) },
                isHidden: setting.isHidden,
                position: setting.position,
                isMovable: true
            )
        }
        let follows = try db.cachedStatement(sql: "SELECT 1 FROM subscription WHERE recipientID = ? LIMIT 1")
        let isFollowing = try Row.fetchOne(follows, arguments: [recipient]) != nil
        let shown = ArticleSelection(from: .distantPast, to: .distantFuture)
        for feed in try shown.feedIDs(in: .of(recipient), db) {
            guard let name = try ArticleSelection.category(of: feed, for: recipient, in: db) else { continue }
            let key = FeedKey.fold(name)
            entries[key, default: CategoryEntry(name: name, feedCount: 0, isHidden: false)].feedCount += 1
            entries[key]?.isMovable = isFollowing
        }
        return entries.sorted {
            ($0.value.position ?? .max, $0.key) < ($1.value.position ?? .max, $1.key)
        }.map(\.value)
    }
}

/// The row of a category about which its owner has set something, or of a sport that has a place in their order.
struct CategorySetting: Codable, Hashable {
    /// The folded name (`FeedKey.fold`); of a sport behind `sport:`, which no category's name can contain.
    var key: String
    var name: String
    var position: Int?
    /// `#33aa99`.
    var colour: String?
    var isHidden = false

    private static let selection = "SELECT key, name, position, colour, isHidden FROM categorySetting"

    init(named name: String) {
        key = FeedKey.fold(name)
        self.name = name
    }

    /// Of a sport.
    init(sport name: String) {
        key = Self.sportPrefix + FeedKey.fold(name)
        self.name = name
    }

    private static let sportPrefix = "sport:"

    static func isOfSport(_ key: String) -> Bool { key.hasPrefix(sportPrefix) }

    private init(row: Row) {
        (key, name, position, colour, isHidden) = (row[0], row[1], row[2], row[3], row[4])
    }

    /// Those of categories.
    static func all(of recipient: RecipientID, in db: Database) throws -> [CategorySetting] {
        try rows(of: recipient, in: db).filter { !isOfSport($0.key) }
    }

    /// Those of sports, in the owner's order.
    static func sports(of recipient: RecipientID, in db: Database) throws -> [CategorySetting] {
        try rows(of: recipient, in: db).filter { isOfSport($0.key) }
            .sorted { ($0.position ?? .max) < ($1.position ?? .max) }
    }

    private static func rows(of recipient: RecipientID, in db: Database) throws -> [CategorySetting] {
        let statement = try db.cachedStatement(sql: "\(selection) WHERE recipientID = ? ORDER BY key")
        return try Row.fetchAll(statement, arguments: [recipient]).map(Self.init(row:))
    }

    static func find(_ key: String, of recipient: RecipientID, in db: Database) throws -> CategorySetting? {
        let statement = try db.cachedStatement(sql: "\(selection) WHERE recipientID = ? AND key = ?")
        return try Row.fetchOne(statement, arguments: [recipient, key]).map(Self.init(row:))
    }

    /// The feeds that are in no category which the recipient has hidden.
    static func visible(_ feeds: [FeedID], to recipient: RecipientID, in db: Database) throws -> [FeedID] {
        let statement = try db.cachedStatement(
            sql: "SELECT key FROM categorySetting WHERE recipientID = ? AND isHidden = 1"
        )
        let hidden = try String.fetchSet(statement, arguments: [recipient])
        guard !hidden.isEmpty else { return feeds }
        return try feeds.filter { feed in
            guard let category = try ArticleSelection.category(of: feed, for: recipient, in: db) else { return true }
            return !hidden.contains(FeedKey.fold(category))
        }
    }

    /// Stores the row; it replaces one of the same key.
    func save(for recipient: RecipientID, in db: Database) throws {
        try db.executeCached(
            sql: """
                INSERT INTO categorySetting (recipientID, key, name, position, colour, isHidden)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET name = excluded.name, position = excluded.position, colour = excluded.colour,
                    isHidden = excluded.isHidden
                """,
            arguments: [recipient, key, name, position, colour, isHidden]
        )
    }

    static func delete(_ key: String, of recipient: RecipientID, in db: Database) throws {
        try db.executeCached(
            sql: "DELETE FROM categorySetting WHERE recipientID = ? AND key = ?",
            arguments: [recipient, key]
        )
    }
}

package import Foundation
import GRDB
package import NewsModel

/// What happened to a category that somebody wanted to add.
package enum CategoryAdding: Hashable, Sendable {
    case added
    case alreadyThere(CategoryEntry)
    case quotaReached(Int)
}

/// How many feeds, schedules and filters a renamed or deleted category had, and how many alerts still name it.
package struct CategoryMoved: Hashable, Sendable {
    package var feedCount: Int
    package var scheduleCount: Int
    package var filterCount: Int
    package var alertCount: Int
}

extension Store {
    /// The categories of a recipient, in their order.
    package func categories(of recipient: RecipientID) async throws -> [CategoryEntry] {
        try await read { try CategoryEntry.all(of: recipient, in: $0) }
    }

    /// Adds a category without feeds.
    ///
    /// - Parameter limit: how many categories besides the ten of the catalogue one recipient may have.
    package func addCategory(
        _ name: String,
        colour: OwnColour?,
        of recipient: RecipientID,
        limit: Int,
        at time: Date
    ) async throws -> CategoryAdding {
        try await write { db in
            var setting = CategorySetting(named: name)
            let known = try CategoryEntry.all(of: recipient, in: db)
            if let same = known.first(where: { FeedKey.fold($0.name) == setting.key }) { return .alreadyThere(same) }
            guard known.count(where: { NewsCategory(named: $0.name) == nil }) < limit else {
                return .quotaReached(limit)
            }
            setting.colour = colour?.text
            try setting.save(for: recipient, in: db)
            return .added
        }
    }

    /// Sets the colour of a category; nil removes it.
    package func setColour(
        _ colour: OwnColour?,
        ofCategory name: String,
        of recipient: RecipientID,
        at time: Date
    ) async throws {
        try await changeCategories([name], of: recipient, at: time) { $0.colour = colour?.text }
    }

    /// Hides categories from lists, or shows them again.
    package func setHidden(
        _ isHidden: Bool,
        categories names: [String],
        of recipient: RecipientID,
        at time: Date
    ) async throws {
        try await changeCategories(names, of: recipient, at: time) { $0.isHidden = isHidden }
    }

    private func changeCategories(
        _ names: [String],
        of recipient: RecipientID,
        at time: Date,
        _ change: @escaping @Sendable (inout CategorySetting) -> Void
    ) async throws {
        try await write { db in
            for name in names {
                let fresh = CategorySetting(named: name)
                var setting = try CategorySetting.find(fresh.key, of: recipient, in: db) ?? fresh
                change(&setting)
                try setting.save(for: recipient, in: db)
            }
        }
    }

    /// Puts the named categories first, in this order; the others lose their positions.
    ///
    /// No names remove the order.
    package func orderCategories(_ names: [String], of recipient: RecipientID, at time: Date) async throws {
        try await write { db in
            for var setting in try CategorySetting.all(of: recipient, in: db) where setting.position != nil {
                setting.position = nil
                try setting.save(for: recipient, in: db)
            }
            for (position, name) in names.enumerated() {
                let fresh = CategorySetting(named: name)
                var setting = try CategorySetting.find(fresh.key, of: recipient, in: db) ?? fresh
                setting.position = position
                try setting.save(for: recipient, in: db)
            }
        }
    }

    /// Puts the named sports first, in this order; no names remove the order.
    package func orderSports(_ names: [String], of recipient: RecipientID, at time: Date) async throws {
        try await write { db in
            let all = try CategorySetting.sports(of: recipient, in: db)
            let new = names.map { CategorySetting(sport: $0) }
            for key in Set((all + new).map(\.key)) { try CategorySetting.delete(key, of: recipient, in: db) }
            for (position, var sport) in new.enumerated() {
                sport.position = position
                try sport.save(for: recipient, in: db)
            }
        }
    }

    /// Renames a category; if another one has the new name, the two are merged.
    ///
    /// The feeds that the recipient follows in it move along, and so do schedules and filters for it.
    package func renameCategory(
        _ old: String,
        to new: String,
        of recipient: RecipientID,
        at time: Date
    ) async throws -> CategoryMoved {
        try await moveFeeds(ofCategory: old, to: new, of: recipient, at: time)
    }

    /// Deletes a category; the feeds that the recipient follows in it stay, without a category.
    package func deleteCategory(
        _ name: String,
        of recipient: RecipientID,
        at time: Date
    ) async throws -> CategoryMoved {
        try await moveFeeds(ofCategory: name, to: nil, of: recipient, at: time)
    }

    private func moveFeeds(
        ofCategory old: String,
        to new: String?,
        of recipient: RecipientID,
        at time: Date
    ) async throws -> CategoryMoved {
        try await write { db in
            let (key, newKey) = (FeedKey.fold(old), new.map(FeedKey.fold))
            let subscriptions = try Subscription.all(inCategory: key, of: recipient, db)
            let schedules = try Schedule.all(of: recipient, in: db).filter {
                $0.request.category.map(FeedKey.fold) == key
            }
            let filters = try NewsFilter.all(of: recipient, in: db).filter {
                $0.target.category.map(FeedKey.fold) == key
            }
            for subscription in subscriptions {
                try db.executeCached(
                    sql: "UPDATE subscription SET category = ? WHERE id = ?",
                    arguments: [new ?? "", subscription]
                )
            }
            var setting = try CategorySetting.find(key, of: recipient, in: db)
            try CategorySetting.delete(key, of: recipient, in: db)
            if let new, let newKey {
                for schedule in schedules {
                    var request = schedule.request
                    request.category = new
                    try db.executeCached(
                        sql: "UPDATE schedule SET request = ? WHERE id = ?",
                        arguments: [try StoredJSON.text(request), schedule.id]
                    )
                }
                for filter in filters {
                    try db.executeCached(
                        sql: "UPDATE newsFilter SET category = ? WHERE id = ?",
                        arguments: [new, filter.id]
                    )
                }
                // The settings of a category that is there already win.
                let isNew = try newKey == key || CategorySetting.find(newKey, of: recipient, in: db) == nil
                if isNew {
                    setting = setting ?? CategorySetting(named: new)
                    setting?.key = newKey
                    setting?.name = new
                    try setting?.save(for: recipient, in: db)
                }
            }
            let named = ["category:\(key)", "category:\"\(key)\""]
            let alerts = try Alert.all(of: recipient, in: db).count { alert in
                let query = FeedKey.fold(alert.query)
                return named.contains { query.contains($0) }
            }
            return CategoryMoved(
                feedCount: subscriptions.count,
                scheduleCount: schedules.count,
                filterCount: filters.count,
                alertCount: alerts
            )
        }
    }
}

extension Subscription {
    /// The subscriptions of a recipient whose feeds they see in a category.
    fileprivate static func all(
        inCategory key: String,
        of recipient: RecipientID,
        _ db: Database
    ) throws -> [SubscriptionID] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT subscription.id, coalesce(subscription.category, feed.category)
                FROM subscription JOIN feed ON feed.id = subscription.feedID WHERE recipientID = ? ORDER BY 1
                """,
            arguments: [recipient]
        )
        return rows.compactMap { row in
            guard let shown: String = row[1], FeedKey.fold(shown) == key else { return nil }
            return row[0]
        }
    }
}

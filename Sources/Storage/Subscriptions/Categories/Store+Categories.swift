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
            let before = try CategoriesBefore([setting.key], of: recipient, in: db)
            try UndoLog(db: db, time: time).record(before, named: name, of: recipient)
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
            let keys = names.map(FeedKey.fold)
            let before = try CategoriesBefore(keys, of: recipient, in: db)
            try UndoLog(db: db, time: time).record(before, named: names.joined(separator: ", "), of: recipient)
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
            let all = try CategorySetting.all(of: recipient, in: db)
            let keys = names.map(FeedKey.fold)
            let before = try CategoriesBefore(Set(keys + all.map(\.key)).sorted(), of: recipient, in: db)
            try UndoLog(db: db, time: time).record(before, named: names.joined(separator: ", "), of: recipient)
            for var setting in all where setting.position != nil {
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
            let keys = Set([key] + [newKey].compactMap(\.self)).sorted()
            var before = try CategoriesBefore(keys, of: recipient, in: db)
            before.feeds = try CategoriesBefore.Feed.all(in: key, of: recipient, db)
            before.schedules = try CategoriesBefore.Request.all(in: key, of: recipient, db)
            let filters = try CategoriesBefore.Filter.all(in: key, of: recipient, db)
            before.filters = filters
            try UndoLog(db: db, time: time).record(before, named: old, of: recipient)
            for feed in before.feeds {
                try db.executeCached(
                    sql: "UPDATE subscription SET category = ? WHERE id = ?",
                    arguments: [new ?? "", feed.subscription]
                )
            }
            var setting = try CategorySetting.find(key, of: recipient, in: db)
            try CategorySetting.delete(key, of: recipient, in: db)
            if let new, let newKey {
                for schedule in before.schedules {
                    var request = schedule.request
                    request.category = new
                    try db.executeCached(
                        sql: "UPDATE schedule SET request = ? WHERE id = ?",
                        arguments: [try StoredJSON.text(request), schedule.schedule]
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
                feedCount: before.feeds.count,
                scheduleCount: before.schedules.count,
                filterCount: filters.count,
                alertCount: alerts
            )
        }
    }
}

extension CategoriesBefore.Feed {
    /// The subscriptions of a recipient whose feeds they see in a category.
    fileprivate static func all(in key: String, of recipient: RecipientID, _ db: Database) throws -> [Self] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT subscription.id, subscription.category, coalesce(subscription.category, feed.category)
                FROM subscription JOIN feed ON feed.id = subscription.feedID WHERE recipientID = ? ORDER BY 1
                """,
            arguments: [recipient]
        )
        return rows.compactMap { row in
            guard let shown: String = row[2], FeedKey.fold(shown) == key else { return nil }
            return Self(subscription: row[0], category: row[1])
        }
    }
}

extension CategoriesBefore.Request {
    /// The schedules of a recipient for a category.
    fileprivate static func all(in key: String, of recipient: RecipientID, _ db: Database) throws -> [Self] {
        try Schedule.all(of: recipient, in: db).compactMap { schedule in
            guard let category = schedule.request.category, FeedKey.fold(category) == key else { return nil }
            return Self(schedule: schedule.id, request: schedule.request)
        }
    }
}

extension CategoriesBefore.Filter {
    /// The filters of a recipient for a category.
    fileprivate static func all(in key: String, of recipient: RecipientID, _ db: Database) throws -> [Self] {
        try NewsFilter.all(of: recipient, in: db).compactMap { filter in
            guard let category = filter.target.category, FeedKey.fold(category) == key else { return nil }
            return Self(id: filter.id, category: category)
        }
    }
}

extension UndoLog {
    fileprivate func record(_ before: CategoriesBefore, named name: String, of owner: RecipientID) throws {
        try record(.categories, named: name, before: try StoredJSON.text(before), of: owner)
    }
}

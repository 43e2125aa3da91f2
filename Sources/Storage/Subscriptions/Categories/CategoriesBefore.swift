import Foundation
import GRDB
import NewsModel

/// The state of what a change of categories touches, so that `undo` can restore it.
struct CategoriesBefore: Codable {
    struct Feed: Codable {
        var subscription: SubscriptionID
        var category: String?
    }

    struct Request: Codable {
        var schedule: ScheduleID
        var request: ScheduleRequest
    }

    struct Filter: Codable {
        var id: FilterID
        var category: String
    }

    /// The folded names of the categories that are changed.
    var keys: [String]
    /// Their rows; a category that is missing here had none.
    var settings: [CategorySetting]
    var feeds: [Feed] = []
    var schedules: [Request] = []
    /// The filters that are for it; nil in what was recorded before there were any.
    var filters: [Filter]?

    init(_ keys: [String], of recipient: RecipientID, in db: Database) throws {
        self.keys = keys
        settings = try keys.compactMap { try CategorySetting.find($0, of: recipient, in: db) }
    }

    func restore(for recipient: RecipientID, in db: Database) throws -> Bool {
        for key in keys { try CategorySetting.delete(key, of: recipient, in: db) }
        for setting in settings { try setting.save(for: recipient, in: db) }
        for feed in feeds {
            try db.executeCached(
                sql: "UPDATE subscription SET category = ? WHERE id = ? AND recipientID = ?",
                arguments: [feed.category, feed.subscription, recipient]
            )
        }
        for schedule in schedules {
            try db.executeCached(
                sql: "UPDATE schedule SET request = ? WHERE id = ? AND recipientID = ?",
                arguments: [try StoredJSON.text(schedule.request), schedule.schedule, recipient]
            )
        }
        for filter in filters ?? [] {
            try db.executeCached(
                sql: "UPDATE newsFilter SET category = ? WHERE id = ? AND recipientID = ?",
                arguments: [filter.category, filter.id, recipient]
            )
        }
        return true
    }
}

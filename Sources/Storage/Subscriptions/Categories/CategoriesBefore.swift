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

    /// The folded names of the categories that are changed.
    var keys: [String]
    /// Their rows; a category that is missing here had none.
    var settings: [CategorySetting]
    var feeds: [Feed] = []
    var schedules: [Request] = []

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
        return true
    }
}

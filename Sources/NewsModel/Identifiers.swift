/// The number of a database row, with its own type for each table.
package protocol RowIdentifier: RawRepresentable<Int64>, Hashable, Sendable, Codable, Comparable,
    CustomStringConvertible
{
    init(rawValue: Int64)
}

extension RowIdentifier {
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    package var description: String { String(rawValue) }
}

/// A profile or a room: the owner of subscriptions, alerts and schedules.
///
/// It is not an address.
///
/// Profiles and rooms share one number space, so the number alone says which of the two it is.
package struct RecipientID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct ProfileID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
    package var recipient: RecipientID { RecipientID(rawValue: rawValue) }
}

package struct RoomID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
    package var recipient: RecipientID { RecipientID(rawValue: rawValue) }
}

package struct AddressID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct FeedID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Time-ordered: the clamped second of publication shifted left by 20 bits, plus a sequence.
package struct ArticleID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct StoryID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct FilterID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct SmartFeedID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct SubscriptionID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct AlertID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct ScheduleID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct DeliveryID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct MessageID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct QuizRoundID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package struct PuzzleID: RowIdentifier {
    package var rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

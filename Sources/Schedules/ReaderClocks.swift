package import Foundation
package import NewsModel

/// The time zone and calendar of a reader, for schedules and the weeks of digests.
package struct ReaderClocks: Sendable {
    package var timeZone: @Sendable (RecipientSettings) -> TimeZone
    /// Gregorian, in the reader's zone, with the first weekday of their region.
    package var calendar: @Sendable (RecipientSettings) -> Calendar

    package init(
        timeZone: @escaping @Sendable (RecipientSettings) -> TimeZone,
        calendar: @escaping @Sendable (RecipientSettings) -> Calendar
    ) {
        self.timeZone = timeZone
        self.calendar = calendar
    }
}

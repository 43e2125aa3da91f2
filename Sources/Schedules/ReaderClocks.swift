package import Foundation
package import NewsModel

/// By whose clock a schedule happens, and whose week a digest shows.
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

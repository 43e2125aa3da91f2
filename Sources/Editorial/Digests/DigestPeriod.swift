/// The span a digest covers, in the reader's words.
package enum DigestPeriod: Hashable, Sendable {
    case today
    case yesterday
    /// The last seven local days, today among them.
    case week
    /// The last whole calendar week of the locale.
    case lastWeek
    /// The last thirty local days, today among them.
    case month
    /// The last whole calendar month.
    case lastMonth
    /// Back from now, not from midnight.
    case hours(Int)
    /// Back from now, in days of 24 hours.
    case days(Int)
    /// Since the latest such day, today included; 1 is Sunday, as in `Calendar`.
    case sinceWeekday(Int)
    /// From one local day to another, both included; nil is until now.
    case dates(from: LocalDay, to: LocalDay?)
    case all

    /// A day of the Gregorian calendar, in no time zone.
    package struct LocalDay: Hashable, Sendable, Comparable {
        package var year: Int
        package var month: Int
        package var day: Int

        package init(year: Int, month: Int, day: Int) {
            self.year = year
            self.month = month
            self.day = day
        }

        package static func < (left: LocalDay, right: LocalDay) -> Bool {
            (left.year, left.month, left.day) < (right.year, right.month, right.day)
        }
    }
}

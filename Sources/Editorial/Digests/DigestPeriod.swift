package import Foundation
package import TimeArithmetic

/// The period a digest covers, as the reader named it.
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
    /// Hours before now, not before midnight.
    case hours(Int)
    /// Days of 24 hours before now.
    case days(Int)
    /// Since the latest such weekday, today included; 1 is Sunday, as in `Calendar`.
    case sinceWeekday(Int)
    /// From one local day to another, both included. Without `to` it lasts until now.
    case dates(from: CivilDate, to: CivilDate?)
    case all
}

extension DigestPeriod {
    /// The period as a range of time, without its end.
    ///
    /// The calendar supplies the reader's time zone and first weekday. `all` begins in 1970.
    package func range(now: Date, calendar: Calendar) -> Range<Date> {
        let today = calendar.startOfDay(for: now)
        // An article published in this very second is included.
        let end = now.addingTimeInterval(1)
        switch self {
        case .today: return today..<end
        case .yesterday: return Self.day(before: today, by: 1, calendar)..<today
        case .week: return Self.day(before: today, by: 6, calendar)..<end
        case .month: return Self.day(before: today, by: 29, calendar)..<end
        case .lastWeek: return Self.last(.weekOfYear, now, calendar)
        case .lastMonth: return Self.last(.month, now, calendar)
        case .hours(let hours): return now.addingTimeInterval(-3_600 * Double(max(hours, 1)))..<end
        case .days(let days): return now.addingTimeInterval(-86_400 * Double(max(days, 1)))..<end
        case .sinceWeekday(let weekday):
            let current = calendar.component(.weekday, from: now)
            let back = ((current - weekday) % 7 + 7) % 7
            return Self.day(before: today, by: back, calendar)..<end
        case .dates(let from, let to):
            let start = Self.start(of: from, calendar) ?? today
            let last = to.flatMap { Self.start(of: $0, calendar) }.map { Self.day(before: $0, by: -1, calendar) }
            return start..<max(start, last ?? end)
        case .all: return Date(timeIntervalSince1970: 0)..<end
        }
    }

    private static func day(before day: Date, by count: Int, _ calendar: Calendar) -> Date {
        // Counted from noon: a local midnight may not exist, and counting days from it would be an hour off.
        let noon = day.addingTimeInterval(12 * 3_600)
        let other = calendar.date(byAdding: .day, value: -count, to: noon) ?? noon
        return calendar.startOfDay(for: other)
    }

    private static func last(_ unit: Calendar.Component, _ now: Date, _ calendar: Calendar) -> Range<Date> {
        guard let current = calendar.dateInterval(of: unit, for: now),
            let before = calendar.dateInterval(of: unit, for: current.start.addingTimeInterval(-1))
        else { return now..<now }
        return before.start..<current.start
    }

    private static func start(of day: CivilDate, _ calendar: Calendar) -> Date? {
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = calendar.timeZone
        let noon = gregorian.date(from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 12))
        return noon.map { gregorian.startOfDay(for: $0) }
    }
}

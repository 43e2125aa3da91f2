package import Foundation
package import NewsModel

/// The date styles of one reader.
///
/// They are built once: a style is cheap to use (2 µs), a formatter is not.
struct DateStyles: Sendable {
    let day: Date.FormatStyle
    let dayWithoutYear: Date.FormatStyle
    let weekdayAndDay: Date.FormatStyle
    let time: Date.FormatStyle
    let dayAndTime: Date.FormatStyle
    let weekday: Date.FormatStyle
    let calendar: Calendar

    init(locale: Locale, timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
        let base = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone)
        day = base.year().month(.abbreviated).day()
        dayWithoutYear = base.month(.abbreviated).day()
        weekdayAndDay = base.weekday(.abbreviated).month(.abbreviated).day()
        time = base.hour(.twoDigits(amPM: .omitted)).minute(.twoDigits)
        dayAndTime = day.hour(.twoDigits(amPM: .omitted)).minute(.twoDigits)
        weekday = base.weekday(.abbreviated)
    }
}

extension Localizer {
    /// The Gregorian calendar in the reader's time zone, with the first weekday of their language or region.
    package var calendar: Calendar {
        var calendar = styles.calendar
        calendar.locale = locale
        let first = Self.weekdays.firstIndex(of: text("language.weekBegins"))
        // Sunday is 1 in a calendar.
        if let first { calendar.firstWeekday = first + 1 }
        return calendar
    }

    /// What `language.weekBegins` may name; any other word leaves it to the region.
    private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// "Nov 24, 2026".
    package func date(_ date: Date) -> String { date.formatted(styles.day) }

    /// The date in UTC, independent of the reader's time zone.
    package func dateInUTC(_ date: Date) -> String {
        var style = styles.day
        style.timeZone = .gmt
        return date.formatted(style)
    }

    /// "Tue, Nov 24".
    package func weekdayAndDate(_ date: Date) -> String { date.formatted(styles.weekdayAndDay) }

    /// "08:30".
    package func time(_ date: Date) -> String { date.formatted(styles.time) }

    /// "Nov 24, 2026 at 08:30".
    package func dateTime(_ date: Date) -> String { date.formatted(styles.dayAndTime) }

    /// The days from `start` up to, but not including, `end`: "Nov 18 – Nov 24, 2026", or one day.
    ///
    /// Where dates begin with the year, both ends show it.
    package func dayRange(_ start: Date, _ end: Date) -> String {
        let last = max(start, end.addingTimeInterval(-1))
        let calendar = styles.calendar
        if calendar.isDate(start, inSameDayAs: last) { return date(start) }
        let year = calendar.component(.year, from: last)
        let to = date(last)
        let sharesYear = calendar.component(.year, from: start) == year && !to.hasPrefix(String(year))
        let from = sharesYear ? start.formatted(styles.dayWithoutYear) : date(start)
        return text("time.range", ["from": .text(from), "to": .text(to)])
    }

    /// A time relative to now: "2h ago", "just now", "in 5m".
    ///
    /// From a week on, the date.
    package func relative(_ moment: Date, now: Date) -> String {
        let seconds = now.timeIntervalSince(moment)
        guard abs(seconds) >= 60 else { return text("time.now") }
        let direction = seconds > 0 ? "ago" : "in"
        let minutes = Int(min(abs(seconds), 1e9) / 60)
        if minutes < 60 { return text("time.\(direction).minutes", ["n": .number(minutes)]) }
        if minutes < 24 * 60 { return text("time.\(direction).hours", ["n": .number(minutes / 60)]) }
        if minutes < 7 * 24 * 60 { return text("time.\(direction).days", ["n": .number(minutes / 60 / 24)]) }
        let calendar = styles.calendar
        let sameYear = calendar.component(.year, from: moment) == calendar.component(.year, from: now)
        return sameYear ? moment.formatted(styles.dayWithoutYear) : date(moment)
    }

    /// A duration in its two largest units: "1 h 30 min", "2 days".
    package func duration(_ seconds: Int) -> String {
        let seconds = max(0, seconds)
        let units = [("days", 86400), ("hours", 3600), ("minutes", 60), ("seconds", 1)]
        guard let first = units.firstIndex(where: { seconds >= $0.1 }) else {
            return text("time.duration.seconds", ["n": 0])
        }
        var rest = seconds
        var words: [String] = []
        for (name, size) in units[first...].prefix(2) where rest >= size {
            words.append(text("time.duration.\(name)", ["n": .number(rest / size)]))
            rest %= size
        }
        return words.joined(separator: " ")
    }

    /// A whole number with the reader's digits and grouping.
    package func number(_ value: Int) -> String { value.formatted(.number.locale(locale)) }

    /// A number that something is called by, as puzzle 1234: the reader's digits without grouping.
    package func numeral(_ value: Int) -> String { value.formatted(.number.grouping(.never).locale(locale)) }

    /// A number with at most one decimal.
    package func number(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(0...1)).locale(locale))
    }

    /// "a, b, and c".
    package func list(_ items: [String]) -> String { items.formatted(.list(type: .and).locale(locale)) }

    /// "a, b, c": names or words in a row, with what the language has between them.
    package func joined(names: [String]) -> String { names.joined(separator: text("language.separator.names")) }

    /// "Audio, 12 minutes": short facts in a row, with the language's comma.
    package func joined(facts: [String]) -> String { facts.joined(separator: text("language.separator.facts")) }

    /// Minutes since midnight as a time: "07:30".
    package func clock(minuteOfDay: Int) -> String {
        let minute = max(0, minuteOfDay) % 1440
        let hours = minute / 60
        let minutes = minute % 60
        return (hours < 10 ? "0\(hours)" : "\(hours)") + (minutes < 10 ? ":0\(minutes)" : ":\(minutes)")
    }

    /// "daily", "on weekdays", or the days by name.
    package func days(_ days: Weekdays) -> String {
        if days == .daily { return text("time.daily") }
        if days == .workdays { return text("time.workdays") }
        // 1970-01-05 was a Monday. The style formats in UTC, so noon UTC is always the right day.
        let monday = Date(timeIntervalSince1970: 4 * 86400 + 43200)
        var style = styles.weekday
        style.timeZone = .gmt
        let names = (0..<7).filter { days.contains(Weekdays(rawValue: 1 << $0)) }
            .map { monday.addingTimeInterval(Double($0) * 86400).formatted(style) }
        return list(names)
    }
}

package import Foundation

/// Local days and minutes of a time zone, and the instants they name.
package enum LocalClock {
    /// Days since 1970-01-01 and minutes since midnight, as clocks there show them.
    package static func reading(of time: Date, in zone: TimeZone) -> (day: Int, minute: Int) {
        let seconds = utcSeconds(time) + zone.secondsFromGMT(for: time)
        let day = Int((Double(seconds) / 86400).rounded(.down))
        return (day, (seconds - day * 86400) / 60)
    }

    /// The instant at which clocks first show a day's minute; where they skip it, the first instant after the gap.
    package static func instant(day: Int, minute: Int, in zone: TimeZone) -> Date {
        let local = day * 86400 + minute * 60
        let before = zone.secondsFromGMT(for: date(local - 86400))
        let after = zone.secondsFromGMT(for: date(local + 86400))
        let candidates = [local - max(before, after), local - min(before, after)]
        for candidate in candidates where candidate + zone.secondsFromGMT(for: date(candidate)) == local {
            return date(candidate)
        }
        // The clocks jump over it: find the second of the jump.
        var low = candidates[0]
        var high = candidates[1]
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if middle + zone.secondsFromGMT(for: date(middle)) < local { low = middle } else { high = middle }
        }
        return date(high)
    }

    /// Monday is 0.
    static func weekday(ofDay day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }

    /// "2026-11-21T07:30".
    static func name(day: Int, minute: Int) -> String {
        let (year, month, dayOfMonth) = civil(day)
        return "\(year)-\(two(month))-\(two(dayOfMonth))T\(two(minute / 60)):\(two(minute % 60))"
    }

    /// Year, month and day of the proleptic Gregorian calendar, from days since 1970-01-01.
    static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, eras have 400 years.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    private static func utcSeconds(_ time: Date) -> Int {
        Int(min(max(time.timeIntervalSince1970, -1e11), 1e11).rounded(.down))
    }
}

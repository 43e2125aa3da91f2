/// A date of the proleptic Gregorian calendar, in no time zone.
package struct CivilDate: Hashable, Sendable, Comparable {
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to 31.
    package let day: Int

    /// Nil for a date that does not exist, and for years outside 1 to 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month),
            day >= 1, day <= Self.days(inMonth: month, of: year)
        else { return nil }
        self.init(known: year, month, day)
    }

    private init(known year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date so many days after 1970-01-01.
    package init(dayNumber: Int) {
        // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, eras have 400 years.
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        self.init(
            known: yearOfEra + era * 400 + (month >= 10 ? 1 : 0),
            month < 10 ? month + 3 : month - 9,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    /// Days since 1970-01-01.
    package var dayNumber: Int { Self.dayNumber(year: year, month: month, day: day) }

    /// Days since 1970-01-01.
    ///
    /// `day` may exceed the month: 31 February is 2 or 3 March.
    package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day number of a second since 1970.
    package static func dayNumber(ofSecond second: Int) -> Int {
        (second >= 0 ? second : second - 86_399) / 86_400
    }

    /// Monday is 0.
    package static func weekday(ofDay dayNumber: Int) -> Int { ((dayNumber + 3) % 7 + 7) % 7 }

    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The months as mail writes them (RFC 5322, RFC 3501), January first.
    package static let monthAbbreviations = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    package static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CivilDate: CustomStringConvertible {
    /// Reads `2026-11-01`.
    ///
    /// Nil before 1900 and for a date that does not exist.
    package init?(_ text: Substring) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.map { part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) ?? -1 : -1 }
        guard parts.map(\.utf8.count) == [4, 2, 2], numbers[0] >= 1900 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// `2026-11-01`.
    package var description: String {
        let digits = String(year)
        let padding = String(repeating: "0", count: max(0, 4 - digits.count))
        return "\(padding)\(digits)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }
}

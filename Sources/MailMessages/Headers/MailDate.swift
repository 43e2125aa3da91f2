package import Foundation
internal import TimeArithmetic

/// Dates of headers (RFC 5322, section 3.3).
package enum MailDate {
    private static let months = CivilDate.monthAbbreviations

    /// `Sat, 21 Nov 2026 13:35:01 +0000`, to the second.
    ///
    /// Years before 1970 and after 9999 are clamped.
    package static func text(of date: Date, offsetMinutes: Int = 0) -> String {
        let offset = min(max(offsetMinutes, -14 * 60), 14 * 60)
        let stamp = date.timeIntervalSince1970
        let seconds = stamp.isFinite ? Int64(min(max(stamp.rounded(.down), 86_400), 253_402_000_000)) : 86_400
        let local = seconds + Int64(offset) * 60
        let dayNumber = CivilDate.dayNumber(ofSecond: Int(local))
        let civil = CivilDate(dayNumber: dayNumber)
        let weekday = CivilDate.weekdayAbbreviations[CivilDate.weekday(ofDay: dayNumber)]
        let clock = CivilDate.clock(ofSecond: Int(local))
        let zone = (offset < 0 ? "-" : "+") + twoDigits(abs(offset) / 60) + twoDigits(abs(offset) % 60)
        return "\(weekday), \(civil.day) \(months[civil.month - 1]) \(civil.year) \(clock) \(zone)"
    }

    /// Reads dates as mail programs write them: without weekday, with two-digit years, named zones, comments, or
    /// without seconds.
    package static func date(_ text: String) -> Date? {
        var fields = HeaderScanner.withoutComments(text).split { " \t,\r\n".contains($0) }.prefix(12).map(String.init)
        if let first = fields.first, first.utf8.first?.isLetter == true { fields.removeFirst() }
        // `21-Nov-2026`, as old systems write it.
        if let first = fields.first, first.contains("-") {
            fields.replaceSubrange(0..<1, with: first.split(separator: "-").map(String.init))
        }
        guard fields.count >= 4, let day = Int(fields[0]), (1...31).contains(day),
            let month = months.firstIndex(where: { fields[1].lowercasedASCII.hasPrefix($0.lowercasedASCII) }),
            let year = year(fields[2]), let time = secondsOfDay(fields[3])
        else { return nil }
        let offset = fields.count > 4 ? zoneMinutes(fields[4]) : 0
        let days = CivilDate.dayNumber(year: year, month: month + 1, day: day)
        return Date(timeIntervalSince1970: Double(CivilDate.second(ofDay: days) + time - offset * 60))
    }

    private static func year(_ text: String) -> Int? {
        guard text.utf8.count <= 4, let number = Int(text), number >= 0 else { return nil }
        // Section 4.3.
        if text.utf8.count == 2 { return number < 50 ? 2000 + number : 1900 + number }
        return text.utf8.count == 3 ? 1900 + number : number
    }

    private static func secondsOfDay(_ text: String) -> Int? {
        let parts = text.split(whereSeparator: { $0 == ":" || $0 == "." }).map { Int($0) ?? -1 }
        guard (2...3).contains(parts.count), (0...23).contains(parts[0]), (0...59).contains(parts[1]) else {
            return nil
        }
        let second = parts.count == 3 ? parts[2] : 0
        return (0...60).contains(second) ? parts[0] * 3_600 + parts[1] * 60 + second : nil
    }

    private static let zones = [
        "EDT": -240, "EST": -300, "CDT": -300, "CST": -360, "MDT": -360, "MST": -420, "PDT": -420, "PST": -480,
        "CET": 60, "MEZ": 60, "CEST": 120, "MESZ": 120, "BST": 60, "JST": 540,
    ]

    private static func zoneMinutes(_ text: String) -> Int {
        if let known = zones[text.uppercased()] { return known }
        guard text.utf8.count == 5, let number = Int(text.dropFirst()), number >= 0 else { return 0 }
        let minutes = CivilDate.minutes(ofOffset: number)
        return text.hasPrefix("-") ? -minutes : minutes
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

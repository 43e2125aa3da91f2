package import Foundation

/// Dates of headers (RFC 5322, section 3.3).
package enum MailDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// `Sat, 21 Nov 2026 13:35:01 +0000`, to the second; years before 1970 and after 9999 are clamped.
    package static func text(of date: Date, offsetMinutes: Int = 0) -> String {
        let offset = min(max(offsetMinutes, -14 * 60), 14 * 60)
        let stamp = date.timeIntervalSince1970
        let seconds = stamp.isFinite ? Int64(min(max(stamp.rounded(.down), 86_400), 253_402_000_000)) : 86_400
        let local = seconds + Int64(offset) * 60
        let (dayNumber, time) = (Int(local / 86_400), Int(local % 86_400))
        let civil = civilDay(dayNumber)
        let clock = [time / 3_600, time / 60 % 60, time % 60].map(twoDigits).joined(separator: ":")
        let zone = (offset < 0 ? "-" : "+") + twoDigits(abs(offset) / 60) + twoDigits(abs(offset) % 60)
        return "\(days[dayNumber % 7]), \(civil.day) \(months[civil.month - 1]) \(civil.year) \(clock) \(zone)"
    }

    /// Reads what clients write: no weekday, two-digit years, named zones, comments, missing seconds.
    package static func date(_ text: String) -> Date? {
        var fields = HeaderScanner.withoutComments(text).split { " \t,\r\n".contains($0) }.prefix(12).map(String.init)
        if let first = fields.first, first.utf8.first?.isLetter == true { fields.removeFirst() }
        // `21-Nov-2026` of old systems.
        if let first = fields.first, first.contains("-") {
            fields.replaceSubrange(0..<1, with: first.split(separator: "-").map(String.init))
        }
        guard fields.count >= 4, let day = Int(fields[0]), (1...31).contains(day),
            let month = months.firstIndex(where: { fields[1].lowercasedASCII.hasPrefix($0.lowercasedASCII) }),
            let year = year(fields[2]), let time = secondsOfDay(fields[3])
        else { return nil }
        let offset = fields.count > 4 ? zoneMinutes(fields[4]) : 0
        let days = dayNumber(year: year, month: month + 1, day: day)
        return Date(timeIntervalSince1970: Double(days * 86_400 + time - offset * 60))
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
        let minutes = number / 100 * 60 + number % 100
        return text.hasPrefix("-") ? -minutes : minutes
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Days since 1970 as a date of the Gregorian calendar (Hinnant, "chrono-compatible low-level date algorithms").
    private static func civilDay(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let index = (5 * dayOfYear + 2) / 153
        let month = index < 10 ? index + 3 : index - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * index + 2) / 5 + 1)
    }

    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

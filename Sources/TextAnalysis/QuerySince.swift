package import Foundation

/// The moment a reading of a query is about: now, and the reader's distance from UTC.
package struct QueryTime: Sendable {
    package var now: Date
    package var secondsFromGMT: Int

    package init(now: Date, secondsFromGMT: Int = 0) {
        self.now = now
        self.secondsFromGMT = secondsFromGMT
    }
}

/// The earliest time of `since:`.
package enum QuerySince: Sendable, Hashable {
    case hours(Int)
    case days(Int)
    /// ISO 8601: 1 is Monday. The latest such local day, today included.
    case weekday(Int)
    case date(year: Int, month: Int, day: Int)

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let day = 86_400

    /// Reads `24h`, `7d`, `2w`, `today`, `yesterday`, `mon`, `2026-11-01`.
    init?(_ text: String) {
        let text = text.lowercased()
        if text == "today" || text == "yesterday" || text == "week" || text == "month" {
            self = .days(["today": 0, "yesterday": 1, "week": 7, "month": 30][text] ?? 0)
            return
        }
        if let index = Self.weekdays.firstIndex(where: { text.hasPrefix($0) }), text.utf8.count <= 9 {
            self = .weekday(index + 1)
            return
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        if parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] {
            guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
            self = .date(year: year, month: month, day: day)
            return
        }
        guard let unit = text.last, let amount = Int(text.dropLast()), (1...10_000).contains(amount) else { return nil }
        switch unit {
        case "h": self = .hours(amount)
        case "d": self = .days(amount)
        case "w": self = .days(amount * 7)
        default: return nil
        }
    }

    var canonical: String {
        switch self {
        case .hours(let hours): "\(hours)h"
        case .days(0): "today"
        case .days(let days): "\(days)d"
        case .weekday(let weekday): Self.weekdays[weekday - 1]
        case .date(let year, let month, let day):
            "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
        }
    }

    /// Days and dates begin at the reader's midnight; `24h` and `7d` count back from now, as `today` does not.
    package func start(at time: QueryTime) -> Date {
        let local = Int(max(min(time.now.timeIntervalSince1970, 1e11), -1e11)) + time.secondsFromGMT
        let today = Int((Double(local) / Double(Self.day)).rounded(.down))
        switch self {
        case .hours(let hours): return time.now.addingTimeInterval(-Double(hours) * 3600)
        case .days(0): return midnight(today, time)
        case .days(let days): return time.now.addingTimeInterval(-Double(days * Self.day))
        case .weekday(let weekday):
            // 1970-01-01, day 0, was a Thursday.
            let current = ((today + 3) % 7 + 7) % 7 + 1
            return midnight(today - (current - weekday + 7) % 7, time)
        case .date(let year, let month, let day): return midnight(Self.dayNumber(year, month, day), time)
        }
    }

    private func midnight(_ day: Int, _ time: QueryTime) -> Date {
        Date(timeIntervalSince1970: Double(day * Self.day - time.secondsFromGMT))
    }

    /// Days since 1970-01-01 in the Gregorian calendar.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

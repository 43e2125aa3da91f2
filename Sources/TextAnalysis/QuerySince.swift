package import Foundation
internal import TimeArithmetic

/// The time at which a query is evaluated, and the reader's offset from UTC.
package struct QueryTime: Sendable {
    package var now: Date
    package var secondsFromGMT: Int

    package init(now: Date, secondsFromGMT: Int = 0) {
        self.now = now
        self.secondsFromGMT = secondsFromGMT
    }
}

/// The value of `since:`, the earliest time of an article.
package enum QuerySince: Sendable, Hashable {
    case hours(Int)
    case days(Int)
    /// The latest such local day, today included. As in ISO 8601, 1 is Monday.
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

    /// `today`, weekdays and dates begin at the reader's midnight; hours and other days count back from now.
    package func start(at time: QueryTime) -> Date {
        let local = Int(max(min(time.now.timeIntervalSince1970, 1e11), -1e11)) + time.secondsFromGMT
        let today = CivilDate.dayNumber(ofSecond: local)
        switch self {
        case .hours(let hours): return time.now.addingTimeInterval(-Double(hours) * 3600)
        case .days(0): return midnight(today, time)
        case .days(let days): return time.now.addingTimeInterval(-Double(days * Self.day))
        case .weekday(let weekday):
            let current = CivilDate.weekday(ofDay: today) + 1
            return midnight(today - (current - weekday + 7) % 7, time)
        case .date(let year, let month, let day):
            return midnight(CivilDate.dayNumber(year: year, month: month, day: day), time)
        }
    }

    private func midnight(_ day: Int, _ time: QueryTime) -> Date {
        Date(timeIntervalSince1970: Double(day * Self.day - time.secondsFromGMT))
    }
}

package import Foundation
internal import TimeArithmetic

/// The time at which a query is evaluated, and the reader's time zone.
package struct QueryTime: Sendable {
    package var now: Date
    package var zone: TimeZone

    package init(now: Date, zone: TimeZone = .gmt) {
        self.now = now
        self.zone = zone
    }

    /// The local day of `now`, in days since 1970.
    fileprivate var today: Int {
        CivilDate.dayNumber(
            ofSecond: Int(max(min(now.timeIntervalSince1970, 1e11), -1e11)) + zone.secondsFromGMT(for: now)
        )
    }

    /// When a local day begins.
    fileprivate func midnight(_ day: Int) -> Date {
        let guess = Date(timeIntervalSince1970: Double(day * 86_400 - zone.secondsFromGMT(for: now)))
        return Date(timeIntervalSince1970: Double(day * 86_400 - zone.secondsFromGMT(for: guess)))
    }
}

/// The value of `since:` and `until:`, the earliest and the latest time of an article.
package enum QuerySince: Sendable, Hashable {
    case hours(Int)
    /// Days of 24 hours before now.
    case days(Int)
    /// A local day, counted back from today.
    case day(Int)
    /// A number of local days that end with today.
    case lastDays(Int)
    /// The latest such local day, today included. As in ISO 8601, 1 is Monday.
    case weekday(Int)
    /// A year, a month or a day.
    case date(year: Int, month: Int?, day: Int?)

    private static let words: [String: QuerySince] = [
        "today": .day(0), "yesterday": .day(1), "week": .lastDays(7), "month": .lastDays(30),
    ]
    private static let weekdays = CivilDate.weekdayAbbreviations.map { $0.lowercased() }

    /// Reads `24h`, `7d`, `2w`, `today`, `yesterday`, `week`, `month`, `mon`, `2026`, `2026-11`, `2026-11-01`.
    package init?(_ text: String) {
        let text = text.lowercased()
        if let word = Self.words[text] {
            self = word
            return
        }
        if let index = Self.weekdays.firstIndex(where: { text.hasPrefix($0) }), text.utf8.count <= 9 {
            self = .weekday(index + 1)
            return
        }
        if let date = Self.date(text) {
            self = date
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

    private static func date(_ text: String) -> QuerySince? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D }) else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard let year = parts.first, (1970...9999).contains(year), parts.count == text.count(where: { $0 == "-" }) + 1
        else { return nil }
        switch parts.count {
        case 1: return .date(year: year, month: nil, day: nil)
        case 2 where (1...12).contains(parts[1]): return .date(year: year, month: parts[1], day: nil)
        case 3 where CivilDate(year: year, month: parts[1], day: parts[2]) != nil:
            return .date(year: year, month: parts[1], day: parts[2])
        default: return nil
        }
    }

    package var canonical: String {
        switch self {
        case .hours(let hours): "\(hours)h"
        case .days(let days): "\(days)d"
        case .day(let day): day == 0 ? "today" : "yesterday"
        case .lastDays(let days): days == 7 ? "week" : "month"
        case .weekday(let weekday): Self.weekdays[weekday - 1]
        case .date(let year, let month, let day):
            ([year] + [month, day].compactMap(\.self)).map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
        }
    }

    /// Days begin at the reader's midnight; hours and days of 24 hours count back from now.
    package func start(at time: QueryTime) -> Date {
        switch self {
        case .hours(let hours): time.now.addingTimeInterval(-Double(hours) * 3_600)
        case .days(let days): time.now.addingTimeInterval(-Double(days) * 86_400)
        default: time.midnight(firstDay(at: time))
        }
    }

    /// The end for `until:`, not included: after a day, month or year; else where `since:` begins.
    package func end(at time: QueryTime) -> Date {
        switch self {
        case .hours, .days, .lastDays: start(at: time)
        case .day, .weekday, .date(_, _, .some): time.midnight(firstDay(at: time) + 1)
        case .date(let year, .some(let month), nil):
            time.midnight(firstDay(at: time) + CivilDate.days(inMonth: month, of: year))
        case .date(let year, nil, nil): time.midnight(CivilDate.dayNumber(year: year + 1, month: 1, day: 1))
        }
    }

    private func firstDay(at time: QueryTime) -> Int {
        switch self {
        case .hours, .days, .day(0): time.today
        case .day(let day): time.today - day
        case .lastDays(let days): time.today - days + 1
        case .weekday(let weekday): time.today - (CivilDate.weekday(ofDay: time.today) + 1 - weekday + 7) % 7
        case .date(let year, let month, let day):
            CivilDate.dayNumber(year: year, month: month ?? 1, day: day ?? 1)
        }
    }
}

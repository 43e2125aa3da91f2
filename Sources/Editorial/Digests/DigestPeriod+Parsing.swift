internal import TimeArithmetic

extension DigestPeriod {
    private static let words: [String: DigestPeriod] = [
        "today": .today, "yesterday": .yesterday, "week": .week, "thisweek": .week, "lastweek": .lastWeek,
        "month": .month, "thismonth": .month, "lastmonth": .lastMonth, "all": .all, "day": .hours(24),
    ]

    private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    private static let weekdayNames = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]

    /// Reads `today`, `lastweek`, `24h`, `7d`, `2w`, `since mon`, `2026-11-01..`, `2026-11-01..2026-11-05`.
    package init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let parts = text.lowercased().split { $0.isWhitespace }
        if parts.count == 2, parts[0] == "since" {
            guard let period = Self.since(parts[1]) else { return nil }
            self = period
            return
        }
        let word = parts.joined()
        guard let period = Self.words[word] ?? Self.span(word) ?? Self.dates(word) else { return nil }
        self = period
    }

    /// The text that a person types for it; parsing the text gives the same period.
    package var word: String {
        switch self {
        case .today: "today"
        case .yesterday: "yesterday"
        case .week: "week"
        case .lastWeek: "lastweek"
        case .month: "month"
        case .lastMonth: "lastmonth"
        case .hours(let hours): "\(hours)h"
        case .days(let days): "\(days)d"
        case .sinceWeekday(let weekday): "since \(Self.weekdays[(max(weekday, 1) - 1) % 7])"
        case .dates(let from, let to): "\(from)..\(to.map { "\($0)" } ?? "")"
        case .all: "all"
        }
    }

    private static func since(_ text: Substring) -> DigestPeriod? {
        if let index = weekdayNames.firstIndex(where: { text.count >= 3 && $0.hasPrefix(text) }) {
            return .sinceWeekday(index + 1)
        }
        if text == "yesterday" || text == "today" {
            return text == "today" ? .today : .days(1)
        }
        return CivilDate(text).map { .dates(from: $0, to: nil) }
    }

    private static func span(_ text: String) -> DigestPeriod? {
        guard let unit = text.last, let amount = number(text.dropLast()), amount >= 1 else { return nil }
        switch unit {
        case "h" where amount <= 24 * 366: return .hours(amount)
        case "d" where amount <= 3_660: return .days(amount)
        case "w" where amount <= 520: return .days(amount * 7)
        default: return nil
        }
    }

    private static func dates(_ text: String) -> DigestPeriod? {
        guard let first = CivilDate(text.prefix(10)) else { return nil }
        let rest = text.dropFirst(10)
        if rest.isEmpty { return .dates(from: first, to: first) }
        guard rest.hasPrefix("..") else { return nil }
        if rest.count == 2 { return .dates(from: first, to: nil) }
        guard let last = CivilDate(rest.dropFirst(2)), first <= last else { return nil }
        return .dates(from: first, to: last)
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 6, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
            return nil
        }
        return Int(text)
    }
}

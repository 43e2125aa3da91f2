internal import NewsModel

/// Parses times of day, days of the week and durations.
enum ClockWords {
    /// Minutes since midnight of `07:30`, `7.30`, `7h30`, `7am`, `7:30pm`, `7` or `noon`; nil otherwise.
    static func minuteOfDay(_ text: String) -> Int? {
        var word = text.lowercased()
        switch word {
        case "noon", "midday": return 720
        case "midnight": return 0
        default: break
        }
        var half: String?
        for suffix in ["am", "pm"] where word.hasSuffix(suffix) {
            half = suffix
            word = String(word.dropLast(2))
        }
        let pieces = word.split(omittingEmptySubsequences: false, whereSeparator: { ":.h：".contains($0) })
        guard let first = pieces.first, pieces.count <= 2, (1...2).contains(first.count), var hour = number(first)
        else { return nil }
        var minute = 0
        if pieces.count == 2, !pieces[1].isEmpty {
            guard pieces[1].count == 2, let value = number(pieces[1]) else { return nil }
            minute = value
        }
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "pm" ? 12 : 0)
        }
        guard hour < 24, minute < 60 else { return nil }
        return hour * 60 + minute
    }

    /// `07:30`.
    static func text(minuteOfDay: Int) -> String {
        let (hour, minute) = (minuteOfDay / 60, minuteOfDay % 60)
        return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }

    /// What stands between two days.
    static let dividers: Set<Character> = [",", "，", "、", "+"]

    /// The days of `daily`, `weekdays`, `weekends`, `mon,thu`, `mon-fri`; nil otherwise.
    static func days(_ text: String) -> Weekdays? {
        switch text.lowercased() {
        case "daily", "everyday": return .daily
        case "weekdays", "workdays": return .workdays
        case "weekends", "weekend": return [.saturday, .sunday]
        default: break
        }
        var days: Weekdays = []
        for piece in text.lowercased().split(whereSeparator: dividers.contains) {
            let ends = piece.split(separator: "-", omittingEmptySubsequences: false).map { day(String($0)) }
            switch ends.count {
            case 1:
                guard let only = ends[0] else { return nil }
                days.insert(Weekdays(rawValue: 1 << only))
            case 2:
                guard let from = ends[0], let to = ends[1] else { return nil }
                for step in 0...((to - from + 7) % 7) { days.insert(Weekdays(rawValue: 1 << ((from + step) % 7))) }
            default: return nil
            }
        }
        return days.isEmpty ? nil : days
    }

    /// The word that `days(_:)` reads: `daily`, `weekdays` or `mon,thu`.
    static func typed(_ days: Weekdays) -> String {
        if days == .daily { return "daily" }
        if days == .workdays { return "weekdays" }
        return dayNames.indices.filter { days.contains(Weekdays(rawValue: 1 << $0)) }
            .compactMap { dayNames[$0].first }.joined(separator: ",")
    }

    private static let dayNames: [[String]] = [
        ["mon", "monday"], ["tue", "tues", "tuesday"], ["wed", "wednesday"], ["thu", "thur", "thurs", "thursday"],
        ["fri", "friday"], ["sat", "saturday"], ["sun", "sunday"],
    ]

    /// 0 for Monday.
    static func day(_ name: String) -> Int? {
        dayNames.firstIndex { $0.contains(name) || (name.count > 3 && $0.contains(String(name.dropLast()))) }
    }

    /// Seconds of `90s`, `30m`, `2h`, `7d` or `1w`; nil otherwise or if over a year.
    static func seconds(_ text: String) -> Int? {
        let lowered = text.lowercased()
        let digits = lowered.prefix { $0.isASCII && $0.isNumber }
        guard digits.count <= 8, let count = Int(digits) else { return nil }
        let unit =
            switch lowered.dropFirst(digits.count) {
            case "s", "sec", "seconds": 1
            case "m", "min", "minutes": 60
            case "h", "hour", "hours": 3_600
            case "d", "day", "days": 86_400
            case "w", "week", "weeks": 604_800
            default: 0
            }
        guard unit > 0, count <= 366 * 86_400 / unit else { return nil }
        return count * unit
    }

    /// `2h`: seconds in the largest unit that needs no fraction, as `seconds` reads them.
    static func typed(seconds: Int) -> String {
        let units = [("w", 604_800), ("d", 86_400), ("h", 3_600), ("m", 60)]
        guard let (unit, length) = units.first(where: { seconds > 0 && seconds.isMultiple(of: $0.1) }) else {
            return "\(seconds)s"
        }
        return "\(seconds / length)\(unit)"
    }

    private static func number(_ text: Substring) -> Int? {
        text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
    }
}

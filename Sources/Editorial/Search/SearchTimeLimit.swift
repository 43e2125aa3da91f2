import TimeArithmetic

/// A time as a search names it, before it is known which days that are.
enum SearchTime: Hashable, Sendable {
    case period(DigestPeriod)
    case day(SearchDay)
}

/// A time before or after which articles must have been published: "before yesterday", "周一之后".
struct SearchTimeLimit: Hashable, Sendable {
    enum Side: Hashable, Sendable {
        /// The time itself is left out.
        case before
        /// The time itself is included.
        case until
        /// The time itself is left out.
        case after
    }

    var side: Side
    var time: SearchTime

    /// Earlier years cannot be written in a query.
    private static let firstYear = 1_970

    /// The operator that says the same: `until:2026-11-16`; nil if there is none, as for a time that has not begun.
    ///
    /// Nothing has been published after today, so "after" a time that lasts until now is today.
    ///
    /// - Parameter firstWeekday: the day on which weeks begin; Monday is 0.
    func term(today: CivilDate, firstWeekday: Int) -> String? {
        guard let period = period(today) else { return nil }
        switch period {
        case .days:
            switch side {
            case .before: return "until:\(period.word)"
            case .until: return nil
            case .after: return "since:\(period.word)"
            }
        default: break
        }
        guard let days = Self.days(of: period, today, firstWeekday) else { return nil }
        switch side {
        case .before:
            let last = CivilDate(dayNumber: days.first - 1)
            return last.year >= Self.firstYear ? "until:\(last)" : nil
        case .until: return "until:\(CivilDate(dayNumber: days.last))"
        case .after: return "since:\(CivilDate(dayNumber: min(days.last + 1, today.dayNumber)))"
        }
    }

    private func period(_ today: CivilDate) -> DigestPeriod? {
        switch time {
        case .period(let period): period
        case .day(let day): day.period(today: today)
        }
    }

    /// The numbers of the first and the last day of a period; nil for one that is not made of days.
    private static func days(
        of period: DigestPeriod,
        _ today: CivilDate,
        _ firstWeekday: Int
    ) -> (first: Int, last: Int)? {
        let now = today.dayNumber
        switch period {
        case .today: return (now, now)
        case .yesterday: return (now - 1, now - 1)
        case .week: return (now - 6, now)
        case .month: return (now - 29, now)
        case .lastWeek:
            let start = now - (CivilDate.weekday(ofDay: now) - firstWeekday + 7) % 7
            return (start - 7, start - 1)
        case .lastMonth:
            let last = now - today.day
            return (last - CivilDate(dayNumber: last).day + 1, last)
        case .dates(let from, let to): return (from.dayNumber, (to ?? today).dayNumber)
        case .hours, .days, .sinceWeekday, .all: return nil
        }
    }
}

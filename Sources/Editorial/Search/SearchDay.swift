import TimeArithmetic

/// A day, a month, a year or a span, as a search names it.
enum SearchDay: Hashable, Sendable {
    /// Which of those that are called so.
    enum Choice: Hashable, Sendable {
        /// Today included.
        case latest
        /// "last Monday" is not today.
        case past
        /// Of the last week, which begins on a Monday.
        case lastWeek
    }

    /// Monday is 0.
    case weekday(Int, Choice)
    /// All of what is named. The choice counts where there is no year.
    case date(year: Int?, month: Int?, day: Int?, Choice)
    case span(DigestPeriod)

    /// Nil for what does not exist and for what has not begun: nothing has been published then.
    func period(today: CivilDate) -> DigestPeriod? {
        switch self {
        case .span(let period): return period
        case .weekday(let weekday, let choice):
            let ahead = weekday - CivilDate.weekday(ofDay: today.dayNumber)
            let isEarlier = choice == .lastWeek || ahead > 0 || choice == .past && ahead == 0
            let day = CivilDate(dayNumber: today.dayNumber + ahead - (isEarlier ? 7 : 0))
            return .dates(from: day, to: day)
        case .date(let year, let month, let day, let choice):
            // From one 29 February to the next it may be eight years.
            let years = year.map { [$0] } ?? (0...8).map { today.year - $0 }
            for year in years {
                guard let days = Self.days(year, month, day), days.first <= today,
                    choice == .latest || days.last < today
                else { continue }
                return .dates(from: days.first, to: min(days.last, today))
            }
            return nil
        }
    }

    private static func days(_ year: Int, _ month: Int?, _ day: Int?) -> (first: CivilDate, last: CivilDate)? {
        let lastMonth = month ?? 12
        let lastDay = day ?? CivilDate.days(inMonth: lastMonth, of: year)
        guard let first = CivilDate(year: year, month: month ?? 1, day: day ?? 1),
            let last = CivilDate(year: year, month: lastMonth, day: lastDay)
        else { return nil }
        return (first, last)
    }
}

package import Foundation
package import NewsModel
internal import TimeArithmetic

/// Numbers the days of the puzzles.
package enum PuzzleDay {
    /// The day number of 2024-12-31.
    private static let dayZero = 20_088

    /// The number of the day that a time has in somebody's calendar; 1 is 2025-01-01.
    package static func number(of time: Date, in calendar: Calendar) -> Int {
        let local = calendar.dateComponents(in: calendar.timeZone, from: time)
        guard let year = local.year, let month = local.month, let day = local.day else { return 0 }
        return CivilDate.dayNumber(year: year, month: month, day: day) - dayZero
    }
}

extension PuzzleDay {
    /// Whether a puzzle was solved on its day, wherever on earth that was.
    ///
    /// The last of a day is over where the sun rises latest, at noon of the next day in UTC.
    package static func isOnTime(_ number: Int, solvedAt time: Date) -> Bool {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return Self.number(of: time, in: calendar) <= number + 1
    }
}

extension Room {
    /// Whether a time is in its quiet hours.
    package func isQuiet(at time: Date, in calendar: Calendar) -> Bool {
        guard let hours = settings.quietHours else { return false }
        let clock = calendar.dateComponents(in: calendar.timeZone, from: time)
        return hours.includes(minuteOfDay: (clock.hour ?? 0) * 60 + (clock.minute ?? 0))
    }
}

package import Foundation
package import NewsModel

/// Numbers the days of the puzzles.
package enum PuzzleDay {
    /// The number of the day that a time has in somebody's calendar; 1 is 2025-01-01.
    package static func number(of time: Date, in calendar: Calendar) -> Int {
        var plain = Calendar(identifier: .gregorian)
        plain.timeZone = .gmt
        let day = calendar.dateComponents(in: calendar.timeZone, from: time)
        let local = DateComponents(year: day.year, month: day.month, day: day.day)
        let zero = DateComponents(year: 2024, month: 12, day: 31)
        guard let from = plain.date(from: zero), let to = plain.date(from: local) else { return 0 }
        return Int((to.timeIntervalSince(from) / 86_400).rounded())
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

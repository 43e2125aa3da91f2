package import Foundation
package import NewsModel
import Schedules

/// A recipient's quiet hours in their time zone.
package struct QuietHoursRule: Hashable, Sendable {
    private let hours: QuietHours
    private let zone: TimeZone

    package init(_ hours: QuietHours, in zone: TimeZone) {
        self.hours = hours
        self.zone = zone
    }

    /// The quiet period that contains a time, without its end; nil outside quiet hours.
    ///
    /// Quiet hours that begin and end at the same minute are empty.
    package func period(around time: Date) -> Range<Date>? {
        guard hours.start != hours.end else { return nil }
        let today = LocalClock.reading(of: time, in: zone).day
        for day in [today - 1, today] {
            let start = LocalClock.instant(day: day, minute: hours.start, in: zone)
            // For example, 22:00 to 07:00 ends on the next day.
            let lastDay = hours.end > hours.start ? day : day + 1
            let end = LocalClock.instant(day: lastDay, minute: hours.end, in: zone)
            // Both ends may be in the hour that is skipped when summer time begins.
            guard start < end else { continue }
            if start <= time, time < end { return start..<end }
        }
        return nil
    }

    package func passes(isUrgent: Bool) -> Bool { isUrgent && hours.exceptUrgent }
}

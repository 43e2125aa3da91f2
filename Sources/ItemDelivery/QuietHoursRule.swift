package import Foundation
package import NewsModel
import Schedules

/// When a recipient wants to be left alone, in their own zone.
package struct QuietHoursRule: Hashable, Sendable {
    private let hours: QuietHours
    private let zone: TimeZone

    package init(_ hours: QuietHours, in zone: TimeZone) {
        self.hours = hours
        self.zone = zone
    }

    /// The quiet period around a time, its end left out; nil outside quiet hours.
    ///
    /// Hours that begin and end at the same minute are none.
    package func period(around time: Date) -> Range<Date>? {
        guard hours.start != hours.end else { return nil }
        let today = LocalClock.reading(of: time, in: zone).day
        for day in [today - 1, today] {
            let start = LocalClock.instant(day: day, minute: hours.start, in: zone)
            // 22:00 to 07:00 ends on the next day.
            let lastDay = hours.end > hours.start ? day : day + 1
            let end = LocalClock.instant(day: lastDay, minute: hours.end, in: zone)
            // Both ends may fall into the same gap of the clocks.
            guard start < end else { continue }
            if start <= time, time < end { return start..<end }
        }
        return nil
    }

    package func passes(isUrgent: Bool) -> Bool { isUrgent && hours.exceptUrgent }
}

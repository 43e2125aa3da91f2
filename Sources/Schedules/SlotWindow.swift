package import Foundation
package import NewsModel
internal import TimeArithmetic

/// One time at which a schedule is due.
package struct ScheduleSlot: Hashable, Sendable {
    /// The local minute in the reader's time zone: `2026-11-21T07:30`; sorts as text.
    package var localSlot: String
    package var time: Date

    /// The digits of `localSlot`: `202611210730`.
    package var number: Int { Int(localSlot.filter { $0.isASCII && $0.isNumber }) ?? 0 }

    package init(localSlot: String, time: Date) {
        self.localSlot = localSlot
        self.time = time
    }
}

/// Every time later than `start`, up to and including `end`.
package struct SlotWindow: Hashable, Sendable {
    package var start: Date
    package var end: Date

    package init(after start: Date, through end: Date) {
        self.start = start
        self.end = end
    }

    func contains(_ time: Date) -> Bool { time > start && time <= end }
}

/// When a schedule is due in its reader's time zone: each local minute once, even when summer time begins or ends.
package struct SlotRule: Hashable, Sendable {
    private let minuteOfDay: Int
    private let days: Weekdays
    private let zone: TimeZone

    package init(minuteOfDay: Int, days: Weekdays, in zone: TimeZone) {
        self.minuteOfDay = min(max(minuteOfDay, 0), 1439)
        self.days = days
        self.zone = zone
    }

    /// The slots that are due in the window, in order; at most those of its last eight days.
    package func slots(in window: SlotWindow) -> [ScheduleSlot] {
        let last = LocalClock.reading(of: window.end, in: zone).day
        return (last - 8...last + 1).compactMap(slot(onDay:)).filter { window.contains($0.time) }
    }

    /// The first slot later than a time; nil when no day is chosen.
    package func next(after time: Date) -> ScheduleSlot? {
        let today = LocalClock.reading(of: time, in: zone).day
        return (today - 1...today + 8).lazy.compactMap(slot(onDay:)).first { $0.time > time }
    }

    private func slot(onDay day: Int) -> ScheduleSlot? {
        guard days.contains(Weekdays(rawValue: 1 << CivilDate.weekday(ofDay: day))) else { return nil }
        return ScheduleSlot(
            localSlot: LocalClock.name(day: day, minute: minuteOfDay),
            time: LocalClock.instant(day: day, minute: minuteOfDay, in: zone)
        )
    }
}

/// The slot that a schedule sends at one moment.
package struct SlotDecision: Hashable, Sendable {
    package var slot: ScheduleSlot
    /// The newest slot that was missed; the sent slot replaces it too.
    package var missed: ScheduleSlot?
    package var isLate: Bool

    /// Seconds after its time at which a slot is still sent; a later one is merged into the next.
    package static let longestLateness: TimeInterval = 2 * 3600
    /// Seconds of lateness that are not mentioned to readers.
    private static let unnoticed: TimeInterval = 10 * 60

    /// Nil when nothing is due.
    ///
    /// `lastSlot` is the newest slot that was queued or skipped.
    package init?(_ rule: SlotRule, lastSlot: String?, createdAt: Date, now: Date) {
        let open = rule.slots(in: SlotWindow(after: createdAt, through: now)).filter { $0.localSlot > lastSlot ?? "" }
        guard let slot = open.last, now.timeIntervalSince(slot.time) <= Self.longestLateness else { return nil }
        self.slot = slot
        missed = open.dropLast().last
        isLate = now.timeIntervalSince(slot.time) > Self.unnoticed
    }
}

package import Foundation
package import NewsModel

/// One time at which a schedule happens.
package struct ScheduleSlot: Hashable, Sendable {
    /// As the clocks there were meant to show it: `2026-11-21T07:30`; in order as text.
    package var localSlot: String
    package var time: Date
}

/// When a schedule happens, in its owner's zone: each named local minute once, whatever the clocks do.
package struct ScheduleSlots: Hashable, Sendable {
    private let minuteOfDay: Int
    private let days: Weekdays
    private let zone: TimeZone

    package init(minuteOfDay: Int, days: Weekdays, in zone: TimeZone) {
        self.minuteOfDay = min(max(minuteOfDay, 0), 1439)
        self.days = days
        self.zone = zone
    }

    /// The first slot later than a time; nil when no day is chosen.
    package func next(after time: Date) -> ScheduleSlot? {
        let today = LocalClock.reading(of: time, in: zone).day
        return (today - 1...today + 8).lazy.compactMap(slot(onDay:)).first { $0.time > time }
    }

    /// The slots later than `start` up to and with `end`, at most the newest eight days of them, in order.
    package func slots(after start: Date, through end: Date) -> [ScheduleSlot] {
        let last = LocalClock.reading(of: end, in: zone).day
        return (last - 8...last + 1).compactMap(slot(onDay:)).filter { $0.time > start && $0.time <= end }
    }

    private func slot(onDay day: Int) -> ScheduleSlot? {
        guard days.contains(Weekdays(rawValue: 1 << LocalClock.weekday(ofDay: day))) else { return nil }
        return ScheduleSlot(
            localSlot: LocalClock.name(day: day, minute: minuteOfDay),
            time: LocalClock.instant(day: day, minute: minuteOfDay, in: zone)
        )
    }
}

/// What a schedule does at one moment.
package struct SlotDecision: Hashable, Sendable {
    package var slot: ScheduleSlot
    /// The last one that passed unsent; the slot stands for it too.
    package var missed: ScheduleSlot?
    package var isLate: Bool

    /// Seconds after its time at which a slot is still sent; later it is folded into the next.
    package static let longestLateness: TimeInterval = 2 * 3600
    /// Seconds of lateness that nobody needs to be told.
    private static let unnoticed: TimeInterval = 10 * 60

    /// Nil when nothing is to be done now.
    ///
    /// `lastSlot` is the newest that was queued or passed over.
    package init?(_ slots: ScheduleSlots, lastSlot: String?, createdAt: Date, now: Date) {
        let open = slots.slots(after: createdAt, through: now).filter { $0.localSlot > lastSlot ?? "" }
        guard let slot = open.last, now.timeIntervalSince(slot.time) <= Self.longestLateness else { return nil }
        self.slot = slot
        missed = open.dropLast().last
        isLate = now.timeIntervalSince(slot.time) > Self.unnoticed
    }
}

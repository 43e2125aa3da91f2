import Foundation
import NewsModel
import Testing

@testable import Schedules

private let paris = zone("Europe/Paris")

private func zone(_ name: String) -> TimeZone { TimeZone(identifier: name) ?? .gmt }

/// "2026-03-29 01:30" in UTC.
private func utc(_ text: String) -> Date {
    (try? Date(text.replacing(" ", with: "T") + ":00Z", strategy: .iso8601)) ?? .distantPast
}

struct SlotRuleTests {
    @Test func `a missing minute happens at the first instant after the gap`() {
        let rule = SlotRule(minuteOfDay: 150, days: .daily, in: paris)
        let slot = rule.next(after: utc("2026-03-28 12:00"))
        #expect(slot == ScheduleSlot(localSlot: "2026-03-29T02:30", time: utc("2026-03-29 01:00")))
    }

    @Test func `a minute that comes twice happens once, the first time`() {
        let rule = SlotRule(minuteOfDay: 150, days: .daily, in: paris)
        let slot = rule.next(after: utc("2026-10-24 12:00"))
        #expect(slot == ScheduleSlot(localSlot: "2026-10-25T02:30", time: utc("2026-10-25 00:30")))
        #expect(rule.next(after: utc("2026-10-25 00:30"))?.localSlot == "2026-10-26T02:30")
    }

    @Test func `a midnight that the clocks skip still happens that day`() {
        // Beirut's clocks go from 00:00 to 01:00 on 2026-03-29.
        let rule = SlotRule(minuteOfDay: 0, days: .daily, in: zone("Asia/Beirut"))
        #expect(rule.next(after: utc("2026-03-28 12:00"))?.time == utc("2026-03-28 22:00"))
    }

    @Test(arguments: ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"])
    func `every day of a year has each minute once, as its clocks show it`(name: String) throws {
        for minute in [0, 90, 150, 450, 1439] {
            let rule = SlotRule(minuteOfDay: minute, days: .daily, in: zone(name))
            var time = utc("2026-01-01 12:00")
            var seen: Set<String> = []
            for _ in 0..<365 {
                let slot = try #require(rule.next(after: time))
                #expect(seen.insert(slot.localSlot).inserted)
                #expect(slot.time > time && slot.time.timeIntervalSince(time) < 27 * 3600)
                time = slot.time
            }
            #expect(seen.count == 365)
        }
    }

    @Test func `only chosen days happen`() {
        let rule = SlotRule(minuteOfDay: 450, days: [.monday, .thursday], in: .gmt)
        let first = rule.next(after: utc("2026-11-21 12:00"))
        #expect(first?.localSlot == "2026-11-23T07:30")
        #expect(first.flatMap { rule.next(after: $0.time) }?.localSlot == "2026-11-26T07:30")
        #expect(SlotRule(minuteOfDay: 450, days: [], in: .gmt).next(after: .distantPast) == nil)
    }

    struct Decision: Sendable {
        var now: String
        var last: String?
        var slot: String?
        var missed: String?
        var isLate = false
    }

    static let decisions: [Decision] = [
        Decision(now: "2026-11-20 07:29", last: "2026-11-19T07:30"),
        Decision(now: "2026-11-20 07:30", last: "2026-11-19T07:30", slot: "2026-11-20T07:30"),
        Decision(now: "2026-11-20 07:31", last: "2026-11-20T07:30"),
        // After downtime: late within two hours.
        Decision(now: "2026-11-20 09:30", last: "2026-11-19T07:30", slot: "2026-11-20T07:30", isLate: true),
        // Later than that it waits for the next, which says so.
        Decision(now: "2026-11-20 09:31", last: "2026-11-19T07:30"),
        Decision(
            now: "2026-11-21 07:30",
            last: "2026-11-19T07:30",
            slot: "2026-11-21T07:30",
            missed: "2026-11-20T07:30"
        ),
        // A new schedule owes nothing from before it was made.
        Decision(now: "2026-11-18 08:00", last: nil),
        Decision(now: "2026-11-19 07:30", last: nil, slot: "2026-11-19T07:30"),
    ]

    @Test(arguments: decisions) func `a slot is sent, late, folded or left`(row: Decision) {
        let rule = SlotRule(minuteOfDay: 450, days: .daily, in: .gmt)
        let decision = SlotDecision(
            rule,
            lastSlot: row.last,
            createdAt: utc("2026-11-18 07:45"),
            now: utc(row.now)
        )
        #expect(decision?.slot.localSlot == row.slot, "\(row.now)")
        #expect(decision?.missed?.localSlot == row.missed, "\(row.now)")
        #expect(decision?.isLate ?? false == row.isLate, "\(row.now)")
    }

    struct Window: Sendable {
        var minute = 150
        var days = Weekdays.daily
        var zone: String
        var after: String
        var through: String
        var slots: [String]
    }

    static let windows: [Window] = [
        // The start is left out, the end is not.
        Window(zone: "UTC", after: "2026-11-19 02:30", through: "2026-11-20 02:30", slots: ["20T02:30"]),
        Window(zone: "UTC", after: "2026-11-19 02:29", through: "2026-11-20 02:29", slots: ["19T02:30"]),
        Window(zone: "UTC", after: "2026-11-20 02:30", through: "2026-11-20 02:30", slots: []),
        Window(zone: "UTC", after: "2026-11-21 00:00", through: "2026-11-20 00:00", slots: []),
        // The clocks skip 02:30 on March 29, and show it twice on October 25.
        Window(zone: "Europe/Paris", after: "2026-03-28 12:00", through: "2026-03-29 00:59", slots: []),
        Window(zone: "Europe/Paris", after: "2026-03-28 12:00", through: "2026-03-29 01:00", slots: ["29T02:30"]),
        Window(zone: "Europe/Paris", after: "2026-10-25 00:30", through: "2026-10-25 01:30", slots: []),
        Window(
            zone: "Europe/Paris",
            after: "2026-10-24 00:00",
            through: "2026-10-26 12:00",
            slots: ["24T02:30", "25T02:30", "26T02:30"]
        ),
        // The same instants are other days elsewhere.
        Window(
            minute: 30,
            zone: "Asia/Shanghai",
            after: "2026-11-19 12:00",
            through: "2026-11-20 16:30",
            slots: ["20T00:30", "21T00:30"]
        ),
        Window(
            days: [.friday],
            zone: "UTC",
            after: "2026-11-16 00:00",
            through: "2026-11-23 00:00",
            slots: ["20T02:30"]
        ),
        Window(days: [], zone: "UTC", after: "2026-11-16 00:00", through: "2026-11-23 00:00", slots: []),
    ]

    @Test(arguments: windows) func `a window holds the slots between two times by the reader's clocks`(row: Window) {
        let rule = SlotRule(minuteOfDay: row.minute, days: row.days, in: zone(row.zone))
        let found = rule.slots(in: SlotWindow(after: utc(row.after), through: utc(row.through)))
        #expect(found.map { String($0.localSlot.dropFirst(8)) } == row.slots)
    }

    @Test func `after a long absence a window holds the newest eight days`() {
        let rule = SlotRule(minuteOfDay: 450, days: .daily, in: .gmt)
        let found = rule.slots(in: SlotWindow(after: .distantPast, through: utc("2026-11-20 12:00")))
        #expect(found.first?.localSlot == "2026-11-12T07:30")
        #expect(found.last?.localSlot == "2026-11-20T07:30")
    }
}

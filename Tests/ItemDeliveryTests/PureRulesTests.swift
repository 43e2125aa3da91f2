import Foundation
import NewsModel
import Storage
import Testing

@testable import ItemDelivery

private func zone(_ name: String) -> TimeZone { TimeZone(identifier: name) ?? .gmt }

/// "2026-03-29 01:30" in UTC.
private func utc(_ text: String) -> Date {
    (try? Date(text.replacing(" ", with: "T") + ":00Z", strategy: .iso8601)) ?? .distantPast
}

struct QuietHoursRuleTests {
    struct Row: Sendable {
        var hours: (Int, Int)
        var zone: String
        var time: String
        var end: String?
    }

    static let rows: [Row] = [
        // Over midnight, in winter.
        Row(hours: (22 * 60, 7 * 60), zone: "Europe/Paris", time: "2026-01-10 20:59", end: nil),
        Row(hours: (22 * 60, 7 * 60), zone: "Europe/Paris", time: "2026-01-10 21:00", end: "2026-01-11 06:00"),
        Row(hours: (22 * 60, 7 * 60), zone: "Europe/Paris", time: "2026-01-11 05:59", end: "2026-01-11 06:00"),
        Row(hours: (22 * 60, 7 * 60), zone: "Europe/Paris", time: "2026-01-11 06:00", end: nil),
        // Within a day.
        Row(hours: (12 * 60, 14 * 60), zone: "UTC", time: "2026-01-11 13:00", end: "2026-01-11 14:00"),
        Row(hours: (12 * 60, 14 * 60), zone: "UTC", time: "2026-01-11 14:00", end: nil),
        // The clocks go forward in the night of March 29: the night is an hour shorter.
        Row(hours: (22 * 60, 7 * 60), zone: "Europe/Paris", time: "2026-03-28 21:00", end: "2026-03-29 05:00"),
        Row(hours: (22 * 60, 7 * 60), zone: "Europe/Paris", time: "2026-03-29 05:00", end: nil),
        // The end is skipped by the clocks: the first minute after the gap.
        Row(hours: (22 * 60, 150), zone: "Europe/Paris", time: "2026-03-29 00:59", end: "2026-03-29 01:00"),
        // They go back in the night of October 25: an hour longer.
        Row(hours: (22 * 60, 7 * 60), zone: "Europe/Paris", time: "2026-10-24 20:00", end: "2026-10-25 06:00"),
        Row(hours: (22 * 60, 7 * 60), zone: "Europe/Paris", time: "2026-10-25 05:59", end: "2026-10-25 06:00"),
        // The same minute twice is never quiet.
        Row(hours: (600, 600), zone: "UTC", time: "2026-01-11 10:00", end: nil),
        // Another zone, another night.
        Row(hours: (22 * 60, 7 * 60), zone: "Asia/Shanghai", time: "2026-01-10 15:00", end: "2026-01-10 23:00"),
    ]

    @Test(arguments: rows) func `quiet hours end where the reader's clocks say`(row: Row) {
        let hours = QuietHours(start: row.hours.0, end: row.hours.1, exceptUrgent: false)
        let period = QuietHoursRule(hours, in: zone(row.zone)).period(around: utc(row.time))
        #expect(period?.upperBound == row.end.map(utc), "\(row.time)")
    }
}

struct RetryPlanTests {
    @Test func `waits double up to a limit and spread over half of themselves`() {
        let plan = RetryPlan(first: 5, longest: 300)
        let now = Date.sampleDay
        let waits = (1...9).map { plan.nextAttempt(after: $0, at: now, jitter: 0.5).timeIntervalSince(now) }
        #expect(waits == [5, 10, 20, 40, 80, 160, 300, 300, 300])
        #expect(plan.nextAttempt(after: 3, at: now, jitter: 0).timeIntervalSince(now) == 15)
        #expect(plan.nextAttempt(after: .max, at: now, jitter: 0).timeIntervalSince(now) == 225)
        #expect(plan.nextAttempt(after: -1, at: now, jitter: 0).timeIntervalSince(now) > 1)
    }

    @Test func `what a server asks for is kept, within reason`() {
        let plan = RetryPlan()
        let now = Date.sampleDay
        func wait(_ seconds: Double) -> Double {
            plan.nextAttempt(after: 1, at: now, retryAt: now.addingTimeInterval(seconds), jitter: 0)
                .timeIntervalSince(now)
        }
        #expect(wait(90) == 90)
        #expect(wait(-90) == 1)
        #expect(wait(1e9) == 86400)
    }
}

struct LanePlanTests {
    private func message(_ id: Int64, madeAgo: Double, tryIn: Double) -> FrozenMessage {
        FrozenMessage(
            id: MessageID(rawValue: id),
            address: Address(network: "testnet", kind: .person, target: "alice"),
            parts: [MessagePart(payload: "x")],
            partsConfirmed: 0,
            mayHaveArrived: false,
            attempts: 1,
            nextAttemptAt: Date.sampleDay.addingTimeInterval(tryIn),
            createdAt: Date.sampleDay.addingTimeInterval(-madeAgo)
        )
    }

    @Test func `the oldest goes first and the others wait for it`() {
        let plan = LanePlan()
        let old = message(1, madeAgo: 60, tryIn: 0)
        #expect(plan.next([], at: .sampleDay) == .freezeQueued)
        #expect(plan.next([old, message(2, madeAgo: 30, tryIn: 0)], at: .sampleDay) == .send(old))
        let waiting = message(1, madeAgo: 60, tryIn: 20)
        #expect(
            plan.next([waiting, message(2, madeAgo: 30, tryIn: 0)], at: .sampleDay)
                == .wait(until: Date.sampleDay.addingTimeInterval(20))
        )
    }

    @Test func `after fifteen minutes a stuck message is overtaken`() {
        let plan = LanePlan()
        let stuck = message(1, madeAgo: 899, tryIn: 300)
        #expect(plan.next([stuck], at: .sampleDay) == .wait(until: Date.sampleDay.addingTimeInterval(1)))
        let overdue = message(1, madeAgo: 900, tryIn: 300)
        let second = message(2, madeAgo: 10, tryIn: 0)
        #expect(plan.next([overdue], at: .sampleDay) == .freezeQueued)
        #expect(plan.next([overdue, second], at: .sampleDay) == .send(second))
    }

    @Test func `a lane does not pile up stuck messages for ever`() {
        let plan = LanePlan(mostStuck: 3)
        let stuck = (1...3).map { message($0, madeAgo: 1000, tryIn: 100 + Double($0)) }
        #expect(plan.next(stuck, at: .sampleDay) == .wait(until: Date.sampleDay.addingTimeInterval(101)))
    }
}

struct LaneBookTests {
    @Test func `what happens on a network while its lane is worked on ends the lane's rest`() {
        let book = LaneStates()
        let now = Date.sampleDay
        let lanes = ["here", "there"].map { network in
            Lane(address: Address(network: network, kind: .room, target: "#news"), dueCount: 1, openCount: 0)
        }
        let rest = LaneResult(lookAgainAt: now.addingTimeInterval(60), dueCount: 1, openCount: 0)
        #expect(book.start(lanes, at: now, most: 10) == lanes)
        // Both have just seen that nobody is there; then the bot joins on one network.
        book.wake(network: "here")
        for lane in lanes { book.finish(lane.address, rest) }
        #expect(book.start(lanes, at: now, most: 10) == [lanes[0]])
        book.finish(lanes[0].address, rest)
        #expect(book.start(lanes, at: now, most: 10) == [])
        #expect(book.nextRestEnd(after: now) == rest.lookAgainAt)
    }

    private func lanes(_ network: String, _ count: Int) -> [Lane] {
        (0..<count).map { number in
            Lane(address: Address(network: network, kind: .person, target: "\(number)"), dueCount: 1, openCount: 0)
        }
    }

    @Test func `a network that is stuck holds half of the lanes, and others find theirs`() {
        let book = LaneStates()
        let now = Date.sampleDay
        let (mail, irc) = (lanes("mail", 300), lanes("irc", 3))
        let taken = book.start(mail + irc.prefix(2), at: now, most: 200)
        #expect(taken == Array(mail.prefix(100) + irc.prefix(2)))
        // Nothing comes back, and more falls due.
        #expect(book.start(mail + irc, at: now, most: 200) == [irc[2]])
        book.finish(mail[7].address, nil)
        #expect(book.start(mail.dropFirst(8) + irc, at: now, most: 200) == [mail[100]])
    }

    @Test func `there is a lane for whoever comes, however few there are`() {
        let book = LaneStates()
        let lanes = lanes("mail", 2) + lanes("irc", 2)
        #expect(book.start(lanes, at: .sampleDay, most: 1) == [lanes[0]])
        #expect(book.start(lanes, at: .sampleDay, most: 1) == [])
        #expect(book.start(lanes, at: .sampleDay, most: 3) == [lanes[2]])
    }
}

struct LineBudgetTests {
    @Test func `lines come back an hour after they were spent`() {
        var budget = LineBudget()
        let now = Date.sampleDay
        budget.spend(40, at: now)
        budget.spend(15, at: now.addingTimeInterval(600))
        #expect(budget.left(of: 60, at: now.addingTimeInterval(700)) == 5)
        #expect(budget.left(of: 50, at: now.addingTimeInterval(700)) == 0)
        #expect(budget.nextRelease(at: now.addingTimeInterval(700)) == now.addingTimeInterval(3600))
        #expect(budget.left(of: 60, at: now.addingTimeInterval(3600)) == 45)
    }
}

extension Date {
    /// 2026-11-20 12:00 UTC.
    static let sampleDay = utc("2026-11-20 12:00")
}

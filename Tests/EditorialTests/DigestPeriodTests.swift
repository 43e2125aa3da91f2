import Foundation
import Testing
import TimeArithmetic

@testable import Editorial

struct DigestPeriodTests {
    @Test(arguments: [
        ("today", DigestPeriod.today), ("Yesterday", .yesterday), ("week", .week), ("this week", .week),
        ("last week", .lastWeek), ("lastweek", .lastWeek), ("month", .month), ("lastmonth", .lastMonth),
        ("all", .all), ("24h", .hours(24)), ("7d", .days(7)), ("2w", .days(14)), ("day", .hours(24)),
        ("since mon", .sinceWeekday(2)), ("since Sunday", .sinceWeekday(1)), ("since yesterday", .days(1)),
        ("since 2026-11-01", .dates(from: day(2026, 11, 1), to: nil)),
        ("2026-11-01..", .dates(from: day(2026, 11, 1), to: nil)),
        (
            "2026-11-01..2026-11-05",
            .dates(from: day(2026, 11, 1), to: day(2026, 11, 5))
        ),
        (
            "2024-02-29",
            .dates(from: day(2024, 2, 29), to: day(2024, 2, 29))
        ),
    ])
    func `a period is read as people type it`(_ text: String, _ period: DigestPeriod) {
        #expect(DigestPeriod(text) == period)
    }

    @Test(arguments: [
        "", "tech", "0h", "-1d", "99999999999999999999h", "5x", "h", "since", "since tech", "since m", "2026-02-29",
        "2026-13-01", "2026-00-10", "2026-11-05..2026-11-01", "2026-11-01...", "26-11-01", "١٢h",
        String(repeating: "9", count: 10_000) + "d",
    ])
    func `what is no period is nil`(_ text: String) {
        #expect(DigestPeriod(text) == nil)
    }

    @Test(arguments: [
        "today", "yesterday", "week", "lastweek", "month", "lastmonth", "all", "24h", "7d", "since mon", "since sun",
        "2026-11-01..", "2026-11-01..2026-11-05",
    ])
    func `a period is written as it is read`(_ word: String) {
        #expect(DigestPeriod(word)?.word == word)
    }

    /// Periods at the same moment, a Monday, 12:00 UTC.
    @Test(arguments: [
        ("today", "UTC", "2026-11-16T00:00:00Z", "2026-11-16T12:00:01Z"),
        ("today", "Asia/Tokyo", "2026-11-15T15:00:00Z", "2026-11-16T12:00:01Z"),
        ("today", "Pacific/Auckland", "2026-11-16T11:00:00Z", "2026-11-16T12:00:01Z"),
        ("yesterday", "America/New_York", "2026-11-15T05:00:00Z", "2026-11-16T05:00:00Z"),
        ("week", "UTC", "2026-11-10T00:00:00Z", "2026-11-16T12:00:01Z"),
        ("month", "Europe/Paris", "2026-10-17T22:00:00Z", "2026-11-16T12:00:01Z"),
        ("lastmonth", "Europe/Paris", "2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z"),
        ("24h", "Asia/Tokyo", "2026-11-15T12:00:00Z", "2026-11-16T12:00:01Z"),
        ("since mon", "UTC", "2026-11-16T00:00:00Z", "2026-11-16T12:00:01Z"),
        ("since tue", "UTC", "2026-11-10T00:00:00Z", "2026-11-16T12:00:01Z"),
        ("since mon", "Pacific/Auckland", "2026-11-15T11:00:00Z", "2026-11-16T12:00:01Z"),
        ("2026-11-01..2026-11-05", "America/New_York", "2026-11-01T04:00:00Z", "2026-11-06T05:00:00Z"),
        ("2026-10-25", "Europe/Paris", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
        ("2027-01-01..", "UTC", "2027-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        ("all", "UTC", "1970-01-01T00:00:00Z", "2026-11-16T12:00:01Z"),
    ])
    func `a day is the reader's local day`(_ text: String, _ zone: String, _ start: String, _ end: String) throws {
        let period = try #require(DigestPeriod(text))
        let range = period.range(now: noon, calendar: calendar(zone))
        #expect(range.lowerBound == date(start))
        #expect(range.upperBound == date(end))
    }

    @Test(arguments: [
        (2, "2026-11-09T00:00:00Z", "2026-11-16T00:00:00Z"), (1, "2026-11-08T00:00:00Z", "2026-11-15T00:00:00Z"),
        (7, "2026-11-07T00:00:00Z", "2026-11-14T00:00:00Z"),
    ])
    func `last week begins on the locale's first weekday`(_ first: Int, _ start: String, _ end: String) {
        let range = DigestPeriod.lastWeek.range(now: noon, calendar: calendar("UTC", firstWeekday: first))
        #expect(range == date(start)..<date(end))
    }

    @Test func `a week over a change of the clocks keeps its local midnights`() {
        // Clocks went back on 25 October at 01:00 UTC.
        let now = date("2026-10-28T12:00:00Z")
        let week = DigestPeriod.week.range(now: now, calendar: calendar("Europe/Paris"))
        #expect(week.lowerBound == date("2026-10-21T22:00:00Z"))
        let hours = DigestPeriod.hours(24 * 5).range(now: now, calendar: calendar("Europe/Paris"))
        #expect(hours.lowerBound == date("2026-10-23T12:00:00Z"))
    }

    @Test func `a day without a midnight begins when it begins`() {
        // In Beirut the clocks go forward at midnight: 29 March 2026 begins at 01:00.
        let now = date("2026-03-30T12:00:00Z")
        let range = DigestPeriod.yesterday.range(now: now, calendar: calendar("Asia/Beirut"))
        #expect(range.lowerBound == date("2026-03-28T22:00:00Z"))
        #expect(range.upperBound == date("2026-03-29T21:00:00Z"))
    }
}

private func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
    CivilDate(dayNumber: CivilDate.dayNumber(year: year, month: month, day: day))
}

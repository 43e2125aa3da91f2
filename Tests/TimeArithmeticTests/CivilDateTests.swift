import TimeArithmetic
import Testing

struct CivilDateTests {
    @Test func `every day of eight hundred years has a number and is found by it`() throws {
        var number = CivilDate.dayNumber(year: 1600, month: 1, day: 1)
        #expect(number == -135_140)
        for year in 1600..<2400 {
            for month in 1...12 {
                for day in 1...CivilDate.days(inMonth: month, of: year) {
                    let date = try #require(CivilDate(year: year, month: month, day: day))
                    guard date.dayNumber == number, CivilDate(dayNumber: number) == date else {
                        Issue.record("\(date) is day \(date.dayNumber), not \(number)")
                        return
                    }
                    number += 1
                }
            }
        }
    }

    @Test func `days count from 1970 and weekdays from Monday`() {
        #expect(CivilDate(dayNumber: 0).description == "1970-01-01")
        #expect(CivilDate.weekday(ofDay: 0) == 3)
        #expect(CivilDate.weekday(ofDay: -4) == 6)
        #expect(CivilDate.dayNumber(ofSecond: -1) == -1)
        #expect(CivilDate.dayNumber(ofSecond: 86_400) == 1)
        #expect(CivilDate(dayNumber: -719_000).description == "0001-06-12")
    }

    @Test func `times of day and offsets are counted in seconds and minutes`() {
        let second = CivilDate.second(ofDay: 1, hour: 7, minute: 5, second: 9)
        #expect(second == 111_909)
        #expect(CivilDate.dayNumber(ofSecond: second) == 1)
        #expect(CivilDate.clock(ofSecond: second) == "07:05:09")
        #expect(CivilDate.clock(ofSecond: -1) == "23:59:59")
        #expect(CivilDate.minutes(ofOffset: 530) == 330)
        #expect(CivilDate.weekdayAbbreviations[CivilDate.weekday(ofDay: 0)] == "Thu")
    }

    @Test func `a day beyond the month belongs to the next`() {
        #expect(
            CivilDate.dayNumber(year: 2023, month: 2, day: 31) == CivilDate.dayNumber(year: 2023, month: 3, day: 3)
        )
    }

    @Test(arguments: [
        "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-01", "1899-12-31", "+026-01-01", "", "2026-01-01x",
    ])
    func `a date that does not exist is none`(text: String) {
        #expect(CivilDate(text[...]) == nil)
    }

    @Test func `a written date is read and written the same`() throws {
        let date = try #require(CivilDate("2024-02-29"))
        #expect(date.description == "2024-02-29")
        #expect(try #require(CivilDate("2024-02-28")) < date)
        #expect(CivilDate(year: 10_000, month: 1, day: 1) == nil)
    }
}

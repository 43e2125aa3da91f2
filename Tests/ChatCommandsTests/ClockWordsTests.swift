import NewsModel
import Testing

@testable import ChatCommands

@Suite struct ClockWordsTests {
    @Test(arguments: [
        ("07:30", 450 as Int?), ("7.30", 450), ("7h30", 450), ("7am", 420), ("12am", 0), ("12pm", 720),
        ("7:05pm", 1_145),
        ("7", 420), ("noon", 720), ("midnight", 0), ("23:59", 1_439), ("24:00", nil), ("7:60", nil), ("13pm", nil),
        ("0am", nil), ("", nil), ("7:3", nil), ("-7:30", nil), ("tech", nil), ("07:30:00", nil), ("99999999999", nil),
        ("7：30", 450), ("١٢:٠٠", nil),
    ])
    func `times of day`(text: String, minute: Int?) {
        #expect(ClockWords.minuteOfDay(text) == minute)
    }

    private static let days: [(String, Weekdays?)] = [
        ("daily", .daily), ("weekdays", .workdays), ("mon,thu", [.monday, .thursday]),
        ("Mon", .monday), ("monday", .monday), ("mondays", .monday), ("mon-fri", .workdays),
        ("fri-mon", [.friday, .saturday, .sunday, .monday]), ("weekends", [.saturday, .sunday]),
        ("mon,", .monday), ("moon", nil), ("mon-", nil), ("", nil), ("a-b-c", nil),
    ]

    @Test(arguments: days)
    func `days of the week`(text: String, days: Weekdays?) {
        #expect(ClockWords.days(text) == days)
    }

    @Test(arguments: [
        ("2h", 7_200 as Int?), ("30m", 1_800), ("90s", 90), ("1d", 86_400), ("1w", 604_800), ("2 h", nil), ("h", nil),
        ("99999999w", nil), ("-2h", nil), ("2x", nil), ("999999999999999999h", nil),
    ])
    func `spans of time`(text: String, seconds: Int?) {
        #expect(ClockWords.seconds(text) == seconds)
    }

    @Test(arguments: [
        ("Europe/Paris", "Europe/Paris"), ("paris", "Europe/Paris"), ("PARIS", "Europe/Paris"),
        ("new york", "America/New_York"), ("utc", "UTC"), ("beijing", "Asia/Shanghai"),
        ("utc+2", "Etc/GMT-2"), ("UTC-5", "Etc/GMT+5"), ("munich", "Europe/Berlin"),
    ])
    func `time zones as people name them`(text: String, identifier: String) {
        #expect(ZoneName(text) == .zone(identifier))
    }

    @Test func `a misspelt time zone suggests the near one`() {
        guard case .unknown(let suggestions) = ZoneName("Europe/Pris") else {
            Issue.record("found a zone")
            return
        }
        #expect(suggestions.contains("Europe/Paris"))
        #expect(ZoneName("nowhere at all") == .unknown(suggestions: []))
        #expect(ZoneName("utc+99") == .unknown(suggestions: []))
    }

    @Test(arguments: [
        ("headlnes", ["headlines"]), ("digset", ["digest"]), ("feed", ["feed", "feeds"]), ("zzzzz", []), ("x", []),
    ])
    func `did you mean`(typed: String, near: [String]) {
        #expect(NearNames.nearest(to: typed, among: ["headlines", "digest", "feed", "feeds"]) == near)
    }
}

import Localization
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

/// Numbers, times, distances and cities in the languages of `locales/`, whatever the reader's language is.
@Suite(.timed) struct TimeWordsTests {
    private static func table() throws -> CommandTable {
        CommandTable.standard.speaking(try ShippedCatalogue.catalogue().typedWords)
    }

    private func word(_ text: String) throws -> CommandWord {
        try Self.table().withMeaning(CommandWord(raw: text, text: text, isQuoted: false))
    }

    /// The words of the rows of one table of `verbs.toml` in all languages but English, by their keys.
    private func rows(_ table: String) throws -> [(key: String, words: [String])] {
        let catalogue = try ShippedCatalogue.catalogue()
        let area = "verbs.\(table)."
        let keys = catalogue.ownMessageFacts("en").keys.filter { $0.hasPrefix(area) }.sorted()
        return catalogue.languages.filter { $0 != "en" }.flatMap { language in
            keys.map { key in
                let text = catalogue.localizer(language: language).text(key)
                return (String(key.dropFirst(area.count)), text.split(separator: "|").map(String.init))
            }
        }
    }

    @Test(arguments: [
        ("7点30", 450 as Int?), ("7点30分", 450), ("7点", 420), ("22時", 1_320), ("7点pm", 1_140), ("中午", 720), ("午夜", 0),
        ("25点", nil), ("7时代", nil), ("点", nil), ("7点点", nil), ("三点", nil),
    ]) func `times of day`(text: String, minute: Int?) throws {
        #expect(try ClockWords.minuteOfDay(word(text).value) == minute)
    }

    private static let days: [(String, Weekdays?)] = [
        ("周一,周四", [.monday, .thursday]), ("周一，周四", [.monday, .thursday]), ("周一、thu", [.monday, .thursday]),
        ("周一-周五", .workdays), ("每天", .daily), ("每日", .daily), ("平日", .workdays), ("周末", [.saturday, .sunday]),
        ("星期天", .sunday), ("mon-fri", .workdays), ("周一-", nil), ("周八,周一", nil),
    ]

    @Test(arguments: days) func `days of the week`(text: String, days: Weekdays?) throws {
        #expect(try ClockWords.days(word(text).value) == days)
    }

    @Test(arguments: [
        ("一周", 604_800 as Int?), ("三天", 259_200), ("两小时", 7_200), ("30分钟", 1_800), ("十二个小时", 43_200), ("90秒", 90),
        ("2星期", 1_209_600), ("1h", 3_600), ("周一", nil), ("三", nil), ("天", nil), ("三天前", nil),
    ]) func `spans of time`(text: String, seconds: Int?) throws {
        #expect(try word(text).seconds == seconds)
    }

    @Test func `a span behind a key, in two words and first is read`() throws {
        #expect(try word("every=三小时").keyAndValue?.value == "3h")
        #expect(try word("to=每天").keyAndValue?.value == "每天")
        for line in ["静音 足球 为期 三 天", "静音 足球 为期 3 天", "静音 足球 三天", "静音 三天 足球", "mute 足球 for 3 days"] {
            var rest = Arguments(Array(try Self.table().words(in: line).dropFirst()))
            let span = rest.takeSpan()
            #expect(span == 259_200 && rest.text == "足球", "\(line)")
        }
    }

    @Test func `every unit, number, city and distance of a language is understood by everybody`() throws {
        for (key, words) in try rows("unit") {
            for unit in words { #expect(try word("3\(unit)").seconds == ClockWords.seconds("3\(key)"), "\(unit)") }
        }
        for (key, words) in try rows("number") {
            for number in words { #expect(try word(number).numberInWords == Int(key), "\(number)") }
        }
        let table = try Self.table()
        for (key, words) in try rows("city") {
            guard case .zone = ZoneName(key) else {
                Issue.record("\(key) is in no time zone")
                continue
            }
            for city in words { #expect(ZoneName(city, cities: table.words.cities) == ZoneName(key), "\(city)") }
        }
        for (key, words) in try rows("distance") {
            for unit in words {
                var typed = ["Leipzig", "50\(unit)"]
                let distance = PlaceDistance.take(from: &typed, units: table.words.distances)
                var english = ["Leipzig", "50\(key)"]
                #expect(distance != nil && distance == PlaceDistance.take(from: &english), "\(unit)")
                #expect(typed == ["Leipzig"])
            }
        }
    }

    @Test(arguments: [
        ("三", 3 as Int?), ("第三条", 3), ("第3条", 3), ("3号", 3), ("两条", 2), ("二十", 20), ("three", 3), ("３", 3),
        ("一二", nil), ("第", nil), ("条", nil), ("第条", nil), ("三天", nil), ("hundred", nil),
    ]) func `numbers of a list in words`(text: String, number: Int?) throws {
        #expect(try word(text).numberInWords == number)
    }

    @Test(arguments: [
        ("头条 请", true), ("头条 谢谢！", true), ("头条 你好", true), ("头条 please", true), ("头条 谢谢 体育", false),
        ("头条 \"谢谢\"", false),
    ]) func `words of politeness are no request`(line: String, isPolite: Bool) throws {
        #expect(try Arguments(Array(Self.table().words(in: line).dropFirst())).hasOnlyPoliteWords == isPolite)
    }

    @Test func `in a conversation, in a line of two languages too`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Flood in Valencia", "Quiet day")
        try await chat.says("quiet 22点 到 7点", expect: "22:00", "07:00")
        try await chat.says("set tz 纽约", expect: "America/New_York")
        try await chat.says("headlines 定时 8点30分 周一,周四", expect: "08:30")
        try await chat.says("mute 足球 三天", expect: "足球")
        try await chat.says("alert add flood lang:汉语", expect: "lang:zh")
        try await chat.says("提醒 添加 flood 语言:traditional-chinese", expect: "lang:zh-hant")
        _ = await chat.replies("headlines")
        try await chat.says("save 第一条", expect: "Flood in Valencia")
    }
}

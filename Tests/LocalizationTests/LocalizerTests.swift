import Foundation
import NewsModel
import Testing

@testable import Localization

struct LocalizerTests {
    /// Two small languages written for the occasion.
    private func catalogue() throws -> Catalogue {
        let directory = FileManager.default.temporaryDirectory.appending(path: "locales-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let files = [
            "en/a.toml": """
            # A comment
            [a]
            hello = "Hello *{name}*, type `help {topic}`" # and another
            stories.one = "{n} story"
            stories.other = "{n} stories"
            only = "Only English"
            called = "Word {number} of {n}"
            escaped = "2 \\\\* 3 and a \\"quote\\" \\u00e9"
            page = \"\"\"
            First line.
            - one *thing*
            Last.\"\"\"
            """,
            "zh-Hans/a.toml": """
            [a]
            hello = "*{name}*，请输入 `help {topic}`"
            stories.other = "{n} 篇报道"
            """,
            "ru/a.toml": """
            [a]
            stories.one = "{n} статья"
            stories.few = "{n} статьи"
            stories.many = "{n} статей"
            stories.other = "{n} статьи"
            """,
        ]
        for (path, text) in files {
            let file = directory.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        return try Catalogue.load(directory: directory.path)
    }

    @Test func `arguments are filled in and never searched for marks`() throws {
        let localizer = try catalogue().localizer()
        let arguments: [String: MessageArgument] = ["name": "*Eve* `x` {topic}", "topic": "digest"]
        #expect(localizer.text("a.hello", arguments) == "Hello *Eve* `x` {topic}, type help digest")
        let expected: [RichText.Span] = [
            .text("Hello "), .strong([.text("*Eve* `x` {topic}")]), .text(", type "), .code("help digest"),
        ]
        #expect(localizer.spans("a.hello", arguments) == expected)
    }

    @Test func `an argument can be a span`() throws {
        let link = RichText.Span.link(label: "Eve", url: "https://example.org")
        let spans = try catalogue().localizer().spans("a.hello", ["topic": "x"], inserts: ["name": link])
        #expect(spans[1] == .strong([link]))
    }

    @Test(arguments: [
        ("en", 1, "1 story"), ("en", 0, "0 stories"), ("en", 1234, "1,234 stories"),
        ("zh-Hans", 1, "1 篇报道"), ("ru", 21, "21 статья"), ("ru", 3, "3 статьи"), ("ru", 11, "11 статей"),
    ])
    func `the number picks the form`(language: String, n: Int, expected: String) throws {
        #expect(try catalogue().localizer(language: language).text("a.stories", ["n": .number(n)]) == expected)
    }

    @Test(arguments: ["en", "zh-Hans"])
    func `a number that something is called by has no groups`(language: String) throws {
        let numbers: [String: MessageArgument] = ["number": 1234, "n": 5678]
        #expect(try catalogue().localizer(language: language).text("a.called", numbers) == "Word 1234 of 5,678")
    }

    @Test func `a missing translation is English, a missing key is itself`() throws {
        let localizer = try catalogue().localizer(language: "zh-Hans")
        #expect(localizer.text("a.only") == "Only English")
        #expect(localizer.text("a.nothing") == "a.nothing")
        #expect(localizer.text("a.hello", [:]) == "{name}，请输入 help {topic}")
    }

    @Test func `escapes and long texts are read`() throws {
        let localizer = try catalogue().localizer()
        #expect(localizer.text("a.escaped") == "2 * 3 and a \"quote\" é")
        let expected: [RichText.Block] = [
            .paragraph([.text("First line.")]), .item(marker: nil, [.text("one "), .strong([.text("thing")])]),
            .paragraph([.text("Last.")]),
        ]
        #expect(localizer.richText("a.page").blocks == expected)
    }

    @Test(arguments: ["key", "[a", "a b = \"x\"", "a = x", "a = \"x", "a = \"x\" y", "a = \"\\q\""])
    func `a mistake is named with its line`(text: String) {
        #expect(throws: LocalizationError.self) { try LocaleFile.entries(of: "# first\n" + text, file: "f") }
        do {
            _ = try LocaleFile.entries(of: "# first\n" + text, file: "f")
        } catch {
            #expect("\(error)".hasPrefix("f:2:"))
        }
    }

    @Test(arguments: [
        ("zh-CN", "zh-Hans"), ("zh_Hans", "zh-Hans"), ("zh_CN.UTF-8", "zh-Hans"), ("zh", "zh-Hans"),
        ("zh-Hant-TW", "zh-Hans"), ("ZH-hans-SG", "zh-Hans"), ("en-GB", "en"), ("EN", "en"), ("ru-UA", "ru"),
        ("Chinese", "zh-Hans"), ("中文", "zh-Hans"), ("русский", "ru"), ("English", "en"),
    ])
    func `a reader's tag or word finds the language`(tag: String, language: String) throws {
        #expect(try catalogue().language(matching: tag) == language)
    }

    @Test(arguments: ["", "xx", "tlh", "-", "e n", "../en", "english!"])
    func `an unknown language is none`(tag: String) throws {
        #expect(try catalogue().language(matching: tag) == nil)
    }
}

struct FormatTests {
    private let moment = Date(timeIntervalSince1970: 1_795_505_400)  // 2026-11-24 07:30 UTC

    @Test func `dates and times are in the reader's words and zone`() throws {
        let catalogue = try LocaleFiles.catalogue()
        let paris = catalogue.localizer(language: "en", timeZone: "Europe/Paris")
        #expect(paris.date(moment) == "Nov 24, 2026")
        #expect(paris.time(moment) == "08:30")
        #expect(paris.dateTime(moment).contains("08:30"))
        #expect(paris.weekdayAndDate(moment) == "Tue, Nov 24")
        let shanghai = catalogue.localizer(language: "zh-CN", timeZone: "Asia/Shanghai")
        #expect(shanghai.date(moment) == "2026年11月24日")
        #expect(shanghai.time(moment) == "15:30")
        #expect(catalogue.localizer(language: "en-GB").date(moment) == "24 Nov 2026")
        #expect(catalogue.localizer(timeZone: "No/Where").timeZone == .gmt)
    }

    static let ages: [(ago: TimeInterval, english: String, chinese: String)] = [
        (10, "just now", "刚刚"),
        (-20, "just now", "刚刚"),
        (150, "2m ago", "2分钟前"),
        (7300, "2h ago", "2小时前"),
        (259205, "3d ago", "3天前"),
        (-7300, "in 2h", "2小时后"),
        (777600, "Nov 15", "11月15日"),
        (31_536_000, "Nov 24, 2025", "2025年11月24日"),
    ]

    @Test(arguments: ages)
    func `ages are short`(ago: TimeInterval, english: String, chinese: String) throws {
        let catalogue = try LocaleFiles.catalogue()
        let then = moment.addingTimeInterval(-ago)
        #expect(catalogue.localizer().relative(then, now: moment) == english)
        #expect(catalogue.localizer(language: "zh-Hans").relative(then, now: moment) == chinese)
    }

    @Test(arguments: [("en", 1), ("en-GB", 2), ("zh-Hans", 2), ("zh-CN", 2)])
    func `weeks begin on the day of the language, or else of the region; Sunday is 1`(
        language: String,
        first: Int
    ) throws {
        #expect(try LocaleFiles.catalogue().localizer(language: language).calendar.firstWeekday == first)
    }

    @Test func `ranges, lists, lengths and days`() throws {
        let english = try LocaleFiles.catalogue().localizer()
        let chinese = try LocaleFiles.catalogue().localizer(language: "zh-Hans")
        let day = moment.addingTimeInterval(-7.5 * 3600)
        #expect(english.dayRange(day, day.addingTimeInterval(86400)) == "Nov 24, 2026")
        #expect(
            english.dayRange(day.addingTimeInterval(-6 * 86400), day.addingTimeInterval(86400))
                == "Nov 18 – Nov 24, 2026"
        )
        #expect(english.dayRange(day, day.addingTimeInterval(60 * 86400)) == "Nov 24, 2026 – Jan 22, 2027")
        let week = (day.addingTimeInterval(-6 * 86400), day.addingTimeInterval(86400))
        #expect(chinese.dayRange(week.0, week.1) == "2026年11月18日至2026年11月24日")
        #expect(english.list(["a", "b", "c"]) == "a, b, and c")
        #expect(chinese.list(["甲", "乙"]) == "甲和乙")
        #expect(english.duration(5400) == "1 hour 30 minutes")
        #expect(english.duration(0) == "0 seconds")
        #expect(chinese.duration(7200) == "2小时")
        #expect(english.number(1_234_567) == "1,234,567")
        #expect(english.clock(minuteOfDay: 450) == "07:30")
        #expect(english.days([.monday, .thursday]) == "Mon and Thu")
        #expect(english.days(.daily) == "daily")
        #expect(chinese.days([.sunday]) == "周日")
    }
}

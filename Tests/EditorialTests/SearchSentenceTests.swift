import NewsModel
import Testing
import TimeArithmetic

@testable import Editorial

@Suite struct SearchSentenceTests {
    private static let phrases: [String: [String]] = [
        "today": ["today", "from today", "今天"], "yesterday": ["yesterday", "昨天"], "lastweek": ["last week", "上周"],
        "week": ["this week"], "month": ["past month"], "lastmonth": ["last month"],
        "day": ["24 hours", "last day", "last 24 hours"], "days": ["last {n} days", "最近{n}天"],
        "from": ["from", "来自"], "about": ["about", "关于"], "news": ["news", "articles", "新闻", "文章"],
        "request": ["show me", "latest", "what happened with", "显示", "看看", "给我看"], "joint": ["的", "the"],
        "category.finance": ["finance", "business", "market"], "category.technology": ["tech", "technology", "科技"],
        "category.sports": ["sports", "体育"], "or": ["or", "或"], "and": ["and", "和"],
        "since": ["since", "从"], "on": ["on", "在"], "within": ["in"], "ordinal": ["th", "日"],
        "weekday.mon": ["monday", "mon", "周一"], "weekday.tue": ["tuesday", "tue", "周二"],
        "weekday.fri": ["friday", "fri"], "weekday.sun": ["sunday", "sun"],
        "monthname.2": ["february"], "monthname.11": ["november", "nov", "11月"], "monthname.12": ["december"],
        "date": [
            "{weekday}", "{month}", "{month} {year}", "{month} {day}", "{month}{day}", "{month} {day} {year}",
            "{day} {month}", "{year}", "{year}年", "{year}年{month}", "{weekday} {month} {day}",
        ],
        "lastdate": ["last {weekday}", "last {month}"], "lastweekdate": ["{weekday} last week", "上{weekday}"],
    ]
    private static let feeds: [String: Int64] = [
        "espn": 1, "bbc news": 2, "bbc": 3, "usa today": 4, "新华社": 5, "mon": 6,
    ]

    private func read(
        _ text: String,
        own: [String] = [],
        categoryWord position: SearchSentence.CategoryPosition? = .leading
    ) -> SearchSentence {
        let book = SearchPhraseBook(Self.phrases).with(categories: own.map { ($0, []) })
        // A Wednesday.
        let today = CivilDate(dayNumber: CivilDate.dayNumber(year: 2026, month: 11, day: 18))
        return SearchSentence(
            SearchPieces(text, book: book),
            language: "en",
            today: today,
            categoryWord: position
        ) { name in
            Self.feeds[name.lowercased()].map { SearchSentence.Source(name: name, feeds: [FeedID(rawValue: $0)]) }
        }
    }

    private func told(
        _ text: String,
        own: [String] = [],
        categoryWord position: SearchSentence.CategoryPosition? = .leading
    ) -> String {
        let sentence = read(text, own: own, categoryWord: position)
        return [sentence.query, sentence.category, sentence.source?.name, sentence.period?.word]
            .map { $0 ?? "" }.joined(separator: "|")
    }

    @Test(arguments: [
        ("tech news from yesterday", "|Technology||yesterday"), ("show me sports from ESPN", "|Sports|ESPN|"),
        ("finance last week", "|Finance||lastweek"), ("articles about AI from today", "AI|||today"),
        ("business", "|Finance||"), ("market news this week", "|Finance||week"), ("Technology", "|Technology||"),
        ("climate last 24 hours", "climate|||24h"), ("climate last 3 days", "climate|||3d"),
        ("elections past month", "elections|||month"), ("elections LAST MONTH", "elections|||lastmonth"),
        ("apple tech news", "apple|Technology||"), ("storm from BBC News yesterday", "storm||BBC News|yesterday"),
        ("storm from BBC", "storm||BBC|"), ("from USA Today", "||USA Today|"),
        ("what happened with the swiss e-id vote last month", "swiss e-id vote|||lastmonth"),
        ("latest news about heat pumps", "heat pumps|||"), ("the climate of Mars", "climate Mars|||"),
    ])
    func `sentences are understood`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: [
        ("昨天的科技新闻", "|Technology||yesterday"), ("来自BBC的体育新闻", "|Sports|BBC|"),
        ("关于人工智能的文章", "人工智能|||"), ("来自新华社的新闻", "||新华社|"), ("地震 最近3天", "地震|||3d"),
        ("上周的体育新闻", "|Sports||lastweek"), ("今天关于火山的新闻", "火山|||today"),
    ])
    func `so are sentences without blanks`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: [
        ("\"tech news\" \"yesterday\"", "\"tech news\" \"yesterday\"|||"), ("fox \"news\"", "fox \"news\"|||"),
        ("apple technology", "apple technology|||"), ("stock market crash", "stock market crash|||"),
        ("letters from Iwo Jima", "letters Iwo Jima|||"), ("today OR tomorrow", "today OR tomorrow|||"),
        ("title:today -yesterday", "title:today -yesterday|||"), ("title: today", "title: today|||"),
        ("(last week)", "(last week)|||"), ("/last week/ storm", "/last week/ storm|||"),
        ("yesterdays", "yesterdays|||"),
        ("show me", "show me|||"), ("", "|||"), ("fintech", "fintech|||"),
    ])
    func `what is quoted, an operator or a part of something else is not interpreted`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: [
        ("volcano or earthquake", "volcano OR earthquake|||"), ("火车 或 列车", "火车 OR 列车|||"),
        ("volcano and earthquake", "volcano earthquake|||"), ("火车 和 列车", "火车 列车|||"),
        ("the volcano or the earthquake", "volcano OR earthquake|||"),
        ("heavy rain or snow last week", "heavy rain OR snow|||lastweek"),
        ("title:storm or title:flood", "title:storm OR title:flood|||"), ("finance or linux", "finance OR linux|||"),
        ("sports and finance", "sports finance|||"), ("apple and tech news", "apple|Technology||"),
        ("(rain or \"snow or ice\") today", "(rain OR \"snow or ice\")|||today"),
        ("title:(rain or snow) and wind", "title:(rain OR snow) wind|||"), ("(rain or)", "(rain)|||"),
    ])
    func `or and and between two words join them`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: [
        ("ai or", "ai|||"), ("or ai", "ai|||"), ("ai OR", "ai|||"), ("AND ai", "ai|||"), ("ai NOT", "ai|||"),
        ("storm OR OR flood", "storm OR flood|||"), ("volcano or the", "volcano|||"),
        ("storm from BBC or", "storm||BBC|"),
        ("\"rain or snow\"", "\"rain or snow\"|||"), ("/rain or snow/", "/rain or snow/|||"),
        ("和平 或许", "和平 或许|||"), ("title: or", "title: or|||"), ("or OR gold", "or OR gold|||"),
        ("climate not site:example.org", "climate not site:example.org|||"),
    ])
    func `where they join nothing, are quoted or are part of a word they do not`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: ["and", "or", "a and", "AND", "a OR", "或", "NOT OR"])
    func `joining words alone are common words`(text: String) {
        #expect(read(text).isOnlyCommon)
    }

    @Test(arguments: [
        ("storm from monday", "2026-11-16..2026-11-16"), ("storm on Monday", "2026-11-16..2026-11-16"),
        ("storm from last monday", "2026-11-16..2026-11-16"), ("storm from friday", "2026-11-13..2026-11-13"),
        ("storm on monday last week", "2026-11-09..2026-11-09"), ("storm from november", "2026-11-01..2026-11-18"),
        ("storm from last november", "2025-11-01..2025-11-30"), ("storm from december", "2025-12-01..2025-12-31"),
        ("storm in november 2025", "2025-11-01..2025-11-30"), ("storm on nov 5", "2026-11-05..2026-11-05"),
        ("storm on 20 november", "2025-11-20..2025-11-20"), ("storm on november 5th", "2026-11-05..2026-11-05"),
        ("storm on november 5 2024", "2024-11-05..2024-11-05"), ("storm on february 29", "2024-02-29..2024-02-29"),
        ("storm on monday november 2", "2026-11-02..2026-11-02"), ("storm from 2026-11-17", "2026-11-17..2026-11-17"),
        ("storm from 2026-10", "2026-10-01..2026-10-31"), ("storm in 2025", "2025-01-01..2025-12-31"),
        ("storm from 7d", "7d"), ("storm since 24h", "since 24h"), ("storm since week", "since week"),
        ("storm since tuesday", "since 2026-11-17..2026-11-17"), ("storm since yesterday", "since yesterday"),
        ("storm since last month", "since lastmonth"), ("storm from monday, please", "2026-11-16..2026-11-16"),
        ("storm 从周一", "since 2026-11-16..2026-11-16"), ("storm 在11月5日的", "2026-11-05..2026-11-05"),
        ("storm 在2025年11月", "2025-11-01..2025-11-30"), ("storm 从上周一", "since 2026-11-09..2026-11-09"),
    ])
    func `names of days and dates behind a word for a time are one`(text: String, time: String) {
        let sentence = read(text)
        #expect((sentence.asksSince ? "since " : "") + (sentence.period?.word ?? "") == time)
        #expect(sentence.query.hasPrefix("storm") && !sentence.query.contains { $0.isNumber })
    }

    @Test(arguments: [
        ("monday blues", "monday blues|||"), ("on \"monday\"", "\"monday\"|||"),
        ("\"storm from monday\"", "\"storm from monday\"|||"),
        ("films in 3d", "films 3d|||"), ("lessons from monkeys", "lessons monkeys|||"),
        ("climate goals in 2050", "climate goals 2050|||"), ("storm from 2026-11-20", "storm 2026-11-20|||"),
        ("storm from 2026-13", "storm 2026-13|||"), ("books on sundials", "books sundials|||"),
        ("storm from mon", "storm||mon|"), ("正在地震", "正在地震|||"),
    ])
    func `elsewhere, in the future and where a source is called so they are none`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test func `the time is kept as it was typed, with the word that makes it one`() {
        #expect(read("storm since tuesday").typedPeriod == "since tuesday")
        #expect(read("storm from last monday news").typedPeriod == "from last monday")
        #expect(read("storm 从周一").typedPeriod == "从周一")
        #expect(told("news from friday") == "|||2026-11-13..2026-11-13")
    }

    @Test(arguments: [
        ("显示来自ESPN的体育", "|Sports|ESPN|"), ("给我看来自ESPN的体育新闻", "|Sports|ESPN|"),
        ("看看ESPN的体育", "|Sports|ESPN|"), ("ESPN的体育", "|Sports|ESPN|"), ("新华社的新闻", "||新华社|"),
        ("显示来自CNN的体育", "CNN 体育|||"), ("show me sports from CNN", "CNN|Sports||"),
        ("关于ESPN的文章", "ESPN|||"), ("the climate of ESPN", "climate ESPN|||"),
    ])
    func `chinese requests name sources as english ones do`(text: String, meaning: String) {
        #expect(told(text) == meaning)
        // A short opener may begin a word.
        #expect(read("显示器价格").query.hasPrefix("显示"))
    }

    @Test(arguments: [
        ("sports from \"ESPN\"", "|Sports|ESPN|"), ("storm from \"BBC News\" yesterday", "storm||BBC News|yesterday"),
        ("from “BBC” storm", "storm||BBC|"), ("storm from \"BBC\".", "storm||BBC|"),
        ("storm from \"bbc", "storm||bbc|"),
        ("来自“新华社”的体育新闻", "|Sports|新华社|"), ("来自《新华社》的新闻", "||新华社|"),
        ("关于“人工智能”的文章", "“人工智能”|||"),
        ("storm from \"Iwo Jima\"", "storm \"Iwo Jima\"|||"), ("storm from \"monday\"", "storm \"monday\"|||"),
        ("\"storm from\" \"BBC\"", "\"storm from\" \"BBC\"|||"), ("storm from \"\"", "storm \"\"|||"),
        ("storm from \"BBC\" OR \"ESPN\"", "storm \"BBC\" OR \"ESPN\"|||"),
    ])
    func `a quotation behind from is a source if one is called so`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test func `words for news are none to look for beside a time that was named before`() {
        let book = SearchPhraseBook(Self.phrases)
        func query(_ text: String, hasTime: Bool) -> String {
            let today = CivilDate(dayNumber: 0)
            let pieces = SearchPieces(text, book: book)
            return SearchSentence(pieces, language: "en", today: today, hasTime: hasTime) { _ in nil }.query
        }
        #expect(query("climate articles", hasTime: true) == "climate")
        #expect(query("climate articles", hasTime: false) == "climate")
        func namesOnlyNews(_ text: String) -> Bool { SearchPieces(text, book: book).nameOnlyNews }
        #expect(namesOnlyNews("articles") && namesOnlyNews("the latest articles") && namesOnlyNews("的文章"))
        #expect(!namesOnlyNews("the") && !namesOnlyNews("climate articles") && !namesOnlyNews("\"articles\""))
        #expect(!namesOnlyNews(""))
    }

    @Test(arguments: [
        ("tech linux", "linux|Technology||"), ("finance bank", "bank|Finance||"),
        ("sports Arsenal", "Arsenal|Sports||"),
        ("tech \"linux kernel\"", "\"linux kernel\"|Technology||"), ("-apple tech linux", "-apple linux|Technology||"),
        ("show me tech linux from BBC yesterday", "linux|Technology|BBC|yesterday"),
        ("科技 linux", "linux|Technology||"), ("体育 阿森纳", "阿森纳|Sports||"),
        ("tech linux in finance", "tech linux|Finance||"), ("tech linux business news", "tech linux|Finance||"),
        ("tech sports linux", "sports linux|Technology||"),
    ])
    func `a category that is the first word is one`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: [
        ("\"tech\" linux", "\"tech\" linux|||"), ("linux tech", "linux tech|||"), ("street food", "street food|||"),
        ("科技公司", "科技 公司|||"),
        ("公司科技", "公司 科技|||"), ("articles about linux tech", "linux tech|||"),
        ("state the tech", "state tech|||"), ("big tech rules", "big tech rules|||"),
        ("tech and linux", "tech linux|||"), ("tech or linux", "tech OR linux|||"),
        ("tech-savvy kids", "tech-savvy kids|||"),
        ("low-tech toys", "low-tech toys|||"),
        ("about tech linux", "tech linux|||"), ("title:tech linux", "title:tech linux|||"),
    ])
    func `in quotes, behind a word, joined or inside a word it is none`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: [
        ("linux tech", "linux|Technology||"), ("climate finance yesterday", "climate|Finance||yesterday"),
        ("linux tech from BBC", "linux|Technology|BBC|"), ("linux tech -apple", "linux -apple|Technology||"),
        ("tech sports", "tech|Sports||"), ("Linux 科技", "Linux|Technology||"),
        ("tech linux", "tech linux|||"), ("tech", "tech|||"), ("big tech rules", "big tech rules|||"),
        ("linux \"tech\"", "linux \"tech\"|||"), ("linux -tech", "linux -tech|||"), ("公司科技", "公司 科技|||"),
        ("linux and tech", "linux tech|||"), ("linux or tech", "linux OR tech|||"),
    ])
    func `where the last word may be a category, only a bare one behind a word is`(text: String, meaning: String) {
        #expect(told(text, categoryWord: .trailing) == meaning)
        #expect(read("linux tech", categoryWord: .trailing).categoryWord?.quoted == "linux \"tech\"")
    }

    @Test func `the word itself is searched for in quotes`() {
        let word = SearchSentence.CategoryWord(text: "tech", quoted: "show me \"tech\" linux")
        #expect(read("show me tech linux").categoryWord == word)
        #expect(told("show me \"tech\" linux") == "\"tech\" linux|||")
        #expect(read("tech").categoryWord == SearchSentence.CategoryWord(text: "tech", quoted: "\"tech\""))
        for text in ["tech news", "tech news linux", "tech linux in finance", "tech linux business news"] {
            #expect(read(text).categoryWord == nil)
        }
    }

    @Test func `what a sentence is about, and its period, are known as they were typed`() {
        #expect(read("articles about AI").asksAbout && !read("what is it about").asksAbout && !read("AI").asksAbout)
        #expect(read("storm 最近3天").typedPeriod == "最近3天" && read("storm").typedPeriod == nil)
    }

    @Test func `operators and sentences go together`() {
        #expect(told("sports -football last week has:image") == "-football has:image|Sports||lastweek")
        #expect(told("(climate OR \"heat wave\") last week") == "(climate OR \"heat wave\")|||lastweek")
    }

    @Test func `a category of one's own goes before other words for one`() {
        #expect(told("business news today", own: ["Business"]) == "|Business||today")
        #expect(told("tech news", own: ["News", "Tech"]) == "|Tech||")
        #expect(told("technology news", own: ["Technology"]) == "|Technology||")
    }

    @Test func `common words alone are told from others`() {
        #expect(read("the of and").isOnlyCommon && read("the of and").query == "the of and")
        #expect(!read("the who live").isOnlyCommon && !read("\"the who\"").isOnlyCommon)
        #expect(!read("the from today").isOnlyCommon && read("the from today").query.isEmpty)
    }
}

import NewsModel
import Testing

@testable import Editorial

@Suite struct SearchSentenceTests {
    private static let phrases: [String: [String]] = [
        "today": ["today", "from today", "今天"], "yesterday": ["yesterday", "昨天"], "lastweek": ["last week", "上周"],
        "week": ["this week"], "month": ["past month"], "lastmonth": ["last month"],
        "day": ["24 hours", "last day", "last 24 hours"], "days": ["last {n} days", "最近{n}天"],
        "from": ["from", "来自"], "about": ["about", "关于"], "news": ["news", "articles", "新闻", "文章"],
        "request": ["show me", "latest", "what happened with"], "joint": ["的", "the"],
        "category.finance": ["finance", "business", "market"], "category.technology": ["tech", "technology", "科技"],
        "category.sports": ["sports", "体育"], "or": ["or", "或"], "and": ["and", "和"],
    ]
    private static let feeds: [String: Int64] = ["espn": 1, "bbc news": 2, "bbc": 3, "usa today": 4, "新华社": 5]

    private func read(_ text: String, own: [String] = []) -> SearchSentence {
        let book = SearchPhraseBook(Self.phrases).with(categories: own.map { ($0, []) })
        return SearchSentence(SearchPieces(text, book: book), language: "en") { name in
            Self.feeds[name.lowercased()].map { SearchSentence.Source(name: name, feeds: [FeedID(rawValue: $0)]) }
        }
    }

    private func told(_ text: String, own: [String] = []) -> String {
        let sentence = read(text, own: own)
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
        ("\"tech news\" \"yesterday\"", "\"tech news\" \"yesterday\"|||"), ("fox news", "fox news|||"),
        ("apple technology", "apple technology|||"), ("stock market crash", "stock market crash|||"),
        ("letters from Iwo Jima", "letters Iwo Jima|||"), ("today OR tomorrow", "today OR tomorrow|||"),
        ("title:today -yesterday", "title:today -yesterday|||"), ("title: today", "title: today|||"),
        ("(last week)", "(last week)|||"), ("/last week/ storm", "/last week/ storm|||"),
        ("yesterdays", "yesterdays|||"),
        ("news", "news|||"), ("show me", "show me|||"), ("", "|||"), ("fintech", "fintech|||"),
    ])
    func `what is quoted, an operator or a part of something else is not interpreted`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: [
        ("volcano or earthquake", "volcano OR earthquake|||"), ("火车 或 列车", "火车 OR 列车|||"),
        ("volcano and earthquake", "volcano earthquake|||"), ("火车 和 列车", "火车 列车|||"),
        ("the volcano or the earthquake", "volcano OR earthquake|||"),
        ("heavy rain or snow last week", "heavy rain OR snow|||lastweek"),
        ("title:storm or title:flood", "title:storm OR title:flood|||"), ("finance or sports", "finance OR sports|||"),
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

import NewsModel
import Testing
import TimeArithmetic

@testable import Editorial

/// Words of a search that say the same as operators.
@Suite struct SearchTermTests {
    private static let phrases: [String: [String]] = [
        "today": ["today", "今天"], "yesterday": ["yesterday", "昨天"], "lastweek": ["last week", "上周"],
        "lastmonth": ["last month"], "week": ["this week"], "day": ["last 24 hours"],
        "from": ["from", "来自"], "about": ["about", "关于"], "within": ["in"], "joint": ["的", "the", "of"],
        "news": ["news", "articles", "stories", "新闻", "文章", "消息"], "reports": ["reports", "报道"],
        "request": ["show me", "latest", "the latest", "给我看"],
        "category.finance": ["finance"], "category.technology": ["tech", "科技"],
        "category.sports": ["sports", "体育"], "category.health": ["health", "健康"],
        "or": ["or", "或"], "and": ["and", "和"], "on": ["on", "在"], "since": ["since", "从"],
        "except": ["but not", "without", "except", "除了"], "exceptfrom": ["not from", "but not from", "不来自"],
        "exceptend": ["以外"], "before": ["before"], "until": ["until", "截至"], "after": ["after"],
        "beforeend": ["之前"], "afterend": ["之后"], "shortname": ["sun", "may"],
        "audio": ["podcasts", "播客"], "video": ["videos", "视频"], "image": ["with pictures"],
        "imageword": ["pictures", "photos", "图片"], "unreadword": ["unread"], "unread": ["未读的"],
        "saved": ["saved articles"], "weekday.sun": ["sunday", "sun"], "monthname.5": ["may"],
        "weekday.mon": ["monday", "周一"], "weekday.wed": ["wednesday"], "monthname.11": ["november", "11月"],
        "date": ["{weekday}", "{month}", "{month} {day}", "{month}{day}", "{year}"], "ordinal": ["日"],
    ]
    private static let feeds: [String: Int64] = ["circuit daily": 1, "bbc": 2, "晨光报": 3]

    private func read(
        _ text: String,
        firstWeekday: Int = 0,
        asPhrase: Bool = false,
        takesState: Bool = true
    ) -> SearchSentence {
        // A Wednesday.
        let today = CivilDate(dayNumber: CivilDate.dayNumber(year: 2026, month: 11, day: 18))
        return SearchSentence(
            SearchPieces(text, book: SearchPhraseBook(Self.phrases)),
            language: "en",
            today: today,
            firstWeekday: firstWeekday,
            asPhrase: asPhrase,
            takesState: takesState
        ) { name in
            Self.feeds[name.lowercased()].map { SearchSentence.Source(name: name, feeds: [FeedID(rawValue: $0)]) }
        }
    }

    private func told(_ text: String) -> String { told(read(text)) }

    private func told(_ sentence: SearchSentence) -> String {
        [sentence.query, sentence.category, sentence.source?.name, sentence.period?.word]
            .map { $0 ?? "" }.joined(separator: "|")
    }

    @Test(arguments: [
        ("tech not from Circuit Daily", "-feed:\"Circuit Daily\"|Technology||"),
        ("storm but not ferry", "-ferry storm|||"), ("sports without football", "-football|Sports||"),
        ("sports except football", "-football|Sports||"), ("news but not from BBC", "-feed:BBC|||"),
        ("not from BBC", "-feed:BBC|||"), ("storm not from \"Nobody Knows\"", "-\"Nobody Knows\" storm|||"),
        ("storm not from Nobody yesterday", "-Nobody storm|||yesterday"), ("wine not from France", "-France wine|||"),
        ("news except BBC", "-feed:BBC|||"), ("news today except sports", "-category:Sports|||today"),
        ("sports without football or ice hockey", "-football -\"ice hockey\"|Sports||"),
        ("storm without the ferry", "-ferry storm|||"), ("rain or snow without wind", "-wind (rain OR snow)|||"),
        ("storm except title:ferry", "-title:ferry storm|||"), ("storm from BBC but not ferry", "-ferry storm||BBC|"),
        ("storm|rain without wind", "-wind (storm|rain)|||"),
        ("体育 除了 足球", "-足球|Sports||"), ("除了足球以外的体育新闻", "-足球|Sports||"),
        ("除了足球的体育新闻", "-足球|Sports||"), ("体育新闻除了足球", "-足球|Sports||"), ("科技新闻 不来自晨光报", "-feed:晨光报|Technology||"),
    ])
    func `what is not wanted is excluded`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: [
        ("without you", "without|||"), ("\"storm but not ferry\"", "\"storm but not ferry\"|||"),
        ("doctors \"without\" borders", "doctors \"without\" borders|||"), ("storm without", "storm without|||"),
        ("storm but not you", "storm|||"), ("除了足球", "除了足球|||"),
        ("not from Nobody", "Nobody|||"),
        ("storm without (ferry or train", "storm without (ferry OR train|||"), ("政府解除了封锁", "政府解除了封锁|||"),
        ("推特删除了视频", "推特删除了视频|||"), ("海外市场", "海外市场|||"), ("以外交部", "以外交部|||"),
    ])
    func `where nothing is named, in quotes and at the beginning of words it is not`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test func `the word of an exclusion can be looked for in quotes`() {
        let word = SearchSentence.CategoryWord(text: "without", quoted: "doctors \"without\" borders")
        #expect(read("doctors without borders").notedWords == [word] && read("doctors").notedWords.isEmpty)
    }

    @Test func `plain words behind a word for an exclusion may be a name`() {
        #expect(read("gone but not forgotten").exceptPhrase == "gone but not forgotten")
        #expect(read("storm or life without parole today").exceptPhrase == "life without parole")
        let phrase = read("storm or life without parole today", asPhrase: true)
        #expect(told(phrase) == "storm OR \"life without parole\"|||today" && phrase.notedWords.isEmpty)
        for text in [
            "storm but not sports", "storm without \"ferry\"", "storm except BBC", "wine not from France",
            "without you",
        ] {
            #expect(read(text).exceptPhrase == nil, "\(text)")
            #expect(told(read(text, asPhrase: true)) == told(text), "\(text)")
        }
    }

    @Test(arguments: [
        ("fake news", "\"fake news\""), ("the AI chip news today", "the \"AI chip news\" today"),
        ("storm before yesterday", "storm \"before yesterday\""), ("pictures of storms", "\"pictures\" of storms"),
        ("finance 昨天之前", "finance \"昨天之前\""),
    ])
    func `what may be part of a name is noted with the search for it`(text: String, quoted: String) {
        #expect(read(text).notedWords.map(\.quoted) == [quoted])
    }

    @Test func `what is said otherwise is not noted`() {
        for text in ["tech news", "news about storms", "podcasts", "latest news", "tech news from yesterday"] {
            #expect(read(text).notedWords.isEmpty, "\(text)")
        }
    }

    @Test func `where nobody's reading can be asked for, words for it are words`() {
        #expect(told(read("unread tech", takesState: false)) == "unread tech|||")
        #expect(told(read("podcasts today", takesState: false)) == "has:audio|||today")
    }

    @Test(arguments: [
        ("finance before yesterday", "until:2026-11-16"), ("finance until yesterday", "until:2026-11-17"),
        ("finance after monday", "since:2026-11-17"), ("finance after wednesday", "since:2026-11-18"),
        ("finance after today", "since:2026-11-18"), ("finance before last month", "until:2026-09-30"),
        ("finance until last month", "until:2026-10-31"), ("finance before last week", "until:2026-11-08"),
        ("finance before may 5", "until:2026-05-04"), ("finance before november 5", "until:2026-11-04"),
        ("昨天之前 finance", "until:2026-11-16"), ("finance 在昨天之前", "until:2026-11-16"),
        ("finance 周一之后", "since:2026-11-17"), ("finance 周一 之后", "since:2026-11-17"),
        ("finance 截至昨天", "until:2026-11-17"), ("11月5日之前的 finance", "until:2026-11-04"),
    ])
    func `before, until and after a time are limits`(text: String, query: String) {
        #expect(told(text) == "\(query)|Finance||")
    }

    @Test func `a week begins on the reader's day`() {
        #expect(read("finance until last week", firstWeekday: 0).query == "until:2026-11-15")
        #expect(read("finance until last week", firstWeekday: 6).query == "until:2026-11-14")
    }

    @Test(arguments: [
        ("life after school", "life school|||"), ("\"before yesterday\"", "\"before yesterday\"|||"),
        ("storm before 1970", "storm 1970|||"), ("yesterday after rain", "rain|||yesterday"),
        ("storm before 2030", "storm 2030|||"), ("rescued after last 24 hours", "rescued|||24h"),
        ("lost before sun", "lost sun|||"), ("elections after 2008", "elections 2008|||"),
        ("地震之后昨天的救援", "地震之后 救援|||yesterday"),
    ])
    func `without a time that can be said they are words`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: [
        ("sports or health", "(category:Sports OR category:Health)|||"),
        ("tech or finance today", "(category:Technology OR category:Finance)|||today"),
        ("体育 或 健康 今天", "(category:Sports OR category:Health)|||today"),
        ("news in sports or health", "(category:Sports OR category:Health)|||"),
        ("sports or health but not football", "-football (category:Sports OR category:Health)|||"),
        ("sports or sports", "category:Sports|||"), ("sports or linux", "sports OR linux|||"),
        ("sports or mental health", "sports OR mental health|||"), ("about sports or health", "sports OR health|||"),
        ("sports OR health", "sports OR health|||"), ("sports and health", "sports health|||"),
    ])
    func `categories on all sides of or are categories`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: [
        ("news", "|||"), ("latest news", "|||"), ("the latest news", "|||"), ("AI news", "AI|||"),
        ("AI latest", "AI|||"), ("news near Turin 50km", "near Turin 50km|||"), ("fox news", "fox|||"),
        ("police reports", "police reports|||"), ("tech reports", "|Technology||"), ("上海 附近 的新闻", "上海 附近|||"),
        ("人工智能的新闻", "人工智能|||"), ("新闻自由", "新闻自由|||"), ("\"news\"", "\"news\"|||"),
    ])
    func `words for news say nothing behind others`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: [
        ("no news", "no news|||"), ("News Corp", "News Corp|||"), ("show me News Corp", "News Corp|||"),
        ("假新闻", "假新闻|||"), ("好消息", "好消息|||"), ("News Corp today", "News Corp|||today"),
    ])
    func `in names, beside one sign and beside common words alone they are words`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: [
        ("news -ferry", "-ferry|||"), ("tech news linux", "linux|Technology||"), ("news today linux", "linux|||today"),
        ("AI news or chip news", "AI OR chip|||"), ("AI news about chips", "AI chips|||"),
    ])
    func `they say nothing beside what is understood either`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test(arguments: [
        ("unread articles from yesterday", "is:unread|||yesterday"), ("unread tech", "is:unread|Technology||"),
        ("unread tech linux", "is:unread linux|Technology||"), ("podcasts yesterday", "has:audio|||yesterday"),
        ("videos about bread", "has:video bread|||"), ("bread videos", "has:video bread|||"),
        ("stories with pictures today", "has:image|||today"), ("saved articles about bread", "is:saved bread|||"),
        ("unread podcasts about rain or snow", "is:unread has:audio (rain OR snow)|||"),
        ("未读的科技新闻", "is:unread|Technology||"), ("关于面包的视频", "has:video 面包|||"),
        ("big videos ban", "big videos ban|||"), ("视频会议", "视频会议|||"), ("短视频", "短视频|||"),
        ("图片报", "图片报|||"), ("Google Photos", "Google Photos|||"), ("Photos app", "Photos app|||"),
        ("unread emails", "unread emails|||"), ("pictures of storms", "has:image storms|||"),
        ("pictures", "has:image|||"), ("storm pictures yesterday", "has:image storm|||yesterday"),
        ("podcasts or bread", "podcasts OR bread|||"), ("\"unread\" tech", "\"unread\"|Technology||"),
    ])
    func `words for what articles have and are stand at the beginning or the end`(text: String, meaning: String) {
        #expect(told(text) == meaning)
    }

    @Test func `the whole words may be the name of a source, with and without their time`() {
        #expect(read("show me Circuit Daily").wholeNames.map(\.text) == ["Circuit Daily"])
        let sentence = read("USA Today")
        #expect(sentence.wholeNames.map(\.text) == ["USA Today", "USA"] && sentence.period == .today)
        let source = SearchSentence.Source(name: "USA Today", feeds: [FeedID(rawValue: 4)])
        let whole = sentence.ofSource(source, named: sentence.wholeNames[0])
        #expect(whole.period == nil && whole.query.isEmpty && whole.source == source)
        #expect(sentence.ofSource(source, named: sentence.wholeNames[1]).period == .today)
        let excluding = read("Harbour Times but not ferry")
        #expect(excluding.ofSource(source, named: excluding.wholeNames[0]).query == "-ferry")
        #expect(read("\"Circuit Daily\"").wholeNames.isEmpty && read("storm from BBC").wholeNames.isEmpty)
    }
}

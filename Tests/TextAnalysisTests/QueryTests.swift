import Foundation
import TestSupport
import Testing

@testable import TextAnalysis

@Suite struct QueryTests {
    private let article = QueryDocument(
        title: "Critical security vulnerability found in OpenSSL",
        body: "Researchers at ETH Zürich say the climate-change site was hit. 東京都で発表。",
        feed: "Heise Online",
        site: "https://www.news.example.org/feed",
        author: "Ada Lovelace",
        tags: ["security", "open source"],
        language: "de-CH",
        categories: ["Tech"],
        places: ["Zürich", "New York"],
        sport: "Soccer",
        topic: "Macro & Rates",
        date: Date(timeIntervalSince1970: 1_763_683_200),
        hasImage: true,
        attachment: "audio/mpeg",
        states: [.unread]
    )

    @Test(arguments: [
        "security", "SECURITY openssl", "\"security vulnerability\"", "“security vulnerability”", "«found in»",
        "security, vulnerability", "zurich", "ZÜRICH", "nothing OR openssl", "nothing | openssl", "(a1 OR b1) OR found",
        "security -sports", "security NOT sports", "climate-change", "\"climate change\"", "vuln*", "*bility",
        "*nerab*",
        "東京", "京都", "東", "「東京」", "title:security", "body:researchers", "feed:heise", "feed:\"heise online\"",
        "site:example.org", "site:news.example.org", "site:https://news.example.org/x", "site:example",
        "author:lovelace",
        "tag:security", "tag:\"open source\"", "lang:de", "lang:de-CH", "category:tech", "place:zurich",
        "place:\"new york\"", "has:image", "title:(security found)", "/open(ssl|tls)/i", "/ZÜRICH/",
        "title:/^critical/i",
        "\"security vulnerability", "(security (openssl", "security) openssl", "\"security vulnera*\"",
        "-(sports OR golf) found",
        "security AND openssl", "TITLE：security", "- security", "title: security", "--security",
        "“found in” -“lost in”", "sport:soccer", "topic:\"macro rates\"", "topic:rates", "has:audio",
        "has:podcast -has:video",
        "has:(image OR video)", "is:unread -is:saved", "until:2025-11",
    ])
    func `a query finds the article`(text: String) throws {
        let query = try Query(parsing: text)
        #expect(query.matches(article))
        let again = try Query(parsing: query.canonical)
        #expect(again == query)
        #expect(again.canonical == query.canonical)
        #expect(again.matches(article))
    }

    @Test(arguments: [
        "secur", "security sports", "\"vulnerability security\"", "\"openssl researchers\"", "security -openssl",
        "security -\"found in\"", "京東", "都京", "title:researchers", "body:openssl", "feed:online-heise",
        "site:ample.org",
        "site:org.example", "author:ada author:byron", "tag:\"security open\"", "lang:en", "lang:d",
        "place:york-zurich",
        "*curit", "urity*", "/^security/i", "title:(security OR sports) -found", "or", "unknown:security",
        "place:new place:delhi", "sport:tennis", "topic:crypto", "has:video", "is:saved", "-is:unread security",
    ])
    func `a query passes the article by`(text: String) throws {
        let query = try Query(parsing: text)
        #expect(!query.matches(article))
        #expect(try Query(parsing: query.canonical) == query)
    }

    @Test(arguments: [
        ("Foo   BAR", "foo bar"), ("foo, bar;baz", "foo bar baz"), ("covid-19", "\"covid 19\""),
        ("a OR b c", "a OR b c"),
        ("(a OR b) c", "(a OR b) c"), ("((a))", "a"), ("-(-a)", "a"), ("x -(a b)", "x -(a b)"), ("Straße*", "strasse*"),
        ("title:(a OR “B c”)", "title:a OR title:\"b c\""), ("東京都", "東京都"), ("\"AI東京 x\"", "\"ai 東京 x\""),
        ("site:HTTPS://WWW.Example.org/a", "site:example.org"), ("since:2w", "since:14d"), ("/A\\/b/", "/A\\/b/i"),
        ("foo:bar", "\"foo bar\""), ("c++", "c++"), ("NOT a b", "-a b"), ("a not category:b", "a -category:b"),
        ("Not title：a b", "-title:a b"), ("a not -title:b", "a \"not\" -title:b"),
        ("\"not\" title:a", "\"not\" title:a"), ("to be or not", "to be or \"not\""),
        ("() a \"\"", "a"), ("/path", "path"),
        ("**a1**", "*a1*"), ("a1 AND b1", "a1 b1"), ("since:friday x", "since:fri x"),
        ("since:yesterday until:TODAY", "since:yesterday until:today"),
        ("since:week until:2026-1", "since:week until:2026-01"),
        ("has:Pictures", "has:image"), ("IS:saved", "is:saved"), ("sport：soccer", "sport:soccer"),
    ])
    func `the canonical form is the shortest spelling`(text: String, canonical: String) throws {
        #expect(try Query(parsing: text).canonical == canonical)
    }

    /// Short as typed, over the limit once folded.
    private static let swelling = String(repeating: "ﬃﬃﬃﬃﬃﬃﬃﬃﬃﬃ ", count: 39)

    private static let badQueries: [(String, QueryError)] = [
        ("", QueryError.empty), ("  ,, ", .empty), ("🚀 !!", .empty), ("()", .empty), ("-a", .onlyExclusions),
        ("-a OR b", .onlyExclusions), ("a*", .wildcardTooShort(word: "a*")), ("*a*", .wildcardTooShort(word: "*a*")),
        ("since:whenever", .unknownDate("whenever")), ("since:2026-13-01", .unknownDate("2026-13-01")),
        (String(repeating: "a", count: 501), .tooLong(limit: 500)),
        (String(repeating: "a ", count: 41), .tooManyTerms(limit: 40)),
        ("\"" + String(repeating: "a ", count: 41), .tooManyTerms(limit: 40)),
        (String(repeating: "(", count: 9) + "a", .tooDeep(limit: 8)),
        (String(repeating: "-(", count: 200) + "a", .tooDeep(limit: 8)),
        ("/" + String(repeating: "a", count: 201) + "/", .regexTooLong(limit: 200)),
        (swelling, .tooLong(limit: 500)),
    ]

    @Test(arguments: badQueries)
    func `a bad query says what is wrong`(text: String, error: QueryError) {
        #expect(throws: error) { try Query(parsing: text) }
    }

    @Test func `RE2 gives its reason`() {
        let error = #expect(throws: QueryError.self) { try Query(parsing: "/a(b/") }
        #expect(error == .badRegex(pattern: "a(b", reason: "missing ): a(b"))
        #expect(throws: QueryError.self) { try Query(parsing: "/(a)\\1/") }
        #expect(throws: QueryError.self) { try Query(parsing: "/((a{900}){900}){900}/") }
    }

    @Test func `ten megabytes are refused at once`() {
        #expect(throws: QueryError.tooLong(limit: 500)) {
            try Query(parsing: String(repeating: "é(", count: 5_000_000))
        }
    }

    @Test func `filters may consist of exclusions alone`() throws {
        let query = try Query(parsing: "-review -deals", allowingOnlyExclusions: true)
        #expect(query.matches(article))
        #expect(try !Query(parsing: "-security", allowingOnlyExclusions: true).matches(article))
    }

    @Test func `an expression that takes others minutes is fast`() throws {
        let query = try Query(parsing: "/(a+)+$/", limits: QueryLimits(patternText: 65_536))
        let document = QueryDocument(title: "x", body: String(repeating: "a", count: 60_000) + "!")
        let time = processorTime { #expect(!query.matches(document)) }
        #expect(time < .seconds(30), "\(time)")
    }

    @Test func `a phrase of one repeated word stays cheap in a text of it`() throws {
        let query = try Query(parsing: "\"" + String(repeating: "a ", count: 39) + "b\"")
        let document = QueryDocument(title: "x", body: String(repeating: "a ", count: 1_000_000))
        let time = processorTime { #expect(!query.matches(document)) }
        #expect(time < .seconds(60), "\(time)")
    }

    @Test func `since counts from now or from the reader's midnight`() throws {
        // 2025-11-21 was a Friday; 10:00 in UTC, 19:00 in Tokyo.
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let time = QueryTime(now: Date(timeIntervalSince1970: 1_763_719_200), zone: tokyo)
        func start(_ text: String) throws -> Double {
            try #require(QuerySince(text)).start(at: time).timeIntervalSince1970
        }
        let midnight = 1_763_650_800.0
        #expect(try start("24h") == 1_763_719_200 - 86_400)
        #expect(try start("7d") == 1_763_719_200 - 7 * 86_400)
        #expect(try start("today") == midnight)
        #expect(try start("yesterday") == midnight - 86_400)
        #expect(try start("week") == midnight - 6 * 86_400)
        #expect(try start("2025-11") == midnight - 20 * 86_400)
        #expect(try start("fri") == midnight)
        #expect(try start("mon") == midnight - 4 * 86_400)
        #expect(try start("sat") == midnight - 6 * 86_400)
        #expect(try start("2025-11-21") == midnight)
        #expect(try start("2000-03-01") == 951_868_800 - 9 * 3600)
        let query = try Query(parsing: "security since:2025-11-21")
        #expect(query.matches(article))
        #expect(query.matches(article, at: QueryTime(now: time.now)))
        #expect(try !Query(parsing: "security since:2d").matches(article, at: QueryTime(now: time.now + 86_400 * 9)))
    }

    @Test func `until ends with the day, month or year that it names`() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        // 2026-03-31T10:00Z, two days after summer time began.
        let time = QueryTime(now: Date(timeIntervalSince1970: 1_774_951_200), zone: berlin)
        func end(_ text: String) throws -> Double {
            try #require(QuerySince(text)).end(at: time).timeIntervalSince1970
        }
        let midnight = 1_774_908_000.0
        #expect(try end("today") == midnight + 86_400)
        #expect(try end("yesterday") == midnight)
        #expect(try end("7d") == 1_774_951_200 - 7 * 86_400)
        #expect(try end("week") == midnight - 6 * 86_400 + 3_600)
        #expect(try end("2026-03-28") == midnight - 2 * 86_400 + 3_600)
        #expect(try end("2026-02") == midnight - 30 * 86_400 + 3_600)
        #expect(try end("2025") == midnight - 89 * 86_400 + 3_600)
        let query = try Query(parsing: "security until:yesterday")
        let noon = Date(timeIntervalSince1970: midnight - 43_200)
        #expect(query.matches(QueryDocument(title: "security", date: noon), at: time))
        #expect(!query.matches(QueryDocument(title: "security", date: time.now), at: time))
    }

    @Test(arguments: [
        "2026-02-30", "2026-13", "1969", "2026-", "26-1-1", "0h", "tomorrow", "-5d", "99999999999999999999",
    ])
    func `what is no date is refused`(text: String) {
        #expect(throws: QueryError.unknownDate(text)) { try Query(parsing: "x since:\(text)") }
    }

    @Test func `what all matches must have is known`() throws {
        let query = try Query(
            parsing: "storm has:audio since:2026-03-01 since:2026-02-01 until:2026 (has:video OR since:2027)"
        )
        let times = query.requiredTimes(at: QueryTime(now: .now))
        #expect(query.requiredMedia == [.audio])
        #expect(times.from == Date(timeIntervalSince1970: 1_772_323_200))
        #expect(times.to == Date(timeIntervalSince1970: 1_798_761_600))
        #expect(try Query(parsing: "a1 -b1 c1").simpler.map(\.rest.canonical) == ["-b1 c1", "a1 c1", "a1 -b1"])
        #expect(try Query(parsing: "a1 -b1").simpler.map(\.left) == ["-b1"])
        #expect(try Query(parsing: "a1 OR b1").requiring(.has(.audio)).canonical == "has:audio (a1 OR b1)")
    }

    @Test func `words of titles and texts are told from values of other fields`() throws {
        let query = try Query(parsing: "storm title:flood category:news feed:storm -hail vul* \"two words\"")
        #expect(query.textWords == ["storm", "flood"])
        let others = ["storm": "calm", "news": "reports", "two": "three"]
        #expect(
            query.replacingTextWords({ others[$0] })?.canonical
                == "calm title:flood category:news feed:storm -hail vul* \"two words\""
        )
        #expect(query.wantedPhrases(of: .feed).map(\.plainText) == ["storm"])
        #expect(query.asksText)
        #expect(try !Query(parsing: "category:news has:image").asksText)
        #expect(try Query(parsing: "category:news /st.rm/").asksText)
    }

    @Test(arguments: [
        "a1 OR", "a1 |", "| a1", "OR a1", "a1 OR OR b1", "a1 (OR b1)", "(a1 OR) b1", "title:(a1 OR)", "a1 AND",
        "a1 NOT",
    ])
    func `an operator with nothing beside it is told`(text: String) {
        #expect(Query.hasDanglingOperator(text))
    }

    @Test(arguments: [
        "", "a1 OR b1", "a1|b1", "(a1 OR b1) OR -c1", "\"OR\"", "a1 or", "a1 \"OR\"", "/a|/", "a1 -(b1 OR c1)", "ORB",
        "title:a1 OR title:b1", "a1 OR (b1)", "or", "-", "a1 OR \"",
    ])
    func `operators between two conditions, and words like them, are none`(text: String) {
        #expect(!Query.hasDanglingOperator(text))
    }

    @Test func `quotation marks of every keyboard are told`() {
        for text in ["\"the\"", "the “who”", "„wer“", "»the«", "‟x", "「的」", "《的》"] {
            #expect(Query.hasQuote(text), "\(text)")
        }
        for text in ["the", "rock 'n' roll", ""] { #expect(!Query.hasQuote(text), "\(text)") }
    }

    @Test func `a query lacks a feed unless an alternative may match`() throws {
        let missing = Set(try Query(parsing: "feed:a1 feed:b1").wantedPhrases(of: .feed))
        for (text, lacking) in [
            ("feed:a1", "a1"), ("c1 feed:b1", "b1"), ("feed:a1 OR feed:b1", "a1"), ("c1 (feed:b1 OR feed:a1)", "b1"),
        ] {
            #expect(try Query(parsing: text).lacking(missing, of: .feed)?.plainText == lacking, "\(text)")
        }
        for text in ["feed:a1 OR c1", "feed:c1", "c1 -feed:a1", "title:a1", "feed:a1 OR feed:c1"] {
            #expect(try Query(parsing: text).lacking(missing, of: .feed) == nil, "\(text)")
        }
    }

    @Test func `words that are in nearly every article are told from others`() throws {
        for text in ["the", "the of OR and", "title:the", "the -storm"] {
            #expect(try Query(parsing: text).looksOnlyForCommonWords(of: ["en"]), "\(text)")
        }
        for text in ["the storm", "feed:the", "\"the who\"", "der", "/the/"] {
            #expect(try !Query(parsing: text).looksOnlyForCommonWords(of: ["en"]), "\(text)")
        }
        #expect(try Query(parsing: "der").looksOnlyForCommonWords(of: ["en", "de"]))
    }

    @Test func `a query that was made of another is told from one that was not`() throws {
        let pairs = [
            ("a1", "a1"), ("a1 b1 c1", "c1 a1"), ("(a1 OR b1) c1", "a1 OR b1"), ("a1 OR b1 OR c1", "b1 OR a1"),
            ("a1 OR (b1 c1)", "b1 c1"),
        ]
        for (text, part) in pairs {
            #expect(try Query(parsing: text).holds(Query(parsing: part)), "\(text) of \(part)")
        }
        let others = [("a1", "b1"), ("a1", "a1 b1"), ("a1 b1", "a1 OR b1"), ("title:a1", "a1"), ("c1 -a1", "a1")]
        for (text, part) in others {
            #expect(try !Query(parsing: text).holds(Query(parsing: part)), "\(text) of \(part)")
        }
    }

    @Test func `matched words are found for highlighting`() throws {
        let query = try Query(parsing: "(vuln* OR golf) \"security vulnerability\" 東 -sports /open.sl/")
        let text = "Eine Sécurity vulnerability in OpenSSL, 東京都"
        #expect(query.matchedRanges(in: text).map { String(text[$0]) } == ["Sécurity vulnerability", "OpenSSL", "東"])
    }
}

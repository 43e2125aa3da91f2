import Foundation
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
        date: Date(timeIntervalSince1970: 1_763_683_200),
        hasImage: true
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
        "“found in” -“lost in”",
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
        "place:new place:delhi",
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
        let start = ContinuousClock.now
        #expect(!query.matches(document))
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test func `a phrase of one repeated word stays cheap in a text of it`() throws {
        let query = try Query(parsing: "\"" + String(repeating: "a ", count: 39) + "b\"")
        let document = QueryDocument(title: "x", body: String(repeating: "a ", count: 1_000_000))
        let start = ContinuousClock.now
        #expect(!query.matches(document))
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `since counts from now or from the reader's midnight`() throws {
        // 2025-11-21 was a Friday; 10:00 in UTC, 19:00 in Tokyo.
        let time = QueryTime(now: Date(timeIntervalSince1970: 1_763_719_200), secondsFromGMT: 9 * 3600)
        func start(_ text: String) throws -> Double {
            try #require(QuerySince(text)).start(at: time).timeIntervalSince1970
        }
        let midnight = 1_763_650_800.0
        #expect(try start("24h") == 1_763_719_200 - 86_400)
        #expect(try start("7d") == 1_763_719_200 - 7 * 86_400)
        #expect(try start("today") == midnight)
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

    @Test func `matched words are told and found for highlighting`() throws {
        let query = try Query(parsing: "(vuln* OR golf) \"security vulnerability\" 東 -sports /open.sl/")
        #expect(query.matchedTerms(in: article) == ["vuln", "security vulnerability", "東", "/open.sl/"])
        let text = "Eine Sécurity vulnerability in OpenSSL, 東京都"
        #expect(query.matchedRanges(in: text).map { String(text[$0]) } == ["Sécurity vulnerability", "OpenSSL", "東"])
    }
}

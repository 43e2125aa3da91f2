import TestSupport
import Testing

@testable import TextAnalysis

private let dear = "(?:.?.?.?.?){399}☃"

@Suite struct QueryLimitsTests {
    private func refusal(_ text: String, _ limits: QueryLimits = QueryLimits()) -> QueryError? {
        do {
            _ = try Query(parsing: text, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "/\(dear)/", "storm /\(dear)/", "-/\(dear)/ storm", "title:/\(dear)/", "/\\w{0,60}e\\w{0,60}☃/",
        "/((a{9}){9}){9}/",
        "/(?s)(?:\\C?){480}/",
    ])
    func `a large program is refused wherever it stands`(text: String) {
        #expect(refusal(text) == .patternTooLarge(limit: 500))
    }

    @Test func `the expressions of one query are measured together, and counted`() throws {
        let half = "/a.{25}b/"
        #expect(refusal(half) == nil)
        #expect(refusal("\(half) OR /c.{25}d/ OR /e.{25}f/") == .patternTooLarge(limit: 500))
        #expect(refusal("/a/ OR /b/ OR /c/") == nil)
        #expect(refusal("/a/ OR /b/ OR /c/ OR /d/") == .tooManyPatterns(limit: 3))
        #expect(refusal("/a/ /b/", QueryLimits(patternsPerQuery: 1)) == .tooManyPatterns(limit: 1))
        // What is one too many is not compiled: else this would be called too large.
        #expect(refusal("/a/ OR /b/ OR /c/ OR /\(dear)/") == .tooManyPatterns(limit: 3))
    }

    @Test(arguments: ["/CVE-\\d{4}-\\d{4,}/", "/(apple|google|microsoft).{0,20}(earnings|results)/", "/^breaking:/"])
    func `what people write is within the limits`(text: String) {
        #expect(refusal(text) == nil)
    }

    @Test func `an expression sees the beginning of a text`() throws {
        let query = try Query(parsing: "/storm/", limits: QueryLimits(patternText: 20))
        #expect(query.matches(QueryDocument(title: "x", body: "a storm at sea")))
        #expect(!query.matches(QueryDocument(title: "x", body: String(repeating: "calm ", count: 4) + "storm")))
        // A letter cut in two is no match and no harm.
        let dots = try Query(parsing: "/^.{3}$/", limits: QueryLimits(patternText: 7))
        #expect(!dots.matches(QueryDocument(title: "月月月月")))
    }

    @Test func `where a text is cut is not its end, nor the end of a word`() throws {
        let limits = QueryLimits(patternText: 11)
        let document = QueryDocument(title: "a big storm at sea", body: "a big stormy sea")
        for text in ["/storm$/", "/storm\\z/", "body:/storm\\b/", "/^a big storm$/"] {
            #expect(!(try Query(parsing: text, limits: limits).matches(document)), "\(text)")
        }
        for text in ["/storm/", "/big storm$/"] {
            #expect(try Query(parsing: text, limits: limits).matches(QueryDocument(title: "a big storm")), "\(text)")
        }
        let regex = try LinearRegex("storm$", limits: limits)
        #expect(regex.firstRange(in: "a big storm at sea") == nil)
        #expect(regex.firstRange(in: "a big storm") != nil)
    }

    @Test func `the dearest expressions that are taken cost little for each article`() throws {
        let text = String(repeating: "the storm of security ", count: 200)
        let document = QueryDocument(title: text, body: text)
        let worst = ["/(?s)[a-m]\\C{450}\\x00/", "/(?:.?){54}☃/", "/(?:a?s?t?o?){48}☃/", "/[a-m].{60}☃/"]
        let queries = try worst.map { try Query(parsing: $0) }
        // The kindest of several rounds. The refused one above takes 60 milliseconds.
        for query in queries {
            let fastest = (0..<20).map { _ in processorTime { _ = query.matches(document) } }.min()
            #expect(try #require(fastest) < .milliseconds(40), "\(query.canonical)")
        }
    }

    @Test func `heavy is what has an expression or nothing to be looked up by`() throws {
        for text in [
            "/a/", "storm /a/", "has:image", "since:7d", "feed:*bc", "storm OR has:image", "storm -/x/",
            "the a1* b1* c1* *d1 *e1* f1*",
        ] {
            #expect(try Query(parsing: text).isHeavy, "\(text)")
        }
        for text in [
            "storm", "storm has:image", "lang:en", "site:a.example", "*orm*", "feed:bbc", "a1* b1* c1* *d1 *e1*",
        ] {
            #expect(try !Query(parsing: text).isHeavy, "\(text)")
        }
    }

    @Test func `the first heavy ones of an owner are read, and each other one says why not`() {
        let texts = ["/a/", "storm", "/b/", "/\(dear)/", "/c/", "has:image"]
        let read = Query.readAll(texts, limits: QueryLimits(heavyPerOwner: 2))
        let errors = read.map { result -> QueryError? in
            if case .failure(let error) = result { error } else { nil }
        }
        #expect(
            errors == [nil, nil, nil, .patternTooLarge(limit: 500), .tooManyHeavy(limit: 2), .tooManyHeavy(limit: 2)]
        )
    }

    @Test(arguments: [
        ("has:pdf", "has", "pdf"), ("storm OR HAS:(image OR text)", "has", "text"), ("is：read x", "is", "read"),
        ("has:/x/", "has", "/x/"), ("-is:/saved/ x", "is", "/saved/"),
    ])
    func `a value that a field does not know is named`(text: String, field: String, value: String) {
        #expect(throws: QueryError.unknownValue(field: field, text: value)) { try Query(parsing: text) }
    }

    @Test(arguments: ["\"has: pdf\"", "\"is\" read", "this:read", "has"])
    func `a word or phrase that looks like such a field is none`(text: String) throws {
        #expect(try Query(parsing: text).root.terms.allSatisfy { if case .phrase = $0 { true } else { false } })
    }

    @Test func `the values of one field are replaced, and nothing else is`() throws {
        let query = try Query(parsing: "tech -category:tech (title:tech OR category:\"big tech\")")
        let changed = try query.replacing(.category) { $0.words.count == 1 ? "Technology" : "Giants" }
        #expect(changed.canonical == "tech -category:technology (title:tech OR category:giants)")
        #expect(query.asks(.category) && !query.asks(.place))
    }
}

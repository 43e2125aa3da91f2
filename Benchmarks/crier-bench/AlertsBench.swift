import TextAnalysis

/// Measures the cost of matching one article against 100, 10,000 and 100,000 alerts.
///
/// Alerts and articles use one vocabulary with Zipf frequencies, so that frequent words are frequent in both. A tenth
/// of the alerts repeat another alert.
enum AlertsBench {
    private static let articleCount = 1_000
    private static let rounds = 15

    static func run(_ arguments: [String]) throws {
        let given = arguments.compactMap { Int($0) }.filter { $0 > 0 && $0 <= 10_000_000 }
        let counts = given.isEmpty ? [100, 10_000, 100_000] : given
        var numbers = SplitMix64(state: 2_026)
        let vocabulary = Vocabulary(size: 60_000)
        let texts = (0..<articleCount).map { _ in
            (title: vocabulary.text(9, &numbers), body: vocabulary.text(60, &numbers))
        }
        let prepare = time { texts.map { QueryDocument(title: $0.title, body: $0.body, language: "en") } }
        let articles = prepare.result
        Bench.report("alerts.prepare_article", prepare.seconds * 1e6 / Double(articleCount), "us")
        var first: Double?
        var firstLookUp: Double?
        for count in counts {
            var index = QueryIndex<Int>()
            var generator = SplitMix64(state: 7)
            let queries = try alerts(count, vocabulary, &generator)
            let build = time { for (id, query) in queries.enumerated() { index.insert(id, query) } }
            let lookUp = fastest { articles.reduce(0) { $0 &+ index.candidateCount(for: $1) } }
            let cost = fastest { articles.reduce(0) { $0 &+ index.matches(for: $1).count } }
            let matches = articles.reduce(0) { $0 + index.matches(for: $1).count }
            let candidates = articles.reduce(0) { $0 + index.candidateCount(for: $1) }
            Bench.report("alerts.\(count).look_up_article", lookUp * 1e6, "us")
            Bench.report("alerts.\(count).match_article", cost * 1e6, "us")
            // Finding candidates must not cost more with more alerts. Listing the matches costs more with more matches.
            Bench.report("alerts.\(count).look_up_ratio", lookUp / (firstLookUp ?? lookUp), "x")
            Bench.report("alerts.\(count).ratio", cost / (first ?? cost), "x")
            Bench.report("alerts.\(count).asked_per_article", Double(candidates) / Double(articleCount), "queries")
            Bench.report("alerts.\(count).matched_per_article", Double(matches) / Double(articleCount), "alerts")
            Bench.report("alerts.\(count).insert", build.seconds * 1e6 / Double(count), "us")
            first = first ?? cost
            firstLookUp = firstLookUp ?? lookUp
        }
        // Expressions are matched against every article: usual ones, and the most expensive that are accepted.
        try reportHeavy("usual", 2_000, articles) { "/CVE-\\d{4}-\\d*\($0)/" }
        try reportHeavy("worst", 20, articles) { "/(?s)[a-m]\\C{\(400 + $0)}\\x00/" }
    }

    private static func reportHeavy(
        _ name: String,
        _ count: Int,
        _ articles: [QueryDocument],
        _ text: (Int) -> String
    ) throws {
        var index = QueryIndex<Int>()
        for number in 0..<count { index.insert(number, try Query(parsing: text(number))) }
        let some = articles.prefix(20)
        let cost = (0..<3).map { _ in time { some.reduce(0) { $0 &+ index.matches(for: $1).count } }.seconds }.min()
        Bench.report("alerts.heavy.\(name)", (cost ?? 0) * 1e6 / Double(count * some.count), "us/alert/article")
    }

    /// The fastest of several passes over all articles, per article.
    private static func fastest(_ pass: () -> Int) -> Double {
        let passes = (0..<rounds).map { _ in time(pass).seconds }
        return (passes.min() ?? 0) / Double(articleCount)
    }

    private static func time<Result>(_ body: () throws -> Result) rethrows -> (result: Result, seconds: Double) {
        let start = ContinuousClock.now
        let result = try body()
        let parts = (ContinuousClock.now - start).components
        return (result, Double(parts.seconds) + Double(parts.attoseconds) / 1e18)
    }

    static func alerts(_ count: Int, _ vocabulary: Vocabulary, _ numbers: inout SplitMix64) throws -> [Query] {
        var queries: [Query] = []
        while queries.count < count {
            if let again = queries.randomElement(using: &numbers), Int.random(in: 0..<10, using: &numbers) == 0 {
                queries.append(again)
            } else {
                queries.append(try Query(parsing: alert(vocabulary, &numbers)))
            }
        }
        return queries
    }

    /// Typical alerts: mostly one or two rather rare words, phrases, exclusions, alternatives, few wildcards.
    private static func alert(_ vocabulary: Vocabulary, _ numbers: inout SplitMix64) -> String {
        func word(_ floor: Int = 200) -> String { vocabulary.word(&numbers, floor: floor) }
        switch Int.random(in: 0..<20, using: &numbers) {
        case 0..<4: return word(5_000)
        case 4..<9: return "\(word()) \(word(50))"
        case 9..<13: return "\"\(word(20)) \(word(20))\""
        case 13..<15: return "\(word()) \(word(20)) -\(word())"
        case 15..<17: return "(\(word(2_000)) OR \(word(2_000))) \(word(20))"
        case 17: return "title:\(word(2_000)) lang:en"
        case 18: return "\(word(5_000))*"
        default: return "\"\(word(20)) \(word(20))\" (\(word()) OR \(word()))"
        }
    }
}

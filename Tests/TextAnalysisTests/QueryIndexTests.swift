import Testing

@testable import TextAnalysis

/// SplitMix64: the same numbers in every run.
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

@Suite struct QueryIndexTests {
    private static let words = [
        "security", "Climate", "news", "the", "apple", "Äpfel", "tokyo", "東京", "京都", "東", "서울", "bank", "banker", "c++",
        "covid-19", "vote", "straße", "мир", "a", "of", "data", "breach", "linux", "kernel", "日本語",
    ]

    private static func query(_ numbers: inout SeededNumbers, depth: Int = 0) -> String {
        func word() -> String { words.randomElement(using: &numbers) ?? "x" }
        switch Int.random(in: 0..<(depth > 2 ? 11 : 15), using: &numbers) {
        case 0...3: return word()
        case 4: return "\"\(word()) \(word())\""
        case 5: return "-" + word()
        case 6: return "\(word().prefix(3))*"
        case 7: return "*" + word().suffix(3)
        case 8: return "*" + word().dropFirst().prefix(2) + "*"
        case 9:
            return ["title:", "body:", "feed:", "tag:", "author:"].randomElement(using: &numbers).map { $0 + word() }
                ?? ""
        case 10:
            return [
                "site:example.org", "site:b", "lang:en", "lang:zh", "has:image", "has:video", "sport:soccer", "/a.p/",
                "-site:example.org",
            ]
            .randomElement(using: &numbers) ?? ""
        case 11...12: return query(&numbers, depth: depth + 1) + " " + query(&numbers, depth: depth + 1)
        case 13: return "(\(query(&numbers, depth: depth + 1)) OR \(query(&numbers, depth: depth + 1)))"
        default: return "-(\(query(&numbers, depth: depth + 1)) OR \(query(&numbers, depth: depth + 1)))"
        }
    }

    private static func document(_ numbers: inout SeededNumbers) -> QueryDocument {
        func text(_ count: ClosedRange<Int>) -> String {
            (0..<Int.random(in: count, using: &numbers)).map { _ in words.randomElement(using: &numbers) ?? "x" }
                .joined(separator: Bool.random(using: &numbers) ? " " : "")
        }
        return QueryDocument(
            title: text(1...5),
            body: text(0...8),
            feed: text(0...2),
            site: ["a.example.org", "b.test", "example.org", ""].randomElement(using: &numbers) ?? "",
            author: text(0...2),
            tags: [text(0...1), text(0...2)],
            language: ["en", "zh-Hant", nil].randomElement(using: &numbers) ?? nil,
            sport: Bool.random(using: &numbers) ? "Soccer" : nil,
            hasImage: Bool.random(using: &numbers),
            attachment: Bool.random(using: &numbers) ? "video/mp4" : nil
        )
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `the index finds exactly what asking every query finds`(seed: UInt64) throws {
        var numbers = SeededNumbers(state: seed)
        var index = QueryIndex<Int>()
        var queries: [Int: Query] = [:]
        var found = 0
        for round in 0..<3_000 {
            let text = Self.query(&numbers)
            guard let query = try? Query(parsing: text) else { continue }
            #expect(try Query(parsing: query.canonical) == query, "\(text)")
            // Ids are used again, so that queries are replaced too.
            let id = round % 2_000
            index.insert(id, query)
            queries[id] = query
            if round % 7 == 0 {
                let gone = Int.random(in: 0..<2_000, using: &numbers)
                index.remove(gone)
                queries[gone] = nil
            }
        }
        #expect(index.count == queries.count)
        for _ in 0..<150 {
            let document = Self.document(&numbers)
            let expected = queries.filter { $0.value.matches(document) }.map(\.key).sorted()
            #expect(index.matches(for: document).sorted() == expected)
            found += expected.count
        }
        #expect(found > 1_000)
        for id in 0..<2_000 { index.remove(id) }
        #expect(index.count == 0)
        #expect(index.candidateCount(for: Self.document(&numbers)) == 0)
    }

    @Test func `equal queries are asked once and told each`() throws {
        var index = QueryIndex<String>()
        index.insert("alice", try Query(parsing: "Linux kernel"))
        index.insert("bob", try Query(parsing: "linux, KERNEL"))
        let document = QueryDocument(title: "The Linux kernel is out")
        #expect(index.candidateCount(for: document) == 1)
        #expect(index.matches(for: document).sorted() == ["alice", "bob"])
        index.remove("alice")
        #expect(index.matches(for: document) == ["bob"])
        #expect(index.query(of: "bob")?.canonical == "linux kernel")
    }

    @Test func `many alerts sharing hot words cost nothing`() throws {
        var index = QueryIndex<Int>()
        for number in 0..<2_000 { index.insert(number, try Query(parsing: "news world rare\(number)")) }
        // Both words are hot, and each alert has a pair of its own.
        for number in 0..<2_000 { index.insert(10_000 + number, try Query(parsing: "\"news rare\(number)\" the")) }
        let document = QueryDocument(title: "World news of the day", body: "rare7 things")
        #expect(index.candidateCount(for: document) <= 4)
        #expect(index.matches(for: document) == [7])
    }

    @Test func `hot words that do not meet are told apart by their guard`() throws {
        var index = QueryIndex<Int>()
        let words = (0..<60).map { "topic\($0)" }
        var id = 0
        for first in words {
            for second in words where first < second {
                index.insert(id, try Query(parsing: "\(first) \(second)"))
                id += 1
            }
        }
        let document = QueryDocument(title: "topic1 and topic2 and topic3")
        #expect(index.candidateCount(for: document) == 3)
        #expect(index.matches(for: document).count == 3)
    }

    @Test func `queries nothing can be looked up for are all kept, however many there are`() throws {
        var index = QueryIndex<Int>()
        for number in 0..<1_200 { index.insert(number, try Query(parsing: "/x\(number)y/")) }
        index.insert(-1, try Query(parsing: "/one more/"))
        index.insert(-2, try Query(parsing: "/x7y/"))
        #expect(index.count == 1_202)
        #expect(index.matches(for: QueryDocument(title: "x7y and one more")).sorted() == [-2, -1, 7])
    }
}

import Foundation
import NewsModel

/// Measures searches of everything that a person may see, from the typed line to the lines of the answer, beside plain
/// FTS5 on the same words.
enum SearchBench {
    /// The most milliseconds of a search (99th percentile).
    private static let limit = 20.0
    private static let searchesEach = 500
    /// The most frequent words, of which a text has several, and those that one in ten to one in a hundred texts has.
    private static let common = 40
    private static let frequent = 1_000

    /// What is typed, and the FTS5 expression that asks for the same; nil where FTS5 has none.
    private struct Typed {
        var query: String
        var plain: String?
    }

    private struct Kind: Sendable {
        var name: String
        /// By the number of the search.
        var typed: @Sendable (Int, Vocabulary, inout SplitMix64) -> Typed
    }

    private static let kinds = [
        Kind(name: "rare_word") { _, vocabulary, numbers in
            let word = vocabulary.word(&numbers, floor: 20_000)
            return Typed(query: word, plain: word)
        },
        Kind(name: "frequent_word") { _, vocabulary, numbers in
            let word = vocabulary.word(&numbers, floor: common, end: frequent)
            return Typed(query: word, plain: word)
        },
        Kind(name: "two_words") { _, vocabulary, numbers in
            let words = (0..<2).map { _ in vocabulary.word(&numbers, floor: common) }
            return Typed(query: words.joined(separator: " "), plain: words.joined(separator: " "))
        },
        Kind(name: "phrase") { _, vocabulary, numbers in
            let words = (0..<2).map { _ in vocabulary.word(&numbers, floor: common, end: frequent) }
            let phrase = "\"\(words.joined(separator: " "))\""
            return Typed(query: phrase, plain: phrase)
        },
        Kind(name: "without_word") { _, vocabulary, numbers in
            let word = vocabulary.word(&numbers, floor: common)
            let other = vocabulary.word(&numbers, end: common)
            return Typed(query: "\(word) -\(other)", plain: "\(word) NOT \(other)")
        },
        Kind(name: "place") { number, _, _ in
            Typed(query: "place:\(BenchArchive.towns[number % BenchArchive.towns.count])")
        },
        Kind(name: "word_and_place") { number, vocabulary, numbers in
            let word = vocabulary.word(&numbers, floor: common)
            return Typed(query: "\(word) place:\(BenchArchive.towns[number % BenchArchive.towns.count])", plain: word)
        },
        Kind(name: "word_and_expression") { _, vocabulary, numbers in
            let word = vocabulary.word(&numbers, floor: common)
            return Typed(query: "\(word) /\(vocabulary.word(&numbers, end: common).dropLast())./", plain: word)
        },
        Kind(name: "expression") { _, vocabulary, numbers in
            Typed(query: "/\(vocabulary.word(&numbers, floor: common).dropLast())./")
        },
    ]

    static func measure(_ archive: BenchArchive, _ numbers: inout SplitMix64) async throws {
        let chat = try BenchChat(archive)
        var (all, allPlain): ([Double], [Double]) = ([], [])
        for kind in kinds {
            var (times, plainTimes, found): ([Double], [Double], Int) = ([], [], 0)
            for number in 0..<searchesEach {
                guard let person = archive.people.randomElement(using: &numbers) else { return }
                let typed = kind.typed(number, archive.vocabulary, &numbers)
                let answer = try await chat.ask("search \(typed.query)", by: person)
                times.append(answer.time)
                if answer.lines.contains(where: { $0.contains("1. ") }) { found += 1 }
                guard let plain = typed.plain else { continue }
                let start = ContinuousClock.now
                _ = try archive.plain.search(plain)
                plainTimes.append(Bench.milliseconds(ContinuousClock.now - start))
            }
            Bench.report(times, "search.\(kind.name)", limit: limit)
            Bench.report(plainTimes, "search.\(kind.name).plain_fts5")
            Bench.report("search.\(kind.name).found", 100 * Double(found) / Double(searchesEach), "%")
            all += times
            allPlain += plainTimes
        }
        Bench.report(all, "search", limit: limit)
        Bench.report(allPlain, "search.plain_fts5")
    }
}

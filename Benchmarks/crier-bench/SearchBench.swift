import Foundation
import NewsModel
import Storage
import TextAnalysis

/// Measures searches of everything that a person may see, beside plain FTS5 on the same words.
enum SearchBench {
    /// The most milliseconds of a search (99th percentile).
    private static let limit = 20.0
    /// The most frequent words, which nobody searches for alone.
    private static let commonWords = 100

    static func measure(
        _ store: Store,
        beside plain: PlainRows,
        _ people: [Profile],
        now: Date,
        _ numbers: inout SplitMix64
    ) async throws {
        let vocabulary = Vocabulary(size: 60_000)
        var (times, plainTimes): ([Double], [Double]) = ([], [])
        for person in people.prefix(2_000) {
            let count = Int.random(in: 1...3, using: &numbers)
            let words = (0..<count).map { _ in vocabulary.word(&numbers, floor: commonWords) }.joined(separator: " ")
            let search = ArticleSearch(query: try Query(parsing: words), time: QueryTime(now: now), limit: 100)
            let start = ContinuousClock.now
            _ = try await store.search(search, in: .of(person.id.recipient), limits: SearchLimits())
            let middle = ContinuousClock.now
            _ = try plain.search(words)
            times.append(Bench.milliseconds(middle - start))
            plainTimes.append(Bench.milliseconds(ContinuousClock.now - middle))
        }
        times.sort()
        plainTimes.sort()
        Bench.report("search.median", times[times.count / 2], "ms")
        Bench.report("search.p99", times[times.count * 99 / 100], "ms", limit: limit)
        Bench.report("search.median.plain_fts5", plainTimes[plainTimes.count / 2], "ms")
        Bench.report("search.p99.plain_fts5", plainTimes[plainTimes.count * 99 / 100], "ms")
    }
}

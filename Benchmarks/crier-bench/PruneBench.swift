import Foundation
import NewsModel
import Storage

/// Measures how long one transaction of the daily pruning blocks other writers, and the disk space of article texts.
enum PruneBench {
    private static let feedCount = 300
    private static let now = Date(timeIntervalSince1970: 1_794_830_400)

    static func run(_ arguments: [String]) async throws {
        let counts = arguments.compactMap { Int($0) }.filter { $0 > 0 && $0 <= 10_000_000 }
        let articleCount = counts.first ?? 1_000_000
        let textBytes = counts.dropFirst().first ?? 4_000
        let folder = FileManager.default.temporaryDirectory.appending(path: "crier-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "bench.sqlite3").path
        let store = try Store.open(path: path)
        try await fill(store, articleCount, textBytes: nil)
        let bare = try size(path)
        let withText = min(articleCount, 20_000)
        try await fill(store, withText, textBytes: textBytes, first: articleCount)
        Bench.report("prune.text_bytes", Double(textBytes), "B")
        Bench.report("prune.article_without_text", Double(bare) / Double(articleCount), "B")
        Bench.report("prune.article_with_text", Double(try size(path) - bare) / Double(withText), "B")
        try await prune(store, at: now + 200 * 86_400)
    }

    private static func size(_ path: String) throws -> Int {
        var bytes = 0
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            bytes += try FileManager.default.attributesOfItem(atPath: path + suffix)[.size] as? Int ?? 0
        }
        return bytes
    }

    /// Prunes while another task writes all the time; the longest of its waits is the longest transaction.
    private static func prune(_ store: Store, at time: Date) async throws {
        try await withThrowingTaskGroup(of: [Double].self) { group in
            group.addTask {
                var waits: [Double] = []
                while !Task.isCancelled {
                    let start = ContinuousClock.now
                    _ = try await store.recordHandled(network: "bench", inboundID: "\(waits.count)", at: time)
                    waits.append(Bench.milliseconds(ContinuousClock.now - start))
                    try? await Task.sleep(for: .milliseconds(5))
                }
                return waits
            }
            let start = ContinuousClock.now
            let gone = try await store.prune(at: time)
            let seconds = Bench.milliseconds(ContinuousClock.now - start) / 1e3
            group.cancelAll()
            let waits = (try await group.next() ?? []).sorted()
            Bench.report("prune.articles", Double(gone), "rows")
            Bench.report("prune.seconds", seconds, "s")
            Bench.report("prune.article", seconds * 1e6 / Double(max(gone, 1)), "us")
            Bench.report("prune.writer_wait.median", waits[waits.count / 2], "ms")
            Bench.report("prune.writer_wait.p99", waits[waits.count * 99 / 100], "ms")
            Bench.report("prune.writer_wait.longest", waits[waits.count - 1], "ms")
        }
    }

    private static func fill(_ store: Store, _ count: Int, textBytes: Int?, first: Int = 0) async throws {
        let vocabulary = Vocabulary(size: 60_000)
        var numbers = SplitMix64(state: UInt64(first) + 2_026)
        var stored = 0
        let text = textBytes.map { vocabulary.text(max(1, $0 / 7), &numbers) }
        while stored < count {
            let name = "\(first)-\((stored / 500) % feedCount)"
            let feed = try await store.ensureFeed(FeedDescription(url: "https://feed\(name).example/rss"), at: now)
            let articles = (0..<min(500, count - stored)).map { index in
                let number = first + stored + index
                return NewArticle(
                    title: vocabulary.text(9, &numbers),
                    url: "https://feed.example/articles/2026/\(number)",
                    canonicalURL: "https://feed.example/articles/2026/\(number)",
                    titleKey: "title \(number)",
                    keys: ["g\(number)", "l\(number)"],
                    summary: vocabulary.text(31, &numbers),
                    publishedAt: now - Double.random(in: 1..<90 * 86_400, using: &numbers),
                    text: text
                )
            }
            let commit = RefreshCommit(
                feedID: feed.id,
                status: 200,
                nextCheckAt: now,
                outcome: .document(FetchedDocument(articles: articles))
            )
            _ = try await store.commitRefresh([commit], alertsVersion: 0, at: now)
            stored += articles.count
        }
    }
}

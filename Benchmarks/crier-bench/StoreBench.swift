import Foundation
import NewsModel
import Storage

/// Measures everything that reads and fills an archive of a given size: the queries behind `headlines` and `digest
/// week`, whole commands, searches, and commits.
enum StoreBench {
    private static let now = BenchArchive.now

    static func run(_ arguments: [String]) async throws {
        let archive = try await BenchArchive.open(arguments)
        let parts = Set(arguments.dropFirst(3))
        func isWanted(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }
        var numbers = SplitMix64(state: 1_117)
        if isWanted("lists") { try await measure(archive.store, archive.people, &numbers) }
        if isWanted("answers") { try await CommandsBench.measure(archive) }
        if isWanted("search") { try await SearchBench.measure(archive, &numbers) }
        if isWanted("commit") { try await CommitBench.measure(archive, &numbers) }
    }

    private static func measure(_ store: Store, _ people: [Profile], _ numbers: inout SplitMix64) async throws {
        let readers: [RecipientID?] = (0..<1_000).map { _ in people.randomElement(using: &numbers)?.id.recipient }
        let (sixHours, day, week) = (6.0 * 3_600, 86_400.0, 7 * 86_400.0)
        func selection(_ seconds: Double, _ feeds: ArticleSelection.Feeds = .own) -> ArticleSelection {
            ArticleSelection(feeds: feeds, from: now - seconds, to: now)
        }
        try await report("headlines", readers) { reader in
            _ = try await store.articles(selection(sixHours), in: .of(reader), limit: 100)
            _ = try await store.articles(selection(day), in: .of(reader), limit: 100)
        }
        try await report("headlines_default", readers) { _ in
            _ = try await store.articles(selection(day, .defaultSelection), in: .of(nil), limit: 100)
        }
        let everything = ArticleSelection.Feeds.some(try await store.allFeeds().map(\.id))
        try await report("headlines_everything", readers) { _ in
            _ = try await store.articles(selection(day, everything), in: .shown(to: nil), limit: 100)
        }
        try await report("digest_week", readers) { reader in
            _ = try await store.countArticles(selection(week), in: .of(reader))
            _ = try await store.articles(selection(week), in: .of(reader), limit: 200)
        }
        try await report("slot_week", readers) { reader in
            guard let reader else { return }
            _ = try await store.slotNews(selection(week), in: .of(reader), besides: [], limit: 2_000)
        }
        try await report("digest_week_default", readers) { _ in
            _ = try await store.countArticles(selection(week, .defaultSelection), in: .of(nil))
            _ = try await store.articles(selection(week, .defaultSelection), in: .of(nil), limit: 200)
        }
        try await report("feeds", readers) { reader in
            guard let reader else { return }
            _ = try await store.followedFeeds(of: reader, at: now)
        }
    }

    private static func report(
        _ name: String,
        _ readers: [RecipientID?],
        _ read: (RecipientID?) async throws -> Void
    ) async throws {
        let clock = ContinuousClock()
        var times: [Double] = []
        for reader in readers {
            let start = clock.now
            try await read(reader)
            times.append(Bench.milliseconds(clock.now - start))
        }
        Bench.report(times, "store.\(name)")
    }
}

import Foundation
import Geography
import NewsModel
import Storage

/// Measures storing articles, the queries behind `headlines` and `digest week`, and whole commands, on a database of a
/// given size.
enum StoreBench {
    private static let feedCount = 300
    private static let subscriptionsEach = 4
    private static let now = Date(timeIntervalSince1970: 1_794_830_400)

    private struct NotStored: Error {}

    static func run(_ arguments: [String]) async throws {
        let counts = arguments.compactMap { Int($0) }.filter { $0 > 0 && $0 <= 10_000_000 }
        let articleCount = counts.first ?? 1_000_000
        let profileCount = counts.dropFirst().first ?? 10_000
        let folder = FileManager.default.temporaryDirectory.appending(path: "crier-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "bench.sqlite3").path
        let store = try Store.open(path: path)
        var numbers = SplitMix64(state: 2_026)
        let plain = try PlainRows(at: folder.appending(path: "plain.sqlite3").path, like: path)
        let feeds = try await fill(store, beside: plain, articleCount, &numbers)
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        Bench.report("store.size", Double(size) / 1e6, "MB")
        let people = try await join(store, profileCount, feeds, &numbers)
        try await measure(store, people, &numbers)
        try await SearchBench.measure(store, beside: plain, people, now: now, &numbers)
        try await CommandsBench.measure(store, people, now: now)
    }

    /// Stores each batch and then writes its rows with plain SQLite, so that both see the same load of the machine.
    private static func fill(
        _ store: Store,
        beside plain: PlainRows,
        _ count: Int,
        _ numbers: inout SplitMix64
    ) async throws -> [Feed] {
        let vocabulary = Vocabulary(size: 60_000)
        let descriptions = (0..<feedCount).map { number in
            FeedDescription(
                url: "https://feed\(number).example/rss",
                name: "Feed \(number)",
                category: "Category \(number % 10)"
            )
        }
        try await store.saveDefaultSelection(Array(descriptions.prefix(30)), at: now)
        var feeds: [Feed] = []
        for description in descriptions { feeds.append(try await store.ensureFeed(description, at: now)) }
        var stored = 0
        let clock = ContinuousClock()
        var (storing, plainly) = (Duration.zero, Duration.zero)
        while stored < count {
            let feed = feeds[(stored / 500) % feedCount]
            let articles = (0..<min(500, count - stored)).map { index in
                let number = stored + index
                var article = NewArticle(
                    title: vocabulary.text(9, &numbers),
                    url: "https://feed.example/articles/2026/\(number)",
                    canonicalURL: "https://feed.example/articles/2026/\(number)",
                    keys: ["g\(number)", "l\(number)"],
                    summary: vocabulary.text(31, &numbers),
                    publishedAt: now - Double.random(in: 1..<90 * 86_400, using: &numbers)
                )
                article.facts = facts(vocabulary, &numbers)
                // As many articles name a place as in real feeds.
                if number % 3 == 0 { article.places = [place(Int64.random(in: 1...2_000, using: &numbers))] }
                return article
            }
            let commit = RefreshCommit(
                feedID: feed.id,
                status: 200,
                nextCheckAt: now,
                outcome: .document(FetchedDocument(articles: articles))
            )
            let start = clock.now
            let result = try await store.commitRefresh([commit], alertsVersion: 0, at: now)
            while try await store.indexSomeArticles() > 0 {}
            storing += clock.now - start
            guard case .committed(let new, _) = result, new.count == articles.count else { throw NotStored() }
            let written = Dictionary(uniqueKeysWithValues: articles.map { ($0.url, $0) })
            let rows = new.map { article in
                let entry = written[article.url]
                return PlainRows.Row(
                    article: article,
                    keys: entry?.keys ?? [],
                    link: entry?.canonicalURL ?? "",
                    facts: entry?.facts ?? ArticleFacts(),
                    place: entry?.places?.first?.place.id
                )
            }
            let middle = clock.now
            try plain.store(rows, at: Int64(now.timeIntervalSince1970))
            plainly += clock.now - middle
            stored += articles.count
        }
        func each(_ duration: Duration) -> Double { Bench.milliseconds(duration) * 1_000 / Double(count) }
        Bench.report("store.articles", Double(count), "rows")
        Bench.report("store.insert_article", each(storing), "us")
        Bench.report("store.insert_article.plain_sqlite", each(plainly), "us")
        Bench.report("store.insert_article.of_plain", each(storing) / each(plainly), "x", limit: 1.7)
        return feeds
    }

    private static func facts(_ vocabulary: Vocabulary, _ numbers: inout SplitMix64) -> ArticleFacts {
        ArticleFacts(
            language: "en",
            keyphrases: (0..<5).map { _ in vocabulary.text(2, &numbers) },
            things: (0..<2).map { _ in ArticleFacts.Thing(name: vocabulary.text(2, &numbers), kind: "unknown") }
        )
    }

    private static func place(_ number: Int64) -> NamedPlace {
        let position = Coordinates(latitude: Double(number % 140) - 60, longitude: Double(number % 350) - 175)
        let place = NewsPlace(id: number, name: "Town \(number)", kind: .city, position: position, country: "XX")
        return NamedPlace(place: place, confidence: 0.8)
    }

    private static func join(
        _ store: Store,
        _ count: Int,
        _ feeds: [Feed],
        _ numbers: inout SplitMix64
    ) async throws -> [Profile] {
        var people: [Profile] = []
        for number in 0..<count {
            let identity = Identity(network: "bench", account: "user\(number)")
            let profile = try await store.ensureProfile(for: identity, name: identity.account, at: now)
            people.append(profile)
            for _ in 0..<subscriptionsEach {
                guard let feed = feeds.randomElement(using: &numbers) else { continue }
                _ = try await store.addSubscription(
                    of: profile.id.recipient,
                    to: feed.id,
                    at: identity.address,
                    limit: 100,
                    time: now
                )
            }
        }
        Bench.report("store.profiles", Double(count), "rows")
        return people
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
        times.sort()
        Bench.report("store.\(name).median", times[times.count / 2], "ms")
        Bench.report("store.\(name).p99", times[times.count * 99 / 100], "ms")
    }
}

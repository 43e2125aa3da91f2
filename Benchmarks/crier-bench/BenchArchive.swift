import Foundation
import Geography
import NewsModel
import Storage

/// A database with many articles of invented words, and people who follow four feeds each.
///
/// Its first 30 feeds are the default selection. The same rows are beside it in plain SQLite.
struct BenchArchive {
    static let now = Date(timeIntervalSince1970: 1_794_830_400)
    private static let feedCount = 300
    private static let subscriptionsEach = 4
    private static let wordCount = 60_000
    /// Articles of one document.
    private static let batch = 500

    private struct NotStored: Error {}

    let folder: URL
    let store: Store
    let plain: PlainRows
    let feeds: [Feed]
    let people: [Profile]
    let vocabulary = Vocabulary(size: wordCount)
    /// Deletes the folder with the last copy; nil for a folder that is kept.
    private let end: FolderEnd?

    private final class FolderEnd: Sendable {
        let folder: URL

        init(_ folder: URL) { self.folder = folder }

        deinit { try? FileManager.default.removeItem(at: folder) }
    }

    /// - Parameter arguments: how many articles and profiles, and a folder in which the archive is kept for the next
    ///   run; one that is there already is used as it is.
    static func open(_ arguments: [String]) async throws -> BenchArchive {
        let counts = arguments.prefix(2).compactMap { Int($0) }.filter { $0 > 0 && $0 <= 10_000_000 }
        let articles = counts.first ?? 1_000_000
        let profiles = counts.dropFirst().first ?? 10_000
        let kept = arguments.dropFirst(2).first.map { URL(fileURLWithPath: $0) }
        let folder = kept ?? FileManager.default.temporaryDirectory.appending(path: "crier-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let end = kept == nil ? FolderEnd(folder) : nil
        let path = folder.appending(path: "bench.sqlite3").path
        let isThere = FileManager.default.fileExists(atPath: path)
        let store = try Store.open(path: path)
        let plain = try PlainRows(at: folder.appending(path: "plain.sqlite3").path, like: isThere ? nil : path)
        var numbers = SplitMix64(state: 2_026)
        let feeds = try await feeds(of: store)
        if !isThere { try await fill(store, beside: plain, articles, feeds, &numbers) }
        let people = try await people(of: store, profiles, following: isThere ? [] : feeds, &numbers)
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        Bench.report("store.size", Double(size) / 1e6, "MB")
        return BenchArchive(folder: folder, store: store, plain: plain, feeds: feeds, people: people, end: end)
    }

    private static func feeds(of store: Store) async throws -> [Feed] {
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
        return feeds
    }

    /// Stores each batch and then writes its rows with plain SQLite, so that both see the same load of the machine.
    private static func fill(
        _ store: Store,
        beside plain: PlainRows,
        _ count: Int,
        _ feeds: [Feed],
        _ numbers: inout SplitMix64
    ) async throws {
        let vocabulary = Vocabulary(size: wordCount)
        var stored = 0
        let clock = ContinuousClock()
        var windows = CostWindows(of: count, step: batch, width: 10_000)
        var plainWindows = windows
        var (storing, plainly) = (Duration.zero, Duration.zero)
        while stored < count {
            let feed = feeds[(stored / batch) % feedCount]
            let articles = (0..<min(batch, count - stored)).map { index in
                let published = now - Double.random(in: 1..<90 * 86_400, using: &numbers)
                return article(stored + index, at: published, vocabulary, &numbers)
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
            let taken = clock.now - start
            storing += taken
            windows.add(Bench.milliseconds(taken) * 1_000 / Double(articles.count))
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
            let plainlyTaken = clock.now - middle
            plainly += plainlyTaken
            plainWindows.add(Bench.milliseconds(plainlyTaken) * 1_000 / Double(articles.count))
            stored += articles.count
        }
        func each(_ duration: Duration) -> Double { Bench.milliseconds(duration) * 1_000 / Double(count) }
        Bench.report("store.articles", Double(count), "rows")
        Bench.report("store.insert_article", each(storing), "us")
        Bench.report("store.insert_article.plain_sqlite", each(plainly), "us")
        Bench.report("store.insert_article.of_plain", each(storing) / each(plainly), "x", limit: 1.7)
        windows.report("store.insert_article")
        plainWindows.report("store.insert_article.plain_sqlite")
    }

    /// An article of invented words, by a number that no other has.
    static func article(
        _ number: Int,
        at published: Date,
        _ vocabulary: Vocabulary,
        _ numbers: inout SplitMix64
    ) -> NewArticle {
        var article = NewArticle(
            title: vocabulary.text(9, &numbers),
            url: "https://feed.example/articles/2026/\(number)",
            canonicalURL: "https://feed.example/articles/2026/\(number)",
            keys: ["g\(number)", "l\(number)"],
            summary: vocabulary.text(31, &numbers),
            publishedAt: published
        )
        article.facts = facts(vocabulary, &numbers)
        // As many articles name a place as in real feeds.
        if number % 3 == 0 { article.places = [place(&numbers)] }
        return article
    }

    private static func facts(_ vocabulary: Vocabulary, _ numbers: inout SplitMix64) -> ArticleFacts {
        ArticleFacts(
            language: "en",
            keyphrases: (0..<5).map { _ in vocabulary.text(2, &numbers) },
            things: (0..<2).map { _ in ArticleFacts.Thing(name: vocabulary.text(2, &numbers), kind: "unknown") }
        )
    }

    /// Towns that the gazetteer knows, where they are; the first ones are named most often.
    private static let knownTowns = [
        ("Leipzig", "DE", 51.34, 12.37), ("Turin", "IT", 45.07, 7.69), ("Chicago", "US", 41.85, -87.65),
        ("Osaka", "JP", 34.69, 135.50), ("Lyon", "FR", 45.75, 4.85), ("Nairobi", "KE", -1.28, 36.82),
        ("Bergen", "NO", 60.39, 5.32), ("Cracow", "PL", 50.06, 19.94), ("Lima", "PE", -12.04, -77.03),
        ("Perth", "AU", -31.95, 115.86),
    ]
    static let towns = knownTowns.map(\.0)
    private static let placeCount = 2_000.0

    /// Of 2,000 towns the n-th is named 1/n as often as the first.
    private static func place(_ numbers: inout SplitMix64) -> NamedPlace {
        let number = Int(exp(Double.random(in: 0..<log(placeCount), using: &numbers)))
        let invented = ("Town \(number)", "XX", Double(number % 140) - 60, Double(number % 350) - 175)
        let town = number <= knownTowns.count ? knownTowns[number - 1] : invented
        let position = Coordinates(latitude: town.2, longitude: town.3)
        let place = NewsPlace(id: Int64(number), name: town.0, kind: .city, position: position, country: town.1)
        return NamedPlace(place: place, confidence: 0.8)
    }

    /// - Parameter feeds: empty when they follow some already.
    private static func people(
        of store: Store,
        _ count: Int,
        following feeds: [Feed],
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
}

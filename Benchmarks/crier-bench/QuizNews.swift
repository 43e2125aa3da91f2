import Editorial
import FeedParsing
import Foundation
import Games
import Gazetteer
import NewsModel
import TextAnalysis

/// The news that quiz questions are made of for measuring: pools of headlines that one reader could see.
struct QuizNews {
    private let finder: PlaceFinder
    private let analyser: ArticleAnalyser
    private let now: Date
    private var number: Int64 = 0

    /// The most headlines of a pool, as a round reads no more.
    private static let most = 600

    init(data: URL, now: Date) throws {
        finder = PlaceFinder(
            gazetteer: try Gazetteer(path: data.appendingPathComponent("gazetteer/gazetteer.bin").path)
        )
        analyser = ArticleAnalyser(
            vocabulary: try AnalyseBench.vocabulary(data.appendingPathComponent("vocabulary")),
            places: finder
        )
        self.now = now
    }

    /// The ranks and the countries of all places of a name by the gazetteer, for the check; nil for none.
    func place(_ name: String) -> (ranks: Set<String>, countries: Set<String>)? {
        let gazetteer = finder.gazetteer
        let found = gazetteer.meanings(of: name).compactMap { gazetteer.place($0.placeIndex) }
        guard !found.isEmpty else { return nil }
        let countries = found.compactMap { gazetteer.containers(of: $0).first { $0.kind == .country }?.name }
        return (Set(found.map { "\($0.kind)" }), Set(countries))
    }

    private mutating func headline(
        _ title: String,
        _ summary: String,
        source: String,
        category: String?,
        declared: String?,
        published: Date,
        story: Int64? = nil
    ) -> QuizHeadline {
        number += 1
        let text = analyser.text(title: title, summary: summary, declared: declared)
        let analysis = analyser.analysis(of: text)
        let language = analysis.language.language
        let things = analysis.things.sorted { ($1.certainty, $0.name) < ($0.certainty, $1.name) }
        let places = finder.namedPlaces(title: title, summary: summary, language: language)
        let id = ArticleID(rawValue: number)
        let listed = ListedArticle(
            article: Article(
                id: id,
                feedID: FeedID(rawValue: 1),
                storyID: StoryID(rawValue: story ?? 1_000_000 + number),
                title: title,
                url: "https://example.org/\(number)",
                summary: summary,
                publishedAt: published,
                firstSeenAt: published + 60,
                language: language
            ),
            feedName: source,
            category: category,
            places: places.map { named in
                ListedPlace(
                    id: named.place.id,
                    names: [named.place.name] + named.containers.prefix(2).map(\.name),
                    position: named.place.kind.isTown ? named.place.position : nil
                )
            },
            facts: ArticleFacts(
                language: language,
                things: things.prefix(ArticleFacts.mostThings).map {
                    ArticleFacts.Thing(name: $0.name, kind: $0.kind.rawValue, isShown: $0.isShown)
                },
                numbers: analysis.numbers,
                isPromotion: analysis.subjects.isPromotion
            )
        )
        return QuizHeadline(
            listed,
            placeName: { [finder] in finder.name(of: $0, in: $1) },
            isPlace: { [finder] in !finder.gazetteer.meanings(of: $0).isEmpty }
        )
    }

    // MARK: - Sources of news

    /// The bundled sample news: one pool.
    mutating func sample(_ folder: URL) throws -> [QuizHeadline] {
        var found: [QuizHeadline] = []
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        for name in names where name.hasSuffix(".json") {
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            found += items(bytes, named: name, age: sampleAges(bytes))
        }
        return found
    }

    /// Its dates are ages, such as "-1h10m".
    private func sampleAges(_ bytes: [UInt8]) -> [Double] {
        String(decoding: bytes, as: UTF8.self).matches(of: /"date_published": "-([0-9dhm]+)"/).map { match in
            match.output.1.matches(of: /([0-9]+)([dhm])/).reduce(0) { sum, part in
                sum + (Double(part.output.1) ?? 0) * (part.output.2 == "d" ? 86_400 : part.output.2 == "h" ? 3_600 : 60)
            }
        }
    }

    private mutating func items(_ bytes: [UInt8], named name: String, age: [Double] = []) -> [QuizHeadline] {
        guard let feed = try? FeedParser.parse(bytes), feed.title != nil else { return [] }
        var found: [QuizHeadline] = []
        let category = String(decoding: bytes, as: UTF8.self).firstMatch(of: /"_crier": \{\s*"category": "([^"]+)"/)
            .map { String($0.output.1) }
        for (index, item) in feed.items.enumerated() {
            let title = PlainText.from(html: item.title ?? "", limit: 300)
            guard !title.isEmpty else { continue }
            let seconds = age.indices.contains(index) ? age[index] : Double(index) * 3_600
            found.append(
                headline(
                    title,
                    PlainText.from(html: item.summaryHTML ?? item.contentHTML ?? "", limit: 400),
                    source: feed.title ?? name,
                    category: category,
                    declared: feed.language,
                    published: age.isEmpty
                        ? item.published.map { Date(timeIntervalSince1970: Double($0)) } ?? now : now - seconds
                )
            )
        }
        return found
    }

    /// A table of headlines with source, category and story: pools for each category.
    mutating func table(_ file: URL) throws -> [[QuizHeadline]] {
        var pools: [String: [QuizHeadline]] = [:]
        var stories: [String: Int64] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst() {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count >= 6, let time = Double(parts[1]) else { continue }
            let story = stories[parts[5]] ?? Int64(stories.count + 1)
            stories[parts[5]] = story
            pools[parts[4], default: []].append(
                headline(
                    parts[3],
                    "",
                    source: parts[2],
                    category: parts[4],
                    declared: "en",
                    published: Date(timeIntervalSince1970: time / 1_000),
                    story: story
                )
            )
        }
        return pools.keys.sorted().flatMap { key in Self.cut(pools[key] ?? []) }
    }

    /// Feeds that real sources wrote: pools for each language, the newest first.
    ///
    /// The rest of the folder is made for tests.
    mutating func feeds(_ folder: URL) throws -> [[QuizHeadline]] {
        var byLanguage: [String: [QuizHeadline]] = [:]
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }.sorted() ?? []
        var seen: Set<String> = []
        for name in names where name.hasPrefix("realworld/") || name.hasPrefix("feedreader-news/") {
            guard let bytes = FileManager.default.contents(atPath: folder.path + "/" + name).map({ [UInt8]($0) }),
                bytes.count < 3_000_000
            else { continue }
            for item in items(bytes, named: name) where seen.insert(item.title).inserted {
                byLanguage[item.language ?? "?", default: []].append(item)
            }
        }
        return byLanguage.keys.sorted().flatMap { language in
            Self.cut((byLanguage[language] ?? []).sorted { $0.publishedAt > $1.publishedAt })
        }
    }

    private static func cut(_ pool: [QuizHeadline]) -> [[QuizHeadline]] {
        stride(from: 0, to: pool.count, by: most).map { Array(pool[$0..<min($0 + most, pool.count)]) }
    }
}

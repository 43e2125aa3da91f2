import Editorial
import FeedParsing
import Foundation
import Gazetteer
import NewsModel
import TextAnalysis

/// Measures everything that is found out about an article: language, words, keyphrases, names, subjects, places, story.
enum AnalyseBench {
    private struct Sample {
        var title: String
        var summary: String
        var body: String
        var source: UInt64
    }

    /// In microseconds an article, on one core.
    private static let limit = 500.0

    /// `arguments`: a folder of feed documents and texts, and how many articles to analyse; each is analysed again and
    /// again until that many are done.
    static func run(_ arguments: [String]) async throws {
        guard let folder = arguments.first else { throw CocoaError(.fileNoSuchFile) }
        let samples = try samples(in: folder)
        guard !samples.isEmpty else { throw CocoaError(.fileReadNoSuchFile) }
        let most = arguments.dropFirst().first.flatMap { Int($0) } ?? 20_000
        let root = try dataFolder()
        let finder = PlaceFinder(
            gazetteer: try Gazetteer(path: root.appendingPathComponent("gazetteer/gazetteer.bin").path)
        )
        let words = try vocabulary(root.appendingPathComponent("vocabulary"))
        let analyser = ArticleAnalyser(vocabulary: words, places: finder)
        let index = StoryIndex()
        var costs: [Double] = []
        costs.reserveCapacity(most)
        // Each window has each of the samples twice.
        var windows = CostWindows(of: most, width: min(10_000, samples.count * 2))
        var placed = 0
        for number in 0..<most {
            let sample = samples[number % samples.count]
            let start = ContinuousClock.now
            let text = analyser.text(title: sample.title, summary: sample.summary, head: sample.body)
            let analysis = analyser.analysis(of: text)
            let places = finder.places(
                title: sample.title,
                summary: sample.summary,
                body: sample.body,
                language: analysis.language.language
            )
            // One article every 20 seconds, which is what 300 feeds bring.
            let report = analyser.report(of: text, source: sample.source, time: Double(number) * 20)
            _ = index.add(Int64(number), report, as: index.propose(report))
            let cost = Bench.milliseconds(ContinuousClock.now - start) * 1_000
            costs.append(cost)
            if let size = windows.add(cost) { reportMemory("analyse.private.at_\(size)") }
            if places.contains(where: { !$0.isDemonym && $0.confidence >= 0.4 }) { placed += 1 }
        }
        report(costs, samples: samples.count, placed: placed, index: index)
        windows.report("analyse.article", limit: 1.5)
    }

    private static func reportMemory(_ name: String) {
        Bench.report(name, Double(MemoryWatch.kilobytes("RssAnon") ?? 0) / 1_000, "MB")
    }

    private static func report(_ costs: [Double], samples: Int, placed: Int, index: StoryIndex) {
        let mean = costs.reduce(0, +) / Double(costs.count)
        let sorted = costs.sorted()
        Bench.report("analyse.articles", Double(samples), "articles")
        Bench.report("analyse.rate", 1e6 / mean, "articles/s")
        Bench.report("analyse.article", mean, "µs", limit: limit)
        Bench.report("analyse.article_p50", sorted[sorted.count / 2], "µs")
        Bench.report("analyse.article_p99", sorted[sorted.count * 99 / 100], "µs")
        Bench.report("analyse.placed", 100 * Double(placed) / Double(costs.count), "%")
        Bench.report("analyse.index_articles", Double(index.count), "articles")
        Bench.report("analyse.index", Double(index.footprint) / 1e6, "MB")
        reportMemory("analyse.private")
    }

    /// The articles of the feeds in the folder, and every other text as one article whose first line is the title.
    private static func samples(in folder: String) throws -> [Sample] {
        guard let names = FileManager.default.enumerator(atPath: folder) else { throw CocoaError(.fileNoSuchFile) }
        var samples: [Sample] = []
        for (number, name) in names.compactMap({ $0 as? String }).sorted().enumerated() {
            guard let bytes = FileManager.default.contents(atPath: folder + "/" + name).map(Array.init) else {
                continue
            }
            if let feed = try? FeedParser.parse(bytes) {
                samples += feed.items.map {
                    Sample(
                        title: $0.title ?? "",
                        summary: PlainText.from(html: $0.summaryHTML ?? "", limit: 1_000),
                        body: PlainText.from(html: $0.contentHTML ?? "", limit: 1_000),
                        source: UInt64(number)
                    )
                }
            } else if let text = String(validating: bytes, as: UTF8.self), !text.isEmpty, !text.hasPrefix("<") {
                let title = text.prefix { !$0.isNewline }
                let body = String(text.dropFirst(title.count))
                samples.append(Sample(title: String(title), summary: "", body: body, source: UInt64(number)))
            }
        }
        return samples
    }

    /// The folder `data` of the source tree that the binary stands in.
    static func dataFolder() throws -> URL {
        var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/" {
            let data = folder.appendingPathComponent("data")
            if FileManager.default.fileExists(atPath: data.appendingPathComponent("vocabulary").path) { return data }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }

    static func vocabulary(_ folder: URL) throws -> Editorial.Vocabulary {
        let manager = FileManager.default
        let files = try manager.contentsOfDirectory(atPath: folder.path).sorted().flatMap { language in
            let own = folder.appendingPathComponent(language)
            return try manager.contentsOfDirectory(atPath: own.path).sorted().map { name in
                let text = try String(contentsOf: own.appendingPathComponent(name), encoding: .utf8)
                return VocabularyFile(path: name, language: language, text: text)
            }
        }
        return Editorial.Vocabulary(files)
    }
}

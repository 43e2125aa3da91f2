import ChildProcesses
import Foundation
import Testing

@testable import FeedParsing

@Suite(.enabled(if: Corpus.isPresent, "the shared corpora are not here"))
struct ArticleScores {
    @Test func `articles are extracted as people would copy them`() throws {
        try measure("article-extraction", atLeast: 0.97) { $0 }
    }

    @Test(arguments: Surroundings.all)
    func `what stands beside an article does not change it`(surroundings: Surroundings) throws {
        try measure("article-extraction/\(surroundings.name)", atLeast: surroundings.bar, surroundings.added(to:))
    }

    private struct Page {
        let url: String
        let html: [UInt8]
        /// The shingles of its article.
        let wanted: [String: Int]
    }

    /// The pages of the public benchmark.
    private static let benchmark = Result { () throws -> [Page] in
        let truth = try #require(Corpus.json("article-extraction/ground-truth.json") as? [String: [String: Any]])
        return try truth.compactMap { name, page in
            guard let wanted = page["articleBody"] as? String,
                let html = try unpacked("article-extraction/html/\(name).html.gz")
            else { return nil }
            return Page(url: page["url"] as? String ?? "", html: html, wanted: shingles(wanted))
        }
    }

    /// The public benchmark's measure: shingles of four words, precision and recall averaged over the pages.
    private func measure(_ name: String, atLeast bar: Double, _ change: ([UInt8]) -> [UInt8]) throws {
        var precision = 0.0
        var recall = 0.0
        var pages = 0.0
        for page in try Self.benchmark.get() {
            let article = ReadableArticle.extract(fromHTML: change(page.html), pageURL: page.url)
            let (right, found, all) = Self.overlap(Self.shingles(article?.text ?? ""), page.wanted)
            precision += found == 0 ? 0 : right / found
            recall += all == 0 ? 0 : right / all
            pages += 1
        }
        let f1 = 2 * precision * recall / max(1, precision + recall) / max(1, pages)
        print("score\t\(name)\tF1 \(String(format: "%.3f", f1))\t\(Int(pages)) pages\t")
        #expect(f1 >= bar)
    }

    @Test func `pages of the readability suite give their paragraphs and metadata`() {
        let words = Score("readability/text")
        let paragraphs = Score("readability/paragraphs")
        let metadata = Dictionary(
            uniqueKeysWithValues: ["title", "byline", "lang", "siteName", "publishedTime"].map {
                ($0, Score("readability/\($0)"))
            }
        )
        for name in Self.pages {
            guard let html = Corpus.bytes("readability/\(name)/source.html"),
                let expected = Corpus.bytes("readability/\(name)/expected.html")
            else { continue }
            let article = ReadableArticle.extract(fromHTML: html, pageURL: "http://fakehost/test/page.html")
            let wanted = PlainText.from(html: String(decoding: expected, as: UTF8.self))
            let (right, found, all) = Self.overlap(Self.shingles(article?.text ?? ""), Self.shingles(wanted))
            let f1 = 2 * right / max(1, found + all)
            words.check(f1 >= 0.75, "\(name): \(String(format: "%.2f", f1)) found \(Int(found)) of \(Int(all))")
            compareParagraphs(name, article?.text ?? "", wanted, paragraphs)
            if let facts = Corpus.json("readability/\(name)/expected-metadata.json") as? [String: Any] {
                compare(name, facts, article, metadata)
            }
        }
        words.settle(atLeast: 0.95)
        paragraphs.settle(atLeast: 0.85)
        for score in metadata.values { score.settle(atLeast: 0.8) }
    }

    private static let pages = Set(
        Corpus.files(below: "readability").compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) }
    ).sorted()

    /// Paragraphs of some length must be there letter for letter.
    private func compareParagraphs(_ name: String, _ got: String, _ wanted: String, _ score: Score) {
        let text = letters(got)
        for paragraph in wanted.split(separator: "\n") where paragraph.count >= 40 && !paragraph.contains("[image") {
            // Rules and numbers of drawn tables are no paragraphs.
            let wanted = letters(String(paragraph))
            if wanted.count >= 20 { score.check(text.contains(wanted), "\(name): \(paragraph.prefix(100))") }
        }
    }

    private func letters(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.isAlphabetic }))
    }

    private func compare(
        _ name: String,
        _ facts: [String: Any],
        _ article: ParsedArticle?,
        _ scores: [String: Score]
    ) {
        func check(_ key: String, _ got: String?, _ passes: (String) -> Bool) {
            guard let wanted = facts.text(key), !wanted.isEmpty else { return }
            scores[key]?.check(passes(compared(wanted) ?? ""), "\(name): want \(wanted) got \(got ?? "nil")")
        }
        // With or without the site's name after it.
        let title = article?.title ?? ""
        check("title", title) { !title.isEmpty && ($0.contains(title) || title.contains($0)) }
        let byline = article?.byline ?? ""
        check("byline", byline) { !byline.isEmpty && ($0.contains(byline) || byline.contains($0)) }
        check("lang", article?.language) { $0.lowercased() == article?.language?.lowercased() }
        check("siteName", article?.siteName) { $0 == article?.siteName }
        check("publishedTime", article?.publishedText) { FeedDate.parse($0) == article?.published }
    }

    private static func overlap(
        _ got: [String: Int],
        _ wanted: [String: Int]
    ) -> (right: Double, found: Double, all: Double) {
        let right = wanted.reduce(0) { $0 + min($1.value, got[$1.key] ?? 0) }
        return (Double(right), Double(got.values.reduce(0, +)), Double(wanted.values.reduce(0, +)))
    }

    private static func shingles(_ text: String) -> [String: Int] {
        let words = text.unicodeScalars.split {
            !$0.properties.isAlphabetic && $0.properties.numericType == nil && $0 != "_"
        }
        guard words.count >= 4 else {
            return words.isEmpty ? [:] : [words.map { String($0) }.joined(separator: " "): 1]
        }
        var counts: [String: Int] = [:]
        for start in 0...(words.count - 4) {
            counts[words[start..<(start + 4)].map { String($0) }.joined(separator: " "), default: 0] += 1
        }
        return counts
    }

    private static func unpacked(_ path: String) throws -> [UInt8]? {
        guard let root = Corpus.root, FileManager.default.fileExists(atPath: root + "/" + path) else { return nil }
        return [UInt8](try ChildProcess.output(of: "gzip", ["-dc", root + "/" + path]))
    }
}

import Foundation
import Testing

@testable import FeedParsing

/// What two other parsers read out of the same files.
@Suite(.enabled(if: Corpus.isPresent, "the shared corpora are not here"))
struct OracleScores {
    @Test(arguments: [
        "fastfeedparser", "feed-rs", "feedkit", "feedreader-news", "miniflux", "netnewswire", "newsboat",
        "node-feedparser", "realworld", "rust-rss", "simplepie", "rss-parser",
    ])
    func `feeds read as other parsers read them`(suite: String) throws {
        let oracleName = suite == "rss-parser" ? "rss-parser-input" : suite
        let oracle = try #require(
            (Corpus.json("oracle/\(oracleName).json") ?? Corpus.json("oracle/\(suite).json"))
                as? [String: [String: Any]]
        )
        let files = Corpus.files(below: "feeds/\(suite)")
        let score = Score("oracle/\(suite)")
        for (name, expected) in oracle.sorted(by: { $0.key < $1.key }) {
            guard let path = files.first(where: { $0.hasSuffix("/" + name) }), let bytes = Corpus.bytes(path) else {
                continue
            }
            compare(name, expected, try? FeedParser.parse(bytes), score)
        }
        score.settle(atLeast: 0.99)
    }

    /// The oracle falls back to the guid, whatever it is.
    private static func isNoPage(_ link: String) -> Bool {
        link.hasPrefix("urn:") || link.hasPrefix("tag:") || (!link.contains("/") && !link.contains("."))
    }

    private func compare(_ name: String, _ expected: [String: Any], _ feed: ParsedFeed?, _ score: Score) {
        let counts = (expected["entryCount"] as? [String: Any] ?? [:]).values.compactMap { $0 as? Int }
        // JSON Feed is beyond both parsers, and a document neither could read says nothing.
        guard let most = counts.max(), most > 0 else { return }
        guard let feed else { return score.check(false, "\(name): refused") }
        score.check(counts.contains(feed.items.count), "\(name): \(feed.items.count) items, want \(counts)")
        let about = expected["feed"] as? [String: Any] ?? [:]
        if let title = about["title"] as? String {
            score.expect(compared(title), compared(feed.title), "\(name) feed title")
        }
        let entries = expected["entries"] as? [[String: Any]] ?? []
        guard entries.count == feed.items.count else { return }
        for (index, (entry, item)) in zip(entries, feed.items).enumerated() {
            compare("\(name)#\(index)", entry, item, score)
        }
    }

    private func compare(_ what: String, _ entry: [String: Any], _ item: ParsedItem, _ score: Score) {
        let other = entry["disagree"] as? [String: Any] ?? [:]
        func values(_ key: String) -> [String] { [entry[key], other[key]].compactMap { $0 as? String } }
        if let title = entry["title"] as? String, !title.isEmpty {
            let got = compared(item.title) ?? ""
            score.check(
                values("title").contains { compared($0) == got },
                "\(what) title: want \(title) got \(got)"
            )
        }
        if entry["id"] is String {
            score.check(values("id").contains(item.id ?? ""), "\(what) id: \(values("id")) \(item.id ?? "nil")")
        }
        if entry["link"] is String {
            let got = item.url ?? ""
            // The oracle knew no base: what it left relative must be the end of what we made absolute.
            let passes = values("link").contains {
                $0 == got || (!$0.contains("://") && got.hasSuffix($0)) || Self.isNoPage($0)
            }
            score.check(passes, "\(what) link: \(values("link")) \(got)")
        }
        let dates = values("published") + values("updated")
        if !dates.isEmpty {
            let got = item.date.map(DateText.rfc3339) ?? ""
            score.check(dates.contains(got), "\(what) date: \(dates) \(got)")
        }
        if let author = entry["author"] as? String, !author.isEmpty {
            // The oracle keeps addresses; a name inside them is what people read.
            let passes = item.authors.contains { author.contains($0) || $0.contains(author) }
            score.check(passes, "\(what) author: \(author) \(item.authors)")
        }
    }
}

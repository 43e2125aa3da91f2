import Foundation
import Testing

@testable import FeedParsing

@Suite(.enabled(if: Corpus.isPresent, "the shared corpora are not here"))
struct OtherScores {
    private typealias Object = [String: Any]

    @Test func `real captures read as rss-parser reads them`() {
        let score = Score("rss-parser")
        for path in Corpus.files(below: "feeds/rss-parser/input") {
            let stem = path.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
            guard let bytes = Corpus.bytes(path) else { continue }
            let feed = try? FeedParser.parse(bytes)
            guard stem != "unrecognized" else {
                score.check(feed == nil, "unrecognized was accepted")
                continue
            }
            guard let expected = (Corpus.json("feeds/rss-parser/output/\(stem).json") as? Object)?["feed"] as? Object
            else { continue }
            let items = expected["items"] as? [Object] ?? []
            score.check(items.count == feed?.items.count, "\(stem) count \(items.count)")
            for (wanted, item) in zip(items, feed?.items ?? []) {
                score.expect(compared(wanted["title"] as? String), compared(item.title), "\(stem) title")
                score.expect(
                    (wanted["link"] as? String)?.trimmingCharacters(in: .whitespaces),
                    item.url,
                    "\(stem) link"
                )
                if let date = wanted["isoDate"] as? String {
                    score.check(FeedDate.parse(date) == item.date, "\(stem) date \(date)")
                }
            }
        }
        score.settle(atLeast: 0.99)
    }

    @Test func `every feed validator case survives and the clean ones parse`() throws {
        let score = Score("feedvalidator")
        let cases = try #require(Corpus.json("feeds/feedvalidator-expectations.json") as? [String: Object])
        for (name, expected) in cases {
            guard let bytes = Corpus.bytes("feeds/feedvalidator/" + name) else { continue }
            let feed = try? FeedParser.parse(bytes)
            let isFeed = !name.hasPrefix("opml") && !name.contains("/app/")
            if expected["negated"] as? Bool == true, isFeed { score.check(feed?.isTruncated == false, name) }
        }
        score.settle(atLeast: 0.99)
    }

    @Test func `dates read as NetNewsWire reads them`() throws {
        let score = Score("dates")
        let cases = try #require(Corpus.json("vectors/dates-netnewswire.json") as? [Object])
        for one in cases where one["houseRule"] as? Bool != true {
            guard let input = one["input"] as? String else { continue }
            let wanted = (one["utc"] as? String).flatMap(FeedDate.parse)
            score.check(
                FeedDate.parse(input) == wanted,
                "\(input): want \(one["utc"] ?? "nil") got \(FeedDate.parse(input).map(DateText.rfc3339) ?? "nil")"
            )
        }
        score.settle(atLeast: 0.99)
    }

    @Test func `references decode as browsers decode them`() throws {
        let score = Score("html-entities")
        let cases = try #require(Corpus.json("vectors/html-entities.json") as? [[String: String]])
        for one in cases {
            guard let input = one["input"], let expected = one["expected"] else { continue }
            let got = Array(input.utf8).withUnsafeBufferPointer { HTMLText.decoded($0) }
            score.expect(expected, got, input)
        }
        score.settle(atLeast: 0.99)
    }
}

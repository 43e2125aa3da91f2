import Foundation
import Testing

@testable import FeedParsing

/// One-feature feeds with the values another parser documents.
@Suite(.enabled(if: Corpus.isPresent, "the shared corpora are not here"))
struct GofeedScores {
    private typealias Object = [String: Any]

    @Test func `one feature feeds read as documented`() {
        let score = Score("gofeed")
        let files = Corpus.files(below: "feeds/gofeed")
        let all = Set(files)
        for path in files where path.hasSuffix(".xml") || (path.contains("/json/") && !path.contains("_expected")) {
            let stem = String(path.dropLast(path.hasSuffix(".xml") ? 4 : 5))
            let expectation = path.hasSuffix(".xml") ? stem + ".json" : stem + "_expected.json"
            guard all.contains(expectation), let wanted = Corpus.json(expectation) as? Object,
                let bytes = Corpus.bytes(path)
            else { continue }
            let name = path.dropFirst("feeds/gofeed/".count).description
            guard let feed = try? FeedParser.parse(bytes) else {
                score.check(false, "\(name): refused")
                continue
            }
            compare(name, wanted, feed, score)
        }
        score.settle(atLeast: 0.985)
    }

    private func compare(_ name: String, _ wanted: Object, _ feed: ParsedFeed, _ score: Score) {
        score.expect(text(wanted["title"]), twice(feed.title), "\(name) title")
        score.expect(
            text(wanted["description"] ?? wanted["subtitle"]),
            twice(feed.description),
            "\(name) description"
        )
        score.expect(wanted["language"] as? String, feed.language, "\(name) language")
        score.expect(text(wanted["copyright"] ?? wanted["rights"]), twice(feed.copyright), "\(name) copyright")
        if let link = link(wanted) { score.check(link.contains(feed.homePageURL ?? ""), "\(name) link \(link)") }
        if feed.format == .jsonFeed10 || feed.format == .jsonFeed11 {
            if wanted["publishedParsed"] != nil {
                score.leaveOut("dates of a JSON Feed, which has none: its newest item's")
            }
        } else {
            date(wanted, ["publishedParsed", "pubDateParsed"], feed.published, "\(name) published", score)
            date(wanted, ["updatedParsed", "lastBuildDateParsed"], feed.updated, "\(name) updated", score)
        }
        authors(wanted, feed.authors, name, score)
        if let minutes = (wanted["ttl"] as? String).flatMap({ Int($0) }) {
            score.check(feed.timeToLive == minutes * 60, "\(name) ttl")
        }
        if let hours = wanted["skipHours"] as? [String] {
            score.check(feed.skipHours.map(String.init) == hours, "\(name) hours")
        }
        let items = (wanted["items"] ?? wanted["entries"]) as? [Object] ?? []
        score.check(items.count == feed.items.count, "\(name) has \(feed.items.count) items, want \(items.count)")
        for (wanted, item) in zip(items, feed.items) { compare(name + " item", wanted, item, score) }
    }

    private func compare(_ name: String, _ wanted: Object, _ item: ParsedItem, _ score: Score) {
        score.expect(text(wanted["title"]), twice(item.title), "\(name) title")
        score.expect(text(wanted["description"] ?? wanted["summary"]), twice(item.summaryHTML), "\(name) summary")
        if let content = text(wanted["content"]), !content.isEmpty {
            let got = twice(item.contentHTML ?? item.summaryHTML)
            score.expect(content, got, "\(name) content")
        }
        if let link = link(wanted) {
            score.check(link.contains(item.url ?? ""), "\(name) link \(link) \(item.url ?? "")")
        }
        score.expect(text(wanted["guid"] ?? wanted["id"]), twice(item.id), "\(name) id")
        date(wanted, ["publishedParsed", "pubDateParsed"], item.published ?? item.updated, "\(name) published", score)
        authors(wanted, item.authors, name, score)
        score.expect(wanted["comments"] as? String, item.commentsURL, "\(name) comments")
        if let categories = wanted["categories"] as? [Any] {
            let names = categories.compactMap { category -> String? in
                if let object = category as? Object {
                    return compared((object["label"] ?? object["term"] ?? object["value"]) as? String)
                }
                return compared(category as? String)
            }
            score.check(Set(names) == Set(item.categories), "\(name) categories \(names) \(item.categories)")
        }
        if let image = (wanted["image"] as? Object)?["url"] as? String {
            score.expect(image, item.imageURL, "\(name) image")
        }
        let enclosures = (wanted["enclosures"] as? [Object]) ?? (wanted["enclosure"] as? Object).map { [$0] } ?? []
        for enclosure in enclosures {
            guard let url = enclosure["url"] as? String else { continue }
            let found = item.attachments.first { $0.url == url }
            score.check(found != nil, "\(name) enclosure \(url)")
            score.expect(enclosure["type"] as? String, found?.mimeType, "\(name) enclosure type")
        }
        if let source = wanted["source"] as? Object {
            score.expect(text(source["title"]), twice(item.sourceTitle), "\(name) source")
        }
    }

    /// A value, or the value of a text construct, without markup: titles of ours have none.
    private func text(_ value: Any?) -> String? {
        if let object = value as? Object { return twice(object["value"] as? String) }
        return twice(value as? String)
    }

    /// Markup escaped twice is text in one reading and markup in the other.
    private func twice(_ text: String?) -> String? { compared(compared(text)) }

    /// All addresses that count as the page.
    private func link(_ wanted: Object) -> [String]? {
        if let link = wanted["link"] as? String {
            return [link] + (wanted["links"] as? [String] ?? [])
        }
        guard let links = wanted["links"] as? [Object] else { return nil }
        let pages = links.filter { ($0["rel"] as? String ?? "alternate") == "alternate" }.compactMap {
            $0["href"] as? String
        }
        return pages.isEmpty ? nil : pages
    }

    private func authors(_ wanted: Object, _ got: [String], _ name: String, _ score: Score) {
        guard let people = wanted["authors"] as? [Object] else { return }
        for person in people {
            let names = ["name", "email", "uri"].compactMap { person[$0] as? String }.filter { !$0.isEmpty }
            guard !names.isEmpty else { continue }
            score.check(names.contains { compared($0).map(got.contains) == true }, "\(name) author \(names) \(got)")
        }
    }

    private func date(_ wanted: Object, _ keys: [String], _ got: Int64?, _ what: String, _ score: Score) {
        guard let text = keys.compactMap({ wanted[$0] as? String }).first else { return }
        let seconds = FeedDate.parse(text)
        score.check(seconds == got, "\(what) \(text)")
    }
}

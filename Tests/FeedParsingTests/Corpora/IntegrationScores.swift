import Foundation
import Testing

@testable import FeedParsing

/// Whole feeds with what another parser reads in all of their entries.
@Suite(.enabled(if: Corpus.isPresent, "the shared corpora are not here"))
struct IntegrationScores {
    private typealias Object = [String: Any]

    @Test func `integration feeds read as fastfeedparser reads them`() {
        let score = Score("fastfeedparser-integration")
        for path in Corpus.files(below: "feeds/fastfeedparser") {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let expectation: String
            if path.hasSuffix(".xml") {
                expectation = String(path.dropLast(4)) + ".json"
            } else if name == "json_feed_sample.json" {
                expectation = String(path.dropLast(5)) + ".expected.json"
            } else {
                continue
            }
            guard let wanted = Corpus.json(expectation) as? Object else { continue }
            guard let got = Corpus.inspected(path) else {
                score.check(false, "\(name): refused")
                continue
            }
            feed(name, wanted, got, score)
        }
        score.settle(atLeast: 0.99)
    }

    private func feed(_ name: String, _ wanted: Object, _ got: Object, _ score: Score) {
        let about = wanted.object("feed") ?? [:]
        score.expect(compared(about.text("title")), compared(got.text("title")), "\(name) title")
        if let link = about.text("link") {
            let addresses = [got.text("home_page_url"), got.text("feed_url")]
            score.check(addresses.contains(link), "\(name) link \(link) \(addresses)")
        }
        score.expect(about.text("language"), got.text("language"), "\(name) language")
        score.expect(
            compared(about.text("subtitle")),
            compared(got.extras.text("description_html")),
            "\(name) subtitle"
        )
        score.expect(about.text("icon"), got.text("icon"), "\(name) icon")
        let entries = wanted.objects("entries")
        let items = got.objects("items")
        score.check(entries.count == items.count, "\(name): \(items.count) items, want \(entries.count)")
        for (index, (entry, item)) in zip(entries, items).enumerated() {
            compare("\(name)#\(index)", entry, item, score)
        }
    }

    private func compare(_ name: String, _ wanted: Object, _ got: Object, _ score: Score) {
        score.expect(compared(wanted.text("title")), compared(got.text("title") ?? ""), "\(name) title")
        score.expect(wanted.text("link"), got.text("url"), "\(name) link")
        if let id = wanted.text("id") {
            let own = got.extras.text("guid")
            if own == nil, id == wanted.text("link") {
                score.leaveOut("the link repeated as id")
            } else {
                score.expect(id, own, "\(name) id")
            }
        }
        if let date = wanted.seconds("published") {
            score.check(got.seconds("date_published") == date, "\(name) published")
        }
        if let date = wanted.seconds("updated") {
            let dates = [got.seconds("date_modified"), got.seconds("date_published")]
            score.check(dates.contains(date), "\(name) updated")
        }
        if let author = wanted.text("author") {
            score.check(got.authorNames.contains { author.contains($0) }, "\(name) author \(author)")
        }
        let tags = got["tags"] as? [String] ?? []
        for tag in wanted.objects("tags").compactMap({ $0.text("label") ?? $0.text("term") }) {
            score.check(tags.contains(compared(tag) ?? ""), "\(name) tag \(tag) \(tags)")
        }
        if let content = wanted.objects("content").first?.text("value") {
            score.expect(letters(content), letters(got.text("content_html")), "\(name) content")
        }
        score.expect(wanted.text("comments"), got.extras.text("comments_url"), "\(name) comments")
    }

    private func letters(_ text: String?) -> String {
        (compared(compared(text)) ?? "").filter { $0.isLetter || $0.isNumber }
    }

    @Test func `the examples of the JSON Feed specification come out as they are`() throws {
        let score = Score("jsonfeed-spec")
        for path in Corpus.files(below: "feeds/jsonfeed-spec") {
            guard let wanted = Corpus.json(path) as? Object, let got = Corpus.inspected(path) else {
                score.check(false, "\(path): refused")
                continue
            }
            for key in ["title", "home_page_url", "feed_url", "next_url", "icon", "language"] {
                score.expect(wanted.text(key), got.text(key), "\(path) \(key)")
            }
            score.expect(wanted.text("description"), got.text("description"), "\(path) description")
            authors(wanted, got, path, score)
            let items = wanted.objects("items")
            score.check(items.count == got.objects("items").count, "\(path) items")
            for (item, shown) in zip(items, got.objects("items")) { compareItem(path, item, shown, score) }
        }
        score.settle(atLeast: 1)
    }

    private func authors(_ wanted: Object, _ got: Object, _ name: String, _ score: Score) {
        let people = wanted.objects("authors") + [wanted.object("author")].compactMap { $0 }
        for person in people.compactMap({ $0.text("name") }) {
            score.check(got.authorNames.contains(person), "\(name) author \(person)")
        }
    }

    private func compareItem(_ name: String, _ wanted: Object, _ got: Object, _ score: Score) {
        for key in ["id", "url", "external_url", "title", "content_html", "summary", "image", "language"] {
            score.expect(wanted.text(key), got.text(key), "\(name) \(key)")
        }
        if let text = wanted.text("content_text"), wanted["content_html"] == nil {
            score.expect(compared(text), compared(got.text("content_html")), "\(name) text")
        }
        for key in ["date_published", "date_modified"] {
            if let date = wanted.seconds(key) { score.check(got.seconds(key) == date, "\(name) \(key)") }
        }
        if let tags = wanted["tags"] as? [String] { score.check(got["tags"] as? [String] == tags, "\(name) tags") }
        authors(wanted, got, name, score)
        for (file, shown) in zip(wanted.objects("attachments"), got.objects("attachments")) {
            for key in ["url", "mime_type", "title"] { score.expect(file.text(key), shown.text(key), "\(name) \(key)") }
            for key in ["size_in_bytes", "duration_in_seconds"] where file[key] != nil {
                score.check(file[key] as? Int == shown[key] as? Int, "\(name) \(key)")
            }
        }
    }
}

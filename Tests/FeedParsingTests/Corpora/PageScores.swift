import Foundation
import Testing

@testable import FeedParsing

/// Pages that lead to feeds.
@Suite(.enabled(if: Corpus.isPresent, "the shared corpora are not here"))
struct PageScores {
    private typealias Object = [String: Any]

    @Test func `the feed behind every page of the corpus is found`() throws {
        let score = Score("discovery")
        let pages = try #require(Corpus.json("discovery/expected.json") as? [String: Object])
        for (name, page) in pages {
            guard let bytes = Corpus.bytes("discovery/" + name), let url = page.text("pageURL") else { continue }
            check(name, bytes, url, page.objects("links"), score)
        }
        score.settle(atLeast: 1)
    }

    @Test func `feeds declared by articles are found`() throws {
        let score = Score("readability-feed-links")
        let articles = try #require(Corpus.json("discovery/readability-feed-links.json") as? [String: Object])
        for (name, page) in articles {
            guard let bytes = Corpus.bytes("readability/\(name)/source.html") else { continue }
            check(name, bytes, "http://fakehost/test/page.html", page.objects("links"), score)
        }
        score.settle(atLeast: 1)
    }

    private func check(_ name: String, _ bytes: [UInt8], _ url: String, _ links: [Object], _ score: Score) {
        let found = InspectedPage(html: bytes, pageURL: url).feeds.feeds
        for link in links {
            guard let href = link.text("href") else { continue }
            let wanted = URLReference.resolve(href, against: url)
            score.check(found.contains { $0.url == wanted }, "\(name): \(href) \(found.map(\.url))")
            let titles = links.filter { $0.text("href") == href }.compactMap { $0.text("title") }
            guard !titles.isEmpty else { continue }
            let got = found.first { $0.url == wanted }?.title
            score.check(titles.contains { compared($0) == compared(got) }, "\(name): \(titles) \(got ?? "nil")")
        }
    }

    @Test func `pages of miniflux's finder give the feeds it finds`() throws {
        let score = Score("miniflux-pages")
        let pages = try #require(Corpus.json("discovery/miniflux-pages.json") as? [Object])
        for page in pages {
            let name = page.text("name") ?? ""
            guard let html = page.text("html"), let url = page.text("pageURL") else { continue }
            let found = InspectedPage(html: Array(html.utf8), pageURL: url).feeds.feeds
            if let count = page["count"] as? Int { score.check(found.count == count, "\(name): \(found.count)") }
            score.expect(page.text("firstURL"), found.first?.url, "\(name) url")
            score.expect(page.text("firstTitle"), found.first?.title, "\(name) title")
            if let type = page.text("firstType") {
                score.check(found.first?.mimeType?.contains(type) == true, "\(name) type \(found)")
            }
        }
        score.settle(atLeast: 1)
    }

    @Test func `pages read as text as NetNewsWire strips them`() throws {
        let score = Score("nnw-striphtml")
        for path in Corpus.files(below: "striphtml") where path.hasSuffix(".html") {
            guard let html = Corpus.bytes(path), let wanted = Corpus.bytes(String(path.dropLast(5)) + ".txt") else {
                continue
            }
            let text = PlainText.from(html: String(decoding: html, as: UTF8.self), limit: 1_000_000)
            // That library leaves references as they are and knows no pictures; sentences must agree.
            let got = letters(text)
            let sentences = (compared(String(decoding: wanted, as: UTF8.self)) ?? "").components(separatedBy: ". ")
            for sentence in sentences where sentence.count > 20 {
                score.check(got.contains(letters(sentence)), "\(path): \(sentence.prefix(120))")
            }
        }
        score.settle(atLeast: 0.97)
    }

    private func letters(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.isAlphabetic }))
    }
}

import Foundation
import Testing

@testable import FeedParsing

/// feed-rs's own fixtures with the model it makes of them.
@Suite(.enabled(if: Corpus.isPresent, "the shared corpora are not here"))
struct FeedRsScores {
    private typealias Object = [String: Any]

    @Test func `trimmed feeds of real sites read as feed-rs reads them`() {
        let score = Score("feed-rs")
        for path in Corpus.files(below: "feeds/feed-rs") where path.hasSuffix(".serde.json") {
            let stem = String(path.dropLast(".serde.json".count))
            guard let wanted = Corpus.json(path) as? Object,
                let source = [".xml", ".json"].map({ stem + $0 }).first(where: { Corpus.bytes($0) != nil })
            else { continue }
            let name = stem.split(separator: "/").last.map(String.init) ?? stem
            guard let got = Corpus.inspected(source) else {
                score.check(false, "\(name): refused")
                continue
            }
            feed(name, wanted, got, score)
        }
        score.settle(atLeast: 0.97)
    }

    private func feed(_ name: String, _ wanted: Object, _ got: Object, _ score: Score) {
        text(wanted, "title", got.text("title"), name, score)
        text(wanted, "description", got.extras.text("description_html"), name, score)
        text(wanted, "rights", got.extras.text("copyright"), name, score)
        score.expect(wanted.text("language")?.lowercased(), got.text("language")?.lowercased(), "\(name) language")
        generator(wanted, got, name, score)
        let links = wanted.objects("links").compactMap { $0.text("href") }
        if !links.isEmpty {
            score.check(
                links.contains { same($0, got.text("home_page_url")) || same($0, got.text("feed_url")) },
                "\(name) links \(links)"
            )
        }
        let pictures = ["logo", "icon"].compactMap {
            wanted.object($0)?.text("uri")?.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        if !pictures.isEmpty {
            score.check(
                pictures.contains { same($0, got.text("icon")) },
                "\(name) icon \(pictures) \(got["icon"] ?? "")"
            )
        }
        if let minutes = wanted["ttl"] as? Int {
            score.check(got.extras["ttl_seconds"] as? Int == minutes * 60, "\(name) ttl")
        }
        people(wanted, got.authorNames, name, score)
        dates(wanted, [got.extras.seconds("date_published"), got.extras.seconds("date_modified")], name, score)
        let entries = wanted.objects("entries")
        let items = got.objects("items")
        score.check(entries.count == items.count, "\(name): \(items.count) items, want \(entries.count)")
        guard entries.count == items.count else { return }
        for (index, (entry, item)) in zip(entries, items).enumerated() {
            // The feed's authors are its entries' authors where those name none.
            let authors = item.authorNames.isEmpty ? got.authorNames : item.authorNames
            compare("\(name)#\(index)", entry, item, authors, score)
        }
    }

    private func compare(_ name: String, _ wanted: Object, _ got: Object, _ authors: [String], _ score: Score) {
        text(wanted, "title", got.text("title"), name, score)
        let summary = got.extras.text("summary_html") ?? got.text("content_html")
        text(wanted, "summary", summary, name, score)
        if let id = wanted.text("id") {
            // Hexadecimal digits are feed-rs's own invention.
            if [32, 36].contains(id.utf8.count), id.allSatisfy({ $0.isHexDigit || $0 == "-" }) {
                score.leaveOut("generated id")
            } else {
                score.expect(id, got.extras.text("guid") ?? got.text("id"), "\(name) id")
            }
        }
        let links = wanted.objects("links").compactMap { $0.text("href") }
        if !links.isEmpty {
            score.check(links.contains { same($0, got.text("url")) }, "\(name) url \(links) \(got["url"] ?? "")")
        }
        if let body = wanted.object("content")?.text("body") {
            // The fixtures are cut at the end.
            let head = words(body).prefix(120)
            score.check(words(got.text("content_html")).hasPrefix(head.dropLast(8)), "\(name) content \(head)")
        }
        people(wanted, authors, name, score)
        dates(wanted, [got.seconds("date_published"), got.seconds("date_modified")], name, score)
        let tags = Set((got["tags"] as? [String] ?? []).map { compared($0) ?? "" })
        for category in wanted.objects("categories") {
            let names = ["label", "term"].compactMap { compared(category.text($0)) }.filter { !$0.isEmpty }
            if !names.isEmpty { score.check(names.contains(where: tags.contains), "\(name) tag \(names)") }
        }
        media(wanted, got, name, score)
    }

    private func media(_ wanted: Object, _ got: Object, _ name: String, _ score: Score) {
        let files = got.objects("attachments")
        let urls = Set((files.compactMap { $0.text("url") } + [got.text("image") ?? ""]))
        for media in wanted.objects("media") {
            for content in media.objects("content") {
                guard let url = content.text("url") else { continue }
                if url.contains("/embed") || url.contains("player.") {
                    score.leaveOut("players in frames")
                    continue
                }
                score.check(urls.contains { same($0, url) }, "\(name) media \(url)")
                let file = files.first { same($0.text("url") ?? "", url) }
                if let size = content["size"] as? Int {
                    score.check(file?["size_in_bytes"] as? Int == size, "\(name) size")
                }
                if let type = content.text("content_type"), file != nil {
                    score.expect(type, file?.text("mime_type"), "\(name) type")
                }
            }
            let pictures = media.objects("thumbnails").compactMap { $0.object("image")?.text("uri") }
            if !pictures.isEmpty {
                score.check(pictures.contains { same($0, got.text("image")) }, "\(name) picture \(pictures)")
            }
            if let seconds = media.object("duration")?["secs"] as? Int, !files.isEmpty {
                score.check(
                    files.contains { $0["duration_in_seconds"] as? Int == seconds },
                    "\(name) duration \(seconds)"
                )
            }
        }
    }

    private func generator(_ wanted: Object, _ got: Object, _ name: String, _ score: Score) {
        guard let generator = wanted.object("generator")?.text("content") else { return }
        score.expect(compared(generator), compared(got.extras.text("generator")), "\(name) generator")
    }

    private func text(_ wanted: Object, _ key: String, _ got: String?, _ name: String, _ score: Score) {
        guard let content = wanted.object(key)?.text("content"), !content.isEmpty else { return }
        score.check(
            words(got) == words(content),
            "\(name) \(key): want \(content.prefix(90)) got \((got ?? "nil").prefix(90))"
        )
    }

    /// Without markup and white space, for markup written twice as well.
    private func words(_ text: String?) -> String {
        (compared(compared(text)) ?? "").filter { !$0.isWhitespace }
    }

    private func people(_ wanted: Object, _ got: [String], _ name: String, _ score: Score) {
        for person in wanted.objects("authors") {
            let names = ["name", "email", "uri"].compactMap { compared(person.text($0)) }.filter { !$0.isEmpty }
            guard !names.isEmpty else { continue }
            score.check(
                got.contains { shown in names.contains { $0.contains(shown) } },
                "\(name) author \(names) \(got)"
            )
        }
    }

    private func dates(_ wanted: Object, _ got: [Int64?], _ name: String, _ score: Score) {
        for key in ["published", "updated"] {
            guard let date = wanted.seconds(key) else { continue }
            score.check(got.contains(date), "\(name) \(key) \(wanted.text(key) ?? "")")
        }
    }

    /// feed-rs writes host names with a slash behind them.
    private func same(_ one: String, _ other: String?) -> Bool {
        guard let other else { return false }
        return one == other || one == other + "/" || one + "/" == other
            || (!one.contains("://") && other.hasSuffix("/" + one))
    }
}

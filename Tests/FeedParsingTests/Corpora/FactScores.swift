import Foundation
import Testing

@testable import FeedParsing

/// Values that the tests of two readers assert of whole feeds.
@Suite(.enabled(if: Corpus.isPresent, "the shared corpora are not here"))
struct FactScores {
    private typealias Object = [String: Any]

    @Test func `feeds show what NetNewsWire's tests say of them`() throws {
        let score = Score("netnewswire-facts")
        let facts = try #require(Corpus.json("feeds/netnewswire-facts.json") as? [String: [Object]])
        for (name, facts) in facts {
            for fact in facts {
                guard let about = fact.text("fact") else { continue }
                // One fact needs to know where the feed came from.
                let url = name == "qemu.atom" ? "https://www.qemu.org/feed.xml" : nil
                let path = Corpus.files(below: "feeds/netnewswire").first { $0.hasSuffix("/" + name) } ?? name
                check(about, fact["value"], Corpus.inspected(path, url: url), name, score)
            }
        }
        score.settle(atLeast: 0.95)
    }

    private func check(_ fact: String, _ value: Any?, _ got: Object?, _ name: String, _ score: Score) {
        guard let got else { return score.check(false, "\(name): refused") }
        let items = got.objects("items")
        let text = value as? String
        func report(_ passes: Bool) { score.check(passes, "\(name): \(fact) \(value ?? "nil")") }
        switch fact {
        case "type":
            let format = got.extras.text("format")?.lowercased() ?? ""
            report(format.hasPrefix(text == "jsonfeed" ? "jsonfeed" : text ?? "?"))
        case "items.count": report(items.count == value as? Int)
        case "feed.iconURL": report(got.text("icon") == text)
        case "every item.title nonNil": report(items.allSatisfy { $0.text("title") != nil })
        case "every attachment.type":
            report(items.flatMap { $0.objects("attachments") }.allSatisfy { $0.text("mime_type") == text })
        case "no item.title equals": report(items.allSatisfy { $0.text("title") != text })
        case let fact where fact.hasPrefix("feed.homePageURL"): report(got.text("home_page_url") == text)
        case let fact where fact.hasPrefix("every item.permalink"):
            report(items.allSatisfy { $0.extras["guid_is_permalink"] as? Bool != true })
        case let fact where fact.hasPrefix("item titled"):
            let title = fact.split(separator: "\"").dropFirst().first.map(String.init)
            report(items.first { $0.text("title") == title }?.text("url") == text)
        default: score.leaveOut(fact)
        }
    }

    @Test func `news feeds show what FeedReader's tests say of them`() throws {
        let score = Score("feedreader-news-facts")
        let facts = try #require(Corpus.json("feeds/feedreader-news-facts.json") as? [String: [Object]])
        for (name, facts) in facts {
            guard let got = Corpus.inspected("feeds/feedreader-news/\(name)") else {
                score.check(false, "\(name): refused")
                continue
            }
            for fact in facts {
                guard let expression = fact.text("expr") else { continue }
                guard let shown = values(of: expression, in: got) else {
                    score.leaveOut("elements that say nothing to readers (cloud, textInput, rating, docs)")
                    continue
                }
                score.check(agrees(fact, shown), "\(name) \(expression): \(fact["value"] ?? "") \(shown)")
            }
        }
        score.settle(atLeast: 0.97)
    }

    private func agrees(_ fact: Object, _ shown: [String]) -> Bool {
        if let date = fact.object("value")?.seconds("utc") { return shown.contains { FeedDate.parse($0) == date } }
        let wanted = fact.text("value") ?? (fact["value"] as? Int).map(String.init) ?? ""
        return shown.contains {
            compared($0) == compared(wanted) || compared(wanted)?.contains("(\($0))") == true
                || (FeedDate.parse(wanted) != nil && FeedDate.parse($0) == FeedDate.parse(wanted))
        }
    }

    /// `item` is whichever one the test looks at.
    private func values(of expression: String, in got: Object) -> [String]? {
        guard expression.hasPrefix("item.") else { return value(of: expression, in: got) }
        let all = got.objects("items").map { value(of: expression, in: ["items": [$0]]) }
        return all.contains { $0 == nil } ? nil : all.flatMap { $0 ?? [] }
    }

    /// What we show for an expression of that library; nil when it is about something we do not show.
    private func value(of expression: String, in got: Object) -> [String]? {
        let parts = expression.split(separator: ".", maxSplits: 1).map(String.init)
        let items = got.objects("items")
        let holder =
            parts[0] == "feed" ? got : (parts[0] == "secondItem" ? items.dropFirst().first : items.first) ?? [:]
        let file = holder.objects("attachments").first ?? [:]
        let found: [String?]
        switch parts.last ?? "" {
        case "Title": found = [holder.text("title")]
        case "Link": found = [holder.text("home_page_url"), holder.text("url")]
        case "Description":
            let extras = holder.extras
            found = [extras.text("description_html"), extras.text("summary_html"), holder.text("content_html")]
        case "Language", "DC.Language": found = [holder.text("language")]
        case "Copyright", "DC.Rights": found = [holder.extras.text("copyright")]
        case "Icon", "Image.Url": found = [holder.text("icon")]
        case "Items.Count": found = [String(items.count)]
        case "Guid": found = [holder.extras.text("guid")]
        case "Id" where parts[0] == "item": found = [holder.extras.text("guid")]
        case "Id": found = [holder.extras.text("id")]
        case "Author.Name", "Author", "DC.Creator", "ManagingEditor": found = holder.authorNames
        case "Links.First().Href", "Links.ElementAt(1).Href":
            found = [holder.text("feed_url"), holder.text("home_page_url")]
        case "Enclosure.Url": found = [file.text("url")]
        case "Enclosure.MediaType": found = [file.text("mime_type")]
        case "Enclosure.Length": found = [(file["size_in_bytes"] as? Int).map(String.init)]
        case "Source.Url": found = [holder.extras.text("source_url")]
        case "Source.Value": found = [holder.extras.text("source_title")]
        case "DC.Subject": found = holder["tags"] as? [String] ?? []
        case "TTL": found = [(holder.extras["ttl_seconds"] as? Int).map { String($0 / 60) }]
        case let name where name.contains("Date"):
            found = ["date_published", "date_modified"].flatMap { [holder.text($0), holder.extras.text($0)] }
        default: return nil
        }
        return found.compactMap { $0 }
    }
}

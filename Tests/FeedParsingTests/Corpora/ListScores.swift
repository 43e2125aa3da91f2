import Foundation
import Testing

@testable import FeedParsing

/// Lists of feeds, well and badly written.
@Suite(.enabled(if: Corpus.isPresent, "the shared corpora are not here"))
struct ListScores {
    private typealias Object = [String: Any]

    @Test func `every feed of the popular lists is imported`() throws {
        for suite in ["awesome-rss-feeds", "netnewswire", "newsboat"] {
            let score = Score("opml/\(suite)")
            for path in Corpus.files(below: "opml/\(suite)") {
                guard let bytes = Corpus.bytes(path) else { continue }
                let text = String(decoding: bytes, as: UTF8.self)
                let wanted = Set(
                    text.components(separatedBy: "xmlUrl=\"").dropFirst().map {
                        compared(String($0.prefix { $0 != "\"" })) ?? ""
                    }
                ).filter { !$0.isEmpty }
                let document = try OPML.parse(bytes)
                let found = Set(document.feeds.map(\.url))
                for url in wanted { score.check(found.contains(url), "\(path): \(url)") }
                let again = try OPML.parse(Array(OPML.write(document).utf8))
                score.check(again == document, "\(path) changes on a round trip")
            }
            score.settle(atLeast: 1)
        }
    }

    @Test func `lists read as listparser reads them`() throws {
        let score = Score("listparser")
        let cases = try #require(Corpus.json("opml/listparser-expectations.json") as? [String: Object])
        for (name, one) in cases.sorted(by: { $0.key < $1.key }) {
            guard let bytes = Corpus.bytes("opml/listparser/" + name) else { continue }
            let result = (try? OPML.parse(bytes)).map(Self.model)
            for condition in one.objects("conditions") { check(condition, result, name, score) }
        }
        score.settle(atLeast: 0.97)
    }

    private func check(_ condition: Object, _ result: Object?, _ name: String, _ score: Score) {
        guard let result else { return score.check(false, "\(name): refused") }
        guard let path = condition["path"] as? [Any] else {
            return raw(condition.text("raw") ?? "", result, name, score)
        }
        guard path.first as? String != "bozo" else {
            return score.leaveOut("a flag for lists that were repaired")
        }
        let got = Self.value(at: path, in: result)
        let wanted = condition["value"]
        let passes: Bool
        switch condition.text("op") {
        case "==": passes = Self.equal(got, wanted)
        case "!=": passes = !Self.equal(got, wanted)
        case "contains": passes = Self.contains(got, wanted)
        case "not contains": passes = !Self.contains(got, wanted)
        case "truthy": passes = got != nil
        case "falsy": passes = got == nil
        default: return score.leaveOut("unknown operation")
        }
        score.check(passes, "\(name): \(path) \(condition["op"] ?? "") \(wanted ?? "") got \(got ?? "nil")")
    }

    private func raw(_ text: String, _ result: Object, _ name: String, _ score: Score) {
        if text.contains("_parsed") {
            let key = text.contains("created") ? "created_parsed" : "modified_parsed"
            return score.check(Self.value(at: ["meta", key], in: result) as? Int == 1_735_787_045, "\(name): \(text)")
        }
        let sides = text.components(separatedBy: " == ").map { side in
            side.components(separatedBy: "[").dropFirst().map { part -> Any in
                let key = part.prefix { $0 != "]" }.filter { $0 != "'" }
                return Int(key) ?? key
            }
        }
        guard sides.count == 2 else { return score.leaveOut("unreadable condition") }
        let values = sides.map { Self.value(at: $0, in: result) }
        score.check(values[0] != nil && Self.equal(values[0], values[1]), "\(name): \(text) \(values)")
    }

    /// A list in listparser's terms.
    private static func model(_ document: OPMLDocument) -> Object {
        var meta: Object = [:]
        meta["title"] = document.title
        func head(_ name: String) -> String? {
            document.head.first { $0.name.lowercased() == name.lowercased() }?.value
        }
        meta["created"] = head("dateCreated")
        meta["modified"] = head("dateModified")
        meta["created_parsed"] = head("dateCreated").flatMap { FeedDate.parse($0) }.map { Int($0) }
        meta["modified_parsed"] = head("dateModified").flatMap { FeedDate.parse($0) }.map { Int($0) }
        var author: Object = [:]
        author["name"] = head("ownerName")
        author["email"] = head("ownerEmail")
        author["url"] = head("ownerId")
        if !author.isEmpty { meta["author"] = author }
        let feeds = document.feeds.map { feed -> Object in
            let categories = feed.allCategories
            return [
                "url": feed.url, "title": feed.title ?? "", "categories": categories,
                "tags": categories.filter { $0.count == 1 }.map { $0[0] },
            ]
        }
        func entries(_ links: [OPMLDocument.Link]) -> [Object] {
            links.map { ["url": $0.url, "title": $0.title ?? ""] }
        }
        return [
            "meta": meta, "feeds": feeds,
            "version": "opml" + (["1.0": "1", "1.1": "1", "2.0": "2"][document.version] ?? ""),
            "lists": entries(document.lists), "opportunities": entries(document.opportunities),
        ]
    }

    private static func value(at path: [Any], in value: Any?) -> Any? {
        var value = value
        for step in path {
            if let key = step as? String {
                value = key == "#count" ? (value as? [Any])?.count : (value as? Object)?[key]
            } else if let index = step as? Int, let list = value as? [Any] {
                let place = index < 0 ? list.count + index : index
                value = list.indices.contains(place) ? list[place] : nil
            } else {
                return nil
            }
        }
        return value
    }

    private static func equal(_ one: Any?, _ other: Any?) -> Bool {
        (one as? NSObject)?.isEqual(other) == true || (one as? [String]) == (other as? [String]) && one is [String]
    }

    private static func contains(_ holder: Any?, _ value: Any?) -> Bool {
        if let object = holder as? Object { return (value as? String).map { object[$0] != nil } ?? false }
        return (holder as? [Any])?.contains { equal($0, value) } ?? false
    }
}

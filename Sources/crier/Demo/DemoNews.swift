import FeedParsing
import FeedRefresh
import Foundation
import NewsModel
import Storage

/// The bundled sample feeds.
///
/// They use the same parser and store as real feeds, with times relative to now.
enum DemoNews {
    /// Stores the feeds, reads all their articles, and selects the feeds for everybody.
    ///
    /// - Parameter pictures: where the pictures of the news are served; nil leaves their invented addresses.
    static func load(from folder: URL, into assembly: Assembly, pictures: String?, at now: Date) async throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        var selection: [FeedDescription] = []
        for file in files.sorted() {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            var parsed = try FeedParser.parse(Array(dated(text, now: now).utf8))
            guard let url = parsed.feedURL else { continue }
            if let pictures { parsed.serve(picturesFrom: pictures) }
            let description = FeedDescription(
                url: url,
                name: parsed.title,
                category: category(of: text),
                language: parsed.language
            )
            let feed = try await assembly.store.ensureFeed(description, at: now)
            _ = try await assembly.refresher.store(FetchedDocument(parsed), of: feed, status: 200)
            selection.append(description)
        }
        try await assembly.store.saveDefaultSelection(selection, at: now)
        try await readAll(by: assembly)
    }

    /// Reads and indexes all articles, so that the first question is answered from all of them.
    private static func readAll(by assembly: Assembly) async throws {
        while try await assembly.store.indexSomeArticles() > 0 {}
        guard let backfill = assembly.backfill else { return }
        while try await backfill.analyseSome() > 0 {}
    }

    /// Replaces ages such as `"-1d2h30m"` by dates that long before `now`.
    ///
    /// Ages below twelve hours must be dates of today (UTC, the demo's time zone). Soon after midnight they are
    /// shortened in proportion, so that `digest today` is not empty.
    static func dated(_ text: String, now: Date) -> String {
        let key = "\"date_published\": \"-"
        let halfDay = 43_200.0
        let sinceMidnight = now.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400)
        let shrink = min(1, sinceMidnight / halfDay)
        var result = ""
        var rest = text[...]
        while let found = rest.range(of: key) {
            result += rest[..<found.lowerBound]
            rest = rest[found.upperBound...]
            let age = rest.prefix { $0 != "\"" }
            let ago = seconds(age)
            let date = now.addingTimeInterval(-(ago < halfDay ? ago * shrink : ago))
            result += "\"date_published\": \"" + date.formatted(.iso8601)
            rest = rest[age.endIndex...]
        }
        return result + rest
    }

    static func seconds(_ age: Substring) -> Double {
        let units: [Character: Double] = ["d": 86_400, "h": 3_600, "m": 60]
        var total = 0.0
        var number = 0.0
        for character in age {
            if let digit = character.wholeNumberValue {
                number = number * 10 + Double(digit)
            } else {
                total += number * (units[character] ?? 0)
                number = 0
            }
        }
        return total
    }

    private static func category(of text: String) -> String? {
        let facts = try? JSONDecoder().decode(Facts.self, from: Data(text.utf8))
        return facts?.extras.category
    }

    private struct Facts: Decodable {
        var extras: Extras

        struct Extras: Decodable { var category: String }
        enum CodingKeys: String, CodingKey { case extras = "_crier" }
    }
}

extension ParsedFeed {
    /// Gives each picture, and the feed's icon, the address of the file of that name.
    fileprivate mutating func serve(picturesFrom address: String) {
        if let name = iconURL.flatMap(URL.init(string:))?.lastPathComponent { iconURL = address + name }
        for index in items.indices {
            guard let name = items[index].imageURL.flatMap(URL.init(string:))?.lastPathComponent else { continue }
            items[index].imageURL = address + name
        }
    }
}

import ChatCommands
import FeedParsing
import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import crier

/// The newspapers of `crier console --demo`: each feature of the bot finds something in them.
@Suite struct SampleNewsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let news = folder.appending(path: "data/sample-news")
    private let time = ManualTimeSource()

    private func documents() throws -> [ParsedFeed] {
        try FileManager.default.contentsOfDirectory(atPath: Self.news.path()).filter { $0.hasSuffix(".json") }.sorted()
            .map { file in
                let text = try String(contentsOf: Self.news.appending(path: file), encoding: .utf8)
                return try FeedParser.parse(Array(DemoNews.dated(text, now: time.now).utf8))
            }
    }

    private func assembly() async throws -> Assembly {
        let assembly = Assembly(
            configuration: Configuration(storagePath: URL(fileURLWithPath: ":memory:")),
            store: try Store.inMemory(),
            catalogue: try ShippedCatalogue.catalogue(),
            sources: SourceCatalogue(),
            networks: [FakeNetwork()],
            offline: true,
            time: time,
            log: WrittenLines().logger
        )
        try await DemoNews.load(from: Self.news, into: assembly, at: time.now)
        return assembly
    }

    @Test func `every entry is read, and every address leads nowhere`() throws {
        for feed in try documents() {
            #expect(!feed.items.isEmpty && feed.feedURL?.hasSuffix(".example/feed.json") == true)
            for item in feed.items {
                #expect(item.title?.isEmpty == false && item.published != nil, "\(feed.title): \(item)")
                let addresses = [item.url, item.imageURL].compactMap(\.self) + item.attachments.map(\.url)
                #expect(addresses.allSatisfy { URL(string: $0)?.host()?.hasSuffix(".example") == true }, "\(addresses)")
            }
        }
    }

    @Test func `the ten categories, nine languages, pictures, sound and films are there`() async throws {
        let feeds = try documents()
        let languages = Set(feeds.compactMap { $0.language?.prefix(2) })
        #expect(languages.isSuperset(of: ["en", "de", "fr", "es", "pt", "ar", "ja", "zh", "hi"]))
        let types = feeds.flatMap(\.items).flatMap(\.attachments).compactMap(\.mimeType)
        #expect(types.contains { $0.hasPrefix("audio/") } && types.contains { $0.hasPrefix("video/") })
        let categories = Set(try await assembly().store.defaultFeeds().compactMap(\.category))
        let expected = NewsCategory.allCases.map { $0.rawValue.capitalized }
        #expect(categories.isSuperset(of: expected), "\(categories)")
    }

    @Test func `pictures are bundled, small, and those that the news show`() throws {
        let folder = Self.news.appending(path: "pictures")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        let shown = try documents().flatMap(\.items).compactMap(\.imageURL).compactMap {
            URL(string: $0)?.lastPathComponent
        }
        #expect(shown.count >= 20 && Set(shown) == Set(files))
        var bytes = 0
        for file in files {
            let data = try Data(contentsOf: folder.appending(path: file))
            #expect(data.prefix(4) == Data([0x89, 0x50, 0x4e, 0x47]), "\(file)")
            bytes += data.count
        }
        #expect(bytes < 1_000_000)
    }

    @Test func `stories have one to five sources and news of eight days`() async throws {
        let store = try await assembly().store
        let all = ArticleSelection(from: time.now.addingTimeInterval(-10 * 86_400), to: .distantFuture)
        let listed = try await store.articles(all, in: .of(nil), limit: 1_000)
        #expect(Set(listed.map { $0.otherSourceCount + 1 }).isSuperset(of: [1, 2, 3, 4, 5]))
        let days = Set(listed.map { Int(time.now.timeIntervalSince($0.article.publishedAt) / 86_400) })
        #expect(days.isSuperset(of: 0...7), "\(days)")
        // What happened next: other words about the same matter, over most of the days.
        for matter in ["Tessel", "Springfield", "Lantern Cup"] {
            let told = listed.filter { $0.article.title.contains(matter) }.map(\.article.publishedAt).sorted()
            #expect(told.count >= 3, "\(matter)")
            let span = try #require(told.last).timeIntervalSince(try #require(told.first))
            #expect(span > 4 * 86_400, "\(matter)")
        }
    }

    @Test func `promotions, titles that come twice, and names that are places and more occur`() throws {
        let feeds = try documents()
        let titles = feeds.flatMap(\.items).compactMap(\.title)
        #expect(titles.count { $0.contains("Deal of the day") || $0.hasPrefix("Sponsored") } >= 3)
        // In one feed: two columns of one name, which are two stories.
        #expect(feeds.contains { feed in Set(feed.items.compactMap(\.title)).count < feed.items.count })
        #expect(Set(titles).count < titles.count - 10)
        for name in [
            "Springfield", "Jordan", "Apple", "Reading", "Georgia", "Paris", "Nice", "Bath", "Victoria", "Turkey",
        ] {
            #expect(titles.count { $0.contains(name) } >= 1, "\(name)")
        }
        let words = feeds.flatMap(\.items).map { ($0.title ?? "") + " " + ($0.summaryHTML ?? "") }.joined(
            separator: " "
        )
        for place in [
            "Illinois", "Massachusetts", "Nairobi", "Wellington", "Antarctic", "Lima", "横浜", "Marseille", "Amman",
        ] {
            #expect(words.contains(place), "\(place)")
        }
    }

    @Test func `everything that the README says to type finds something`() async throws {
        let readme = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
        let tour = try #require(readme.split(separator: "\n").first { $0.contains("opens a terminal chat. Type") })
        let lines = tour.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }.dropFirst()
        #expect(lines.count >= 5)
        let router = try await assembly().chat.router
        for line in lines {
            let replies = await router.handle(
                IncomingMessage(
                    network: FakeNetwork().name,
                    traits: NetworkKind.irc.traits,
                    sender: .init(displayName: "you", account: "you"),
                    room: nil,
                    text: line,
                    receivedAt: time.now
                )
            )
            let said = replies.flatMap(\.message.body.blocks).map(\.words).joined(separator: "\n")
            #expect(said.count > 100, "\(line): \(said)")
            for excuse in ["no news", "internal error", "There is no", "Did you mean"] {
                #expect(!said.contains(excuse), "\(line): \(said)")
            }
        }
    }
}

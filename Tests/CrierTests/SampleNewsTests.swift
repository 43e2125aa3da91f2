import ChatCommands
import Editorial
import FeedParsing
import Foundation
import FoundationNetworking
import Gazetteer
import NewsModel
import Storage
import TestSupport
import Testing
import WebEndpoint

@testable import crier

/// The newspapers of `crier console --demo`: each feature of the bot finds something in them.
@Suite(.timed) struct SampleNewsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let news = folder.appending(path: "data/sample-news")
    /// Loaded once for all tests.
    private static let places = (try? Gazetteer(path: folder.appending(path: "data/gazetteer/gazetteer.bin").path))
        .map { PlaceFinder(gazetteer: $0) }
    private static let words = VocabularyReader.words(folder.appending(path: "data/vocabulary"), places: places)
    private let time = ManualTimeSource()

    private func documents() throws -> [ParsedFeed] {
        try FileManager.default.contentsOfDirectory(atPath: Self.news.path()).filter { $0.hasSuffix(".json") }.sorted()
            .map { file in
                let text = try String(contentsOf: Self.news.appending(path: file), encoding: .utf8)
                return try FeedParser.parse(Array(DemoNews.dated(text, now: time.now).utf8))
            }
    }

    /// The demo's program, with the sample news in it; with places and facts if it reads words.
    private func assembly(readsWords: Bool = false, pictures: String? = nil) async throws -> Assembly {
        let assembly = Assembly(
            configuration: Configuration(storagePath: URL(fileURLWithPath: ":memory:")),
            store: try Store.inMemory(),
            catalogue: try ShippedCatalogue.catalogue(),
            sources: SourceCatalogue(),
            places: readsWords ? Self.places : nil,
            words: readsWords ? Self.words : nil,
            quizWords: QuizWordsReader.read(Self.folder.appending(path: "data/quiz"), log: WrittenLines().logger),
            networks: [FakeNetwork()],
            offline: true,
            time: time,
            log: WrittenLines().logger
        )
        try await DemoNews.load(from: Self.news, into: assembly, pictures: pictures, at: time.now)
        return assembly
    }

    private let everything = ArticleSelection(from: .distantPast, to: .distantFuture)

    private func articles(of assembly: Assembly) async throws -> [ListedArticle] {
        try await assembly.store.articles(everything, in: .of(nil), limit: 1_000)
    }

    private func answer(_ line: String, by assembly: Assembly) async -> String {
        await blocks(line, by: assembly).map(\.words).joined(separator: "\n")
    }

    private func blocks(_ line: String, by assembly: Assembly) async -> [RichText.Block] {
        let replies = await assembly.chat.router.handle(
            IncomingMessage(
                network: FakeNetwork().name,
                traits: NetworkKind.irc.traits,
                sender: .init(displayName: "you", account: "you"),
                room: nil,
                text: line,
                receivedAt: time.now
            )
        )
        return replies.flatMap(\.message.body.blocks)
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
        #expect(categories == Set(expected), "\(categories)")
    }

    @Test func `pictures are bundled, small, and those that the news show`() throws {
        let folder = Self.news.appending(path: "pictures")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        let feeds = try documents()
        let icons = feeds.compactMap(\.iconURL).compactMap { URL(string: $0)?.lastPathComponent }
        let shown = feeds.flatMap(\.items).compactMap(\.imageURL).compactMap { URL(string: $0)?.lastPathComponent }
        #expect(shown.count >= 20 && !icons.isEmpty && Set(shown + icons) == Set(files))
        for icon in icons {
            let bytes = Array(try Data(contentsOf: folder.appending(path: icon)))
            #expect(FeedIcon.isShowable(bytes), "\(icon)")
        }
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
        let assembly = try await assembly(readsWords: true)
        for line in lines {
            let said = await answer(line, by: assembly)
            #expect(said.count > 100, "\(line): \(said)")
            for excuse in ["no news", "internal error", "There is no", "Did you mean"] {
                #expect(!said.contains(excuse), "\(line): \(said)")
            }
        }
    }

    @Test func `the first question is answered from all articles`() async throws {
        let assembly = try await assembly(readsWords: true)
        #expect(try await assembly.store.countArticlesToAnalyse() == 0)
        #expect(try await assembly.store.countMissingArticles(everything, in: .of(nil), orUnindexed: true) == 0)
        let map = await answer("map", by: assembly)
        #expect(map.contains("stories") && !map.contains("still reading"), "\(map)")
    }

    @Test func `the news has places on every continent, told in several languages`() async throws {
        let assembly = try await assembly(readsWords: true)
        for continent in ["Africa", "Asia", "Europe", "North America", "South America", "Oceania", "Antarctica"] {
            let answer = await answer("region \(continent)", by: assembly)
            #expect(answer.contains("News from \(continent)"), "\(answer)")
        }
        let placed = try await articles(of: assembly).filter { !$0.places.isEmpty }
        let languages = Set(placed.compactMap { $0.facts.language?.prefix(2) })
        #expect(languages.isSuperset(of: ["en", "de", "fr", "es", "pt", "ar", "ja", "zh", "hi"]), "\(languages)")
    }

    @Test func `Salvador in a Brazilian newspaper is in Brazil, not the country of that name`() async throws {
        let assembly = try await assembly(readsWords: true)
        let brazil = await answer("region Brazil", by: assembly)
        #expect(brazil.contains("Salvador recupera"), "\(brazil)")
        let country = await answer("region El Salvador", by: assembly)
        #expect(!country.contains("Salvador recupera"), "\(country)")
    }

    @Test func `each sport and each topic of investing has its news, and promotions are known as such`() async throws {
        let facts = try await articles(of: try await assembly(readsWords: true)).map(\.facts)
        let expected = [
            "Football", "Soccer", "Basketball", "Baseball", "Hockey", "Tennis", "Golf", "Racing", "Combat Sports",
            "Stocks", "ETFs", "Long-Term Themes", "Earnings & Fundamentals", "Dividends & Income", "Portfolio Strategy",
            "Risk & Volatility", "Macro & Rates",
        ]
        let known = Set(facts.compactMap(\.sport) + facts.compactMap(\.topic))
        #expect(known.isSuperset(of: expected), "\(Set(expected).subtracting(known))")
        #expect(facts.count(where: \.isPromotion) >= 3)
    }

    @Test(arguments: [
        ("digest week", "Floods in the Tessel valley", "three villages"),
        ("digest week", "Springfield reopens its river bridge", "second crack"),
        ("digest week", "Lantern Cup final on penalties", "semi-final"),
        ("headlines", "Measles outbreak", "9 cases → 21 cases → 55 cases"),
    ])
    func `what came before a story is told`(list: String, title: String, earlier: String) async throws {
        let assembly = try await assembly(readsWords: true)
        let marker = await blocks(list, by: assembly).lazy.compactMap { block -> String? in
            guard case .item(let marker, let spans) = block, spans.words.contains(title) else { return nil }
            return marker
        }
        .first
        let told = await answer("story \(try #require(marker))", by: assembly)
        #expect(told.contains("What came before") && told.contains(earlier), "\(told)")
    }

    @Test func `each picture of the news is served while the demo runs, and nothing else is`() async throws {
        let pictures = try DemoPictures(sampleNews: Self.news)
        try await pictures.serve { address in
            let address = try #require(address)
            let listed = try await articles(of: try await assembly(pictures: address))
            let shown = Set(listed.compactMap(\.article.imageURL))
            #expect(shown.count >= 20)
            for picture in shown {
                let (data, response) = try await URLSession.shared.data(from: try #require(URL(string: picture)))
                #expect((response as? HTTPURLResponse)?.statusCode == 200, "\(picture)")
                #expect(response.mimeType == "image/png", "\(picture)")
                let name = try #require(URL(string: picture)).lastPathComponent
                #expect(try data == Data(contentsOf: Self.news.appending(path: "pictures/\(name)")), "\(picture)")
            }
        }
        for path in [
            "/", "/pictures/", "/pictures/none.png", "/pictures/../make-pictures.py", "/ferry.png", "//ferry.png",
        ] {
            #expect(pictures.answer(WebRequest(method: .get, path: path)).status == 404, "\(path)")
        }
        #expect(pictures.answer(WebRequest(method: .post, path: "/pictures/ferry.png")).status == 404)
    }
}

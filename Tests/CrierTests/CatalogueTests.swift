import Foundation
import NewsModel
import TestSupport
import Testing

@testable import crier

@Suite struct CatalogueTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "data/catalogue")
    private static let read = CatalogueReader(folder: folder)
    private var reader: CatalogueReader { Self.read }
    private var sources: [CatalogueSource] { reader.sources }
    private var catalogue: SourceCatalogue { reader.catalogue }

    private func count(_ category: String, _ subcategory: String? = nil) -> Int {
        sources.count { $0.category == category && (subcategory == nil || $0.subcategory == subcategory) }
    }

    @Test func `ten categories, nine sports, eight investing topics`() {
        #expect(reader.problems == [])
        #expect(sources.count >= 100)
        let categories = [
            "News", "Technology", "Sports", "Entertainment", "Health", "Finance", "Investing", "Food", "Travel",
            "Gaming",
        ]
        #expect(catalogue.categories == categories)
        for category in categories { #expect(count(category) >= 10, "\(category)") }
        let sports = [
            "Football", "Basketball", "Baseball", "Soccer", "Hockey", "Tennis", "Golf", "Racing", "Combat Sports",
        ]
        #expect(Set(sources.filter { $0.category == "Sports" }.compactMap(\.subcategory)) == Set(sports))
        for sport in sports { #expect(count("Sports", sport) >= 3, "\(sport)") }
        let topics = [
            "Stocks", "ETFs", "Long-Term Themes", "Earnings & Fundamentals", "Dividends & Income", "Portfolio Strategy",
            "Risk & Volatility", "Macro & Rates",
        ]
        #expect(Set(sources.filter { $0.category == "Investing" }.compactMap(\.subcategory)) == Set(topics))
        for topic in topics { #expect(count("Investing", topic) >= 2, "\(topic)") }
    }

    @Test func `it is read in little time`() {
        #expect(processorTime { _ = CatalogueReader(folder: Self.folder).catalogue } < .seconds(20))
    }

    @Test func `regional news comes from six continents`() {
        let regional = sources.filter { $0.category == "News" && $0.region != "Global" }
        #expect(regional.count >= 30)
        for region in ["Europe", "North America", "South America", "Asia", "Africa", "Oceania"] {
            #expect(regional.count { $0.region == region } >= 4, "\(region)")
        }
        let regions = Set(sources.map(\.region))
        #expect(regions == ["Global", "Europe", "North America", "South America", "Asia", "Africa", "Oceania"])
    }

    @Test func `ids, words and addresses are each one source's`() {
        #expect(Set(sources.map(\.url)).count == sources.count)
        let words = sources.flatMap { [$0.id] + $0.aliases } + reader.absent.flatMap(\.aliases)
        #expect(Set(words).count == words.count)
        #expect(Set(sources.map(\.number)).count == sources.count)
        for word in words {
            #expect(!word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }, "\(word)")
        }
        // A name must not mean one source by its name and another one by its id.
        for source in sources { #expect(catalogue.source(named: source.name)?.id == source.id, "\(source.name)") }
    }

    @Test func `every source says what it is, in one sentence and two languages`() {
        for source in sources {
            for (language, stop) in [("en", "."), ("zh-Hans", "。")] {
                let text = source.descriptions[language] ?? ""
                #expect(
                    text.hasSuffix(stop) && text.count >= 5 && text.count <= 120,
                    "\(source.id) \(language): \(text)"
                )
            }
            #expect(source.url.hasPrefix("http"), "\(source.id)")
            #expect(URL(string: source.iconURL)?.host()?.isEmpty == false, "\(source.id)")
            #expect(!source.sign.isEmpty && !source.language.isEmpty, "\(source.id)")
        }
        for absent in reader.absent { #expect(absent.reasons.count == 2, "\(absent.name)") }
    }

    /// Every publication that the descriptions Crier began with name.
    @Test(arguments: [
        "BBC", "CNN", "Reuters", "The Guardian", "TechCrunch", "Ars Technica", "The Verge", "Wired", "ESPN",
        "Sports Illustrated", "MarketWatch", "Bloomberg", "Yahoo Finance", "Seeking Alpha", "ETF Trends", "ARK Invest",
        "NY Times", "LA Times", "Chicago Tribune", "Washington Post", "Miami Herald", "SF Chronicle", "BBC UK",
        "BBC Scotland", "The Guardian UK", "Deutsche Welle", "France 24", "The Local", "South China Morning Post",
        "The Japan Times", "The Straits Times", "Times of India", "Jerusalem Post", "Haaretz", "ABC News",
        "Sydney Morning Herald", "News24", "Al Jazeera", "NPR News", "Associated Press", "Sky Sports", "The Athletic",
        "Financial Times", "The Economist", "Healthline", "Semafor",
    ])
    func `a source people may expect is there or its absence is explained`(name: String) {
        let isNamed = catalogue.source(named: name) != nil || catalogue.absent(named: name) != nil
        #expect(isNamed, "\(name)")
    }

    @Test func `the default selection's pick is a dozen of several categories, none of them limited`() {
        let harness = catalogue.defaultSelection
        #expect((12...20).contains(harness.count))
        #expect(Set(harness.map(\.category)).count == 9 || Set(harness.map(\.category)).count == 10)
        #expect(harness.allSatisfy { !$0.isTitlesOnly })
        #expect(
            catalogue.titlesOnlyHosts == ["www.theguardian.com", "rss.nytimes.com", "www.nytimes.com", "allafrica.com"]
        )
    }

    @Test func `a file with a mistake is left out and named`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let good = "category = \"News\"\n[[source]]\nid = \"a\"\nname = \"A\"\nurl = \"https://a.example/\"\n"
        for (name, text) in [
            ("a.toml", good), ("b.toml", good), ("c.toml", "category = \"X\"\n[[source]]\nid = \"c\"\n"),
            ("d.toml", "[["),
            ("e.toml", good.replacing("\"a\"", with: "\"e\"").replacing("a.example", with: "e.example")),
        ] {
            try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        let reader = CatalogueReader(folder: folder)
        #expect(reader.sources.map(\.id) == ["a", "e"])
        #expect(reader.problems.map { $0.prefix(6) } == ["b.toml", "c.toml", "d.toml"])
        #expect(CatalogueReader(folder: folder.appending(path: "none")).sources.isEmpty)
    }
}

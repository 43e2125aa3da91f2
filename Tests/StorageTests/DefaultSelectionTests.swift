import NewsModel
import Storage
import TestSupport
import Testing

@Suite(.timed) struct DefaultSelectionTests {
    @Test func `the selection sets what it says of a feed and keeps the rest`() async throws {
        let store = try Store.inMemory()
        let url = "https://a.example/feed"
        func saved(category: String?, language: String?) async throws -> [String?] {
            let description = FeedDescription(url: url, name: "A", category: category, language: language)
            try await store.saveDefaultSelection([description], at: .sampleNow)
            let feed = try await store.feed(url: url)
            return [feed?.category, feed?.language]
        }
        #expect(try await saved(category: "World", language: "fr") == ["World", "fr"])
        #expect(try await saved(category: nil, language: nil) == ["World", "fr"])
        #expect(try await saved(category: "Science", language: nil) == ["Science", "fr"])
        #expect(try await saved(category: nil, language: "de") == ["Science", "de"])
    }
}

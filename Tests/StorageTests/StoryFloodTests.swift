import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// A stranger who serves many entries that say the same as others' do.
@Suite(.timed) struct StoryFloodTests {
    private static let headline = "Parliament passes sweeping pension reform tonight"
    private let store: Store

    init() async throws { store = try Store.inMemory() }

    private func entries(_ count: Int, of name: String, link: String? = nil) -> [NewArticle] {
        (0..<count).map { number in
            .sample(
                Self.headline,
                guid: "\(name)\(number)",
                link: link ?? "https://\(name).example/\(number)",
                titleKey: "parliament"
            )
        }
    }

    /// A feed that was empty at first, and then showed these.
    private func feed(_ name: String, showing entries: [NewArticle]) async throws -> Feed {
        let feed = try await store.sampleFetchedFeed(name)
        try await store.sampleRefresh(feed, entries)
        return feed
    }

    private func stories(of feed: Feed) async throws -> [Int64] {
        try await store.read { db in
            try Int64.fetchAll(db, sql: "SELECT storyID FROM article WHERE feedID = ?", arguments: [feed.id.rawValue])
        }
    }

    @Test func `a flood of one headline hides no story of the default selection from another source`() async throws {
        let addresses = ["https://one.example/feed", "https://two.example/feed"]
        try await store.saveDefaultSelection(addresses.map { FeedDescription(url: $0, name: $0) }, at: .sampleNow)
        let one = try #require(try await store.feed(url: addresses[0]))
        let two = try #require(try await store.feed(url: addresses[1]))
        try await store.sampleRefresh(one, entries(1, of: "one"))
        for name in ["mallory", "malice", "misery"] { _ = try await feed(name, showing: entries(99, of: name)) }
        try await store.sampleRefresh(two, entries(1, of: "two"))
        #expect(try await stories(of: two) == stories(of: one))
    }

    @Test func `a flood of one feed hides nobody's story`() async throws {
        let one = try await feed("one", showing: entries(1, of: "one"))
        _ = try await feed("mallory", showing: entries(99, of: "mallory"))
        let two = try await feed("two", showing: entries(1, of: "two"))
        #expect(try await stories(of: two) == stories(of: one))
    }

    @Test func `a feed that says one headline all the time looks for no more stories of others`() async throws {
        let own = try await feed("mallory", showing: entries(8, of: "mallory"))
        let other = try await feed("one", showing: entries(12, of: "one"))
        let others = try await Set(stories(of: other))
        // Eight of the other's entries joined; four stories are left, and none of them is taken.
        try await store.sampleRefresh(own, entries(20, of: "mallory"))
        #expect(try await stories(of: own).count == 20)
        #expect(try await Set(stories(of: own)).intersection(others).count == 8)
        let column = try await feed("column", showing: entries(1, of: "column"))
        #expect(try await others.isSuperset(of: stories(of: column)))
    }

    @Test func `a link that strangers' feeds repeat is still found in one's own`() async throws {
        let link = "https://one.example/story"
        for name in ["mallory", "malice", "misery"] {
            _ = try await feed(name, showing: entries(400, of: name, link: link))
        }
        let reader = try await store.sampleProfile("reader")
        let entry = entries(1, of: "own", link: link)
        let own = try await feed("own", showing: entry)
        try await store.sampleSubscription(of: reader, to: own)
        let key = try #require(entry.first?.canonicalURL)
        let found = try await store.article(linkKey: key, in: .of(reader.id.recipient))
        #expect(found?.article.feedID == own.id)
    }
}

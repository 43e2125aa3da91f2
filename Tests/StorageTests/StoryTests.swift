import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@Suite(.timed) struct StoryTests {
    let store: Store
    let one: Feed
    let two: Feed

    init() async throws {
        store = try Store.inMemory()
        one = try await store.sampleFetchedFeed("one")
        two = try await store.sampleFetchedFeed("two")
    }

    private func story(_ feed: Feed, _ entry: NewArticle) async throws -> StoryID? {
        try await store.sampleRefresh(feed, [entry]).first?.storyID
    }

    @Test func `the same page from another feed is the same story`() async throws {
        let first = try await story(one, .sample("A", link: "https://a.example/1"))
        #expect(try await story(two, .sample("B", link: "https://a.example/1")) == first)
    }

    @Test func `the same title from another feed within three days is the same story`() async throws {
        let first = try await story(one, .sample("A", titleKey: "four telling title words"))
        #expect(
            try await story(
                two,
                .sample("B", titleKey: "four telling title words", publishedAt: .sampleNow - 2 * 86_400)
            ) == first
        )
    }

    @Test func `the same title four days apart is another story`() async throws {
        let first = try await story(one, .sample("A", titleKey: "four telling title words"))
        let later = try await story(
            two,
            .sample("B", titleKey: "four telling title words", publishedAt: .sampleNow - 4 * 86_400)
        )
        #expect(later != first)
    }

    @Test func `two entries of one feed never merge by title, not even through another feed`() async throws {
        let first = try await story(one, .sample("A", titleKey: "four telling title words"))
        let other = try await story(two, .sample("B", titleKey: "four telling title words"))
        let second = try await story(one, .sample("C", titleKey: "four telling title words"))
        #expect(other == first)
        #expect(second != first)
    }

    @Test func `a title that hundreds of feeds use is still one story in the next, and costs no more`() async throws {
        var stories: Set<StoryID?> = []
        for number in 0..<200 {
            let feed = try await store.sampleFetchedFeed("feed-\(number)")
            stories.insert(try await story(feed, .sample("A \(number)", titleKey: "four telling title words")))
        }
        #expect(stories.count == 1)
    }

    @Test func `a link that several entries of a document share joins nothing`() async throws {
        _ = try await story(one, .sample("A", link: "https://a.example/"))
        let stored = try await store.sampleRefresh(
            two,
            [
                NewArticle(title: "B", canonicalURL: "https://a.example/", keys: ["guid:b"]),
                NewArticle(title: "C", canonicalURL: "https://a.example/", keys: ["guid:c"]),
            ]
        )
        #expect(Set(stored.map(\.storyID)).count == 2)
        #expect(try await store.articles(ofStory: stored[0].storyID, in: .shown(to: nil)).count == 1)
    }

    @Test func `whoever was told one of two stories found to be the same is told neither again`() async throws {
        let alice = try await store.sampleProfile("alice")
        let third = try await store.sampleFetchedFeed("three")
        let root = try #require(try await story(one, .sample("A", link: "https://a.example/1")))
        try await store.sampleSubscription(of: alice, to: two)
        let same = try #require(try await story(two, .sample("B", link: "https://b.example/1")))
        try await store.sampleSubscription(of: alice, to: third)
        try await store.deliverAll(to: Identity.sample("alice").address, at: .sampleNow)
        try await store.merge(same, root)
        #expect(try await story(third, .sample("C", link: "https://b.example/1")) == root)
        #expect(try await store.queuedTitles(for: alice) == [])
        #expect(try await store.articles(ofStory: same, in: .shown(to: nil)).map(\.article.title) == ["A", "B", "C"])
    }
}

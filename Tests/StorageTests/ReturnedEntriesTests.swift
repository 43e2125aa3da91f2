import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@Suite struct ReturnedEntriesTests {
    let store: Store
    let feed: Feed
    let alice: Profile

    init() async throws {
        store = try Store.inMemory()
        feed = try await store.sampleFetchedFeed("one")
        alice = try await store.sampleProfile("alice")
    }

    @Test func `a week of a column whose titles return each week is told`() async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        func week(_ number: Int) -> [NewArticle] {
            (0..<7).map { day in
                .sample(
                    "Forecast for day \(day)",
                    guid: "\(number)-\(day)",
                    link: "https://site.example/\(number)/\(day)",
                    publishedAt: .sampleNow + Double(number * 7 + day - 14) * 86_400
                )
            }
        }
        try await store.sampleRefresh(feed, week(0), at: .sampleNow - 7 * 86_400)
        let told = try await store.queuedTitles(for: alice).count
        #expect(try await store.sampleRefresh(feed, week(1)).count == 7)
        #expect(try await store.queuedTitles(for: alice).count == told + 7)
    }

    @Test func `many entries of one title at once are told`() async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        func notes(_ numbers: Range<Int>) -> [NewArticle] {
            numbers.map { .sample("Status report", guid: "\($0)", link: "https://site.example/\($0)") }
        }
        try await store.sampleRefresh(feed, notes(0..<1))
        try await store.sampleRefresh(feed, notes(1..<8))
        #expect(try await store.queuedTitles(for: alice).count == 8)
    }

    @Test func `an archive with new names is noted, but neither told nor listed twice`() async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        let archive = (1...8).map { NewArticle.sample("Story number \($0)") }
        try await store.sampleRefresh(feed, archive)
        let renamed = (1...8).map {
            NewArticle.sample("Story number \($0)", guid: "new-\($0)", link: "https://new.example/\($0)")
        }
        #expect(try await store.sampleRefresh(feed, renamed + [.sample("News")]).map(\.title) == ["News"])
        #expect(try await store.queuedTitles(for: alice).count == 9)
        #expect(try await store.knownKeys(of: feed.id, among: ["guid:new-1"]) == ["guid:new-1"])
    }
}

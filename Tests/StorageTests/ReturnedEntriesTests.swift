import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@Suite(.timed) struct ReturnedEntriesTests {
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

    @Test(arguments: [false, true])
    func `a small feed that changes all its names in a day is not repeated`(isDated: Bool) async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        func entries(_ names: String) -> [NewArticle] {
            (1...3).map { number in
                var entry = NewArticle.sample(
                    "Story number \(number)",
                    guid: "\(names)-\(number)",
                    link: "https://site.example/\(names)/\(number)",
                    publishedAt: isDated ? .sampleNow - 3_600 * Double(number) : nil
                )
                entry.summary = "What story \(number) is about"
                return entry
            }
        }
        try await store.sampleRefresh(feed, entries("old"))
        let told = try await store.queuedTitles(for: alice).count
        try await store.sampleRefresh(feed, entries("new"))
        #expect(try await store.queuedTitles(for: alice).count == told)
        // The same titles with other words or on another day are news.
        let next = entries("next").map { entry in
            var entry = entry
            entry.summary += ", and more"
            entry.publishedAt = entry.publishedAt.map { $0 + 2 * 86_400 }
            return entry
        }
        try await store.sampleRefresh(feed, next, at: .sampleNow + 2 * 86_400)
        #expect(try await store.queuedTitles(for: alice).count == told + 3)
    }

    @Test(arguments: [2, 6])
    func `columns that appear every day at the same hour are told every day`(count: Int) async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        for day in 0...3 {
            let time = Date.sampleNow + Double(day) * 86_400
            let entries = (1...count).map { number in
                var entry = NewArticle.sample(
                    "Daily column \(number)",
                    guid: "\(day)-\(number)",
                    link: "https://site.example/\(day)/\(number)",
                    publishedAt: time - Double(60 * number + day)
                )
                entry.summary = "What day \(day) brought"
                return entry
            }
            try await store.sampleRefresh(feed, entries, at: time)
            #expect(try await store.queuedTitles(for: alice).count == count * (day + 1), "day \(day)")
        }
    }

    @Test func `what appeared while nobody could look is told, however long that was`() async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        try await store.sampleRefresh(feed, [.sample("Before")])
        let told = try await store.queuedTitles(for: alice).count
        let missed = (1...9).map {
            NewArticle.sample("Missed \($0)", publishedAt: .sampleNow + Double($0) * 86_400)
        }
        try await store.sampleRefresh(feed, missed, at: .sampleNow + 20 * 86_400)
        #expect(try await store.queuedTitles(for: alice).count == told + 9)
    }

    @Test(arguments: [0, 86_400 * 365 * 35])
    func `dates that say nothing make no entry old`(constant: Double) async throws {
        try await store.sampleSubscription(of: alice, to: feed)
        func entries(_ numbers: ClosedRange<Int>) -> [NewArticle] {
            numbers.map { .sample("Entry \($0)", publishedAt: Date(timeIntervalSince1970: constant)) }
        }
        try await store.sampleRefresh(feed, entries(1...3))
        let told = try await store.queuedTitles(for: alice).count
        let articles = try await store.sampleRefresh(feed, entries(1...10), at: .sampleNow + 3_600)
        #expect(try await store.queuedTitles(for: alice).count == told + 7)
        #expect(articles.allSatisfy { $0.publishedAt == .sampleNow + 3_600 })
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

import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@Suite(.timed) struct IdentityTests {
    let store: Store
    let feed: Feed

    init() async throws {
        store = try Store.inMemory()
        feed = try await store.sampleFetchedFeed("one")
    }

    private func titles(_ articles: [NewArticle], at time: Date = .sampleNow) async throws -> [String] {
        try await store.sampleRefresh(feed, articles, at: time).map(\.title)
    }

    @Test(arguments: [
        NewArticle.sample("Storm", guid: "changed", link: "https://a.example/storm"),
        NewArticle.sample("Storm, corrected", guid: "1", link: "https://a.example/storm"),
        NewArticle.sample("Storm", guid: "1", link: "https://moved.example/storm"),
    ])
    func `an entry that changed its guid, title or link is the same`(_ changed: NewArticle) async throws {
        #expect(try await titles([.sample("Storm", guid: "1", link: "https://a.example/storm")]) == ["Storm"])
        #expect(try await titles([changed]) == [])
    }

    @Test func `keys learned from a changed entry count too`() async throws {
        #expect(try await titles([.sample("A", guid: "1", link: "https://a.example/1")]) == ["A"])
        #expect(try await titles([.sample("A", guid: "2", link: "https://a.example/1")]) == [])
        #expect(try await titles([.sample("A", guid: "2", link: "https://a.example/2")]) == [])
    }

    @Test func `a key that two entries share is no identity, now or later`() async throws {
        let home = "https://a.example/"
        #expect(
            try await titles([
                NewArticle(title: "A", keys: ["guid:constant", "link:\(home)", "title:a"]),
                NewArticle(title: "B", keys: ["guid:constant", "link:\(home)", "title:b"]),
            ]) == ["B", "A"]
        )
        #expect(
            try await titles([NewArticle(title: "C", keys: ["guid:constant", "link:\(home)", "title:c"])]) == ["C"]
        )
        #expect(try await titles([NewArticle(title: "A", keys: ["guid:constant", "title:a"])]) == [])
    }

    @Test func `entries whose every key is shared are told apart by title`() async throws {
        let document = ["A", "B"].map { NewArticle(title: $0, keys: ["guid:constant"]) }
        #expect(try await titles(document) == ["B", "A"])
        #expect(try await titles(document) == [])
        #expect(try await titles(document + [NewArticle(title: "C", keys: ["guid:constant"])]) == ["C"])
    }

    @Test func `a key that becomes shared does not bring its entry back`() async throws {
        #expect(try await titles([NewArticle(title: "A", keys: ["guid:constant"])]) == ["A"])
        #expect(
            try await titles(["A", "B"].map { NewArticle(title: $0, keys: ["guid:constant"]) }) == ["B"]
        )
    }

    @Test func `the same entry twice in one document is one entry`() async throws {
        let entry = NewArticle.sample("Storm")
        #expect(try await titles([entry, entry]) == ["Storm"])
        #expect(try await titles([entry]) == [])
    }

    @Test func `keys outlive articles, and a feed that shows nothing new forgets nothing`() async throws {
        let entry = NewArticle.sample("Storm")
        #expect(try await titles([entry]) == ["Storm"])
        for day in stride(from: 30.0, through: 360, by: 30) {
            let time = Date.sampleNow + day * 86_400
            try await store.recordNotModified(feed.id, status: 304, nextCheckAt: time + 60, at: time)
            try await store.prune(at: time)
        }
        #expect(try await titles([entry], at: .sampleNow + 365 * 86_400) == [])
    }

    @Test func `keys of entries that the feed dropped long ago go`() async throws {
        #expect(try await titles([.sample("Storm")]) == ["Storm"])
        try await store.sampleRefresh(
            feed,
            [.sample("Other", publishedAt: .sampleNow + 94 * 86_400)],
            at: .sampleNow + 95 * 86_400
        )
        let retention = Retention(articlesKept: 1)
        // While the article stays, its keys do.
        try await store.prune(at: .sampleNow + 95 * 86_400)
        #expect(try await store.knownKeys(of: feed.id, among: ["guid:storm"]) == ["guid:storm"])
        try await store.prune(at: .sampleNow + 95 * 86_400, keeping: retention)
        #expect(try await store.knownKeys(of: feed.id, among: ["guid:storm", "guid:other"]) == ["guid:other"])
    }

    @Test func `a date far ahead or absurd is now`() async throws {
        let stored = try await store.sampleRefresh(
            feed,
            [
                .sample("Future", publishedAt: .distantFuture),
                .sample("Soon", publishedAt: .sampleNow + 3_600),
                .sample("Nothing", publishedAt: Date(timeIntervalSince1970: .nan)),
                .sample("Ancient", publishedAt: .distantPast),
            ]
        )
        let dates = Dictionary(uniqueKeysWithValues: stored.map { ($0.title, $0.publishedAt) })
        #expect(dates["Future"] == .sampleNow)
        #expect(dates["Soon"] == .sampleNow + 3_600)
        #expect(dates["Ancient"] == .sampleNow)
        #expect(Set(stored.map(\.id)).count == 4)
    }

    @Test func `article numbers follow time and never collide`() async throws {
        let entries = (0..<50).map { NewArticle.sample("N\($0)", publishedAt: .sampleNow - 60 - Double($0 % 3)) }
        let stored = try await store.sampleRefresh(feed, entries)
        #expect(stored.map(\.id) == stored.map(\.id).sorted())
        #expect(stored.map(\.publishedAt) == stored.map(\.publishedAt).sorted())
        #expect(Set(stored.map(\.id)).count == 50)
    }

    @Test func `a feed that sends the same bytes for a year forgets nothing`() async throws {
        let entries = [NewArticle.sample("Storm"), .sample("Flood")]
        #expect(try await titles(entries) == ["Flood", "Storm"])
        for day in stride(from: 7.0, through: 364, by: 7) {
            let time = Date.sampleNow + day * 86_400
            try await store.recordNotModified(feed.id, status: 200, nextCheckAt: time + 60, at: time)
            try await store.prune(at: time)
        }
        #expect(try await titles(entries, at: .sampleNow + 365 * 86_400) == [])
    }
}

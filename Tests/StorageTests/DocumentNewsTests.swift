import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import Storage

/// Alerts are asked about what will be kept, before it is kept.
@Suite(.timed) struct DocumentNewsTests {
    private let store: Store
    private let feed: Feed
    private let tomorrow = Date.sampleNow + 86_400

    init() async throws {
        let made = try Store.inMemory()
        made.limits.newPerDay = 4
        store = made
        feed = try await store.sampleFetchedFeed()
    }

    /// Of which no alert was asked yet.
    private func entries(_ range: Range<Int>) -> [NewArticle] {
        range.map { number in
            var entry = NewArticle.sample("N \(number)", publishedAt: .sampleNow - 6_000 + Double(number))
            entry.alertIDs = nil
            return entry
        }
    }

    private func commit(_ articles: [NewArticle]) -> RefreshCommit {
        RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: .sampleNow,
            outcome: .document(FetchedDocument(articles: articles))
        )
    }

    private func matched(_ articles: [NewArticle], _ places: Set<Int>) -> [NewArticle] {
        articles.indices.map { place in
            var entry = articles[place]
            entry.alertIDs = places.contains(place) ? [] : nil
            return entry
        }
    }

    @Test func `only what will be kept is to be matched`() async throws {
        // Two entries are there twice.
        let many = entries(0..<10) + entries(8..<10)
        #expect(try await store.placesOfNews(in: commit(many), at: .sampleNow) == [6, 7, 8, 9])
        #expect(try await store.sampleRefresh(feed, matched(many, [6, 7, 8, 9])).count == 4)
        #expect(try await store.placesOfNews(in: commit(entries(0..<12)), at: .sampleNow + 60).isEmpty)
        #expect(try await store.sampleRefresh(feed, entries(0..<12), at: .sampleNow + 120) == [])
    }

    @Test func `what is kept because a new day has begun is matched first`() async throws {
        #expect(try await store.sampleRefresh(feed, matched(entries(0..<4), [0, 1, 2, 3])).count == 4)
        let later = commit(entries(0..<6))
        #expect(try await store.placesOfNews(in: later, at: .sampleNow).isEmpty)
        #expect(try await store.commitRefresh([later], alertsVersion: nil, at: tomorrow) == .stale)
        #expect(try await store.knownKeys(of: feed.id, among: ["guid:n-5"]).isEmpty)
        let places = try await store.placesOfNews(in: later, at: tomorrow)
        #expect(places == [4, 5])
        #expect(try await store.sampleRefresh(feed, matched(entries(0..<6), places), at: tomorrow).count == 2)
    }

    @Test func `a feed that was removed meanwhile has no news`() async throws {
        try await store.write { db in try db.execute(sql: "DELETE FROM feed") }
        #expect(try await store.placesOfNews(in: commit(entries(0..<3)), at: .sampleNow).isEmpty)
    }
}

import Foundation
import GRDB
import Geography
import NewsModel
import TestSupport
import TextAnalysis
import Testing

@testable import Storage

/// Searches for a place find articles of any age, of feeds in sight only.
@Suite(.timed) struct PlaceSearchTests {
    private let store: Store
    private let limits = SearchLimits(newest: 5, seconds: 600)

    private static let spain = place(2, "Spain", .country, 40, -4)
    private static let valencia = place(5, "Valencia", .city, 39.47, -0.38)
    private static let caceres = place(6, "Cáceres", .city, 39.47, -6.37)

    private static func place(
        _ id: Int64,
        _ name: String,
        _ kind: NewsPlace.Kind,
        _ latitude: Double,
        _ longitude: Double
    ) -> NewsPlace {
        NewsPlace(id: id, name: name, kind: kind, position: Coordinates(latitude: latitude, longitude: longitude))
    }

    init() async throws { store = try Store.inMemory() }

    private func article(_ title: String, in place: NewsPlace? = nil, hoursAgo hours: Double) -> NewArticle {
        var article = NewArticle.sample(title, publishedAt: .sampleNow - hours * 3_600)
        article.places = place.map { [NamedPlace(place: $0, containers: [Self.spain], confidence: 0.9)] } ?? []
        return article
    }

    private func openFeed() async throws -> Feed {
        try await store.saveDefaultSelection([FeedDescription(url: "https://a.example/f", name: "A")], at: .sampleNow)
        return try #require(try await store.defaultFeeds().first)
    }

    private func titles(
        _ text: String,
        in sight: Sight = .of(nil)
    ) async throws -> (found: [String], result: SearchResult) {
        let search = ArticleSearch(query: try Query(parsing: text), time: QueryTime(now: .sampleNow), limit: 100)
        let result = try await store.search(search, in: sight, limits: limits)
        return (result.hits.map(\.listed.article.title), result)
    }

    @Test func `they are found behind more articles than a search looks at`() async throws {
        let feed = try await openFeed()
        let newer = (1...20).map { article("News \($0)", hoursAgo: Double($0)) }
        let old = [
            article("Flood", in: Self.valencia, hoursAgo: 100), article("Fair", in: Self.caceres, hoursAgo: 101),
        ]
        try await store.sampleRefresh(feed, newer + old)
        for (query, expected) in [
            ("place:valencia", ["Flood"]), ("place:spain", ["Flood", "Fair"]), ("place:caceres", ["Fair"]),
            ("near:\"Valencia\",50km,39.5,-0.4", ["Flood"]), ("near:\"Valencia\",5000km,39.5,-0.4", ["Flood", "Fair"]),
            ("place:valencia OR place:cáceres", ["Flood", "Fair"]), ("place:spain -place:valencia", ["Fair"]),
            ("place:spain has:image", []), ("place:lisbon", []), ("near:\"Nowhere\",50km", []),
        ] {
            let (found, result) = try await titles(query)
            #expect(found == expected, "\(query)")
            #expect(result.looked == nil && !result.isCut, "\(query)")
        }
        // What excludes a place alone requires none.
        #expect(try await titles("-place:spain has:image OR /news/").result.looked != nil)
    }

    /// Up to 2,000 articles of a place are listed; of more each article with the word is asked for its places.
    @Test(arguments: [1_900, 2_100])
    func `a word beside a place is found, however many articles name the place`(count: Int) async throws {
        let feed = try await openFeed()
        let others = (1...count).map { article("N \($0)", in: Self.valencia, hoursAgo: 200 + Double($0) / 60) }
        let wanted = [
            article("Flood here", in: Self.valencia, hoursAgo: 100),
            article("Flood there", in: Self.caceres, hoursAgo: 99),
            article("Flood", hoursAgo: 98),
        ]
        try await store.sampleRefresh(feed, wanted + others)
        while try await store.indexSomeArticles() > 0 {}
        #expect(try await titles("flood place:valencia").found == ["Flood here"])
    }

    @Test func `of a place that more articles name than are looked at the newest are found`() async throws {
        let feed = try await openFeed()
        try await store.sampleRefresh(feed, (1...9).map { article("N \($0)", in: Self.valencia, hoursAgo: Double($0)) })
        let (found, result) = try await titles("place:valencia")
        #expect(found == (1...9).map { "N \($0)" })
        #expect(!result.isCut && result.looked == nil)
        let many = try await store.search(
            ArticleSearch(query: try Query(parsing: "place:valencia"), time: QueryTime(now: .sampleNow), limit: 100),
            in: .of(nil),
            limits: SearchLimits(candidates: 1, newest: 1, seconds: 600)
        )
        #expect(many.hits.map(\.listed.article.title) == ["N 1"])
        #expect(many.isCut && many.looked == nil)
    }

    @Test(arguments: [nil, 400, 20_000.0])
    func `the periods of a search lie one before the other and leave nothing out`(days: Double?) {
        let from = days.map { Date.sampleNow - $0 * 86_400 } ?? .distantPast
        let search = ArticleSearch(query: nil, from: from, time: QueryTime(now: .sampleNow), limit: 1)
        let periods = SearchPlaces.periods(of: search)
        #expect(periods.first?.upperBound == search.numbers.upperBound)
        #expect(periods.last?.lowerBound == search.numbers.lowerBound)
        for (later, earlier) in zip(periods, periods.dropFirst()) { #expect(earlier.upperBound == later.lowerBound) }
        #expect(periods.count < 12 && periods.allSatisfy { !$0.isEmpty })
        #expect(SearchPlaces.periods(of: ArticleSearch(query: nil, to: from, time: search.time, limit: 1)).count < 12)
    }

    @Test func `nobody finds what happened somewhere in feeds of others`() async throws {
        let (alice, bob) = (try await store.sampleProfile("alice"), try await store.sampleProfile("bob"))
        let secret = try await store.sampleFeed("secret")
        try await store.sampleSubscription(of: alice, to: secret, time: .sampleNow - 500 * 3_600)
        try await store.sampleRefresh(secret, [article("Merger", in: Self.valencia, hoursAgo: 3)])
        #expect(try await titles("place:spain", in: .of(alice.id.recipient)).found == ["Merger"])
        #expect(try await titles("place:spain", in: .of(bob.id.recipient)).found.isEmpty)
        #expect(try await titles("near:\"V\",50km,39.5,-0.4", in: .of(bob.id.recipient)).found.isEmpty)
    }

    @Test func `a search reads each feed once`() async throws {
        let feed = try await openFeed()
        let search = ArticleSearch(query: nil, time: QueryTime(now: .sampleNow), limit: 100)
        let names = try await store.write { db in
            var known = SearchFeeds.Known()
            var names: [String?] = []
            for _ in 0..<2 {
                let feeds = try SearchFeeds(search, .of(nil), db, known: known)
                names.append(try feeds.named(feed.id)?.name)
                known = feeds.known
                try db.execute(sql: "UPDATE feed SET name = 'renamed meanwhile'")
            }
            return names
        }
        #expect(names == ["A", "A"])
    }
}

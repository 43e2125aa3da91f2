import Foundation
import GRDB
import Geography
import NewsModel
import TestSupport
import Testing

@testable import Storage

@Suite(.timed) struct PlaceTests {
    private static let europe = place(1, "Europe", .continent, 50, 10)
    private static let spain = place(2, "Spain", .country, 40, -4)
    private static let fiji = place(3, "Suva", .city, -18.14, 178.44)
    private static let samoa = place(4, "Apia", .city, -13.83, -171.77)
    private static let valencia = place(5, "Valencia", .city, 39.47, -0.38)
    private static let sagunto = place(6, "Sagunto", .city, 39.68, -0.27)
    private static let alert = place(7, "Alert", .city, 82.5, -62.3)
    private static let nord = place(8, "Nord", .city, 81.7, -17.8)

    private static func place(
        _ id: Int64,
        _ name: String,
        _ kind: NewsPlace.Kind,
        _ latitude: Double,
        _ longitude: Double
    ) -> NewsPlace {
        NewsPlace(id: id, name: name, kind: kind, position: Coordinates(latitude: latitude, longitude: longitude))
    }

    private static func article(_ title: String, _ places: [NamedPlace]?) -> NewArticle {
        var article = NewArticle.sample(title)
        article.places = places
        article.isAnalysedLater = places == nil
        return article
    }

    private static func named(_ place: NewsPlace, in containers: NewsPlace...) -> NamedPlace {
        NamedPlace(place: place, containers: containers, confidence: 0.9)
    }

    private let everything = ArticleSelection(feeds: .defaultSelection, from: .distantPast, to: .distantFuture)

    private func store(_ articles: [NewArticle]) async throws -> Store {
        let store = try Store.inMemory()
        let description = FeedDescription(url: "https://a.example/feed", name: "A")
        try await store.saveDefaultSelection([description], at: .sampleNow)
        let feed = try #require(try await store.defaultFeeds().first)
        try await store.sampleRefresh(feed, articles)
        return store
    }

    private func titles(_ store: Store, _ area: PlaceArea) async throws -> Set<String> {
        Set(try await store.articles(of: area, everything, in: .of(nil), limit: 50).map(\.article.title))
    }

    @Test func `articles of one event are listed once, the newest`() async throws {
        let store = try await store([
            Self.article("one", [Self.named(Self.valencia)]), Self.article("two", [Self.named(Self.valencia)]),
            Self.article("other", [Self.named(Self.valencia)]),
        ])
        let area = PlaceArea.around(Self.valencia, kilometres: 10)
        let all = try await store.articles(of: area, everything, in: .of(nil), limit: 50)
        let event = all.filter { $0.article.title != "other" }
        #expect(event.count == 2)
        try await store.write { db in
            try StoryEvents(db: db).join(event[0].article.storyID, event[1].article.storyID)
        }
        #expect(try await titles(store, area) == ["other", event[0].article.title])
    }

    @Test func `a circle holds what lies in it, also across the date line and at the pole`() async throws {
        let store = try await store([
            Self.article("fiji", [Self.named(Self.fiji)]), Self.article("samoa", [Self.named(Self.samoa)]),
            Self.article("valencia", [Self.named(Self.valencia, in: Self.spain, Self.europe)]),
            Self.article("sagunto", [Self.named(Self.sagunto, in: Self.spain, Self.europe)]),
            Self.article("spain", [Self.named(Self.spain, in: Self.europe)]),
            Self.article("alert", [Self.named(Self.alert)]), Self.article("nord", [Self.named(Self.nord)]),
        ])
        #expect(try await titles(store, .around(Self.valencia, kilometres: 20)) == ["valencia"])
        #expect(try await titles(store, .around(Self.valencia, kilometres: 30)) == ["valencia", "sagunto"])
        // The middle of a country is no town.
        #expect(try await titles(store, .around(Self.valencia, kilometres: 1_000)) == ["valencia", "sagunto"])
        #expect(try await titles(store, .around(Self.fiji, kilometres: 1_200)) == ["fiji", "samoa"])
        #expect(try await titles(store, .around(Self.samoa, kilometres: 1_200)) == ["fiji", "samoa"])
        #expect(try await titles(store, .around(Self.alert, kilometres: 800)) == ["alert", "nord"])
        #expect(try await titles(store, .inside(Self.spain)) == ["valencia", "sagunto", "spain"])
        #expect(try await titles(store, .inside(Self.europe)) == ["valencia", "sagunto", "spain"])
        #expect(try await titles(store, .inside(Self.fiji)) == ["fiji"])
    }

    @Test func `articles without places are listed as due, newest first, until they have them`() async throws {
        let store = try await store([Self.article("one", nil), Self.article("two", nil), Self.article("three", [])])
        #expect(try await store.articlesToAnalyse(limit: 1).count == 1)
        let all = try await store.articlesToAnalyse(limit: 9)
        #expect(try await store.countArticlesToAnalyse() == 2 && all.count == 2)
        try await store.saveAnalyses(
            Dictionary(uniqueKeysWithValues: all.map { ($0.article.id, ([Self.named(Self.valencia)], nil)) })
        )
        #expect(try await store.articlesToAnalyse(limit: 9).count == 0)
        #expect(try await titles(store, .inside(Self.valencia)) == ["one", "two"])
        // Other rules: all are looked at again, once.
        try await store.demandAnalysis(byVersion: 7)
        #expect(try await store.articlesToAnalyse(limit: 9).count == 3)
        try await store.saveAnalyses(Dictionary(uniqueKeysWithValues: all.map { ($0.article.id, ([], nil)) }))
        #expect(try await titles(store, .inside(Self.valencia)) == [])
        try await store.demandAnalysis(byVersion: 7)
        #expect(try await store.articlesToAnalyse(limit: 9).count == 1)
        // An article that is gone meanwhile is passed over.
        try await store.saveAnalyses([ArticleID(rawValue: 12_345): ([Self.named(Self.valencia)], nil)])
    }

    @Test func `a change of the rules marks every article, however many there are`() async throws {
        let store = try Store.inMemory()
        let entries = (0..<4_100).map { NewArticle.sample("N \($0)", publishedAt: .sampleNow - Double($0)) }
        try await store.sampleRefresh(try await store.sampleFeed(), entries)
        #expect(try await store.countArticlesToAnalyse() == 0)
        try await store.demandAnalysis(byVersion: 99)
        #expect(try await store.countArticlesToAnalyse() == 4_100)
    }

    @Test func `strangers' articles do not use up the reader's list`() async throws {
        let store = try await store([Self.article("own", [Self.named(Self.valencia)])])
        let strangers = try await store.sampleFeed("strangers")
        try await store.sampleRefresh(
            strangers,
            (1...30).map { Self.article("theirs \($0)", [Self.named(Self.valencia)]) },
            at: .sampleNow + 60
        )
        let found = try await store.read { db in
            let filter = try ArticleFilter(everything, in: .of(nil), db)
            return (
                try filter.placed(in: [5], most: 10, db).count, try filter.placeNews(most: 10, db).map(\.stories.count)
            )
        }
        #expect(found.0 == 1 && found.1 == [1])
    }

    @Test func `the map counts events, without what the reader has muted or filtered out`() async throws {
        let spain = [Self.spain, Self.europe]
        func named(_ place: NewsPlace) -> [NamedPlace] {
            [NamedPlace(place: place, containers: spain, confidence: 0.9)]
        }
        let store = try await store([
            Self.article("flood", named(Self.valencia)), Self.article("flood again", named(Self.valencia)),
            Self.article("strike", named(Self.valencia)), Self.article("market", named(Self.sagunto)),
            Self.article("harbour", named(Self.fiji)),
        ])
        let alice = try await store.sampleProfile("alice").id.recipient
        func map() async throws -> [String: Int] {
            let towns = try await store.placeNews(everything, in: .of(alice))
            return Dictionary(uniqueKeysWithValues: towns.map { ($0.place.name, $0.stories.count) })
        }
        let all = try await store.articles(everything, in: .of(nil), limit: 9).map(\.article)
        let floods = all.filter { $0.title.hasPrefix("flood") }
        #expect(try await map() == ["Valencia": 3, "Sagunto": 1, "Suva": 1])
        try await store.write { db in try StoryEvents(db: db).join(floods[0].storyID, floods[1].storyID) }
        #expect(try await map() == ["Valencia": 2, "Sagunto": 1, "Suva": 1])

        func mute(_ subject: Mute.Subject) async throws {
            _ = try await store.addMute(subject, named: "it", until: nil, of: alice, limit: 9, at: .sampleNow)
        }
        try await mute(.story(floods[0].storyID))
        #expect(try await map() == ["Valencia": 1, "Sagunto": 1, "Suva": 1])
        try await mute(.words("market"))
        #expect(try await map() == ["Valencia": 1, "Suva": 1])
        _ = try await store.addFilter("harbour", on: .everything, isOnly: false, of: alice, limit: 9, at: .sampleNow)
        #expect(try await map() == ["Valencia": 1])
        try await mute(.words("place:Europe"))
        #expect(try await map() == [:])
        #expect(try await store.placeNews(everything, in: .of(nil)).count == 3)
    }

    @Test func `places that nothing names any more are deleted, with what held them alone`() async throws {
        let store = try await store([
            Self.article("one", [Self.named(Self.valencia, in: Self.spain, Self.europe)]),
            Self.article("two", [Self.named(Self.sagunto, in: Self.spain, Self.europe)]),
            Self.article("three", [Self.named(Self.fiji)]),
        ])
        func stored() async throws -> [[String]] {
            try await store.read { db in
                try ["place", "placeArea JOIN place USING (id)"].map {
                    try String.fetchAll(db, sql: "SELECT name FROM \($0) ORDER BY name")
                }
            }
        }
        try await store.prune(at: .sampleNow)
        let all = ["Europe", "Sagunto", "Spain", "Suva", "Valencia"]
        #expect(try await stored() == [all, all])
        try await store.write { try $0.execute(sql: "DELETE FROM article WHERE title <> 'two'") }
        try await store.prune(at: .sampleNow)
        #expect(try await stored().first == ["Europe", "Sagunto", "Spain"])
        try await store.write { try $0.execute(sql: "DELETE FROM article") }
        try await store.prune(at: .sampleNow)
        #expect(try await stored() == [[], []])
        let areas = try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM placeArea") }
        #expect(areas == 0)
    }

    @Test func `a rise of the version marks what another one analysed, also after an interruption`() async throws {
        let store = try await store([Self.article("one", nil), Self.article("two", nil)])
        let due = try await store.articlesToAnalyse(limit: 9).map(\.article.id)
        func save(_ ids: some Sequence<ArticleID>, version: Int) async throws {
            var found: [ArticleID: (places: [NamedPlace]?, facts: ArticleFacts?)] = [:]
            for id in ids { found[id] = (nil, ArticleFacts()) }
            try await store.saveAnalyses(found, version: version)
        }
        try await save(due, version: 7)
        try await store.demandAnalysis(byVersion: 8)
        #expect(try await store.countArticlesToAnalyse() == 2)
        try await save(due.prefix(1), version: 8)
        // As if it had ended before all were marked.
        try await store.write { db in
            try db.execute(sql: "DELETE FROM analysisDue")
            try db.execute(sql: "UPDATE changeCounter SET value = 7 WHERE name = 'analysis'")
        }
        try await store.demandAnalysis(byVersion: 8)
        #expect(try await store.articlesToAnalyse(limit: 9).map(\.article.id) == Array(due.suffix(1)))
    }

    @Test func `an article's places go with it`() async throws {
        let store = try await store([Self.article("one", [Self.named(Self.valencia)]), Self.article("two", nil)])
        try await store.write { try $0.execute(sql: "DELETE FROM article") }
        let left = try await store.read { db in
            try Int.fetchOne(db, sql: "SELECT (SELECT count(*) FROM articlePlace) + (SELECT count(*) FROM analysisDue)")
        }
        #expect(left == 0)
    }
}

import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@Suite(.timed) struct SightTests {
    let store: Store
    let alice: Profile
    let bob: Profile
    let secret: Feed

    /// Bob alone follows the feed.
    init() async throws {
        store = try Store.inMemory()
        alice = try await store.sampleProfile("alice")
        bob = try await store.sampleProfile("bob")
        secret = try await store.sampleFetchedFeed("secret")
        try await store.sampleSubscription(of: bob, to: secret, time: .sampleNow - 60)
    }

    private func publish(_ title: String = "Plan of the merger", link: String? = nil) async throws -> Article {
        try #require(try await store.sampleRefresh(secret, [.sample(title, link: link)]).first)
    }

    private func seen(_ article: Article, in sight: Sight) async throws -> [Bool] {
        [
            try await store.article(article.id, in: sight) != nil,
            try await !store.articles([article.id], in: sight).isEmpty,
            try await !store.articles(ofStory: article.storyID, in: sight).isEmpty,
            try await store.article(linkKey: article.url ?? "", in: sight) != nil,
            try await !store.searchArticles(words: "merger", in: sight, limit: 9).isEmpty,
            try await !store.articles(try await store.everything(), in: sight, limit: 9).isEmpty,
            try await store.countArticles(try await store.everything(), in: sight).articles > 0,
            try await store.feed(secret.id, in: sight) != nil,
            try await store.feed(url: secret.url, in: sight) != nil,
        ]
    }

    @Test func `what one person follows is nobody else's to read, in any way`() async throws {
        let article = try await publish()
        #expect(try await seen(article, in: .of(bob.id.recipient)) == Array(repeating: true, count: 9))
        #expect(try await seen(article, in: .of(alice.id.recipient)) == Array(repeating: false, count: 9))
        #expect(try await seen(article, in: .of(nil)) == Array(repeating: false, count: 9))
    }

    @Test func `two who follow the same address both see it`() async throws {
        let article = try await publish()
        try await store.sampleSubscription(of: alice, to: secret)
        #expect(try await seen(article, in: .of(alice.id.recipient)) == Array(repeating: true, count: 9))
    }

    @Test(arguments: ["house", "catalogue"])
    func `the default selection and the catalogue are everybody's`(kind: String) async throws {
        let article = try await publish()
        if kind == "house" {
            try await store.saveDefaultSelection([FeedDescription(url: secret.url)], at: .sampleNow)
        } else {
            try await store.saveCatalogue(["http://secret.example/feed"])
        }
        #expect(try await seen(article, in: .of(nil)) == Array(repeating: true, count: 9))
    }

    @Test func `who asks in a room sees what is theirs, and lists of the room do not`() async throws {
        let article = try await publish()
        let room = try await store.sampleRoom()
        let named = Sight.of(room.id.recipient, beside: [bob.id.recipient])
        #expect(try await store.article(article.id, in: named) != nil)
        #expect(try await store.articles(try await store.everything(), in: named, limit: 9).isEmpty)
        let stranger = Sight.of(room.id.recipient, beside: [alice.id.recipient])
        #expect(try await store.article(article.id, in: stranger) == nil)
    }

    @Test func `what stood in a list, was saved or read stays its reader's`() async throws {
        let article = try await publish()
        let sight = Sight.of(alice.id.recipient)
        try await store.saveListing(
            owner: .recipient(alice.id.recipient),
            place: "p:testnet",
            kind: "feed",
            items: [article.id.rawValue],
            at: .sampleNow
        )
        #expect(try await store.article(article.id, in: sight) == nil)
        try await store.saveListing(
            owner: .recipient(alice.id.recipient),
            place: "p:testnet",
            kind: "article",
            items: [article.id.rawValue],
            at: .sampleNow
        )
        #expect(try await store.article(article.id, in: sight) != nil)
        let other = try await store.sampleProfile("carol")
        try await store.recordReading(of: article.id, by: other.id, at: .sampleNow)
        #expect(try await store.article(article.id, in: .of(other.id.recipient)) != nil)
    }

    @Test func `what was sent stays readable after unsubscribing, and nothing else of its story`() async throws {
        let own = try await store.sampleFetchedFeed("own")
        try await store.sampleSubscription(of: alice, to: own)
        let link = "https://site.example/merger"
        let sent = try #require(try await store.sampleRefresh(own, [.sample("Merger", link: link)]).first)
        let theirs = try await publish("Merger with the secret price", link: link)
        #expect(sent.storyID == theirs.storyID)
        let address = Identity.sample("alice").address
        let queued = try await store.queuedDeliveries(to: address, at: .distantFuture, limit: 9)
        _ = try await store.freeze(
            queued.map(\.id),
            to: address,
            parts: [MessagePart(payload: "x")],
            at: .sampleNow
        )
        _ = try await store.removeSubscription(of: alice.id.recipient, to: own.id, at: .sampleNow)
        let found = try await store.articles(ofStory: sent.storyID, in: .of(alice.id.recipient))
        #expect(found.map(\.article.title) == ["Merger"])
    }

    @Test func `other sources are those in sight`() async throws {
        let own = try await store.sampleFetchedFeed("own")
        try await store.sampleSubscription(of: alice, to: own)
        let link = "https://site.example/merger"
        let article = try #require(try await store.sampleRefresh(own, [.sample("Merger", link: link)]).first)
        _ = try await publish("The same merger", link: link)
        let listed = try await store.article(article.id, in: .of(alice.id.recipient))
        #expect(listed?.otherSourceCount == 0)
        try await store.saveDefaultSelection([FeedDescription(url: secret.url)], at: .sampleNow)
        #expect(try await store.article(article.id, in: .of(alice.id.recipient))?.otherSourceCount == 1)
    }

    @Test func `who names a feed's whole address sees that feed and no other`() async throws {
        let article = try await publish()
        let other = try await store.sampleFetchedFeed("other")
        let news = try #require(try await store.sampleRefresh(other, [.sample("Else")]).first)
        #expect(try await store.article(article.id, in: .address(of: secret.id)) != nil)
        #expect(try await store.article(news.id, in: .address(of: secret.id)) == nil)
    }

    @Test func `stories keep their names, and each installation has its own`() async throws {
        let article = try await publish()
        let name = try #require(try await store.article(article.id, in: .of(bob.id.recipient))?.storyName)
        #expect(try await store.story(named: name) == article.storyID)
        #expect(try await store.story(named: "#c0") == nil)
        #expect(name.count == 7)
    }
}

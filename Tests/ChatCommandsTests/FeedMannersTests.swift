import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

struct FeedMannersTests {
    @Test func `somebody who follows a feed may set how often it is fetched, within the floor`() async throws {
        let chat = try await Conversation()
        let feed = try await chat.store.sampleFetchedFeed("example")
        let alice = try await chat.store.sampleProfile("alice")
        try await chat.says("feed \(feed.url) every 2h", expect: "Shall I follow")
        try await chat.store.sampleSubscription(of: alice, to: feed)
        try await chat.says("feed example every 2h", expect: "every 2 hours")
        #expect(try await chat.store.dueFeed(feed.id)?.askedInterval?.seconds == 7_200)
        try await chat.says("feed every example 3h", expect: "every 3 hours")
        try await chat.says("feed example every 1m", expect: "more often is not allowed")
        #expect(try await chat.store.dueFeed(feed.id)?.askedInterval?.seconds == 900)
        try await chat.says("feed example", expect: "asked every 15 minutes")
        for text in ["soon", "0s", "900d", "-5m"] {
            try await chat.says("feed example every \(text)", expect: text)
        }
        try await chat.says("feed example every auto", expect: "own rhythm")
        #expect(try await chat.store.dueFeed(feed.id)?.askedInterval == nil)
    }

    @Test func `a usual interval holds for every feed that has none of its own`() async throws {
        let chat = try await Conversation()
        let alice = try await chat.store.sampleProfile("alice")
        let feed = try await chat.store.sampleFetchedFeed("example")
        let other = try await chat.store.sampleFetchedFeed("other")
        for each in [feed, other] { try await chat.store.sampleSubscription(of: alice, to: each) }
        try await chat.says("feed other every 3h", expect: "every 3 hours")
        try await chat.says("set every 2h", expect: "every 2 hours", "set every auto")
        func interval(_ feed: Feed) async throws -> AskedInterval? {
            try await chat.store.dueFeed(feed.id)?.askedInterval
        }
        #expect(try await interval(feed) == AskedInterval(seconds: 7_200, isOperators: false))
        #expect(try await interval(other)?.seconds == 10_800)
        try await chat.says("set every", expect: "every 2 hours", "every 2h")
        try await chat.says("set", expect: "every: Feeds are fetched every 2 hours")
        try await chat.says("set every 5m", expect: "every 15 minutes", "more often is not allowed", "set every 120m")
        try await chat.says("undo", expect: "Taken back: set every")
        for text in ["soon", "0s", "900d"] { try await chat.says("set every \(text)", expect: text) }
        try await chat.says("set every auto", expect: "its own rhythm")
        #expect(try await interval(feed) == nil)
        try await chat.says("设置 每 2h", expect: "every 2 hours")
    }

    @Test func `a room may leave the posts of one feed as they are`() async throws {
        let chat = try await Conversation(kind: .matrix)
        try await chat.publishes("Storm", by: "Example")
        try await chat.says("crier: sub Example", as: .op, in: "#room", expect: "Example")
        try await chat.says("crier: feed updates Example off", as: .bob, in: "#room", expect: "can change that")
        for line in ["feed updates Example off", "feed Example updates off"] {
            try await chat.says("crier: \(line)", as: .op, in: "#room", expect: "stay as they are", "Example auto")
        }
        try await chat.says("crier: feed updates Example on", as: .op, in: "#room", expect: "I edit my posts")
        try await chat.says("crier: feed updates Example auto", as: .op, in: "#room", expect: "as before")
        try await chat.says("crier: feed updates Example perhaps", as: .op, in: "#room", expect: "goes like this")
        try await chat.says("feed updates Example off", expect: "only in rooms, on networks that can edit")
    }

    @Test func `a feed that is larger than what is read says so`() async throws {
        let chat = try await Conversation()
        let feed = try await chat.store.sampleFetchedFeed("example")
        try await chat.store.sampleSubscription(of: try await chat.store.sampleProfile("alice"), to: feed)
        var document = FetchedDocument(title: "example", articles: [])
        document.isOversized = true
        let time = Date.sampleNow
        let commit = RefreshCommit(feedID: feed.id, status: 200, nextCheckAt: time + 60, outcome: .document(document))
        let version = try await chat.store.standingQueries().version
        _ = try await chat.store.commitRefresh([commit], alertsVersion: version, at: time)
        try await chat.says("feed example", expect: "larger than 8 MiB")
    }

    @Test func `without a move there is nothing to undo`() async throws {
        let chat = try await Conversation()
        try await chat.says("undo", expect: "nothing to undo")
        try await chat.says("undo nosuchfeed", expect: "nothing to undo")
    }

    @Test func `what somebody saved or read stays readable when its feed has moved on without it`() async throws {
        let chat = try await Conversation()
        let feed = try await chat.publishes(
            "Ferry sails again",
            "Bakery has flour",
            "Bread is dear",
            by: "Gazette",
            isDefault: false
        )
        let alice = try await chat.store.sampleProfile("alice")
        try await chat.store.sampleSubscription(of: alice, to: feed)
        try await chat.says("headlines", expect: "Ferry sails again", "Bakery has flour")
        try await chat.says("save 1", expect: "Saved Ferry sails again")
        try await chat.says("read 2", expect: "Bakery has flour")
        let all = try await chat.store.articles(try await chat.store.everything(), in: .shown(to: nil), limit: 9)
        let names = Dictionary(uniqueKeysWithValues: all.map { ($0.article.title, $0.storyName) })
        let known = try #require(all.first { $0.article.title == "Ferry sails again" }?.article.url)
        for day in 1...10 {
            chat.clock.advance(by: 86_400)
            let ferry = NewArticle(title: "Ferry sails again", url: known, keys: [known])
            let commit = RefreshCommit(
                feedID: feed.id,
                status: 200,
                nextCheckAt: chat.clock.now + 60,
                outcome: .document(FetchedDocument(articles: [day < 10 ? ferry : .sample("Harbour thaws")])),
                movedTo: "https://new.example/feed"
            )
            let version = try await chat.store.standingQueries().version
            _ = try await chat.store.commitRefresh([commit], alertsVersion: version, at: chat.clock.now)
        }
        #expect(try await chat.store.feed(feed.id)?.url == "https://new.example/feed")
        while try await chat.store.indexSomeArticles() > 0 {}
        for (words, count) in [("harbour", 1), ("bakery", 1)] {
            let found = try await chat.store.searchArticles(words: words, in: .shown(to: nil), limit: 9)
            #expect(found.count == count, "\(words)")
        }
        let list = try await chat.says("digest month", expect: "Harbour thaws")
        #expect(!list.contains("Ferry") && !list.contains("Bakery"))
        try await chat.says("saved", expect: "Ferry sails again")
        for title in ["Ferry sails again", "Bakery has flour"] {
            try await chat.says("read \(try #require(names[title]))", expect: title)
        }
        try await chat.says("digest month read", expect: "Bakery has flour")
        try await chat.says("undo", expect: "gazette.example")
        try await chat.says("digest month", expect: "Ferry sails again", "Bread is dear")
    }

    @Test(arguments: [
        "feed Example updates maybe", "feed Example rename", "feed Example move", "feed Example every",
        "feed updates Example maybe", "feed rename Example", "订阅源 Example 改名",
    ])
    func `a setting of a feed that is not typed as it must be is answered with the usage`(line: String) async throws {
        let chat = try await Conversation()
        try await chat.publishes("One thing happened")
        try await chat.says(line, expect: "It goes like this: feed", "feed updates <feed> on|off|auto")
    }

    @Test func `a feed that is called like a setting, or nearly, is a feed`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("One thing happened", by: "Example updates")
        try await chat.says("feed Example updates", expect: "Example updates")
        try await chat.says("feed Exampel updates", expect: "I know no feed", "Example updates")
    }
}

import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

struct FeedMannersTests {
    @Test func `somebody who follows a feed may wish how often it is asked, within the floor`() async throws {
        let chat = try await Conversation()
        let feed = try await chat.store.sampleFetchedFeed("example")
        let alice = try await chat.store.sampleProfile("alice")
        try await chat.says("feed \(feed.url) every 2h", expect: "Shall I follow")
        try await chat.store.sampleSubscription(of: alice, to: feed)
        try await chat.says("feed example every 2h", expect: "every 2 hours")
        #expect(try await chat.store.dueFeed(feed.id)?.askedInterval?.seconds == 7_200)
        try await chat.says("feed every example 3h", expect: "every 3 hours")
        try await chat.says("feed example every 1m", expect: "more often is not allowed")
        #expect(try await chat.store.dueFeed(feed.id)?.askedInterval?.seconds == 300)
        try await chat.says("feed example", expect: "asked every 5 minutes")
        for text in ["soon", "0s", "900d", "-5m"] {
            try await chat.says("feed example every \(text)", expect: text)
        }
        try await chat.says("feed example every auto", expect: "own rhythm")
        #expect(try await chat.store.dueFeed(feed.id)?.askedInterval == nil)
    }

    @Test func `a feed that is larger than what is read says so`() async throws {
        let chat = try await Conversation()
        let feed = try await chat.store.sampleFetchedFeed("example")
        try await chat.store.sampleSubscription(of: try await chat.store.sampleProfile("alice"), to: feed)
        var document = FetchedDocument(title: "example", articles: [])
        document.isOversized = true
        let time = Date.sampleNow
        let commit = RefreshCommit(feedID: feed.id, status: 200, nextCheckAt: time + 60, outcome: .document(document))
        let version = try await chat.store.changeCount(.alerts)
        _ = try await chat.store.commitRefresh([commit], alertsVersion: version, at: time)
        try await chat.says("feed example", expect: "larger than 8 MiB")
    }

    @Test func `without a move there is nothing to undo`() async throws {
        let chat = try await Conversation()
        try await chat.says("undo", expect: "nothing to undo")
        try await chat.says("undo nosuchfeed", expect: "nosuchfeed")
    }
}

import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// What is new since the last visit, and how much of it there is.
@Suite(.timed) struct CatchupCommandTests {
    @Test func `a story of two categories counts once, so the counts are as many as the stories`() async throws {
        let chat = try await Conversation()
        let one = try await chat.publishes("Council opens a clinic", by: "One", category: "Health")
        let two = try await chat.publishes("Volcano erupts", by: "Two", category: "News")
        for (feed, age) in [(one, 900.0), (two, 600.0)] {
            let told = NewArticle.sample(
                "Ferry sails again",
                link: "https://site.example/ferry",
                publishedAt: chat.clock.now - age
            )
            try await chat.store.sampleRefresh(feed, [told], at: chat.clock.now)
        }
        try await chat.says("catchup", expect: "3 stories", "In all: News 2", "Health 1")
    }

    @Test func `what a feed had before it was followed, and what was read, is nothing to catch up with`() async throws {
        let chat = try await Conversation()
        let alice = try await chat.store.sampleProfile("alice", at: chat.clock.now)
        let feed = try await chat.publishes("Harbour before", by: "Harbour", hoursAgo: 3)
        try await chat.store.sampleSubscription(of: alice, to: feed, time: chat.clock.now)
        try await chat.says("catchup", expect: "Nothing unread since", "news")
        try await chat.says("feeds", expect: "Harbour — 0 unread")
        _ = try await chat.store.indexSomeArticles()
        let found = await chat.replies("search is:unread harbour").map { plain($0.message.body) }.joined()
        #expect(!found.contains("Harbour before"))
        try await chat.says("!catchup", in: "#news", expect: "Harbour before")
        chat.clock.advance(by: 7_200)
        try await chat.publishes("Ferry sails again", "Bakery has flour", by: "Harbour", hoursAgo: 0.1)
        let answer = try await chat.says("catchup", expect: "2 stories", "1. Ferry sails again", "2. Bakery")
        #expect(!answer.contains("Harbour before"))
        try await chat.says("readall", expect: "Marked 2 stories")
        try await chat.says("catchup", expect: "Nothing unread since")
    }
}

import Foundation
import NewsModel
import Storage
import TestSupport
import Testing
import TextAnalysis

@testable import ChatCommands

@Suite(.timed) struct SmartFollowsTests {
    private func chat() async throws -> Conversation {
        let chat = try await Conversation()
        try await chat.publishes("Heatwave in Spain", "Flood warnings lifted", "Chip maker opens a plant", by: "Daily")
        try await chat.says("smart add climate = any of: heat, flood", expect: "sent what is new in it: sub climate")
        return chat
    }

    /// The feed brings an article that matches all stored queries.
    private func arrives(_ title: String, _ chat: Conversation) async throws {
        let feed = try #require(try await chat.store.allFeeds().first)
        let stored = try await chat.store.standingQueries()
        let entry = NewArticle(
            title: title,
            url: "https://daily.example/\(title.count)",
            keys: [title],
            alertIDs: stored.alerts.map(\.id)
        )
        let commit = RefreshCommit(
            feedID: feed.id,
            status: 200,
            nextCheckAt: chat.clock.now,
            outcome: .document(FetchedDocument(articles: [entry]))
        )
        _ = try await chat.store.commitRefresh([commit], alertsVersion: stored.version, at: chat.clock.now)
    }

    @Test func `a smart feed is followed, listed, paused, resumed and left`() async throws {
        let chat = try await chat()
        try await chat.says("sub climate", expect: "Following the smart feed climate", "unsub climate")
        try await chat.says("sub climate", expect: "is followed already", "unsub climate")
        try await chat.says(
            "feeds",
            expect: "1 smart feed that is followed",
            "1. climate — any of: heat, flood",
            "pause climate 3d",
            "No single feed is followed here, so lists show the default selection"
        )
        #expect(try await !chat.says("feeds", expect: "1. climate", "2. ").contains("Nothing is followed"))
        try await chat.says("alert list", expect: "no alerts")
        try await arrives("Heat stays for weeks", chat)
        try await chat.says("search weeks", expect: "Heat stays")
        try await chat.says("why 1", expect: "the smart feed climate is followed here, and it is in it")
        try await chat.says("pause climate 3d", expect: "Paused climate until", "resume climate")
        try await chat.says("feeds", expect: "paused until")
        try await chat.says("resume climate", expect: "Resumed climate", "pause climate")
        try await chat.says("pause all", expect: "Paused climate")
        try await chat.says("resume all", expect: "Resumed climate")
        try await chat.says("smart off climate", expect: "is off")
        try await chat.says("feeds", expect: "any of: heat, flood, off")
        try await chat.says("resume climate", expect: "The smart feed climate is off", "smart on climate")
        try await chat.says("smart rename climate to weather", expect: "is called weather now")
        try await chat.says("smart on weather", expect: "is on")
        try await chat.says("feeds", expect: "weather — any of: heat, flood")
        try await chat.says("unsub weather", expect: "weather is not followed any more", "sub weather")
        #expect(try await !chat.says("feeds", expect: "default selection").contains("weather"))
        try await chat.says("undo", expect: "Taken back: unsub weather")
        try await chat.says("feeds", expect: "weather — any of: heat, flood")
        try await chat.says("unsub all", expect: "1 subscription")
    }

    @Test func `what cannot be followed says why, and a feed of that name that is followed comes first`() async throws {
        let chat = try await chat()
        try await chat.says("smart off climate", expect: "is off")
        try await chat.says("sub climate", expect: "The smart feed climate is off", "smart on climate")
        try await chat.says("unsub climate", expect: "no feed")
        try await chat.says("smart on climate", expect: "is on")
        try await chat.says("smart add daily = heat", expect: "A feed here is called")
        try await chat.says("smart add rain = rain", expect: "Added")
        try await chat.says("sub daily as rain", expect: "A category or smart feed of yours is called “rain”")
        try await chat.says("smart remove rain", expect: "rain")
        try await chat.says("sub daily as rain", expect: "Added rain")
        try await chat.says("smart add rain = rain", expect: "A feed here is called")
        try await chat.says("sub rain", expect: "already followed")
        try await chat.says("unsub rain", expect: "Removed")
        try await chat.says("smart add rain = rain", expect: "Added")
        try await chat.says("sub rain", expect: "Following the smart feed rain")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("关注 climate", expect: "已关注智能订阅源climate")
        try await chat.says("订阅源", expect: "关注的 2 个智能订阅源")
    }

    @Test func `a feed that is followed is read although a smart feed of its name is off`() async throws {
        let chat = try await chat()
        try await chat.says("smart add harbour = heat", expect: "Added")
        try await chat.says("smart off harbour", expect: "is off")
        let feed = try await chat.publishes("Ferry is late", by: "Harbour")
        let alice = try #require(try await chat.store.profile(for: .sample("alice")))
        try await chat.store.sampleSubscription(of: alice, to: feed, time: chat.clock.now)
        try await chat.says("headlines harbour", expect: "Ferry is late")
    }

    @Test func `removing one that is followed says that it comes no more`() async throws {
        let chat = try await chat()
        let unfollowed = try await chat.says("smart remove climate", expect: "Removed climate")
        #expect(!unfollowed.contains("any more"))
        try await chat.says("smart add rain = rain", expect: "Added")
        for name in ["wet", "stormy"] { try await chat.says("smart add \(name) = smart:rain", expect: "Added") }
        try await chat.says("sub rain", expect: "Following the smart feed rain")
        let removed = try await chat.says("smart remove rain", expect: "nothing of it comes to you any more")
        #expect(removed.contains("The same words are looked for there as before"))
    }

    @Test func `those that are dear to match count with dear alerts`() async throws {
        let chat = try await Conversation(queries: QueryLimits(heavyPerOwner: 2))
        try await chat.publishes("Heatwave in Spain", by: "Daily")
        for name in ["one", "two", "three"] {
            try await chat.says("smart add theme \(name) = /he.t\(name)/", expect: "Added")
        }
        try await chat.says("sub theme one", expect: "Following")
        try await chat.says("alert add /wi.d/", expect: "Alert 1")
        try await chat.says("sub theme two", expect: "2", "feeds")
        try await chat.says("alert add /ra.n/", expect: "2", "feeds")
        try await chat.says("unsub theme one", expect: "not followed any more")
        try await chat.says("sub theme two", expect: "Following")
    }

    @Test func `a room's operators follow for it`() async throws {
        let chat = try await chat()
        try await chat.says("!smart add heat = heatwave", as: .op, in: "#news", expect: "Added heat")
        try await chat.says("!sub heat", in: "#news", expect: "operators")
        try await chat.says("!sub heat", as: .op, in: "#news", expect: "Following the smart feed heat", "#news")
        try await chat.says("!feeds", in: "#news", expect: "heat — heatwave")
        #expect(try await !chat.says("feeds", expect: "default selection").contains("heatwave"))
        try await chat.says("!unsub heat", as: .op, in: "#news", expect: "not followed any more")
    }
}

import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct MuteCommandTests {
    @Test func `a story is muted by its number for thirty days, and comes back`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Moon landing succeeds", "Sun shines")
        try await chat.says("mute", expect: "Nothing is muted", "mute \"world cup\"")
        try await chat.says("headlines", expect: "Moon landing succeeds")
        try await chat.says("mute 1", expect: "the story “Moon landing succeeds” (until Dec", "unmute 1")
        #expect(try await !chat.says("headlines", expect: "Sun shines").contains("Moon"))
        #expect(try await !chat.says("digest week", expect: "Sun shines").contains("Moon"))
        #expect(try await !chat.says("news", expect: "Sun shines").contains("Moon"))
        try await chat.says("mute list", expect: "1. the story “Moon landing succeeds”", "unmute 1")
        try await chat.says("unmute 1", expect: "No longer muted", "Moon landing succeeds")
        try await chat.says("headlines", expect: "Moon landing succeeds")
        try await chat.says("unmute 1", expect: "nothing muted under “1”", "mute list")
    }

    @Test func `a source is muted by its name, by its number where that means a feed, and for as long as is said`()
        async throws
    {
        let chat = try await Conversation()
        try await chat.publishes("Moon landing succeeds", by: "Space")
        let feed = try await chat.publishes("Sun shines", by: "Weather Desk")
        try await chat.says("mute weather desk for 7 days", expect: "the source Weather Desk (until Nov")
        #expect(try await !chat.says("headlines", expect: "Moon").contains("Sun"))
        try await chat.says("headlines weather desk", expect: "Sun shines")
        try await chat.says("unmute weather desk", expect: "No longer muted")
        try await chat.says("mute source weather", expect: "the source Weather Desk:")
        try await chat.says("undo", expect: "Taken back: mute Weather Desk")
        let alice = try #require(try await chat.store.profile(for: Identity(network: "testnet", account: "alice")))
        _ = try await chat.store.addSubscription(
            of: alice.id.recipient,
            to: feed.id,
            at: Identity(network: "testnet", account: "alice").address,
            limit: 9,
            time: chat.clock.now
        )
        try await chat.says("feeds", expect: "1. Weather Desk")
        try await chat.says("mute 1 2h", expect: "the source Weather Desk (until")
    }

    @Test func `words are muted for good, as alerts match them`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("World Cup begins", "A cup of the world", "Élections in May")
        try await chat.says("mute \"world cup\"", expect: "\"world cup\"", "unmute 1")
        try await chat.says("mute elections", expect: "elections", "unmute 2")
        let answer = try await chat.says("headlines", expect: "A cup of the world")
        #expect(!answer.contains("World Cup") && !answer.contains("lections"))
        try await chat.says("mute list", expect: "1. \"world cup\"", "2. elections")
        try await chat.says("unmute all", expect: "No longer muted")
        try await chat.says("headlines", expect: "World Cup begins", "lections")
        try await chat.says("mute place Berlin", expect: "Muted place:berlin", "unmute 3")
        try await chat.says("mute -x", expect: "only what to leave out")
        try await chat.says("mute 9", expect: "no number 9")
    }

    @Test(arguments: [
        ("ferry -7d", "I cannot read “-7d” as a length of time"), ("ferry 0d", "I cannot read “0d”"),
        ("ferry for -7 days", "I cannot read “-7 days”"), ("place Italy −2w", "I cannot read “−2w”"),
        ("ferry OR", "with nothing beside it"), ("the", "in nearly every article"),
    ])
    func `what hardly says what was meant is not muted`(typed: String, reason: String) async throws {
        let chat = try await Conversation()
        try await chat.says("mute \(typed)", expect: reason)
        try await chat.says("mute list", expect: "Nothing is muted")
    }

    @Test func `a list of mutes is never taken for words`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Sun shines in private")
        try await chat.says("mute list in #secret", expect: "or you are not")
        try await chat.says("mute list xyz", expect: "mute <number")
        try await chat.says("mute list to nowhere", expect: "mute <number")
        try await chat.says("mute list in dm", expect: "Nothing is muted")
        try await chat.says("mutes of dm", expect: "Nothing is muted")
        try await chat.says("mute shines in private", expect: "shines in private")
        try await chat.says("mute words list price", expect: "list price")
        try await chat.says("mute \"list xyz\"", expect: "list xyz")
        try await chat.says("mute list", expect: "1. shines in private", "2. list price", "3. \"list xyz\"")
    }

    @Test func `a story is muted by its short name and as the last one`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Moon landing succeeds", "Sun shines")
        try await chat.says("headlines", expect: "Moon")
        try await chat.says("mute last", expect: "“Sun shines”")
        let listed = try await chat.store.articles(
            ArticleSelection(from: .distantPast, to: .distantFuture),
            in: .shown(to: nil),
            limit: 9
        )
        let moon = try #require(listed.first { $0.article.title.contains("Moon") })
        try await chat.says("mute \(moon.storyName)", expect: "“Moon landing succeeds”")
    }

    @Test func `in a room it is the operators' matter, and everybody's own is theirs`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Moon landing succeeds", "Sun shines")
        try await chat.says("crier: mute moon", in: "#news", expect: "operators", "mute moon to dm")
        try await chat.says("!mute moon", as: .op, in: "#news", expect: "Say it to me by name: crier: mute moon")
        try await chat.says("crier: mute moon", as: .op, in: "#news", expect: "nothing more of it comes here")
        #expect(try await !chat.says("!headlines", in: "#news", expect: "Sun").contains("Moon"))
        try await chat.says("headlines", expect: "Moon landing succeeds")
        try await chat.says("crier: mute list", in: "#news", expect: "moon")
        try await chat.says("crier: mute moon to dm", in: "#news", expect: "you get nothing more")
        #expect(try await !chat.says("headlines", expect: "Sun").contains("Moon"))
        try await chat.says("crier: undo", as: .op, in: "#news", expect: "Taken back: mute moon")
        try await chat.says("!headlines", in: "#news", expect: "Moon landing succeeds")
    }

    @Test func `a guest mutes nothing and the limit holds`() async throws {
        let chat = try await Conversation(
            quotas: CommandOptions.Quotas(subscriptions: 1, alerts: 1, schedules: 1, mutes: 2)
        )
        try await chat.says("mute moon", as: .guest, expect: "who you are")
        for word in ["moon", "sun"] { try await chat.says("mute \(word)", expect: "Muted") }
        try await chat.says("mute mars", expect: "2 mutes")
    }
}

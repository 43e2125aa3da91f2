import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// A long list is worked through, and one answer says what became of all of it.
@Suite(.timed) struct LongListTests {
    private func server(feeds: Int) throws -> LocalWebServer {
        let server = try LocalWebServer()
        for number in 1...feeds {
            server.respond(to: "/\(number)") { _ in
                .ok(
                    """
                    <rss version="2.0"><channel><title>Paper \(number)</title>
                    <item><title>Story \(number)</title><link>https://paper.example/\(number)</link></item></channel></rss>
                    """
                )
            }
        }
        server.respond(to: "/none") { _ in .status(404) }
        return server
    }

    private func followed(_ chat: Conversation) async throws -> Int {
        let profile = try #require(try await chat.store.profile(for: .sample("alice")))
        return try await chat.store.subscriptions(of: profile.id.recipient).count
    }

    @Test(arguments: [NetworkKind.irc, .matrix], ["en", "zh-Hans"])
    func `a hundred addresses are followed, asked or not yet asked, and failures are named`(
        kind: NetworkKind,
        language: String
    ) async throws {
        let chat = try await Conversation(kind: kind)
        _ = await chat.replies("set lang \(language)")
        let server = try server(feeds: 20)
        var words = (1...19).map { server.url("/\($0)") } + [server.url("/none")]
        words += (1...80).map { "https://host\($0).example/feed" }
        let said = try await chat.says("sub " + words.joined(separator: " "), expect: "Paper 1", "/none", "404")
        let isEnglish = language == "en"
        #expect(said.contains(isEnglish ? "Added 99 feeds, to you" : "99"), "\(said)")
        #expect(said.contains(isEnglish ? "80 of them I have not looked at yet" : "其中 80 个我还没有查看"), "\(said)")
        #expect(try await followed(chat) == 99)
        // The person's own limit on sites was kept.
        #expect(server.requests(to: "/1").count == 1)
    }

    @Test func `the eleventh of eleven names is followed, and names that nobody knows are told`() async throws {
        let chat = try await Conversation()
        for number in 1...11 { try await chat.publishes("Story \(number)", by: "Paper\(number)") }
        let names = (1...11).map { "Paper\($0)" }.joined(separator: " ")
        let said = try await chat.says("sub \(names) nonsense", expect: "Added 11 feeds", "1 was not added", "nonsense")
        #expect(said.contains("Paper1, Paper2"))
        #expect(try await followed(chat) == 11)
        try await chat.says("sub \(names)", expect: "Added 0 feeds", "11 were followed already")
        try await chat.says("unsub \(names)", expect: "Removed")
        #expect(try await followed(chat) == 0)
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `what a line holds beyond the limit is said to be not taken`(kind: NetworkKind) async throws {
        var rates = CommandOptions.Rates(personBurst: 1_000, roomBurst: 1_000)
        rates.feedsPerLine = 12
        let chat = try await Conversation(kind: kind, rates: rates)
        for number in 1...15 { try await chat.publishes("Story \(number)", by: "Paper\(number)") }
        let names = (1...15).map { "Paper\($0)" }.joined(separator: " ")
        try await chat.says(
            "sub \(names)",
            expect: "Added 12 feeds",
            "Not taken: 3, from Paper13 on",
            "import takes up to"
        )
        #expect(try await followed(chat) == 12)
        let urls = (1...15).map { "https://host\($0).example/feed" }.joined(separator: " ")
        let offered = try await chat.says(urls, expect: "these 12 addresses")
        #expect(offered.contains("Not taken: 3, from https://host13.example/feed on"), "\(offered)")
        try await chat.says("no", expect: "I did not follow those 12 addresses")
    }

    @Test func `the limit of subscriptions is said once, with the names beyond it`() async throws {
        let chat = try await Conversation(quotas: .init(subscriptions: 8, alerts: 1, schedules: 1))
        for number in 1...12 { try await chat.publishes("Story \(number)", by: "Paper\(number)") }
        let names = (1...12).map { "Paper\($0)" }.joined(separator: " ")
        let said = try await chat.says("sub \(names)", expect: "Added 8 feeds", "4 were not added")
        #expect(said.contains("Paper9, Paper10, Paper11, Paper12 — "), "\(said)")
    }

    @Test func `a message longer than what is read says where reading ended, and no half address is followed`()
        async throws
    {
        let chat = try await Conversation()
        let long = String(repeating: "x", count: 180)
        let urls = (1...120).map { "https://host\($0).example/\(long)" }.joined(separator: " ")
        let first = try await chat.says("import \(urls)", expect: "Added ", "characters that I read")
        #expect(first.contains("send it in a message of its own"), "\(first)")
        let profile = try #require(try await chat.store.profile(for: .sample("alice")))
        let feeds = try await chat.store.followedFeeds(of: profile.id.recipient, at: chat.clock.now)
        #expect(feeds.count > 50 && feeds.allSatisfy { $0.feed.url.hasSuffix(long) })
    }
}

import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// What people may ask for, and what they hear when it is too much.
@Suite(.timed) struct QuotaTests {
    private func server() throws -> LocalWebServer {
        let server = try LocalWebServer()
        for name in ["one", "two", "three"] {
            let items = (0..<5).map {
                "<item><title>\(name) \($0)</title><link>https://\(name).example/\($0)</link></item>"
            }
            let feed = "<rss version=\"2.0\"><channel><title>\(name)</title>\(items.joined())</channel></rss>"
            server.respond(to: "/" + name) { _ in .ok(feed) }
        }
        return server
    }

    @Test func `one person's subscriptions of rooms count together, and me shows them`() async throws {
        let chat = try await Conversation(createdQuotas: .init(subscriptions: 2, alerts: 1, schedules: 1, mutes: 1))
        let server = try server()
        let other = Conversation.Speaker(name: "oscar", account: "oscar", isOperator: true)
        try await chat.says("!sub \(server.url("/one"))", as: .op, in: "#a", expect: "Added")
        try await chat.says("!sub \(server.url("/one"))", as: .op, in: "#b", expect: "Added")
        try await chat.says("!sub \(server.url("/two"))", as: .op, in: "#c", expect: "2 subscriptions for rooms")
        try await chat.says("!sub \(server.url("/two"))", as: other, in: "#c", expect: "Added")
        try await chat.says("!sub \(server.url("/three"))", as: .op, expect: "Added")
        try await chat.says("!alert add storm", as: .op, in: "#a", expect: "storm")
        try await chat.says("!alert add wind", as: .op, in: "#b", expect: "1 alert for rooms")
        try await chat.says("!headlines at 08:00", as: .op, in: "#a", expect: "08:00")
        try await chat.says("!headlines at 09:00", as: .op, in: "#b", expect: "1 schedule for rooms")
        try await chat.says("crier: mute rain", as: .op, in: "#a", expect: "rain")
        try await chat.says("crier: mute snow", as: .op, in: "#b", expect: "1 mute for rooms")
        chat.network.setBrought(by: "olga", BroughtRooms(count: 3, limit: 20))
        try await chat.says(
            "!me",
            as: .op,
            expect: "Feeds: 1 of 500",
            "Rooms that olga (testnet) brought me into: 3 of 20",
            "Made for rooms: 2 of 2 feeds, 1 of 1 alert, 1 of 1 schedule, 1 of 1 mute",
            "Feeds that count for you take 1 MB"
        )
    }

    @Test func `who is forgotten and comes back has made for rooms what they made`() async throws {
        let chat = try await Conversation(createdQuotas: .init(subscriptions: 2, alerts: 1, schedules: 1, mutes: 1))
        try await chat.says("!alert add storm", as: .op, in: "#a", expect: "storm")
        let asked = try await chat.says("!forget me", as: .op, expect: "stays there, without your name")
        let code = try #require(asked.split(separator: "yes ").last?.prefix(6))
        try await chat.says("!yes \(code)", as: .op, expect: "forgotten")
        try await chat.says("!alert add wind", as: .op, in: "#b", expect: "1 alert for rooms")
        try await chat.says("!me", as: .op, expect: "1 of 1 alert")
    }

    @Test func `a guest who runs a room is asked for an account where there are accounts, before any site is asked`()
        async throws
    {
        let chat = try await Conversation()
        let server = try server()
        var guest = Conversation.Speaker.guest
        guest.isOperator = true
        for line in [
            "sub \(server.url("/one"))", "import \(server.url("/one"))", "alert add storm", "headlines at 08:00",
            "mute rain", "digest at 08:00", "quiz at 20:00",
        ] {
            try await chat.says("crier: \(line)", as: guest, in: "#a", expect: "Identify with services first")
        }
        #expect(server.requests.isEmpty)
        // What was made they may change and remove.
        try await chat.says("crier: sub \(server.url("/one"))", as: .op, in: "#a", expect: "Added")
        try await chat.says("crier: unsub one", as: guest, in: "#a", expect: "one")
        let room = try #require(try await chat.store.room(network: "testnet", name: "#a"))
        #expect(try await chat.store.subscriptions(of: room.id.recipient).isEmpty)
    }

    @Test func `where there are no accounts what guests make counts for their host, whatever nick they take`()
        async throws
    {
        let chat = try await Conversation(
            hasAccounts: false,
            createdQuotas: .init(subscriptions: 1, alerts: 2, schedules: 1, mutes: 1),
            limits: StorageLimits(personBytes: 1_000)
        )
        let server = try server()
        func guest(_ nick: String, _ host: String = "h.example") -> Conversation.Speaker {
            .init(name: nick, account: nil, origin: host, isOperator: true)
        }
        func nick(_ nick: String, _ host: String = "h.example") -> Conversation.Speaker {
            .init(name: nick, account: "nick:\(nick)", presence: nick, origin: host, isOperator: true)
        }
        try await chat.says("!alert add storm", as: guest("a"), in: "#a", expect: "storm")
        try await chat.says("!alert add wind", as: nick("b"), expect: "wind")
        for speaker in [guest("c"), nick("d")] {
            try await chat.says("!alert add rain", as: speaker, in: "#b", expect: "from your host have made 2")
        }
        try await chat.says("!alert add rain", as: nick("d"), expect: "from your host have made 2")
        try await chat.says(
            "!me",
            as: nick("d"),
            expect: "Made from your host, for people and rooms: 0 of 1 feed, 2 of 2"
        )
        try await chat.says("!alert add rain", as: guest("c", "other.example"), in: "#b", expect: "rain")
        try await chat.says("!sub \(server.url("/one"))", as: guest("a"), in: "#a", expect: "Added")
        try await chat.says("!sub \(server.url("/two"))", as: guest("e"), in: "#c", expect: "1 MB is the limit")
        try await chat.says("!sub \(server.url("/two"))", as: guest("e", "other.example"), in: "#c", expect: "Added")
    }

    @Test func `the bot's admins may ask for as much as they like`() async throws {
        let chat = try await Conversation(
            quotas: .init(subscriptions: 0, alerts: 0, schedules: 0, saved: 0, mutes: 0),
            createdQuotas: .init(subscriptions: 0, alerts: 0, schedules: 0, mutes: 0),
            admins: [.sample("alice")]
        )
        try await chat.says("!alert add storm", expect: "storm")
        try await chat.says("!alert add storm", in: "#a", expect: "storm")
        try await chat.says("!me", expect: "Alerts: 1\n", "Made for rooms: 0 feeds, 1 alert, 0 schedules")
        try await chat.says("!alert add storm", as: .bob, expect: "limit: 0 alerts")
    }

    @Test func `one is not said as many`() async throws {
        let chat = try await Conversation(quotas: .init(subscriptions: 1, alerts: 1, schedules: 1, saved: 1, mutes: 1))
        for (first, second, words) in [
            ("alert add storm", "alert add wind", "limit: 1 alert."),
            ("headlines at 08:00", "headlines also at 09:00", "limit: 1 schedule."),
            ("mute rain", "mute snow", "limit: 1 mute."),
        ] {
            _ = await chat.replies(first)
            try await chat.says(second, expect: words)
        }
    }

    @Test func `without room no new feed is taken in, and both are said in words`() async throws {
        let recorder = LogRecorder()
        let full = try await Conversation(limits: StorageLimits(databaseBytes: 1), recorder: recorder)
        let server = try server()
        try await full.says("!sub \(server.url("/one"))", expect: "no room for new feeds")
        try await full.says(
            "!import \((0..<12).map { "https://\($0).example/feed" }.joined(separator: " "))",
            expect: "no room for new feeds"
        )
        #expect(try await full.store.allFeeds().isEmpty)

        let poor = try await Conversation(limits: StorageLimits(personBytes: 1_000), recorder: recorder)
        try await poor.says("!sub \(server.url("/one"))", expect: "Added")
        try await poor.says("!sub \(server.url("/two"))", expect: "1 MB is the limit for one person")
        try await poor.says("!sub \(server.url("/one"))", as: .bob, expect: "Added")
        try await poor.says("!me", expect: "Feeds that count for you take 1 of 1 MB")
        try await poor.says("!feed one", as: .bob, expect: "used up their 1 MB")
        // What strangers reach as often as they like is no error of ours.
        #expect(recorder.lines.filter { $0.hasPrefix("error") } == [])
    }

    /// A feed that alice brought in, with so many entries more after its first document.
    private func flood(_ count: Int, _ chat: Conversation) async throws -> Feed {
        let alice = try await chat.store.sampleProfile("alice")
        let description = FeedDescription(url: "https://flood.example/feed", name: "Example")
        let feed = try await chat.store.ensureFeed(description, by: alice.maker, at: chat.clock.now)
        try await chat.store.sampleSubscription(of: alice, to: feed)
        try await chat.store.sampleRefresh(feed, [.sample("First")], at: chat.clock.now)
        let entries = (0..<count).map { NewArticle.sample("Flood \($0)", publishedAt: chat.clock.now) }
        try await chat.store.sampleRefresh(feed, entries, at: chat.clock.now)
        return feed
    }

    @Test func `what was too much of a feed's news is said of the feed`() async throws {
        let chat = try await Conversation(limits: StorageLimits(newPerDay: 2))
        _ = try await flood(9, chat)
        try await chat.says("!feed Example", expect: "7 more entries came on", "I keep 2 new ones a day")
    }

    @Test func `the day of what was too much is that of UTC, wherever its reader is`() async throws {
        let chat = try await Conversation(limits: StorageLimits(newPerDay: 1))
        let feed = try await flood(9, chat)
        let day = try #require(try await chat.store.leftOutNews(of: feed)?.day)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let number = calendar.component(.day, from: Date(timeIntervalSince1970: Double(day) * 86_400))
        for (zone, city) in [("America/New_York", "York"), ("Pacific/Auckland", "Auckland")] {
            try await chat.says("!set tz \(zone)", expect: city)
            let answer = try await chat.says("!feed Example", expect: "8 more entries came on")
            #expect(answer.contains(try Regex(" \(number), \\d{4} \\(UTC\\)")), "\(zone): \(answer)")
        }
    }

    @Test func `a full disk is said in words`() {
        #expect(StorageError.diskFull(reason: "x").words?.key == "quota.diskFull")
        #expect(StorageError.temporary(reason: "x").words == nil)
    }
}

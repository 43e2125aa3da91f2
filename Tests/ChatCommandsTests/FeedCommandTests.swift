import Foundation
import Localization
import NewsModel
import NewsWording
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct FeedCommandTests {
    @Test(arguments: ["clear", "reset", "rename", "move", "clear please"])
    func `a setting without a feed is answered with how it goes`(words: String) async throws {
        let chat = try await Conversation()
        try await chat.publishes("Sky is seen", by: "Clear Skies")
        try await chat.says("feed \(words)", expect: "It goes like this: feed", "feed clear <feed>")
    }

    @Test func `a feed that is called as a setting is still reached`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Sky is seen", by: "Clear")
        try await chat.says("feed clear", expect: "Clear — https://clear.example/feed")
        try await chat.says("feed \"clear\"", expect: "Clear — https://clear.example/feed")
    }

    @Test func `emptying and forgetting may stand behind a feed's name`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Sky is seen", by: "Heise")
        try await chat.publishes("Rain is seen", by: "Sky Clear")
        try await chat.says("sub heise", expect: "Added Heise")
        try await chat.says("feed heise clear", expect: "Heise is empty here")
        try await chat.says("feed rename heise Paper", expect: "is called Paper")
        try await chat.says("feed paper reset", expect: "Heise has its own name")
        try await chat.says("feed sky clear", expect: "Sky Clear —")
        try await chat.says("feed nonsense clear", expect: "I know no feed")
    }

    @Test func `categories are offered by the names that readers see`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Chip is small", by: "Chips", category: "Technology")
        _ = await chat.replies("set lang zh-Hans")
        let answer = try await chat.says("headlines zzqx", expect: "科技")
        #expect(!answer.contains("Technology"))
    }

    private func feed(_ title: String, _ entries: String...) -> String {
        let items = entries.map { "<item><title>\($0)</title><link>https://\($0.hashValue).example/</link></item>" }
        return "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>"
    }

    private func server() throws -> LocalWebServer {
        let server = try LocalWebServer()
        let example = feed("Example", "First story", "Second story")
        let other = feed("Other", "Third story")
        server.respond(to: "/feed") { _ in .ok(example) }
        server.respond(to: "/other") { _ in .ok(other) }
        server.respond(to: "/site") { _ in
            .ok(
                """
                <html><head><link rel="alternate" type="application/rss+xml" title="World" href="/feed">
                <link rel="alternate" type="application/rss+xml" title="Tech" href="/other"></head></html>
                """,
                headers: [("Content-Type", "text/html")]
            )
        }
        return server
    }

    @Test func `a feed is added with its newest story, once`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says(
            "!sub \(server.url("/feed"))",
            expect: "Added Example (2 stories), to you",
            "Newest:",
            "unsub Example"
        )
        try await chat.says("!sub \(server.url("/feed"))", expect: "Example is already followed")
        try await chat.says("!sub example", expect: "Example is already followed")
        try await chat.says("!feeds", expect: "1 feed", "1. Example", "unread", "feed 1", "unsub 1")
        try await chat.says(
            "!feed 1",
            expect: "Example",
            server.url("/feed"),
            "1 follower",
            "last answer 200",
            "No errors"
        )
        #expect(server.requests(to: "/feed").count == 1)
    }

    @Test(arguments: [
        "The &quot;Beta&quot; Post", "a &quot;b", "Paul's &quot;all: new&quot; feed, to mail | 7d", "The “Paper”",
        "`x`",
        "5", "7", "#2", "1-3", "1,3", "three", "第3条", "last", "all", "to dm", "from #news", "News", "Plain",
    ]) func `how to undo a subscription works as it is written, whatever the feed is called`(title: String) async throws
    {
        let chat = try await Conversation()
        let server = try server()
        let titled = feed(title, "A story")
        for number in 1...6 {
            let numbered = feed(number == 1 ? "News" : "Paper \(number)", "A story")
            server.respond(to: "/\(number)") { _ in .ok(numbered) }
            try await chat.says("!sub \(server.url("/\(number)"))", expect: "Added")
        }
        server.respond(to: "/titled") { _ in .ok(titled) }
        let added = try await chat.says("!sub \(server.url("/titled"))", expect: "Added", "To undo: unsub ")
        let undo = try #require(added.split(separator: "To undo: ").last?.split(whereSeparator: \.isNewline).first)
        try await chat.says("!feeds", expect: "7 feeds")
        try await chat.says(String(undo), expect: "Removed")
        let profile = try await chat.store.ensureProfile(for: .sample("alice"), name: "alice", at: chat.clock.now)
        let left = try await chat.store.followedFeeds(of: profile.id.recipient, at: chat.clock.now).map(\.feed.url)
        #expect(Set(left) == Set((1...6).map { server.url("/\($0)") }))
    }

    @Test func `several addresses in one line`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says(
            "!rss add \(server.url("/feed")) \(server.url("/other"))",
            expect: "Added Example",
            "Added Other"
        )
        try await chat.says("!feeds", expect: "2 feeds")
        try await chat.says("!unsub 1 2", expect: "Removed")
        try await chat.says("!unsub 1", expect: "not followed here")
    }

    @Test func `a site with several feeds is a choice of numbers`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says("!sub \(server.url("/site"))", expect: "I found 2 feeds", "1. World", "2. Tech", "sub 1")
        try await chat.says("!sub 2", expect: "Added Other")
        try await chat.says("!sub 1 2", expect: "Added Example", "Other is already followed")
        try await chat.says("2", expect: "Other is already followed")
        try await chat.says("7", expect: "no number 7")
        try await chat.says("2", as: .bob, expect: "I do not know “2”")
        try await chat.says("2", in: "#news")
    }

    @Test func `what cannot be followed says why`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says("!sub \(server.url("/nothing"))", expect: "I did not add", "404")
        let bare = try LocalWebServer()
        bare.respond(to: "/page") { _ in
            .ok("<html><body>hello</body></html>", headers: [("Content-Type", "text/html")])
        }
        try await chat.says("!sub \(bare.url("/page"))", expect: "I did not add", "not a feed")
        try await chat.says(
            "!sub http://me:secret@site.example/feed",
            expect: "http://…@site.example/feed",
            "I fetch from"
        )
        try await chat.says("!sub http://10.1.2.3/feed", expect: "I fetch from public servers only")
        try await chat.publishes("A story", by: "Heise")
        try await chat.says("!sub heisse", expect: "I know no feed “heisse”", "Did you mean sub Heise?")
        try await chat.says("!sub qwertyuiop", expect: "Give the address of its site")
        try await chat.says("!sub", expect: "It goes like this: sub")
        try await chat.says("!feeds", expect: "default selection, 1 feed", "1. Heise")
    }

    @Test func `a bare address in private is an offer`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says(server.url("/feed"), expect: "Shall I follow", "yes", "sub http")
        try await chat.says("yes", expect: "Added Example")
        try await chat.says("yes", expect: "nothing to confirm")
        try await chat.says(server.url("/feed"), in: "#news")
        try await chat.says("!feed \(server.url("/other"))", expect: "Shall I follow")
    }

    @Test func `a slow feed is added and answered within three seconds`() async throws {
        let chat = try await Conversation()
        let server = try LocalWebServer()
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        server.respond(to: "/slow") { _ in
            _ = gate.wait(timeout: .now() + 600)
            return .ok("")
        }
        // The server answers when the test is over; only an answer given before that can say so.
        try await chat.says("!sub \(server.url("/slow"))", expect: "It has not answered yet")
    }

    @Test func `a channel's subscriptions are its operators' business`() async throws {
        let chat = try await Conversation()
        let server = try server()
        let url = server.url("/feed")
        try await chat.says("!sub \(url)", in: "#news", expect: "operators", "crier: sub \(url) to dm")
        try await chat.says("!sub \(url)", as: .guest, in: "#news", expect: "operators")
        try await chat.says("!sub \(url) to dm", as: .guest, in: "#news", expect: "NickServ")
        try await chat.says("!sub \(url) to dm", in: "#news", expect: "to you")
        try await chat.says("!sub \(url)", as: .op, in: "#news", expect: "Added Example", "to #news")
        try await chat.says("!feeds", in: "#news", expect: "1. Example")
        try await chat.says("!unsub example", in: "#news", expect: "operators", "crier: unsub example from dm")
        try await chat.says("!unsub example", as: .op, in: "#news", expect: "Removed Example")
        try await chat.says("!feeds", expect: "1. Example")
        let mine = await chat.replies("!feeds mine", in: "#news")
        #expect(mine.map(\.address.kind) == [.person, .room])
    }

    @Test func `a pause with a span ends by itself`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says("sub \(server.url("/feed"))", expect: "Example")
        try await chat.says("pause example 3d", expect: "Paused Example until", "resume")
        try await chat.says("feeds", expect: "paused until")
        chat.clock.advance(by: 2 * 86_400)
        try await chat.store.endPauses(at: chat.clock.now)
        try await chat.says("feeds", expect: "paused until")
        chat.clock.advance(by: 86_400)
        try await chat.store.endPauses(at: chat.clock.now)
        #expect(try await !chat.says("feeds", expect: "Example").contains("paused"))
        for line in ["pause 2h", "pause for 2 hours", "pause all 2h", "pause example for 2 hours", "暂停 example 2小时"] {
            try await chat.says(line, expect: "until")
        }
        try await chat.says("pause", expect: "To go on: resume")
        chat.clock.advance(by: 86_400)
        try await chat.store.endPauses(at: chat.clock.now)
        try await chat.says("feeds", expect: "paused")
        try await chat.says("resume", expect: "Resumed Example")
        for span in ["0d", "-3d", "30s"] {
            try await chat.says("pause example \(span)", expect: "I cannot read “\(span)” as a length of time")
        }
        try await chat.says("pause example 99999d", expect: "I know no feed")
        try await chat.says("set lang zh-Hans", expect: "简体中文")
        try await chat.says("pause example 3d", expect: "到", "为止")
        try await chat.says("feeds", expect: "暂停到")
    }

    @Test func `pause and resume`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says("!sub \(server.url("/feed"))", expect: "Added")
        try await chat.says("!pause example", expect: "Paused Example", "resume")
        try await chat.says("!feeds", expect: "paused")
        try await chat.says("!resume", expect: "Resumed Example")
        try await chat.says("!pause nonsense", expect: "I know no feed")
        try await chat.says("!pause", as: .bob, expect: "not followed here")
    }

    @Test func `a room that gets nothing is resumed from private, and who set it up is told how`() async throws {
        let chat = try await Conversation()
        let server = try server()
        let room = Address(network: "testnet", kind: .room, target: "#news")
        try await chat.says("!sub \(server.url("/feed"))", as: .op, in: "#news", expect: "Added")
        try await chat.says("!resume", as: .op, expect: "Nothing of yours is paused", "resume to #news")
        try await chat.store.pauseAddress(room, reason: "banned", at: chat.clock.now)
        try await chat.says("!resume", as: .op, expect: "#news gets nothing for now (banned)", "resume to #news")
        try await chat.says("!sub \(server.url("/other"))", as: .op, expect: "Added")
        try await chat.says("!resume", as: .op, expect: "Resumed", "#news gets nothing for now (banned)")
        #expect(try await !chat.says("!resume", as: .bob, expect: "Nothing of yours").contains("gets nothing for now"))
        chat.network.makeMember("olga", of: "#news")
        for line in ["!resume to #news", "!resume #news"] {
            try await chat.says(line, as: .op, expect: "Only this channel's operators")
        }
        chat.network.makeOperator("olga", in: "#news")
        for line in ["!resume to #news", "!resume #news"] {
            try await chat.store.pauseAddress(room, reason: "banned", at: chat.clock.now)
            try await chat.says(line, as: .op, expect: "Resumed #news")
            #expect(try await chat.store.pauseReason(of: room) == nil)
        }
        #expect(try await !chat.says("!resume", as: .op, expect: "Resumed").contains("gets nothing"))
    }

    @Test(arguments: [
        "Paper", "The Small Paper and Co", "News from Berlin", "BBC: World & Co.", "新华社", "新华社：要闻", "all",
        "example.org",
        "It's, really; (new)", "to", "O'Reilly", "a=b", "#3 in line", "Unsub all",
    ]) func `what a mail says to stop one feed stops just that`(name: String) async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        let profile = try await chat.store.ensureProfile(for: .sample("alice"), name: "alice", at: chat.clock.now)
        for (index, name) in ["Other Paper", name, name + " Two"].enumerated() {
            let feed = try await chat.store.ensureFeed(
                FeedDescription(url: "https://\(index).example/feed", name: name),
                at: chat.clock.now
            )
            _ = try await chat.store.addSubscription(
                of: profile.id.recipient,
                to: feed.id,
                at: Identity.sample("alice").address,
                limit: 9,
                time: chat.clock.now
            )
        }
        let article = Article(
            id: ArticleID(rawValue: 1),
            feedID: FeedID(rawValue: 1),
            storyID: StoryID(rawValue: 1),
            title: "x",
            publishedAt: chat.clock.now,
            firstSeenAt: chat.clock.now
        )
        let pushed = PushedArticle(listed: ListedArticle(article: article, feedName: name))
        let localizer = try ShippedCatalogue.catalogue().localizer()
        let wording = PushWording(localizer: localizer, now: chat.clock.now, hints: .privately)
        guard case .footer(let spans) = wording.closing([pushed]) else { return }
        let hint = spans.compactMap { if case .code(let text) = $0, text.hasPrefix("unsub") { text } else { nil } }
        let line = try #require(hint.first)
        #expect(CommandReader().isCommand(line), "\(line)")
        try await chat.says(line, expect: "Removed \(name).")
        let left = try await chat.store.followedFeeds(of: profile.id.recipient, at: chat.clock.now).map(\.feed.name)
        #expect(Set(left) == ["Other Paper", name + " Two"])
    }

    @Test func `feeds of one name are told apart by their addresses`() async throws {
        let chat = try await Conversation()
        let profile = try await chat.store.ensureProfile(for: .sample("alice"), name: "alice", at: chat.clock.now)
        for number in 1...2 {
            let feed = try await chat.store.ensureFeed(
                FeedDescription(url: "https://\(number).example/feed", name: "News"),
                at: chat.clock.now
            )
            _ = try await chat.store.addSubscription(
                of: profile.id.recipient,
                to: feed.id,
                at: Identity.sample("alice").address,
                limit: 9,
                time: chat.clock.now
            )
        }
        try await chat.says("!unsub News", expect: "https://1.example/feed", "https://2.example/feed")
        try await chat.says("!unsub https://2.example/feed", expect: "Removed News")
        let left = try await chat.store.followedFeeds(of: profile.id.recipient, at: chat.clock.now)
        #expect(left.map(\.feed.url) == ["https://1.example/feed"])
    }

    @Test func `the code of a room's unsub all is good only for who may decide for the room by then`() async throws {
        let chat = try await Conversation()
        let server = try server()
        func feeds() async throws -> Int {
            let room = try #require(try await chat.store.room(network: "testnet", name: "#news"))
            return try await chat.store.subscriptions(of: room.id.recipient).count
        }
        func code(_ speaker: Conversation.Speaker) async throws -> String {
            let asked = try await chat.says("!unsub all", as: speaker, in: "#news", expect: "removes")
            return try #require(asked.firstMatch(of: /yes ([0-9A-Z]+)/)?.output.1).description
        }
        try await chat.says("!sub \(server.url("/feed"))", as: .op, in: "#news", expect: "Added")
        let first = try await code(.op)
        let deposed = Conversation.Speaker(name: "olga", account: "olga")
        // Here, and in private, where nobody sees whether she still is one.
        try await chat.says("yes \(first)", as: deposed, expect: "Only this channel's operators")
        let second = try await code(.op)
        try await chat.says("crier: yes \(second)", as: deposed, in: "#news", expect: "Only this channel's operators")
        #expect(try await feeds() == 1)
        let third = try await code(.op)
        try await chat.says("yes \(third)", as: .op, expect: "Only this channel's operators")
        chat.network.makeOperator("olga", in: "#news")
        let fourth = try await code(.op)
        try await chat.says("yes \(fourth)", as: deposed, expect: "Removed")
        #expect(try await feeds() == 0)
    }

    @Test func `unsub all asks for a code`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says("!sub \(server.url("/feed")) \(server.url("/other"))", expect: "Added")
        let asked = try await chat.says("!unsub all", expect: "removes all 2 subscriptions")
        let code = try #require(asked.firstMatch(of: /yes ([0-9A-Z]+)/)?.output.1)
        try await chat.says("!yes \(code)", expect: "Removed all 2")
        try await chat.says("!feeds", expect: "Nothing is followed here")
    }

    @Test func `a feed has the name and category its follower gives it`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("A story", by: "Heise")
        try await chat.publishes("Another", by: "Daily")
        try await chat.says("!sub heise", expect: "Added Heise")
        try await chat.says("!sub daily", expect: "Added Daily")
        try await chat.says("!feed rename heise Computer stuff", expect: "Heise is called Computer stuff here now")
        try await chat.says("!feed rename daily to Paper of record", expect: "Daily is called Paper of record")
        try await chat.says("!feed move paper of record Morning", expect: "Paper of record stands in Morning")
        try await chat.says("!feeds", expect: "Computer stuff — 0 unread, Tech", "Paper of record — 0 unread, Morning")
        try await chat.says("!feed paper of record", expect: "Morning · 1 follower")
        try await chat.says("!headlines", expect: "A story — Computer stuff")
        try await chat.says("!headlines morning", expect: "Another — Paper of record")
        try await chat.says("!headlines", as: .bob, expect: "A story — Heise")
        try await chat.says("!unsub paper of record", expect: "Removed Paper of record")
        try await chat.says("!feed reset computer stuff", expect: "Heise has its own name")
        try await chat.says("!feed rename heise x", as: .bob, expect: "not followed here")
        try await chat.says("!feed rename heise x", in: "#news", expect: "operators")
        try await chat.says("!feed rename heise", expect: "feed rename <feed> to <name>")
    }

    @Test func `failing feeds show it`() async throws {
        let chat = try await Conversation()
        let feed = try await chat.publishes("A story", by: "Heise")
        try await chat.says("!sub heise", expect: "Added Heise")
        try await chat.says("!feeds broken", expect: "healthy")
        try await chat.store.recordFailure(
            feed.id,
            .serverError,
            status: 503,
            nextCheckAt: chat.clock.now.addingTimeInterval(600),
            at: chat.clock.now
        )
        try await chat.says("!feeds broken", expect: "Heise", "its host has an error")
        try await chat.says("!feed heise", expect: "Failing", "503", "next check in 10m")
        try await chat.says("!feed", expect: "1. Heise")
        try await chat.says("!feed nonsense", expect: "I know no feed")
    }

    @Test func `refresh asks what is seen here`() async throws {
        let chat = try await Conversation()
        try await chat.says("!refresh", expect: "Nothing is followed here yet")
        try await chat.publishes("A story", by: "Heise", category: "Tech")
        try await chat.publishes("Another", by: "Daily", category: "World")
        try await chat.says("!refresh", expect: "asking 2 feeds")
        try await chat.says("!refresh tech", expect: "asking 1 feed")
        try await chat.says("!refresh daily", expect: "asking 1 feed")
        try await chat.says("!refresh nonsense", expect: "no category or feed")
    }

    @Test func `quotas of subscriptions hold`() async throws {
        let chat = try await Conversation(quotas: .init(subscriptions: 1, alerts: 1, schedules: 1))
        let server = try server()
        try await chat.says("!sub \(server.url("/feed"))", expect: "Added")
        try await chat.says("!sub \(server.url("/other"))", expect: "That is the limit: 1 subscription")
    }
}

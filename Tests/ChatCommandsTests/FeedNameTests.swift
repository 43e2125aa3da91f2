import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// The names that followers give to feeds, and the feeds that share a site.
@Suite(.timed) struct FeedNameTests {
    static let places: [(kind: NetworkKind, language: String)] = [
        (.irc, "en"), (.irc, "zh-Hans"), (.matrix, "en"), (.matrix, "zh-Hans"),
    ]

    private func chat(_ place: (kind: NetworkKind, language: String)) async throws -> Conversation {
        let chat = try await Conversation(kind: place.kind)
        _ = await chat.replies("set lang \(place.language)")
        return chat
    }

    private func town() throws -> LocalWebServer {
        let server = try LocalWebServer()
        for (path, title) in [("/news", "Town News"), ("/sport", "Town Sport")] {
            let document =
                "<rss version=\"2.0\"><channel><title>\(title)</title>"
                + "<item><title>\(title) story</title><link>https://story.example\(path)</link></item></channel></rss>"
            server.respond(to: path) { _ in .ok(document) }
        }
        server.respond(to: "/") { _ in
            .ok(
                """
                <html><head><link rel="alternate" type="application/rss+xml" title="News" href="/news">
                <link rel="alternate" type="application/rss+xml" title="Sport" href="/sport"></head></html>
                """,
                headers: [("Content-Type", "text/html")]
            )
        }
        return server
    }

    @Test(arguments: places)
    func `a name before the address is the feed's name, as other bots want it`(
        place: (kind: NetworkKind, language: String)
    ) async throws {
        let chat = try await chat(place)
        let server = try town()
        defer { server.stop() }
        let url = server.url("/news")
        let unsub = place.language == "en" ? "unsub" : "退订"
        try await chat.says("!rss add gazette \(url)", expect: "gazette", "\(unsub) gazette")
        try await chat.says("!feeds", expect: "1. gazette")
        try await chat.says("!headlines", expect: "Town News story", "— gazette")
        try await chat.says("!rss remove gazette", expect: "gazette")
        try await chat.says("!sub gazette \(url)", expect: "\(unsub) gazette")
        try await chat.says("!unsub gazette", expect: "gazette")
        try await chat.says("!sub \(url) as \"Town Gazette\" in Local", expect: "\(unsub) \"Town Gazette\"")
        try await chat.says("!feeds", expect: "1. Town Gazette", "Local")
        try await chat.says("!sub \(url) as Paper", expect: "Paper")
        try await chat.says("!feeds", expect: "1. Paper")
    }

    @Test func `a known feed before an address is no name for it`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("A story", by: "Heise")
        let server = try town()
        defer { server.stop() }
        try await chat.says("!sub heise \(server.url("/news"))", expect: "Added Heise", "Added Town News")
        try await chat.says("!sub one two \(server.url("/sport"))", expect: "no feed “one two”", "Added Town Sport")
        try await chat.says("!sub heise \(server.url("/news")) as Both", expect: "It goes like this: sub")
        try await chat.says("!rss add gazette", expect: "I know no feed “gazette”")
    }

    /// The default selection has papers whose names have several words; Alice follows none.
    private func papers() async throws -> Conversation {
        let chat = try await Conversation()
        let names = ["Ledger Post", "Orbit Review", "Circuit Daily", "Health & Science", "Something Every Day"]
        let papers = names.enumerated().map { index, name in
            FeedDescription(url: "https://paper\(index).example/feed", name: name, category: "Papers")
        }
        try await chat.store.saveDefaultSelection(papers, at: chat.clock.now)
        for paper in papers {
            let feed = try await chat.store.ensureFeed(paper, at: chat.clock.now)
            _ = try await chat.store.sampleRefresh(feed, [.sample("Story of \(paper.url)")], at: chat.clock.now)
        }
        return chat
    }

    @Test(arguments: [
        ("today", "means a time"), ("week", "means a time"), ("Quiz", "one of my commands"),
        ("off", "one of my commands"), ("Technology", "category or smart feed"), ("7", "is a number"),
        ("seven", "is a number"), ("Orbit Review", "Another feed here is called"), ("!!", "has no letters"),
    ])
    func `a feed is given no name that means something else`(name: String, reason: String) async throws {
        let chat = try await papers()
        try await chat.says("sub Ledger Post as \(name)", expect: reason)
        try await chat.says("feeds", expect: "default selection")
        try await chat.says("sub Ledger Post", expect: "Added Ledger Post")
        try await chat.says("feed rename Ledger Post to \(name)", expect: reason)
        try await chat.says("feeds", expect: "1. Ledger Post")
    }

    @Test func `its own name stays allowed, whatever it is`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("A story", by: "Today")
        try await chat.says("sub \"Today\" as Today", expect: "Added Today")
        try await chat.says("feed rename Today to Ledger", expect: "Ledger")
        try await chat.says("feed rename Ledger to Today", expect: "is called Today here now")
    }

    @Test func `commas and joining words divide a line, and the longest known name counts`() async throws {
        let chat = try await papers()
        let both = try await chat.says("sub Ledger Post, Orbit Review", expect: "Added Ledger Post", "Added Orbit")
        #expect(!both.contains("I know no feed"))
        try await chat.says("sub Circuit Daily & Health & Science", expect: "Added Circuit Daily", "Added Health &")
        try await chat.says("feeds", expect: "4 feeds")
        try await chat.says("sub Ledger Post、Nothing At All", expect: "Ledger Post is already", "“Nothing At All”")
        let unknown = try await chat.says("sub Legder Pots, Orbit Review", expect: "Orbit Review is already")
        #expect(unknown.components(separatedBy: "I know no feed").count == 2, "\(unknown)")
    }

    @Test func `behind every stands a length of time, but in a known name`() async throws {
        let chat = try await papers()
        try await chat.says("sub Ledger Post every banana", expect: "I cannot read “banana” as a length of time")
        try await chat.says("sub Ledger Post every", expect: "as a length of time")
        try await chat.says("feeds", expect: "default selection")
        try await chat.says("sub Something Every Day", expect: "Added Something Every Day")
    }

    @Test(arguments: ["as", "in", "to"])
    func `a word that something must follow is no name of a feed`(word: String) async throws {
        let chat = try await papers()
        try await chat.says("sub Ledger Post \(word)", expect: "It goes like this: sub")
        try await chat.says("feeds", expect: "default selection")
    }

    @Test func `a feed that is named at once names one way back`() async throws {
        let chat = try await papers()
        let answer = try await chat.says("sub Ledger Post as Pier", expect: "Added Pier", "To undo: unsub Pier")
        #expect(answer.components(separatedBy: "To undo:").count == 2, "\(answer)")
    }

    @Test func `what a line changes of a followed feed is said, with its undo`() async throws {
        let chat = try await papers()
        try await chat.says("sub Ledger Post", expect: "Added Ledger Post")
        let same = try await chat.says("sub Ledger Post", expect: "Ledger Post is already followed, to you.")
        #expect(!same.contains("Changed"))
        try await chat.says(
            "sub Ledger Post in Money as Nice",
            expect: "Ledger Post is already followed, to you. Changed:",
            "its name is Nice now",
            "it stands in Money now",
            "To undo: undo"
        )
        try await chat.says("feeds", expect: "Nice", "Money")
        try await chat.says("undo", expect: "Taken back: sub Ledger Post")
        #expect(try await !chat.says("feeds", expect: "Ledger Post").contains("Money"))
        try await chat.says("pause Ledger Post", expect: "Paused")
        try await chat.says("sub Ledger Post", expect: "it is not paused any more")
    }

    @Test(arguments: places)
    func `a site with several feeds keeps the name for the one that is chosen`(
        place: (kind: NetworkKind, language: String)
    ) async throws {
        let chat = try await chat(place)
        let server = try town()
        defer { server.stop() }
        let (offer, undo) =
            place.language == "en" ? ("sub 1 as gazette", "unsub gazette") : ("订阅 1 作为 gazette", "退订 gazette")
        try await chat.says("!rss add gazette \(server.url("/"))", expect: "2. Sport", offer)
        try await chat.says(offer, expect: undo)
    }

    @Test(arguments: places)
    func `a site of which one feed is followed offers the other`(
        place: (kind: NetworkKind, language: String)
    ) async throws {
        let chat = try await chat(place)
        let server = try town()
        defer { server.stop() }
        let offer = place.language == "en" ? "sub 1" : "订阅 1"
        try await chat.says("!sub \(server.url("/news"))", expect: "Town News")
        for typed in ["127.0.0.1", server.url("/")] {
            let answer = try await chat.says("!sub \(typed)", expect: "Town News", "1. Sport", offer)
            #expect(!answer.contains("2. "))
        }
        try await chat.says("!sub 1", expect: "Town Sport")
        let both = try await chat.says("!sub \(server.url("/"))", expect: "Town News", "Town Sport")
        #expect(!both.contains("1. "))
        let name = try await chat.says("!sub Town News", expect: "Town News")
        #expect(!name.contains("1. "))
    }

    @Test(arguments: places)
    func `a room does not hear what somebody calls their feed`(
        place: (kind: NetworkKind, language: String)
    ) async throws {
        let chat = try await chat(place)
        let server = try town()
        defer { server.stop() }
        _ = await chat.replies("crier: set room lang \(place.language)", as: .op, in: "#news")
        try await chat.says("!sub \(server.url("/news")) as Hush", expect: "Hush")
        for path in ["/news", "/"] {
            let told = try await chat.says("!sub \(server.url(path)) to dm", in: "#news", expect: "Town News")
            #expect(!told.contains("Hush"), "\(told)")
            try await chat.says("!sub \(server.url(path))", expect: "Hush")
        }
        // The room's own name is everybody's.
        try await chat.says("!sub \(server.url("/news")) as Ours", as: .op, in: "#news", expect: "Ours")
        try await chat.says("!sub \(server.url("/news"))", as: .op, in: "#news", expect: "Ours")
    }

    @Test(arguments: places)
    func `a feed's new name is shown wherever the feed is named`(
        place: (kind: NetworkKind, language: String)
    ) async throws {
        let chat = try await chat(place)
        try await chat.publishes("A story", by: "Heise")
        _ = await chat.replies("!sub heise")
        _ = await chat.replies("!feed rename heise Ticker")
        chat.clock.advance(by: 60)
        try await chat.publishes("A new story", by: "Heise", hoursAgo: 0)
        for line in [
            "!headlines", "!headlines Ticker", "!news", "!digest week", "!digest Ticker", "!unread", "!feeds",
            // Before the story is read.
            "!readall Ticker", "!read 1",
            "!feed Ticker", "!why 1", "!history", "!save 1", "!saved", "!preview Ticker", "!sub Ticker", "!export opml",
            "!feed every Ticker 2h", "!pause Ticker", "!resume Ticker", "!mute Ticker", "!mute list", "!unmute Ticker",
            "!feed clear Ticker", "!unsub Ticker",
        ] {
            let answer = await chat.replies(line).map { plain($0.message.body) }.joined(separator: "\n")
            let shown = answer.replacing("https://heise.example", with: "")
            #expect(!shown.contains("Heise"), "\(line) → \(answer)")
            let isNamed = !["!save 1"].contains(line)
            #expect(shown.contains("Ticker") || !isNamed, "\(line) → \(answer)")
        }
        try await chat.says("!headlines", as: .bob, expect: "Heise")
    }

    @Test(arguments: places)
    func `a preview says nothing wrong about dates`(place: (kind: NetworkKind, language: String)) async throws {
        let chat = try await chat(place)
        let server = try LocalWebServer()
        let item = { @Sendable (title: String, date: String) in "<item><title>\(title)</title>\(date)</item>" }
        let dated = item("Dated", "<pubDate>Tue, 24 Nov 2026 07:00:00 GMT</pubDate>")
        server.respond(to: "/one") { _ in
            .ok("<rss version=\"2.0\"><channel><title>One</title>\(dated)</channel></rss>")
        }
        server.respond(to: "/none") { _ in
            .ok("<rss version=\"2.0\"><channel><title>None</title>\(item("A", ""))\(item("B", ""))</channel></rss>")
        }
        let noDates = place.language == "en" ? "gives no dates" : "没有注明日期"
        let one = try await chat.says("!preview \(server.url("/one"))", expect: "Dated")
        #expect(!one.contains(noDates), "\(one)")
        try await chat.says("!preview \(server.url("/none"))", expect: noDates)
        // The stored feed, too: when its entries were first seen is no date of theirs.
        _ = await chat.replies("!sub \(server.url("/none"))")
        chat.clock.advance(by: 600)
        let stored = try await chat.says("!preview \(server.url("/none"))", expect: noDates)
        #expect(!stored.contains("ago") && !stored.contains("前"), "\(stored)")
    }
}

import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// A small catalogue whose feeds a local server holds.
struct TestCatalogue {
    let server: LocalWebServer
    let sources: SourceCatalogue

    init() throws {
        let server = try LocalWebServer()
        self.server = server
        func document(_ title: String, _ count: Int, hoursApart: Int = 2) -> String {
            let items = (0..<count).map { index in
                let date = Date.sampleNow.addingTimeInterval(-Double(index * hoursApart + 1) * 3_600)
                return """
                    <item><title>\(title) story \(index + 1)</title><link>\(server.url("/\(title)\(index)"))</link>
                    <description>A summary nobody asked for.</description>
                    <pubDate>\(date.formatted(.iso8601))</pubDate></item>
                    """
            }
            return "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>"
        }
        for (path, title) in [("/world", "Globe"), ("/tech", "Circuits"), ("/kick", "Kickoff"), ("/monde", "Monde")] {
            let text = document(title, 8)
            server.respond(to: path) { _ in .ok(text) }
        }
        server.respond(to: "/") { _ in
            .ok(
                """
                <html><head><link rel="alternate" type="application/rss+xml" title="World" href="/world">
                <link rel="alternate" type="application/rss+xml" title="Tech" href="/tech"></head></html>
                """,
                headers: [("Content-Type", "text/html")]
            )
        }
        server.respond(to: "/Kickoff0") { _ in
            let words = "This is what nobody asked for, and it must not be shown. "
            return .ok(
                "<html><body><article><h1>Kickoff</h1><p>\(String(repeating: words, count: 40))</p></article></body></html>",
                headers: [("Content-Type", "text/html")]
            )
        }
        // The server lives as long as its answers, whoever holds the catalogue.
        server.respond(to: "/alive") { _ in .ok(server.url("/")) }
        func source(
            _ id: String,
            _ name: String,
            _ category: String,
            _ more: (inout CatalogueSource) -> Void = { _ in }
        )
            -> CatalogueSource
        {
            var source = CatalogueSource(
                id: id,
                name: name,
                url: server.url("/\(id)"),
                homePageURL: "https://www.\(id).example/",
                iconURL: "https://www.\(id).example/favicon.ico",
                category: category,
                sign: "📰",
                descriptions: ["en": "The \(name) paper.", "zh-Hans": "\(name)报。"]
            )
            more(&source)
            return source
        }
        sources = SourceCatalogue(
            [
                source("world", "Globe World", "News") { ($0.aliases, $0.isDefault) = (["globe"], true) },
                source("monde", "Monde", "News") { ($0.region, $0.country, $0.language) = ("Europe", "FR", "fr") },
                source("tech", "Circuits", "Technology") { $0.descriptions["en"] = "Chips and malware." },
                source("kick", "Kickoff", "Sports") { ($0.subcategory, $0.isTitlesOnly) = ("Soccer", true) },
            ],
            absent: [AbsentSource(name: "Old Wire", aliases: ["wire"], reasons: ["en": "It closed its feeds."])]
        )
    }
}

@Suite(.timed) struct CatalogueCommandTests {
    private func chat() async throws -> (Conversation, TestCatalogue) {
        let catalogue = try TestCatalogue()
        return (try await Conversation(sources: catalogue.sources), catalogue)
    }

    @Test func `the catalogue is listed by category, with what each source is and what to type next`() async throws {
        let (chat, _) = try await chat()
        try await chat.says(
            "!sources",
            expect: "4 sources",
            "News (2), Technology (1), Sports (1)",
            "1. 📰 Globe World (world) — The Globe World paper. World · English",
            "2. 📰 Monde (monde)",
            "France · French",
            "preview 1",
            "sub 1"
        )
        let zh = try await chat.says("set lang zh-Hans", expect: "中文")
        #expect(!zh.isEmpty)
        try await chat.says("sources", expect: "新闻（2）、科技（1）、体育（1）", "Monde报。", "法国 · 法语")
    }

    @Test func `a large catalogue begins with some of each category, and the others wait for more`() async throws {
        let sources = (1...40).map { number in
            CatalogueSource(
                id: "s\(number)",
                name: "Source \(number)",
                url: "https://s\(number).example/feed",
                category: number <= 30 ? "News" : "Sports",
                sign: "",
                descriptions: ["en": "A paper."]
            )
        }
        let chat = try await Conversation(kind: .mail, sources: SourceCatalogue(sources))
        let first = try await chat.says(
            "sources",
            expect: "40 sources",
            "News (30), Sports (10)",
            "sources news",
            "3. Source 3",
            "4. Source 31",
            "(34 more: more)"
        )
        #expect(first.components(separatedBy: ". Source").count == 7)
        try await chat.says("more", expect: "7. Source 4", "40. Source 40")
    }

    @Test(arguments: [
        ("technology", "Circuits"), ("tech", "Circuits"), ("europe", "Monde"), ("France", "Monde"), ("french", "Monde"),
        ("fr", "Monde"), ("soccer", "Kickoff"), ("news europe", "Monde"), ("français", "Monde"),
    ])
    func `a category, place or language narrows it down`(words: String, name: String) async throws {
        let (chat, _) = try await chat()
        let answer = try await chat.says("!sources \(words)", expect: "1. 📰 \(name)")
        #expect(!answer.contains("2. "), "\(answer)")
        if words == "news europe" { #expect(answer.contains("News, Europe: 1 source")) }
    }

    @Test func `discover finds by topic, and suggests what is not followed`() async throws {
        let (chat, _) = try await chat()
        try await chat.says("!discover malware", expect: "1 source for “malware”", "1. 📰 Circuits")
        try await chat.says("!discover football soccer", expect: "Kickoff")
        try await chat.says("!discover gardening", expect: "no source for “gardening”", "News, Technology, Sports")
        try await chat.says("!discover", expect: "1. 📰 Globe World", "discover science")
        try await chat.says("!sub globe", expect: "Added Globe World")
        let rest = try await chat.says("!discover", expect: "Circuits")
        #expect(!rest.contains("Globe World"))
        try await chat.says("!sources news", expect: "Globe World", "followed")
        try await chat.says("!discover old wire", expect: "Old Wire is not in the catalogue. It closed its feeds.")
    }

    @Test func `a preview shows titles, ages and rhythm, and keeps nothing`() async throws {
        let (chat, catalogue) = try await chat()
        let answer = try await chat.says(
            "!preview world",
            expect: "Globe World",
            "The Globe World paper. About 12 stories a day.",
            "- Globe story 1 — 1h ago — \(catalogue.server.url("/Globe0"))",
            "- Globe story 5",
            "sub world"
        )
        #expect(!answer.contains("story 6"))
        #expect(try await chat.store.allFeeds().isEmpty)
        #expect(catalogue.server.requests(to: "/world").count == 1)
        try await chat.says("!yes", in: nil, expect: "Added Globe World (8 stories)")
        try await chat.says("!preview world", expect: "Globe story 1", "You follow it", "headlines Globe World")
        // The subscription asked once more; a preview of what is polled asks nobody.
        #expect(catalogue.server.requests(to: "/world").count == 2)
        try await chat.says("!preview \(catalogue.server.url("/"))", expect: "I found 2 feeds", "1. World", "sub 1")
        try await chat.says("!preview 2", expect: "Circuits story 1")
        try await chat.says(
            "!preview \(catalogue.server.url("/nothing"))",
            expect: "404",
            "Its site has 2 feeds",
            "2. Tech"
        )
        try await chat.says("!preview", expect: "preview <name|address|site|number>")
    }

    @Test func `sources are followed by id, alias, name and number, several in one line`() async throws {
        let (chat, catalogue) = try await chat()
        try await chat.says("!sub globe, Kickoff", expect: "Added Globe World", "Added Kickoff")
        try await chat.says("!feeds", expect: "Globe World — 0 unread, News", "Kickoff")
        let feed = try #require(try await chat.store.feed(url: catalogue.server.url("/world")))
        #expect(feed.iconURL == "https://www.world.example/favicon.ico")
        #expect(feed.homePageURL == "https://www.world.example/" && feed.language == "en")
        try await chat.says("!sources", expect: "4 sources")
        try await chat.says("!sub 2 3", expect: "Added Monde", "Added Circuits")
        try await chat.says("!sub 9", expect: "no number 9")
        try await chat.says("!sub globe world", expect: "Globe World is already followed")
        try await chat.says("!headlines tech", expect: "Circuits story 1")
        try await chat.says("!headlines 1 Sports", expect: "Kickoff story")
        try await chat.says("!headlines globe", expect: "Globe story 1")
        try await chat.says("!feed world", expect: "Globe World")
        try await chat.says("!unsub globe kick", expect: "Removed", "Globe World", "Kickoff")
    }

    @Test func `numbers mean the newest list`() async throws {
        let (chat, catalogue) = try await chat()
        try await chat.says("!sub \(catalogue.server.url("/"))", expect: "1. World", "2. Tech")
        try await chat.says("!sources sports", expect: "1. 📰 Kickoff")
        try await chat.says("!sub 1", expect: "Added Kickoff")
        try await chat.says("!sub 1", as: .bob, expect: "no numbered list", "sources")
    }

    @Test func `near names, hosts and schemes are suggested`() async throws {
        let (chat, catalogue) = try await chat()
        try await chat.says("!sub mondee", expect: "I know no feed “mondee”", "sub Monde")
        try await chat.says("!sub htps://kick.example/feed", expect: "Did you mean sub https://kick.example/feed?")
        try await chat.says("!sub wire", expect: "Old Wire is not in the catalogue")
        try await chat.says(
            "!sub http://127.0.0.11/some/feed",
            expect: "its host does not answer",
            "Did you mean sub http://127.0.0.1/some/feed?"
        )
        try await chat.says("!sub kickexample", expect: "Did you mean sub kick.example?")
        try await chat.says(
            "!sub \(catalogue.server.url("/nothing/feed"))",
            expect: "I did not add",
            "404",
            "Its site has 2 feeds:",
            "1. World"
        )
        try await chat.says("!sub 2", expect: "Added Circuits")
    }

    @Test func `addresses typed alone in private are offers, misspelt ones too`() async throws {
        let (chat, catalogue) = try await chat()
        try await chat.says("htp://kick.example/feed", expect: "Did you mean https://kick.example/feed?", "yes")
        try await chat.says("www.kick.example", expect: "Shall I follow www.kick.example?")
        try await chat.says("htp://kick.example/feed", in: "#news")
        let two = "\(catalogue.server.url("/world")) \(catalogue.server.url("/tech"))"
        try await chat.says(two, expect: "these 2 addresses", "1. http", "2. http", "sub 1")
        try await chat.says("sub 2", expect: "Added Circuits")
    }

    @Test func `one person's looking around is limited`() async throws {
        let catalogue = try TestCatalogue()
        let chat = try await Conversation(
            rates: .init(personBurst: 1_000, roomBurst: 1_000, fetchBurst: 3, fetchesPerMinute: 1),
            sources: catalogue.sources
        )
        for _ in 0..<3 { try await chat.says("!preview world", expect: "Globe story 1") }
        try await chat.says("!preview world", expect: "a lot of sites")
        try await chat.says("!sub world", expect: "a lot of sites")
        try await chat.says("!preview world", as: .bob, expect: "Globe story 1")
        chat.clock.advance(by: 60)
        try await chat.says("!sub world", expect: "Added Globe World")
    }

    @Test func `what limits reuse is title and link everywhere`() async throws {
        let (chat, catalogue) = try await chat()
        try await chat.store.saveTitlesOnlyHosts(catalogue.sources.titlesOnlyHosts)
        try await chat.says("!sub kick", expect: "Added Kickoff")
        for line in ["!headlines", "read 1", "!digest today", "!digest today as html", "!news"] {
            let answer = try await chat.says(line, expect: "Kickoff story 1")
            #expect(!answer.contains("nobody asked for"), "\(line): \(answer)")
        }
        try await chat.says("read 1", expect: "title and link only", catalogue.server.url("/Kickoff0"))
        #expect(catalogue.server.requests(to: "/Kickoff0").isEmpty)
    }
}

@Suite(.timed) struct AddressRepairTests {
    @Test(arguments: [
        ("htps://a.example/x", "https://a.example/x"), ("http//a.example", "https://a.example"),
        ("https:a.example", "https://a.example"), ("ttps://a.example", "https://a.example"),
        ("https;//a.example", "https://a.example"), ("http:/a.example/f", "https://a.example/f"),
        ("https://www,a,example/f", "https://www.a.example/f"), ("wwwbbc.com", "https://www.bbc.com"),
        ("http:\\\\a.example", "https://a.example"),
    ])
    func `a typing error is repaired`(typed: String, meant: String) {
        #expect(AddressRepair.corrected(typed) == meant)
    }

    @Test(arguments: [
        "https://a.example/x,y", "http://a.example", "a.example", "ftp://a.example", "hello", "htps://", "", "::::",
        "note: a.b",
        "version 1.2", "www.example.org", "hots", "http", "https://",
    ])
    func `what is right or no address stays`(typed: String) {
        #expect(AddressRepair.corrected(typed) == nil)
    }

    @Test func `words are not hosts`() {
        for word in ["help", "1.5", "e.g.", "...", "a..b", "news", "3.14", "x.1"] {
            #expect(!AddressRepair.looksLikeAddress(word), "\(word)")
        }
        for word in ["bbc.com", "www.example.org/feed", "https://x", "例え.jp"] {
            #expect(AddressRepair.looksLikeAddress(word), "\(word)")
        }
    }
}

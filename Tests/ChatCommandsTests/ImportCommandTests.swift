import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct ImportCommandTests {
    private func server() throws -> LocalWebServer {
        let server = try LocalWebServer()
        let feed =
            "<rss version=\"2.0\"><channel><title>Own title</title><item><title>One</title></item></channel></rss>"
        server.respond(to: "/a") { _ in .ok(feed) }
        let list = """
            <opml version="2.0"><head><title>Mine</title></head><body>
            <outline text="Tech"><outline type="rss" text="My feed" xmlUrl="\(server.url("/a"))"/>
            <outline type="rss" text="Further" xmlUrl="\(server.url("/b"))" htmlUrl="https://b.example/"/></outline>
            <outline text="Loose" xmlUrl="\(server.url("/c"))"/>
            <outline text="Local" xmlUrl="file:///etc/passwd"/>
            </body></opml>
            """
        server.respond(to: "/list.opml") { _ in .ok(list) }
        server.respond(to: "/empty.opml") { _ in .ok("<opml version=\"2.0\"><body></body></opml>") }
        return server
    }

    @Test func `a list is followed with its folders and names, unseen`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says(
            "!import \(server.url("/list.opml"))",
            expect: "Added 3 feeds, to you",
            "1 was not added:",
            "1. Local — not an address of the web",
            "tell you once",
            "feeds"
        )
        #expect(server.requests.map(\.path) == ["/list.opml"])
        try await chat.says("!feeds", expect: "My feed — 0 unread, Technology", "Further", "Loose")
        try await chat.says("!feed my feed", expect: server.url("/a"))
        try await chat.says(
            "!import \(server.url("/list.opml"))",
            expect: "Added 0 feeds",
            "3 were followed already",
            "All that is followed"
        )
    }

    @Test func `an export is private and comes back the same`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says("!export opml", expect: "nothing to export")
        try await chat.says("!import \(server.url("/list.opml"))", expect: "Added 3")
        let replies = await chat.replies("!export opml", in: nil)
        #expect(replies.allSatisfy { $0.address == Identity.sample("alice").address })
        let text = replies.map { plain($0.message.body) }.joined(separator: "\n")
        let start = try #require(text.range(of: "<?xml"))
        let end = try #require(text.range(of: "</opml>"))
        let exported = String(text[start.lowerBound..<end.upperBound])
        // The folder Tech is the category Technology.
        #expect(exported.contains("<outline text=\"Technology\" title=\"Technology\">"))
        #expect(exported.contains("type=\"rss\" text=\"My feed\""))
        server.respond(to: "/back.opml") { _ in .ok(exported) }
        try await chat.says("!import \(server.url("/back.opml"))", as: .bob, expect: "Added 3 feeds")
        try await chat.says("!feeds", as: .bob, expect: "My feed — 0 unread, Tech", "Loose", "Further")
        try await chat.says("!export", expect: "export opml")
        let room = await chat.replies("!export opml mine", in: "#news")
        #expect(room.map(\.address.kind) == [.person, .person, .room])
    }

    @Test func `a long export comes page by page where every line is a message`() async throws {
        let chat = try await Conversation()
        let many = (1...40).map { "https://host\($0).example/feed" }.joined(separator: " ")
        try await chat.says("!import \(many)", expect: "Added 40 feeds")
        var lines: [String] = []
        var answer = await chat.replies("!export opml").map { plain($0.message.body) }.joined(separator: "\n")
        for _ in 0..<10 {
            lines += answer.split(separator: "\n").map(String.init).filter { $0.contains("<") || $0.contains(">") }
            guard answer.contains("more") else { break }
            answer = try await chat.says("more", expect: "<")
        }
        #expect(lines.count { $0.contains("xmlUrl") } == 40)
        #expect(lines.last == "</opml>")
        let terminal = try await Conversation(kind: .console)
        try await terminal.says("!import \(many)", expect: "Added 40 feeds")
        try await terminal.says("!export opml", expect: "<?xml", "host40.example", "</opml>")
    }

    @Test func `folders and names of a list are checked like those that are typed`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says("smart add climate = heat", expect: "Added climate")
        for number in 1...30 { try await chat.says("category add Theme no\(number)", expect: "Added") }
        let folders = ["7", "today", "quiz", "climate", "Sports", "theme no1", "Local"]
        let outlines = folders.enumerated().map { index, folder in
            let url = server.url("/\(index)")
            return "<outline text=\"\(folder)\"><outline text=\"Feed of \(folder)\" xmlUrl=\"\(url)\"/></outline>"
        }
        let named = ["Climate", "12", "Technology"].enumerated().map { index, name in
            "<outline text=\"\(name)\" xmlUrl=\"\(server.url("/named\(index)"))\"/>"
        }
        let list = "<opml version=\"2.0\"><body>\((outlines + named).joined())</body></opml>"
        server.respond(to: "/names.opml") { _ in .ok(list) }
        try await chat.says(
            "!import \(server.url("/names.opml"))",
            expect: "Added 10 feeds",
            "5 folders are no categories here",
            "7, today, quiz, climate, Local",
            "3 names mean something else here",
            "Climate, 12, Technology"
        )
        let categories = try await chat.says("category", expect: "Sports — 1 feed", "Theme no1 — 1 feed")
        for name in ["7 —", "today —", "quiz —", "climate —", "Local —"] {
            #expect(!categories.contains(" \(name)"), "\(categories)")
        }
        try await chat.says("category delete Theme no2", expect: "Deleted")
        try await chat.says("unsub Feed of Local", expect: "Removed")
        try await chat.says("!import \(server.url("/names.opml"))", expect: "Added 1 feed", "4 folders are no")
        try await chat.says("category", expect: "Local — 1 feed")
    }

    @Test func `limits are kept and told`() async throws {
        let chat = try await Conversation(quotas: .init(subscriptions: 2, alerts: 1, schedules: 1))
        let server = try server()
        try await chat.says(
            "!import \(server.url("/list.opml"))",
            expect: "Added 2 feeds",
            "2 were not added",
            "2. Loose — the limit of 2 subscriptions is reached"
        )
    }

    @Test func `why many were not added is said once, with the first of them and how many`() async throws {
        let chat = try await Conversation(quotas: .init(subscriptions: 20, alerts: 1, schedules: 1))
        let many = (1...120).map { "https://host\($0).example/feed" }.joined(separator: " ")
        let answer = try await chat.says("!import \(many)", expect: "Added 20 feeds", "100 were not added")
        #expect(answer.components(separatedBy: "the limit of 20 subscriptions is reached").count == 2, "\(answer)")
        #expect(answer.contains("https://host25.example/feed and 95 more — the limit"), "\(answer)")
        #expect(!answer.contains("host26.example"))
    }

    @Test func `more addresses than are followed one by one are imported as a list`() async throws {
        let chat = try await Conversation()
        let many = (1...12).map { "https://host\($0).example/feed" }.joined(separator: " ")
        try await chat.says("!import \(many)", expect: "Added 12 feeds")
        try await chat.says("!sub 1-12", expect: "no numbered list")
    }

    @Test func `what is no list says so, and a feed is followed like any other`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says("!import \(server.url("/a"))", expect: "Added Own title")
        try await chat.says("!import \(server.url("/empty.opml"))", expect: "holds no feeds")
        try await chat.says("!import \(server.url("/nothing"))", expect: "could not read a list", "404")
        try await chat.says("!import http://10.1.2.3/x.opml", expect: "I fetch from public servers only")
        try await chat.says("!import", expect: "import <address of an OPML list>")
        let many = (1...30).map { "https://host\($0).example/feed" }.joined(separator: " ")
        try await chat.says("!import \(many) nonsense", expect: "Added 30 feeds", "1. nonsense")
    }

    @Test func `by mail a list may be attached`() async throws {
        let chat = try await Conversation(kind: .mail)
        try await chat.says("import", expect: "import <address of an OPML list>", "Or attach the OPML file")
    }

    @Test func `a channel's list is its operators' business`() async throws {
        let chat = try await Conversation()
        let server = try server()
        let line = "!import \(server.url("/list.opml"))"
        try await chat.says(line, in: "#news", expect: "operators", "to dm")
        try await chat.says(line, as: .op, in: "#news", expect: "Added 3 feeds, to #news")
        try await chat.says(line, as: .guest, expect: "NickServ")
    }

    @Test func `a file that somebody sends is imported by the same rules`() async throws {
        let chat = try await Conversation(kind: .matrix, quotas: .init(subscriptions: 2, alerts: 1, schedules: 1))
        let urls = ["https://one.example/feed", "https://two.example/feed", "https://three.example/feed", "ftp://four"]
        let outlines = urls.map { "<outline type=\"rss\" text=\"A\" xmlUrl=\"\($0)\"/>" }.joined()
        let list = "<opml version=\"2.0\"><body>\(outlines)</body></opml>"
        let file = AttachedFile(name: "my <feeds>.opml", address: "mxc://hs.test/list")
        chat.network.setFile(file.address, .contents(Array(list.utf8)))
        try await chat.says("import", file: file, expect: "Added 2 feeds", "2 were not added", "limit of 2")
        try await chat.says("!import", in: "#news", file: file, expect: "moderators", "import to dm")
        try await chat.says("!import", as: .op, in: "#news", file: file, expect: "Added 3 feeds, to #news")
        chat.network.setRepliedFile(file)
        try await chat.says("crier: import to dm", as: .bob, in: "#news", expect: "Added 2 feeds")
        try await chat.says("import", as: .guest, file: file, expect: "log in")
    }

    @Test(arguments: [
        (FileOutcome.contents(Array("<rss><channel/></rss>".utf8)), "is not an OPML list"),
        (.contents(Array("%PDF-1.7".utf8)), "is not an OPML list"), (.contents([]), "is not an OPML list"),
        (.contents([0xff, 0xfe, 0x00]), "is not an OPML list"),
        (.refused, "upload it here anew"), (.unavailable, "again in a moment"),
    ])
    func `a file that is no list says so`(outcome: FileOutcome, words: String) async throws {
        try await refuse(outcome, with: words)
    }

    /// No argument, because the runner would print five million bytes.
    @Test func `a file that is too large says so`() async throws {
        try await refuse(.contents(Array(repeating: 0x20, count: 5 << 20)), with: "too large: at most 4 MB")
    }

    private func refuse(_ outcome: FileOutcome, with words: String) async throws {
        let chat = try await Conversation(kind: .matrix)
        let file = AttachedFile(name: "x.opml", address: "mxc://hs.test/x")
        chat.network.setFile(file.address, outcome)
        try await chat.says("import", file: file, expect: "x.opml", words)
    }

    @Test func `removing everything offers a copy first`() async throws {
        let chat = try await Conversation()
        let server = try server()
        try await chat.says("!import \(server.url("/list.opml"))", expect: "Added 3")
        try await chat.says("!unsub all", expect: "A copy first: export opml", "yes ")
        #expect(
            try await chat.store.subscriptions(
                of: try #require(try await chat.store.profile(for: .sample("alice"))).id.recipient
            ).count == 3
        )
    }
}

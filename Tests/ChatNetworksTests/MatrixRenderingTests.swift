import Foundation
import MatrixClient
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

@Suite(.timed) struct MatrixRenderingTests {
    private let room = Address(network: "home", kind: .room, target: "!r")
    private let person = Address(network: "home", kind: .person, target: "@a:b")

    private func contents(_ message: OutgoingMessage, to address: Address? = nil) throws -> [JSONValue] {
        try MatrixRendering.parts(of: message, to: address ?? room).map { try #require(JSONValue(text: $0.payload)) }
    }

    @Test func `a question is known by its event`() throws {
        var message = OutgoingMessage(body: RichText([.paragraph(["Which?"])]))
        #expect(try contents(message).first?["chat.crier.asks"] == nil)
        message.asks = "question-1-0"
        #expect(try contents(message).first?["chat.crier.asks"]?.string == "question-1-0")
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "\" onmouseover=\"x", "<img src=x onerror=alert(1)>", "</p><h1>shout",
        "line\nbreak\u{2028}x", "\u{202e}gnp.exe", "<mx-reply>", "&lt;b&gt;", "\u{600}<script>",
        "\u{110bd}\u{110cd}<h1>",
        "@room @alice:hs.test",
    ])
    func `a title never becomes markup and pings nobody`(title: String) throws {
        let text = RichText([
            .heading(level: 1, [.text(title)]), .item(marker: "1", [.link(label: title, url: "https://a.test/?\"<>")]),
            .item(marker: "2", [.strong([.text(title)])]), .item(marker: nil, [.code(title)]), .preformatted(title),
            .footer([.emphasis([.text(title)])]), .item(marker: title, ["x"]),
        ])
        let content = try #require(try contents(OutgoingMessage(body: text)).first)
        let html = try #require(content["formatted_body"]?.string)
        let tags = html.unicodeScalars.split(separator: "<").map {
            String(String.UnicodeScalarView($0.prefix { $0 != ">" }))
        }
        let allowed: Set = [
            "h3", "/h3", "ol", "/ol", "ul", "/ul", "li", "/li", "p", "/p", "strong", "/strong", "em", "/em", "code",
            "/code", "pre", "/pre", "br", "a href=\"https://a.test/?%22%3C%3E\"", "/a",
        ]
        for tag in tags { #expect(allowed.contains(tag), "<\(tag)>") }
        #expect(content["m.mentions"] == .object([:]))
        #expect(content["body"]?.string?.contains("1. ") == true)
    }

    @Test(arguments: [
        (["1", "2"], "<ol><li>x</li><li>x</li></ol>"), (["4", "5"], "<ol start=\"4\"><li>x</li><li>x</li></ol>"),
        (["a", "b"], "<p>a. x<br>b. x</p>"), (["2", "1"], "<p>2. x<br>1. x</p>"),
        ([nil, nil], "<ul><li>x</li><li>x</li></ul>"), (["1", nil], "<p>1. x<br>• x</p>"),
        (["99999999999999999999"], "<p>99999999999999999999. x</p>"),
    ])
    func `numbers stay what they are`(markers: [String?], html: String) {
        #expect(MatrixHTML.fragment(RichText(markers.map { .item(marker: $0, ["x"]) })) == html)
    }

    @Test func `a room hears notices or messages as it wants, a person notices`() throws {
        let message = OutgoingMessage(body: .plain("x"))
        #expect(try contents(message).first?["msgtype"]?.string == "m.text")
        #expect(try contents(message, to: person).first?["msgtype"]?.string == "m.notice")
        let notice = OutgoingMessage(body: .plain("x"), asNotice: true)
        #expect(try contents(notice).first?["msgtype"]?.string == "m.notice")
    }

    @Test func `an edit has the new content, and the same behind a star for old clients`() throws {
        var message = OutgoingMessage(body: RichText([.paragraph([.strong(["New & better"])])]), asNotice: true)
        message.replaces = "$old"
        let content = try #require(try contents(message).first)
        let new = try #require(content["m.new_content"])
        #expect(new["body"] == "New & better" && new["msgtype"] == "m.notice" && new["m.mentions"] == .object([:]))
        #expect(new["formatted_body"] == "<p><strong>New &amp; better</strong></p>" && new["m.relates_to"] == nil)
        #expect(content["body"] == "* New & better" && content["m.mentions"] == .object([:]))
        #expect(content["m.relates_to"] == ["rel_type": "m.replace", "event_id": "$old"])
    }

    @Test func `what stands before the first list opens a thread for the rest`() throws {
        var message = OutgoingMessage(
            body: RichText([
                .heading(level: 1, ["Digest"]), .paragraph(["2 stories"]), .heading(level: 2, ["Feed"]),
                .item(marker: "1", ["One"]), .item(marker: "2", ["Two"]), .footer(["Made just now"]),
            ])
        )
        message.opensThread = true
        let parts = try contents(message)
        #expect(parts.map { $0["body"]?.string?.split(separator: "\n").first } == ["Digest", "Feed"])
        #expect(parts.map { $0[MatrixRendering.threadKey] != nil } == [false, true])
        message.opensThread = false
        #expect(try contents(message).count == 1)
        let plain = OutgoingMessage(body: .plain("Nothing new"))
        #expect(try contents(plain).count == 1)
    }

    @Test func `an answer stays in its thread, and outside threads answers the question`() throws {
        let question = Question(messageID: "$q", thread: "$root")
        let inThread = try #require(try contents(OutgoingMessage(body: .plain("x"), question: question)).first)
        #expect(inThread["m.relates_to"]?["rel_type"]?.string == "m.thread")
        #expect(inThread["m.relates_to"]?["event_id"]?.string == "$root")
        #expect(inThread["m.relates_to"]?["m.in_reply_to"]?["event_id"]?.string == "$q")
        let plain = OutgoingMessage(body: .plain("x"), question: Question(messageID: "$q"))
        #expect(try contents(plain).first?["m.relates_to"]?["rel_type"] == nil)
        #expect(try contents(plain).first?["m.relates_to"]?["m.in_reply_to"]?["event_id"]?.string == "$q")
    }

    @Test func `a long message is several events, none larger than the server takes, and nothing is missing`() throws {
        let blocks = (0..<3_000).map {
            RichText.Block.paragraph([.text("Paragraph \($0) " + String(repeating: "ä", count: 20))])
        }
        let text = RichText(blocks + [.paragraph([.text(String(repeating: "word ", count: 30_000))])])
        let contents = try contents(OutgoingMessage(body: text))
        #expect(contents.count > 4)
        for content in contents { #expect(content.text.utf8.count < 60_000) }
        let body = contents.compactMap { $0["body"]?.string }.joined(separator: "\n")
        let numbers = body.components(separatedBy: "Paragraph ").dropFirst().map { Int($0.prefix { $0 != " " }) }
        #expect(numbers == Array(0..<3_000))
        #expect(body.components(separatedBy: "word").count == 30_001)
    }

    @Test func `equal messages are equal bytes`() {
        let message = OutgoingMessage(body: .plain("x"), question: Question(messageID: "$q", thread: "$t"))
        #expect(MatrixRendering.parts(of: message, to: room) == MatrixRendering.parts(of: message, to: room))
    }
}

@Suite(.timed) struct MatrixOptionsTests {
    private func options(_ rule: MatrixNetworkOptions.InvitationRule) -> MatrixNetworkOptions {
        var options = MatrixNetworkOptions(
            name: "home",
            homeserver: "https://hs.test",
            login: .accessToken("x"),
            sessionPath: "/nonexistent",
            vocabulary: .forTest,
            botName: "crier",
            welcome: { _ in .plain("hello") },
            cannotRead: { .plain("cannot read") }
        )
        options.invitations = rule
        options.admins = ["@boss:hs.test"]
        return options
    }

    @Test(arguments: [
        (MatrixNetworkOptions.InvitationRule.nobody, [false, false, false]), (.anyone, [true, true, true]),
        (.admins, [true, false, false]), (.only(["@a:other.test"]), [true, true, false]),
        (.only(["third.test"]), [true, false, true]), (.only(["est"]), [true, false, false]),
    ])
    func `invitations are followed by rule`(rule: MatrixNetworkOptions.InvitationRule, expected: [Bool]) {
        let users = ["@boss:hs.test", "@a:other.test", "@b:third.test"]
        #expect(users.map(options(rule).isWelcome) == expected)
    }

    @Test func `rooms are found by alias and link`() throws {
        var sync = SyncState(ownUser: "@crier:hs.test")
        let json = """
            {"next_batch":"s","rooms":{"join":{"!r:hs.test":{"timeline":{"events":[{"type":"m.room.canonical_alias",\
            "state_key":"","event_id":"$1","sender":"@a:hs.test","content":{"alias":"#news:hs.test"}}]}}}}}
            """
        _ = sync.apply(
            try #require(JSONValue(text: json).flatMap { SyncBatch($0, for: "@crier:hs.test") }),
            isFirst: true
        )
        let names = RoomNames()
        names.note("!r:hs.test", try #require(sync.rooms["!r:hs.test"]))
        for name in [
            "!r:hs.test", "#news:hs.test", "#News:hs.test", "https://matrix.to/#/#news:hs.test",
            "https://matrix.to/#/%23news%3Ahs.test?via=hs.test", "matrix:r/news:hs.test",
            "matrix:roomid/r:hs.test?via=x",
        ] {
            #expect(names.id(of: name) == "!r:hs.test", "\(name)")
        }
        #expect(names.id(of: "#other:hs.test") == "#other:hs.test")
        #expect(names.shown("!r:hs.test") == "#news:hs.test")
        for id in ["@matrix.to/#/%21r%3Ahs.test?:evil.test", "@matrix.to/#/@a%3Ahs.test?:evil.test", "!x:hs.test"] {
            #expect(names.id(of: id) == id)
        }
    }

    @Test func `an alias is the first room's that says so, and nothing else is one`() throws {
        let names = RoomNames()
        func note(_ room: String, _ alias: String?) throws {
            var sync = SyncState(ownUser: "@crier:hs.test")
            let content = alias.map { "{\"alias\":\"\($0)\"}" } ?? "{}"
            let json = """
                {"next_batch":"s","rooms":{"join":{"\(room)":{"timeline":{"events":[{"type":"m.room.canonical_alias",\
                "state_key":"","event_id":"$1","sender":"@a:hs.test","content":\(content)}]}}}}}
                """
            let batch = try #require(JSONValue(text: json).flatMap { SyncBatch($0, for: "@crier:hs.test") })
            _ = sync.apply(batch, isFirst: true)
            names.note(room, try #require(sync.rooms[room]))
        }
        try note("!r:hs.test", "#news:hs.test")
        try note("!evil:evil.test", "#news:hs.test")
        #expect(names.id(of: "#news:hs.test") == "!r:hs.test")
        try note("!r:hs.test", nil)
        try note("!evil:evil.test", "@victim:hs.test")
        #expect(names.id(of: "#news:hs.test") == "#news:hs.test")
        #expect(names.id(of: "victim") == "victim")
    }
}

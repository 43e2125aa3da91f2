import Foundation
import MailMessages
import MatrixClient
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// The icons of feeds on each network: inside a line of Matrix and mail, and nothing elsewhere.
@Suite(.timed) struct FeedIconShownTests {
    /// Gives icons of feeds 7 and 8 to one reader.
    private struct Icons: FeedIconSource {
        var reader: Address
        func icons(of feeds: [FeedID], for reader: Address) async -> [FeedID: FeedIcon] {
            guard reader == self.reader else { return [:] }
            let known = feeds.filter { [7, 8].contains($0.rawValue) }
            let icon = FeedIcon(bytes: Pictures.png(32, 32), fetchedAt: .sampleNow)
            return Dictionary(uniqueKeysWithValues: known.map { ($0, icon) })
        }
    }

    private static let seven = RichText.Span.icon(of: FeedID(rawValue: 7))
    private let text = RichText([.paragraph([Self.seven, "[Example] Comet passes"])])

    @Test func `lines, pages and documents have none`() {
        #expect(LineRendering.lines(text) == ["[Example] Comet passes"])
        #expect(LineRendering.lines(text, style: .irc) == ["[Example] Comet passes"])
        #expect(HTMLRendering.fragment(text) == "<p>[Example] Comet passes</p>\n")
        #expect(MarkdownRendering.document(text) == "\\[Example\\] Comet passes\n")
        #expect(!NetworkTraits.irc.showsIcons && !NetworkTraits.console.showsIcons)
    }

    // MARK: - Matrix

    private static let upload = "/_matrix/media/v3/upload"
    private let room = Address(network: "home", kind: .room, target: "!r")

    /// The contents of the events that readers of the room see.
    private func contents(
        _ messages: [OutgoingMessage],
        for reader: Address?,
        uploadStatus: Int = 200,
        on server: ScriptedHomeserver
    ) async throws -> [JSONValue] {
        server.web.respond(to: Self.upload) { _ in
            LocalWebServer.Response(
                status: uploadStatus,
                headers: [("Content-Type", "application/json")],
                body: .bytes(Array(#"{"content_uri":"mxc://hs.test/1"}"#.utf8))
            )
        }
        let network = try await server.network(KeptInMemory(), icons: reader.map { Icons(reader: $0) })
        let member: JSONValue = [
            "type": "m.room.member", "event_id": "$m", "sender": .string(ScriptedHomeserver.bot),
            "state_key": .string(ScriptedHomeserver.bot), "content": ["membership": "join"],
        ]
        try await network.hears(["!r": [member]], isFirst: true)
        for (number, part) in messages.flatMap({ MatrixRendering.parts(of: $0, to: room) }).enumerated() {
            #expect(await network.send(part, key: .ledger(Int64(number)), to: room) == .confirmed)
        }
        return server.calls("PUT rooms/!r/send").compactMap { JSONValue(text: $0.body) }
    }

    private let image = "<img src=\"mxc://hs.test/1\" alt=\"\" width=\"20\" height=\"20\"> "

    @Test func `on Matrix it stands in the formatted text alone, and is uploaded once`() async throws {
        let server = try ScriptedHomeserver()
        let events = try await contents(
            [OutgoingMessage(body: text), OutgoingMessage(body: text)],
            for: room,
            on: server
        )
        #expect(events.count == 2)
        for event in events {
            #expect(event["body"]?.string == "[Example] Comet passes")
            #expect(event["formatted_body"]?.string == "<p>\(image)[Example] Comet passes</p>")
        }
        #expect(server.web.requests(to: Self.upload).count == 1)
    }

    @Test func `who may not see it, or wants none, gets the text alone`() async throws {
        for reader in [Address(network: "home", kind: .room, target: "!other"), nil] {
            let server = try ScriptedHomeserver()
            let events = try await contents([OutgoingMessage(body: text)], for: reader, on: server)
            #expect(events.map { $0["formatted_body"]?.string } == ["<p>[Example] Comet passes</p>"])
            #expect(server.web.requests(to: Self.upload).isEmpty)
        }
    }

    @Test func `a homeserver that takes no files gets the texts alone, and is not asked each time`() async throws {
        let server = try ScriptedHomeserver()
        let events = try await contents(
            [OutgoingMessage(body: text), OutgoingMessage(body: text)],
            for: room,
            uploadStatus: 403,
            on: server
        )
        #expect(events.count == 2)
        for event in events { #expect(event["formatted_body"]?.string == "<p>[Example] Comet passes</p>") }
        #expect(server.web.requests(to: Self.upload).count == 1)
    }

    @Test func `an edited post has it too, and a title cannot look like one`() async throws {
        let server = try ScriptedHomeserver()
        let title = "<img data-crier-icon=\"7\"> \u{600}<img data-crier-icon=\"8\">"
        var message = OutgoingMessage(body: RichText([.paragraph([Self.seven, .text(title)])]))
        message.replaces = "$old"
        let events = try await contents([message], for: room, on: server)
        let event = try #require(events.first)
        for html in [event["formatted_body"]?.string, event["m.new_content"]?["formatted_body"]?.string] {
            let html = try #require(html)
            #expect(html.contains("<p>\(image)&lt;img data-crier-icon=&quot;7&quot;&gt;"), "\(html)")
            #expect(html.components(separatedBy: "<img").count == 2)
        }
    }

    // MARK: - Mail

    /// The digest as a mail to alice, when one reader may see the icons.
    private func mail(most: Int = 20, iconsFor reader: String = "alice@example.org") async throws -> IncomingMail {
        let source = Icons(reader: Address(network: "mail", kind: .person, target: reader))
        let alice = Address(network: "mail", kind: .person, target: "alice@example.org")
        let icons = await MailIcons(source: source, most: most)
            .enclosed([digest], for: alice, id: "7-0", domain: try MailDomain("example.org"))
        let composed = try #require(
            try MailSamples.composer().push(
                digest,
                icons: icons,
                key: .ledger(7),
                to: MailSamples.reader,
                footer: MailSamples.footer,
                at: MailSamples.time
            )
        )
        return IncomingMail(composed.bytes)
    }

    private let digest = OutgoingMessage(
        body: RichText([
            .heading(level: 2, [Self.seven, "Example (2 stories)"]),
            .item(
                marker: "1",
                [.strong([.link(label: "Comet", url: "https://a.test/1")]), " — ", Self.seven, "Example · now"]
            ),
            .heading(level: 2, [.icon(of: FeedID(rawValue: 8)), "Other (1 story)"]),
            .heading(level: 2, [.icon(of: FeedID(rawValue: 9)), "Without (1 story)"]),
        ])
    )

    @Test func `a mail encloses each feed's icon once`() async throws {
        let mail = try await mail()
        let html = try #require(mail.html)
        let seven = "<img src=\"cid:icon7.7-0@example.org\" alt=\"\" height=\"16\""
        #expect(html.components(separatedBy: seven).count == 3)
        #expect(html.contains("cid:icon8.7-0@example.org") && !html.contains("icon9"))
        #expect(html.components(separatedBy: "<img").count == 4)
        #expect(mail.plainText?.contains("Example (2 stories)") == true && mail.plainText?.contains("cid:") == false)
    }

    @Test func `no more than the operator permits, and none for others`() async throws {
        let one = try #require(try await mail(most: 1).html)
        #expect(one.contains("cid:icon7") && !one.contains("cid:icon8"))
        #expect(try await mail(most: 0).html?.contains("<img") == false)
        #expect(try await mail(iconsFor: "bob@example.org").html?.contains("<img") == false)
    }
}

import Foundation
import Logging
import MatrixClient
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// The icons of feeds on Matrix: uploaded once, inside a line, and never worth a delay.
@Suite(.timed) struct MatrixIconTests {
    private static let seven = RichText.Span.icon(of: FeedID(rawValue: 7))
    private let text = RichText([.paragraph([Self.seven, "[Example] Comet passes"])])
    private let both = OutgoingMessage(
        body: RichText([.paragraph([Self.seven, "Example, ", .icon(of: FeedID(rawValue: 8)), "Other"])])
    )
    private let image = "<img src=\"mxc://hs.test/1\" alt=\"\" width=\"20\" height=\"20\"> "
    private static let upload = "/_matrix/media/v3/upload"
    private let room = Address(network: "home", kind: .room, target: "!r")

    /// The contents of the events that readers of the room see.
    private func contents(
        _ messages: [OutgoingMessage],
        for reader: Address?,
        uploadStatus: Int = 200,
        on server: ScriptedHomeserver
    ) async throws -> [JSONValue] {
        server.web.respond(to: Self.upload) { _ in Self.answer(uploadStatus) }
        return try await contents(messages, icons: reader.map { SampleIcons(reader: $0) }, on: server)
    }

    private static func answer(
        _ status: Int,
        _ body: String = #"{"content_uri":"mxc://hs.test/1"}"#
    ) -> LocalWebServer.Response {
        LocalWebServer.Response(
            status: status,
            headers: [("Content-Type", "application/json")],
            body: .bytes(Array(body.utf8))
        )
    }

    private func contents(
        _ messages: [OutgoingMessage],
        icons: SampleIcons?,
        time: ManualTimeSource = ManualTimeSource(),
        on server: ScriptedHomeserver
    ) async throws -> [JSONValue] {
        let network = try await server.network(KeptInMemory(), time: time, icons: icons)
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

    @Test func `it stands in the formatted text alone, and is uploaded once`() async throws {
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

    @Test func `a picture that the homeserver has is not read again`() async throws {
        let server = try ScriptedHomeserver()
        server.web.respond(to: Self.upload) { _ in Self.answer(200) }
        let icons = SampleIcons(reader: room)
        let events = try await contents([1, 2, 3].map { _ in OutgoingMessage(body: text) }, icons: icons, on: server)
        #expect(events.compactMap { $0["formatted_body"]?.string }.filter { $0.contains(image) }.count == 3)
        #expect(icons.readFeeds == [FeedID(rawValue: 7)])
    }

    @Test(arguments: [(400, "M_BAD_JSON"), (403, "M_FORBIDDEN"), (413, "M_TOO_LARGE"), (413, "")])
    func `a picture that the homeserver refuses stops no other, and is not offered again`(
        status: Int,
        code: String
    ) async throws {
        let server = try ScriptedHomeserver()
        let error = code.isEmpty ? "" : "{\"errcode\":\"\(code)\"}"
        server.web.respond(to: Self.upload) { $0.body.count > 24 ? Self.answer(status, error) : Self.answer(200) }
        let icons = SampleIcons(reader: room, sizes: [7: 25, 8: 24])
        let events = try await contents([both, both], icons: icons, on: server)
        #expect(events.count == 2)
        for event in events {
            #expect(event["formatted_body"]?.string == "<p>Example, \(image)Other</p>")
        }
        #expect(server.web.requests(to: Self.upload).map(\.body.count) == [25, 24])
    }

    @Test func `a refused picture is offered again after a day`() async throws {
        let time = ManualTimeSource()
        let server = try ScriptedHomeserver()
        let uploads = UploadedPictures(
            network: "home",
            kept: KeptInMemory(),
            time: time,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let network = try await server.network(KeptInMemory(), time: time)
        let session = try #require(await network.rooms.session)
        let bytes = Pictures.png(32, 32)
        let picture = LoadedPicture(bytes: bytes, format: try #require(PictureFormat(bytes)))
        func uploaded() async -> PictureUpload { await uploads.picture("key", through: session) { picture } }
        server.web.respond(to: Self.upload) { _ in Self.answer(413) }
        #expect(await uploaded() == .refused)
        server.web.respond(to: Self.upload) { _ in Self.answer(200) }
        #expect(await uploaded() == .refused)
        #expect(server.web.requests(to: Self.upload).count == 1)
        time.advance(by: UploadedPictures.refusalAge)
        #expect(await uploaded() != .refused)
        #expect(await uploads.known("key")?.address == "mxc://hs.test/1")
        #expect(server.web.requests(to: Self.upload).count == 2)
    }

    @Test(arguments: [
        (429, #"{"errcode":"M_LIMIT_EXCEEDED"}"#), (500, ""), (502, "<html>"), (404, #"{"errcode":"M_UNRECOGNIZED"}"#),
    ])
    func `a homeserver that takes no files is not offered the others`(status: Int, error: String) async throws {
        let server = try ScriptedHomeserver()
        server.web.respond(to: Self.upload) { _ in Self.answer(status, error) }
        let events = try await contents([both], icons: SampleIcons(reader: room), on: server)
        #expect(events.map { $0["formatted_body"]?.string } == ["<p>Example, Other</p>"])
        #expect(server.web.requests(to: Self.upload).count == 1)
    }

    @Test func `a homeserver on which uploads hang keeps a message back for 5 seconds, and the next not at all`()
        async throws
    {
        let server = try ScriptedHomeserver()
        server.web.respond(to: Self.upload) { _ in .ok(.silence) }
        let time = ManualTimeSource()
        let start = time.now
        async let sent = contents([both, both], icons: SampleIcons(reader: room), time: time, on: server)
        try await waitUntil("an upload hangs") { !server.web.requests(to: Self.upload).isEmpty }
        try await waitUntil("its end is waited for") { time.nextDeadline == start + 5 }
        #expect(server.calls("PUT rooms/!r/send").isEmpty)
        time.advance(by: 5)
        let events = try await sent
        #expect(events.map { $0["formatted_body"]?.string } == ["<p>Example, Other</p>", "<p>Example, Other</p>"])
        #expect(server.web.requests(to: Self.upload).count == 1)
    }

    @Test func `an upload that began late and did not end in time is made for the next message`() async throws {
        let server = try ScriptedHomeserver()
        let time = ManualTimeSource()
        let start = time.now
        server.web.respond(to: Self.upload) { request in
            guard request.body.count > 24 else { return .ok(.silence) }
            time.advance(by: 4.5)
            return Self.answer(200)
        }
        let icons = SampleIcons(reader: room, sizes: [7: 25, 8: 24])
        async let sent = contents([both, both], icons: icons, time: time, on: server)
        try await waitUntil("the second upload hangs") { server.web.requests(to: Self.upload).count == 2 }
        try await waitUntil("its end is waited for") { time.nextDeadline == start + 5 }
        server.web.respond(to: Self.upload) { _ in Self.answer(200) }
        time.advance(by: 0.5)
        let events = try await sent
        let html = events.map { $0["formatted_body"]?.string }
        #expect(html == ["<p>\(image)Example, Other</p>", "<p>\(image)Example, \(image)Other</p>"])
        #expect(server.web.requests(to: Self.upload).map(\.body.count) == [25, 24, 24])
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
}

import Foundation
import MatrixClient
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// A picture of a story is uploaded and shown behind the text that links it.
@Suite(.timed) struct MatrixPictureTests {
    private static let upload = "/_matrix/media/v3/upload"
    private let room = Address(network: "home", kind: .room, target: "!r")
    private let server: ScriptedHomeserver

    init() throws { server = try ScriptedHomeserver() }

    private var message: OutgoingMessage {
        var message = OutgoingMessage(body: .plain("Comet passes"))
        message.pictures = [OutgoingMessage.Picture(url: "https://a.test/comet", description: "Comet passes")]
        return message
    }

    /// Sends the message; returns the contents of the events that readers see.
    ///
    /// - Parameter later: another message, sent behind it.
    private func contents(
        _ picture: [UInt8]?,
        status: Int = 200,
        error: String = #"{"errcode":"M_FORBIDDEN"}"#,
        later: OutgoingMessage? = nil,
        kept: KeptInMemory = KeptInMemory(),
        time: ManualTimeSource = ManualTimeSource()
    ) async throws -> [JSONValue] {
        server.web.respond(to: Self.upload) { _ in
            LocalWebServer.Response(
                status: status,
                headers: [("Content-Type", "application/json")],
                body: .bytes(
                    Array(
                        (status == 200 ? "{\"content_uri\":\"mxc://hs.test/1\"}" : error).utf8
                    )
                )
            )
        }
        let network = try await server.network(kept, time: time) { url in
            url == "https://a.test/comet" ? picture : nil
        }
        let member: JSONValue = [
            "type": "m.room.member", "event_id": "$m", "sender": .string(ScriptedHomeserver.bot),
            "state_key": .string(ScriptedHomeserver.bot), "content": ["membership": "join"],
        ]
        try await network.hears(["!r": [member]], isFirst: true)
        let messages = [message] + [later].compactMap(\.self)
        let parts = messages.flatMap { MatrixRendering.parts(of: $0, to: room) }
        for (number, part) in parts.enumerated() {
            #expect(await network.send(part, key: .ledger(Int64(number)), to: room) == .confirmed)
        }
        return server.calls("PUT rooms/!r/send").compactMap { JSONValue(text: $0.body) }
    }

    @Test func `it is shown with its size, from the homeserver and not from the publisher`() async throws {
        let events = try await contents(Pictures.png(640, 480))
        #expect(events.map { $0["msgtype"]?.string } == ["m.text", "m.image"])
        let image = try #require(events.last)
        #expect(image["url"]?.string == "mxc://hs.test/1" && image["body"]?.string == "Comet passes")
        #expect(image["info"]?["mimetype"]?.string == "image/png")
        #expect(!image.text.contains("a.test"))
        #expect(server.web.requests(to: Self.upload).count == 1)
    }

    @Test func `it is uploaded once for all who see it in some days, also after a restart`() async throws {
        let (kept, time) = (KeptInMemory(), ManualTimeSource())
        func shown() async throws -> [JSONValue] {
            try await contents(Pictures.png(640, 480), later: message, kept: kept, time: time)
                .filter { $0["msgtype"]?.string == "m.image" }
        }
        #expect(try await shown().compactMap { $0["url"]?.string } == ["mxc://hs.test/1", "mxc://hs.test/1"])
        #expect(try await shown().last?["info"]?["w"] == .number(640))
        #expect(server.web.requests(to: Self.upload).count == 1)
        time.advance(by: UploadedPictures.age + 1)
        #expect(try await shown().last?["url"]?.string == "mxc://hs.test/1")
        #expect(server.web.requests(to: Self.upload).count == 2)
    }

    @Test func `without a picture that can be loaded the text stands alone`() async throws {
        #expect(try await contents(nil).count == 1)
        #expect(try await contents(Array("<html>".utf8)).count == 2)
        #expect(server.web.requests(to: Self.upload).isEmpty)
    }

    @Test func `a homeserver that takes no files gets the text alone`() async throws {
        #expect(try await contents(Pictures.png(640, 480), status: 403).count == 1)
        #expect(server.web.requests(to: Self.upload).count == 1)
    }

    @Test func `a homeserver that wants no more files now holds up no message`() async throws {
        let error = #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":3600000}"#
        let later = OutgoingMessage(body: .plain("Later"))
        let events = try await contents(Pictures.png(640, 480), status: 429, error: error, later: later)
        #expect(events.compactMap { $0["body"]?.string }.count == 2 && events.last?["body"]?.string == "Later")
    }
}

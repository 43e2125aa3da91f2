import Foundation
import MatrixClient
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// What is meant for us, and what it means.
@Suite(.timed) struct MatrixMessageReaderTests {
    private let alice = ScriptedHomeserver.alice
    private let bot = ScriptedHomeserver.bot
    private let server: ScriptedHomeserver
    private let kept = KeptInMemory()

    init() throws { server = try ScriptedHomeserver() }

    private func event(_ type: String, _ content: JSONValue, by sender: String) -> JSONValue {
        [
            "type": .string(type), "event_id": "$heard", "sender": .string(sender),
            "origin_server_ts": .number(Date.sampleNow.timeIntervalSince1970 * 1_000), "content": content,
        ]
    }

    /// What we make of an event in a room where we are shown as "News".
    private func heard(_ type: String, _ content: JSONValue) async throws -> IncomingMessage? {
        let network = try await server.network(kept)
        let join: JSONValue = [
            "type": "m.room.member", "event_id": "$j", "sender": .string(bot), "state_key": .string(bot),
            "content": ["membership": "join", "displayname": "News"],
        ]
        try await network.hears(["!r": [join]], isFirst: true)
        let action = try #require(try await network.hears(["!r": [event(type, content, by: alice)]]).last)
        return try await MatrixMessageReader(network: network).message(action)
    }

    @Test(arguments: [
        ("News today: nothing", [], "News today: nothing"), ("News: help", [], "crier: help"),
        ("news, help", [], "crier: help"), ("News help", [ScriptedHomeserver.bot], "crier: help"),
        ("News", [], "News"), ("@crier:hs.test help", [], "crier: help"), ("Newspapers: all", [], "Newspapers: all"),
    ])
    func `a name that is a word addresses us by a colon or a mention`(
        body: String,
        mentions: [String],
        text: String
    ) async throws {
        let content: JSONValue = [
            "msgtype": "m.text", "body": .string(body),
            "m.mentions": ["user_ids": .array(mentions.map { .string($0) })],
        ]
        #expect(try await heard("m.room.message", content)?.text == text)
    }

    @Test func `an edit is the new text, at the time of the edit, and names what it corrects`() async throws {
        let content: JSONValue = [
            "msgtype": "m.text", "body": "* News: help",
            "m.new_content": ["msgtype": "m.text", "body": "News: help"],
            "m.relates_to": ["rel_type": "m.replace", "event_id": "$first"],
        ]
        let message = try #require(try await heard("m.room.message", content))
        #expect(message.text == "crier: help" && message.corrects == "$first" && message.inboundID == "$heard")
        #expect(message.question == nil && message.sentAt == .sampleNow)
        let said = try await heard("m.room.message", ["msgtype": "m.text", "body": "News: help"])
        #expect(said?.corrects == nil && said?.sentAt == .sampleNow)
    }

    /// Our question, our news and somebody's words, all from before the last start.
    @Test(arguments: [
        ("$question", "🅰", "a", "quiz-1-0"), ("$question", "🔖", "crier: save", nil), ("$news", "🅰", nil, nil),
        ("$news", "❓", "crier: why", nil), ("$theirs", "🅰", nil, nil), ("$nothing", "🅰", nil, nil),
    ])
    func `a sign on an old post of ours is understood, and a letter only on a question`(
        target: String,
        key: String,
        text: String?,
        answers: String?
    ) async throws {
        let asking: JSONValue = ["msgtype": "m.notice", "body": "Which?", "chat.crier.asks": "quiz-1-0"]
        for (id, content, sender) in [
            ("$question", asking, bot), ("$news", ["msgtype": "m.notice", "body": "News"], bot),
            ("$theirs", asking, "@mallory:hs.test"),
        ] {
            guard var json = event("m.room.message", content, by: sender).object else { continue }
            json["event_id"] = .string(id)
            server.setEvent(id, .object(json))
        }
        let relation: JSONValue = ["rel_type": "m.annotation", "event_id": .string(target), "key": .string(key)]
        let message = try await heard("m.reaction", ["m.relates_to": relation])
        #expect(message?.text == text)
        #expect(message?.answers == answers)
    }

    @Test func `signs on strangers' posts do not make the server tell of each`() async throws {
        let network = try await server.network(kept)
        var lookups = 2
        for number in 0..<5 {
            #expect(await network.ownPost("$\(number % 3)", in: "!r", lookups: &lookups) == nil)
        }
        #expect(server.calls("GET rooms/!r/event").count == 2)
    }
}

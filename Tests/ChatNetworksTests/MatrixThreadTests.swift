import MatrixClient
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// A thread that the homeserver refuses costs no message.
@Suite(.timed) struct MatrixThreadTests {
    private let room = Address(network: "home", kind: .room, target: "!r")
    private let server: ScriptedHomeserver
    private let kept = KeptInMemory()

    init() throws { server = try ScriptedHomeserver() }

    /// Sends a story into the thread of `$root`, to a homeserver that refuses the first tries so often.
    private func send(refused: Int) async throws -> (outcome: SendOutcome, contents: [JSONValue]) {
        for _ in 0..<refused {
            server.script("PUT rooms/!r/send", 400, #"{"errcode":"M_UNKNOWN","error":"Cannot start threads"}"#)
        }
        let network = try await server.network(kept)
        let member: JSONValue = [
            "type": "m.room.member", "event_id": "$m", "sender": .string(ScriptedHomeserver.bot),
            "state_key": .string(ScriptedHomeserver.bot), "content": ["membership": "join"],
        ]
        try await network.hears(["!r": [member]], isFirst: true)
        var message = OutgoingMessage(body: .plain("Comet passes"))
        message.question = Question(messageID: "$root", thread: "$root")
        let part = try #require(MatrixRendering.parts(of: message, to: room).first)
        let outcome = await network.send(part, key: .ledger(1), to: room)
        return (outcome, server.calls("PUT rooms/!r/send").compactMap { JSONValue(text: $0.body) })
    }

    @Test func `what a thread may not have is sent without it`() async throws {
        let (outcome, contents) = try await send(refused: 1)
        #expect(outcome == .confirmed && contents.count == 2)
        #expect(contents.first?["m.relates_to"]?["event_id"]?.string == "$root")
        #expect(contents.last?["m.relates_to"] == nil && contents.last?["body"]?.string == "Comet passes")
        #expect(await kept.forgottenThreads == ["!r$root"])
    }

    @Test func `one that takes it gets it once, and one that refuses both is told of`() async throws {
        let (outcome, contents) = try await send(refused: 0)
        #expect(outcome == .confirmed && contents.count == 1)
        let other = try MatrixThreadTests()
        let (refusal, tries) = try await other.send(refused: 2)
        if case .refused = refusal {} else { Issue.record("\(refusal)") }
        #expect(tries.count == 2)
        #expect(await kept.forgottenThreads == [])
        #expect(await other.kept.forgottenThreads == [])
    }
}

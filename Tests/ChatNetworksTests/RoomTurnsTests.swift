import Foundation
import MatrixClient
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

@Suite(.timed) struct RoomTurnsTests {
    private let now = Date.sampleNow

    @Test func `without a pause nobody waits`() {
        let turns = RoomTurns()
        for _ in 0..<100 { turns.noteSent(to: "!busy", at: now) }
        #expect(turns.turn(of: "!busy", afterPause: nil, at: now) == nil)
        #expect(turns.turn(of: "!busy", afterPause: now - 60, at: now) == nil)
    }

    @Test func `after a pause whoever was sent the least comes first, and nobody waits for long`() {
        let turns = RoomTurns()
        let end = now + 5
        for number in 0..<100 {
            for _ in 0...number { turns.noteSent(to: "!\(number)", at: now) }
        }
        for number in 0..<100 { #expect(turns.turn(of: "!\(number)", afterPause: end, at: now) ?? now >= end) }
        #expect(turns.turn(of: "!quiet", afterPause: end, at: now) == end)
        #expect(turns.turn(of: "!quiet", afterPause: end, at: end) == nil)
        #expect(turns.turn(of: "!0", afterPause: end, at: end) == nil)
        #expect(turns.turn(of: "!1", afterPause: end, at: end + 1) == nil)
        #expect(turns.turn(of: "!99", afterPause: end, at: end + 1) == end + 5)
        #expect(turns.turn(of: "!99", afterPause: end, at: end + 5) == nil)
    }

    @Test func `what was sent long ago counts no more, and who does not come again holds nobody up`() {
        let turns = RoomTurns()
        for _ in 0..<50 { turns.noteSent(to: "!old", at: now - 7_200) }
        turns.noteSent(to: "!new", at: now)
        #expect(turns.turn(of: "!old", afterPause: now + 100, at: now) == now + 100)
        #expect(turns.turn(of: "!new", afterPause: now + 100, at: now) == now + 101)
        #expect(turns.turn(of: "!new", afterPause: now + 100, at: now + 90) == now + 100)
    }

    @Test func `a crowd's answers do not come before a push when the homeserver limits us`() async throws {
        let time = ManualTimeSource()
        let server = try ScriptedHomeserver()
        let network = try await server.network(KeptInMemory(), time: time)
        let rooms = ["!crowd1", "!crowd2", "!quiet"]
        let member: JSONValue = [
            "type": "m.room.member", "event_id": "$m", "sender": .string(ScriptedHomeserver.bot),
            "state_key": .string(ScriptedHomeserver.bot), "content": ["membership": "join"],
        ]
        try await network.hears(Dictionary(uniqueKeysWithValues: rooms.map { ($0, [member]) }), isFirst: true)
        let part = MessagePart(payload: "{\"msgtype\":\"m.notice\",\"body\":\"News\"}")
        func send(_ key: PartKey, to room: String) async -> SendOutcome {
            await network.send(part, key: key, to: Address(network: "home", kind: .room, target: room))
        }
        #expect(await send(.ledger(0), to: "!crowd1") == .confirmed)
        #expect(await send(.ledger(1), to: "!crowd2") == .confirmed)
        server.script("PUT rooms/!crowd1/send", 429, "{\"retry_after_ms\":5000}")
        let end = time.now + 5
        #expect(await send(.ledger(2), to: "!crowd1") == .notSent(retryAt: end))
        #expect(await send(.ledger(3), to: "!crowd2") == .notSent(retryAt: end))
        #expect(await send(.ledger(4), to: "!quiet") == .notSent(retryAt: end))
        time.advance(by: 5)
        #expect(await send(.ledger(2), to: "!crowd1") == .notSent(retryAt: end + 1))
        #expect(await send(.ledger(4), to: "!quiet") == .confirmed)
        #expect(await send(.ledger(3), to: "!crowd2") == .confirmed)
        time.advance(by: 1)
        #expect(await send(.ledger(2), to: "!crowd1") == .confirmed)
    }
}

import Foundation
import MatrixClient
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// The rooms that people have with us alone.
@Suite(.timed) struct MatrixDirectRoomTests {
    private let bot = ScriptedHomeserver.bot
    private let alice = ScriptedHomeserver.alice
    private let person = Address(network: "home", kind: .person, target: ScriptedHomeserver.alice)
    private let part = MessagePart(payload: "{\"msgtype\":\"m.notice\",\"body\":\"News\"}")
    private let server: ScriptedHomeserver
    private let kept = KeptInMemory()

    init() throws { server = try ScriptedHomeserver() }

    private func member(_ user: String) -> JSONValue {
        [
            "type": "m.room.member", "event_id": .string("$" + user), "sender": .string(user),
            "state_key": .string(user), "content": ["membership": "join"],
        ]
    }

    private func said(_ text: String) -> JSONValue {
        [
            "type": "m.room.message", "event_id": "$said", "sender": .string(alice),
            "origin_server_ts": .number(Date.sampleNow.timeIntervalSince1970 * 1_000),
            "content": ["msgtype": "m.text", "body": .string(text)],
        ]
    }

    /// Alice has an older and a newer room.
    private func withTwoRooms() async throws -> MatrixNetwork {
        let network = try await server.network(kept)
        for room in ["!old", "!new"] { server.setMembers([bot, alice], of: room) }
        let rooms = ["!old": [member(bot)], "!new": [member(bot)]]
        try await network.hears(rooms, direct: [alice: ["!old", "!new"]], isFirst: true)
        return network
    }

    @Test func `what may have arrived is repeated in the same room after a restart`() async throws {
        let first = try await withTwoRooms()
        await first.rooms.noteSpoken(alice, in: "!old")
        #expect(await first.send(part, key: .ledger(7), to: person) == .confirmed)
        // Killed before the confirmation was recorded.
        let second = try await withTwoRooms()
        await second.rooms.noteSpoken(alice, in: "!new")
        #expect(await second.hasArrived(part, key: .ledger(7), at: person) == true)
        #expect(await second.send(part, key: .ledger(7), to: person) == .confirmed)
        #expect(server.posted.map { $0.prefix(4) } == ["!old"])
        // What is new goes where she speaks now.
        #expect(await second.send(part, key: .ledger(8), to: person) == .confirmed)
        #expect(server.posted.map { $0.prefix(4) } == ["!new", "!old"])
    }

    @Test func `where somebody was told last they are told after a restart`() async throws {
        let first = try await withTwoRooms()
        await first.rooms.noteSpoken(alice, in: "!old")
        #expect(await first.send(part, key: .ledger(7), to: person) == .confirmed)
        #expect(await (try await withTwoRooms()).send(part, key: .ledger(8), to: person) == .confirmed)
        #expect(server.posted.map { $0.prefix(4) } == ["!old", "!old"])
    }

    @Test func `looking for what has arrived makes no room`() async throws {
        let network = try await server.network(kept)
        #expect(await network.hasArrived(part, key: .ledger(7), at: person) == nil)
        #expect(server.calls("POST createRoom").isEmpty)
    }

    @Test func `a direct room that could not be noted is noted later`() async throws {
        let network = try await server.network(kept)
        try await network.hears(["!r": [member(bot)]], isFirst: true)
        server.script("PUT user", 502)
        #expect(await network.rooms.addDirect("!r", for: alice) == false)
        #expect(await network.rooms.directUser(of: "!r") == nil)
        #expect(await network.rooms.addDirect("!r", for: alice))
        #expect(server.calls("PUT user").last?.body.contains("!r") == true)
        #expect(await network.rooms.directUser(of: "!r") == alice)
    }

    @Test func `direct rooms noted together are all noted`() async throws {
        let network = try await server.network(kept)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { _ = await network.rooms.addDirect("!\(number)", for: "@\(number):x") }
            }
        }
        let last = try #require(server.calls("PUT user").last?.body)
        for number in 0..<8 { #expect(last.contains("\"!\(number)\"")) }
    }

    @Test func `what is typed in private stays private when the members come late`() async throws {
        let time = ManualTimeSource()
        let network = try await server.network(kept, time: time)
        server.setMembers([bot, alice], of: "!r")
        try await network.hears(["!r": [member(bot)]], direct: [alice: ["!r"]], isFirst: true)
        server.script("GET rooms/!r/members", 502)
        server.script("GET rooms/!r/members", 429, "{\"retry_after_ms\":900}")
        let action = try #require(try await network.hears(["!r": [said("sub x")]]).last)
        async let message = MatrixMessageReader(network: network).message(action)
        for _ in 0..<2 {
            let sleeps = time.sleeps
            try await waitUntil("it waits") { time.sleeping > 0 || time.sleeps > sleeps }
            time.advance(by: 10)
        }
        #expect(try await message?.isPrivate == true)
        #expect(server.calls("GET rooms/!r/members").count == 3)
    }

    @Test func `a server that is slow to make a room is not asked for another one at once`() async throws {
        let time = ManualTimeSource()
        let network = try await server.network(kept, time: time)
        server.script("POST createRoom", 504)
        guard case .notSent(let retryAt?) = await network.send(part, key: .ledger(7), to: person) else {
            Issue.record("nothing can be sent yet")
            return
        }
        #expect(retryAt >= time.now.addingTimeInterval(20))
        guard case .notSent = await network.send(part, key: .ledger(7), to: person) else {
            Issue.record("it is not time yet")
            return
        }
        #expect(server.calls("POST createRoom").count == 1)
        // It was made all the same.
        let creation: JSONValue = [
            "type": "m.room.create", "event_id": "$c", "sender": .string(bot), "state_key": "",
            "content": ["chat.crier.direct": .string(alice)],
        ]
        server.setMembers([bot, alice], of: "!late")
        try await network.hears(["!late": [creation, member(bot)]])
        time.set(retryAt)
        #expect(await network.send(part, key: .ledger(7), to: person) == .confirmed)
        #expect(server.calls("POST createRoom").count == 1)
        #expect(server.posted.map { $0.prefix(5) } == ["!late"])
        #expect(server.calls("PUT user").last?.body.contains("!late") == true)
    }

    @Test func `a room that somebody else calls one of ours is none`() async throws {
        let network = try await server.network(kept)
        let creation: JSONValue = [
            "type": "m.room.create", "event_id": "$c", "sender": "@mallory:hs.test", "state_key": "",
            "content": ["chat.crier.direct": .string(alice)],
        ]
        try await network.hears(["!trap": [creation, member(bot)]], isFirst: true)
        #expect(await network.rooms.directUser(of: "!trap") == nil)
    }

    @Test func `rooms are made as slowly as the server asks`() async throws {
        let time = ManualTimeSource()
        let network = try await server.network(kept, time: time)
        server.script("POST createRoom", 429, "{\"retry_after_ms\":90000}")
        let end = time.now.addingTimeInterval(90)
        #expect(await network.send(part, key: .ledger(7), to: person) == .notSent(retryAt: end))
        let bob = Address(network: "home", kind: .person, target: "@bob:hs.test")
        #expect(await network.send(part, key: .ledger(8), to: bob) == .notSent(retryAt: end))
        #expect(server.calls("POST createRoom").count == 1)
        time.set(end)
        #expect(await network.send(part, key: .ledger(7), to: person) == .confirmed)
        #expect(server.calls("POST createRoom").last?.body.contains("\"chat.crier.direct\":\"@alice:hs.test\"") == true)
    }

    @Test func `a room of which it is not known whether it is encrypted is neither left nor made again`() async throws {
        let time = ManualTimeSource()
        let network = try await server.network(kept, time: time)
        server.script("GET rooms/!made1/state", 502)
        guard case .notSent(let retryAt?) = await network.send(part, key: .ledger(7), to: person) else {
            Issue.record("nothing can be sent yet")
            return
        }
        time.set(retryAt)
        #expect(await network.send(part, key: .ledger(7), to: person) == .confirmed)
        #expect(server.calls("POST createRoom").count == 1)
        #expect(server.calls("POST rooms/!made1/leave").isEmpty)
    }
}

import Foundation
import MatrixClient
import NewsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatNetworks

/// The loop of /sync against a homeserver that does not do what it should.
@Suite(.timed) struct MatrixSyncingTests {
    private let server: SyncedHomeserver

    init() throws {
        server = try SyncedHomeserver()
        // There was an answer before, so what is said from now on is for us.
        server.syncs(SyncedHomeserver.joined(["!a": [], "!b": []]))
    }

    @Test func `a room whose past is not given out holds up nobody`() async throws {
        server.respond(to: "rooms/%21a/messages") { _ in .status(500) }
        server.syncs(SyncedHomeserver.joined(["!a": [SyncedHomeserver.message("1", "!one")]], isLimited: true))
        server.syncs(SyncedHomeserver.joined(["!b": [SyncedHomeserver.message("2", "!two")]]))
        try await server.withNetwork { _ in
            try await waitUntil("what was said is heard") { server.heard == ["!one", "!two"] }
        }
        #expect(server.calls(to: "rooms/%21a/messages").count == 4)
    }

    @Test func `members of a room are those who have joined it, and of other rooms nothing is known`() async throws {
        for (user, membership) in [("alice", "join"), ("bob", "invite"), ("eve", "leave")] {
            server.respond(to: "rooms/%21a/state/m.room.member/%40\(user)%3Ahs.test") { _ in
                SyncedHomeserver.json("{\"membership\":\"\(membership)\"}")
            }
        }
        try await server.withNetwork { network in
            try await waitUntil("the room is known") { await network.isMember(account: "@alice:hs.test", in: "!a") }
            #expect(await !network.isMember(account: "@bob:hs.test", in: "!a"))
            #expect(await !network.isMember(account: "@eve:hs.test", in: "!a"))
            #expect(await !network.isMember(account: "@mallory:hs.test", in: "!a"))
            #expect(await !network.isMember(account: "@alice:hs.test", in: "!elsewhere"))
            #expect(await network.hasLeft(account: "@eve:hs.test", room: "!a"))
            for user in ["alice", "mallory"] {
                #expect(await !network.hasLeft(account: "@\(user):hs.test", room: "!a"))
            }
            #expect(await !network.hasLeft(account: "@eve:hs.test", room: "!elsewhere"))
        }
    }

    @Test func `while the homeserver gives out nothing at all a gap stays open`() async throws {
        let asked = Mutex(0)
        server.respond(to: "account/whoami") { _ in
            let isUp = [0, 9].contains(asked.withLock { $0 })
            return isUp ? SyncedHomeserver.json("{\"user_id\":\"\(SyncedHomeserver.bot)\"}") : .status(502)
        }
        server.respond(to: "rooms/%21a/messages") { _ in
            let count = asked.withLock { asked in
                asked += 1
                return asked
            }
            return count < 9
                ? .status(502) : SyncedHomeserver.json("{\"chunk\":[\(SyncedHomeserver.message("0", "!zero"))]}")
        }
        server.syncs(SyncedHomeserver.joined(["!a": [SyncedHomeserver.message("1", "!one")]], isLimited: true))
        try await server.withNetwork { _ in
            try await waitUntil("what was said is heard") { server.heard == ["!zero", "!one"] }
        }
    }

    @Test func `after an answer that is cut a short one is asked for, and its gaps are filled`() async throws {
        server.respond(to: "rooms/%21a/messages") { _ in
            SyncedHomeserver.json("{\"chunk\":[\(SyncedHomeserver.message("0", "!zero"))]}")
        }
        server.syncs(.init(status: 200, body: .truncated(Array("{\"next_batch\":".utf8), announced: 1_000)))
        server.syncs(SyncedHomeserver.joined(["!a": [SyncedHomeserver.message("1", "!one")]], isLimited: true))
        try await server.withNetwork { _ in
            try await waitUntil("what was said is heard") { server.heard == ["!zero", "!one"] }
            try await waitUntil("the next call") { server.calls(to: "sync").count > 3 }
        }
        let asked = server.calls(to: "sync").prefix(4).map { $0.target.contains("%22limit%22%3A1%2C") }
        #expect(asked == [false, false, true, false])
        #expect(server.calls(to: "sync").allSatisfy { $0.target.contains("m.room.tombstone") })
    }

    @Test func `however many answers come, the position is written once a second`() async throws {
        let clock = ManualTimeSource()
        for number in 1...20 {
            server.syncs(SyncedHomeserver.json("{\"next_batch\":\"t\(number)\"}"))
        }
        try await server.withNetwork(time: clock) { _ in
            try await waitUntil("all answers") { server.calls(to: "sync").count > 23 }
            try await waitUntil("the pause after the first") { clock.nextDeadline != nil }
            #expect(await server.kept.writes["since"] == 1)
            clock.advance(by: 1)
            try await waitUntil("the newest position") { await server.kept.values["since"] == "idle" }
            #expect(await server.kept.writes["since"] == 2)
        }
    }

    @Test func `a join that takes its time keeps nobody from being heard`() async throws {
        server.respond(to: "join/%21far") { _ in .ok(.silence) }
        server.syncs(SyncedHomeserver.invited(["!far"], by: "@mallory:tar.test"))
        server.syncs(SyncedHomeserver.joined(["!b": [SyncedHomeserver.message("2", "!two")]]))
        try await server.withNetwork { _ in
            try await waitUntil("the join") { !server.calls(to: "join/%21far").isEmpty }
            server.syncs(SyncedHomeserver.joined(["!b": [SyncedHomeserver.message("3", "!three")]]))
            try await waitUntil("what was said is heard") { server.heard == ["!two", "!three"] }
        }
    }

    @Test func `that a room cannot be read is said when the server allows it`() async throws {
        await server.kept.setNetworkState("home", key: "installation", value: "i")
        let path = "rooms/%21a/send/m.room.message/i-unreadable-%21a-0"
        server.respond(to: path) { _ in SyncedHomeserver.json("{\"retry_after_ms\":1000}", 429) }
        server.syncs(SyncedHomeserver.joined(["!a": [SyncedHomeserver.state("m.room.encryption", "{}")]]))
        let time = HurriedTime()
        try await server.withNetwork(time: time) { _ in
            try await waitUntil("the first try") { !server.calls(to: path).isEmpty }
            server.respond(to: path) { _ in SyncedHomeserver.json("{\"event_id\":\"$told\"}") }
            try await waitUntil("it is said") {
                // The refusal may be noted only now, and the next try counts from there.
                time.advance(by: 5)
                return await server.kept.values["encryptedRooms"]?.contains("$told") == true
            }
        }
        // It may have been tried again before the server allowed it.
        #expect(server.calls(to: path).count >= 2)
    }

    @Test func `whose invitation finds no place is told so where they have a private room with us`() async throws {
        let direct = #"{"type":"m.direct","content":{"@alice:hs.test":["!a"]}}"#
        server.syncs(
            SyncedHomeserver.json("{\"next_batch\":\"d\",\"account_data\":{\"events\":[\(direct)]}}")
        )
        server.syncs(SyncedHomeserver.invited(["!far"], by: "@mallory:tar.test"))
        server.syncs(SyncedHomeserver.invited(["!c"], by: "@alice:hs.test"))
        try await server.withNetwork(roomsPerInviter: 0) { network in
            func refused() -> [RefusedInvitation] {
                server.reported.compactMap { if case .invitationRefused(let refused) = $0 { refused } else { nil } }
            }
            try await waitUntil("the inviter is to be told") { !refused().isEmpty }
            #expect(refused().map(\.room) == ["!c"] && refused().map(\.limit) == [0])
            #expect(refused().map(\.message.sender.account) == ["@alice:hs.test"])
            #expect(await network.roomsBrought(by: "@alice:hs.test") == BroughtRooms(count: 0, limit: 0))
        }
    }

    @Test func `each invitation gets a welcome of its own`() async throws {
        await server.kept.setNetworkState("home", key: "installation", value: "i")
        server.respond(to: "join/%21a") { _ in SyncedHomeserver.json("{}") }
        let time = ManualTimeSource()
        try await server.withNetwork(time: time) { _ in
            for _ in 0..<2 {
                let moment = Int(time.now.timeIntervalSince1970 * 1_000)
                let path = "rooms/%21a/send/m.room.message/i-welcome-%21a-\(moment)-0"
                server.respond(to: path) { _ in SyncedHomeserver.json("{\"event_id\":\"$w\"}") }
                server.syncs(SyncedHomeserver.invited(["!a"], by: "@alice:hs.test"))
                server.syncs(SyncedHomeserver.joined(["!a": [SyncedHomeserver.membership()]]))
                try await waitUntil("a welcome") { !server.calls(to: path).isEmpty }
                try await waitUntil("nothing left") { await server.kept.values["invitations"] == nil }
                time.advance(by: 3_600)
            }
        }
    }

    @Test func `a replaced room is left when the move is stored`() async throws {
        server.respond(to: "join/%21new") { _ in SyncedHomeserver.json("{}") }
        server.respond(to: "rooms/%21a/leave") { _ in SyncedHomeserver.json("{}") }
        server.respond(to: "rooms/%21new/state/m.room.create/") { _ in
            SyncedHomeserver.json("{\"predecessor\":{\"room_id\":\"!a\"}}")
        }
        let tombstone = SyncedHomeserver.state("m.room.tombstone", "{\"replacement_room\":\"!new\"}")
        server.syncs(SyncedHomeserver.joined(["!a": [tombstone]]))
        try await server.withNetwork { network in
            try await waitUntil("the move is told") {
                server.reported.contains { if case .moved("!a", "!new") = $0 { true } else { false } }
            }
            #expect(server.calls(to: "rooms/%21a/leave").isEmpty)
            await network.stored(.moved(room: "!a", to: "!new"))
            try await waitUntil("it is left") { !server.calls(to: "rooms/%21a/leave").isEmpty }
        }
    }

    @Test func `the position moves on when being thrown out is stored`() async throws {
        let kick = SyncedHomeserver.membership("leave", of: SyncedHomeserver.bot, by: "@alice:hs.test")
        server.respond(to: "rooms/%21a/forget") { _ in SyncedHomeserver.json("{}") }
        server.syncs(
            SyncedHomeserver.json(
                "{\"next_batch\":\"kicked\",\"rooms\":{\"leave\":{\"!a\":{\"timeline\":{\"events\":[\(kick)]}}}}}"
            )
        )
        try await server.withNetwork { network in
            let place = Address(network: "home", kind: .room, target: "!a")
            try await waitUntil("it is told") {
                server.reported.contains { if case .expelled(place, _) = $0 { true } else { false } }
            }
            let asked = server.calls(to: "sync").count
            try await waitUntil("more answers") { server.calls(to: "sync").count > asked + 3 }
            #expect(await server.kept.values["since"] == "s")
            #expect(server.calls(to: "rooms/%21a/forget").isEmpty)
            await network.stored(.expelled(place, reason: ""))
            try await waitUntil("the position") { await server.kept.values["since"] == "idle" }
            try await waitUntil("it is forgotten") { !server.calls(to: "rooms/%21a/forget").isEmpty }
        }
    }
}

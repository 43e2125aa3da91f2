import Foundation
import MatrixClient
import NewsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatNetworks

/// The loop of /sync against a homeserver that does not do what it should.
@Suite struct MatrixSyncingTests {
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
            try await waitUntil("what was said is heard", seconds: 30) { server.heard == ["!one", "!two"] }
        }
        #expect(server.calls(to: "rooms/%21a/messages").count == 4)
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
            try await waitUntil("what was said is heard", seconds: 30) { server.heard == ["!zero", "!one"] }
        }
    }

    @Test func `after an answer that is cut a short one is asked for, and its gaps are filled`() async throws {
        server.respond(to: "rooms/%21a/messages") { _ in
            SyncedHomeserver.json("{\"chunk\":[\(SyncedHomeserver.message("0", "!zero"))]}")
        }
        server.syncs(.init(status: 200, body: .truncated(Array("{\"next_batch\":".utf8), announced: 1_000)))
        server.syncs(SyncedHomeserver.joined(["!a": [SyncedHomeserver.message("1", "!one")]], isLimited: true))
        try await server.withNetwork { _ in
            try await waitUntil("what was said is heard", seconds: 30) { server.heard == ["!zero", "!one"] }
            try await waitUntil("the next call", seconds: 30) { server.calls(to: "sync").count > 3 }
        }
        let asked = server.calls(to: "sync").prefix(4).map { $0.target.contains("%22limit%22%3A1%2C") }
        #expect(asked == [false, false, true, false])
        #expect(server.calls(to: "sync").allSatisfy { $0.target.contains("m.room.tombstone") })
    }
}

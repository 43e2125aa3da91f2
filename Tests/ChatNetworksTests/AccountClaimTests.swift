import Foundation
import MatrixClient
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// Of two processes with one Matrix account the older one answers.
@Suite(.timed) struct AccountClaimTests {
    private let server: SyncedHomeserver

    init() throws {
        server = try SyncedHomeserver()
        server.respond(to: Self.path) { _ in SyncedHomeserver.json("{}") }
        server.syncs(SyncedHomeserver.joined(["!a": []]))
    }

    private static let path = "user/%40crier%3Ahs.test/account_data/crier.running"

    private func syncs(claimOf process: String, startedAt: Int, saying text: String) {
        let content = "{\"process\":\"\(process)\",\"started_at\":\"\(startedAt)\"}"
        let rooms = SyncedHomeserver.joined(["!a": [SyncedHomeserver.message(text, "!\(text)")]])
        server.syncs(
            SyncedHomeserver.json(
                """
                {"next_batch":"s","rooms":\(rooms),\
                "account_data":{"events":[{"type":"crier.running","content":\(content)}]}}
                """
            )
        )
    }

    @Test func `a younger process is told that this one runs, and this one goes on`() async throws {
        syncs(claimOf: "younger", startedAt: 9_000_000_000_000, saying: "one")
        try await server.withNetwork { network in
            try await waitUntil("the claim is repeated") { server.calls(to: Self.path).count == 2 }
            try await waitUntil("what was said is heard") { server.heard == ["!one"] }
            #expect(await network.isConnected)
        }
    }

    @Test func `an older process that answers keeps the account`() async throws {
        for text in ["one", "two", "three"] { syncs(claimOf: "older", startedAt: 1, saying: text) }
        try await server.withNetwork { network in
            try await waitUntil("the network is left") {
                let isConnected = await network.isConnected
                return !isConnected && server.heard == ["!one", "!two"]
            }
        }
        #expect(!server.heard.contains("!three"))
    }

    @Test func `the claim of a process that has ended is no reason to leave`() {
        let own = AccountClaim(process: "own", startedAt: 9)
        let ended = AccountClaim(process: "ended", startedAt: 1)
        var rule = AccountClaimRule(own: own)
        #expect(rule.take(ended) == .claim)
        #expect(rule.take(own) == .stay)
        // Only a process that runs can write it again.
        #expect(rule.take(ended) == .leave)
    }
}

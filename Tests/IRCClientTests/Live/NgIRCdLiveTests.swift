import TestSupport
import Testing

@testable import IRCClient

@Suite(.timed, .enabled(if: NgIRCdServer.isInstalled, "ngircd is not installed"))
struct `On a real ngIRCd` {
    @Test func `an old server is joined, spoken to, confirmed by PING and left`() async throws {
        let server = try NgIRCdServer(password: "secret")
        let alice = try RawIRCClient(port: server.port)
        alice.send("PASS secret")
        alice.send("NICK alice")
        alice.send("USER alice 0 * :alice")
        try await alice.wait(for: " 376 ")
        alice.send("JOIN #news")
        var options = IRCClientOptions.test(port: server.port)
        options.serverPassword = "secret"
        options.nick = "averylongnick"
        try await RunningClient.with(options) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            let nick = await crier.client.currentNick
            #expect(nick.count <= 9)
            #expect(await crier.send("one", to: "#news") == .confirmed)
            try await alice.wait(for: "PRIVMSG #news :one")
            alice.send("MODE #news +m")
            try await alice.wait(for: "MODE #news +m")
            guard case .refused(let refusal) = await crier.send("two", to: "#news") else {
                Issue.record("a line to a moderated channel was not refused")
                return
            }
            #expect(refusal.numeric == "404")
            guard case .refused(let nobody) = await crier.send("three", to: "nobody") else {
                Issue.record("a line to nobody was not refused")
                return
            }
            #expect(nobody.numeric == "401")
            alice.send("PRIVMSG #news :hello")
            try await waitUntil("a message") { crier.messages.count == 1 }
            #expect(crier.messages[0].account == nil)
            #expect(crier.messages[0].senderModes.contains("o"))
        }
    }

    @Test func `a refused server password is permanent`() async throws {
        let server = try NgIRCdServer(password: "secret")
        var options = IRCClientOptions.test(port: server.port)
        options.serverPassword = "wrong"
        try await RunningClient.with(options) { crier in
            try await crier.waitForEvent("disconnected") {
                if case .disconnected = $0 { true } else { false }
            }
            guard case .disconnected(let reason)? = crier.events.first else { return }
            #expect(reason.kind == .permanent, "\(reason)")
        }
    }
}

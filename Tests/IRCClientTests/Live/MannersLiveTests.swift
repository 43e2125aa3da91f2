import Foundation
import TestSupport
import Testing

@testable import IRCClient

@Suite(.timed, .enabled(if: InspIRCdServer.isInstalled, "needs inspircd"))
struct `A good guest` {
    @Test func `a nick outside our channels is watched, and its coming is told`() async throws {
        let server = try InspIRCdServer(extra: "<module name=\"monitor\"><monitor maxentries=\"10\">")
        try await RunningClient.with(.test(port: server.port)) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            #expect(await crier.client.isOnline(nick: "zoe") == false)
            let zoe = try RawIRCClient(port: server.port, nick: "zoe", capabilities: "account-notify")
            try await crier.waitFor(.cameOnline(nick: "zoe"))
            #expect(await crier.client.isOnline(nick: "Zoe"))
            zoe.hangUp()
            try await waitUntil("zoe is gone") { await crier.client.isOnline(nick: "zoe") == false }
        }
    }

    @Test func `without MONITOR the server is asked each time`() async throws {
        let server = try InspIRCdServer()
        try await RunningClient.with(.test(port: server.port)) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            #expect(await crier.client.isOnline(nick: "zoe") == false)
            let zoe = try RawIRCClient(port: server.port, nick: "zoe", capabilities: "account-notify")
            try await zoe.wait(for: " 376 ")
            #expect(await crier.client.isOnline(nick: "zoe"))
            zoe.hangUp()
        }
    }

    @Test func `an invitation is reported with the channel`() async throws {
        let server = try InspIRCdServer()
        try await RunningClient.with(.test(port: server.port)) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            let alice = try RawIRCClient(port: server.port, nick: "alice", capabilities: "account-notify")
            try await alice.wait(for: " 376 ")
            alice.send("JOIN #club")
            alice.send("INVITE crier #club")
            try await crier.waitFor(.invited(channel: "#club", by: "alice", account: nil))
            alice.hangUp()
        }
    }

    @Test func `people who are told the same share a line, and none of them misses it`() async throws {
        let server = try InspIRCdServer()
        var options = IRCClientOptions.test(port: server.port)
        options.floodBurst = 4
        options.floodRefillPerSecond = 4
        try await RunningClient.with(options) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            let people = try (1...12).map {
                try RawIRCClient(port: server.port, nick: "p\($0)", capabilities: "account-notify")
            }
            for person in people { try await person.wait(for: " 376 ") }
            let outcomes = await withTaskGroup(of: IRCSendOutcome.self) { group in
                for number in 1...12 { group.addTask { await crier.send("the same news", to: "p\(number)") } }
                group.addTask { await crier.send("the same news", to: "nobody") }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == .confirmed }.count == 12)
            for person in people { try await person.wait(for: "the same news") }
            for person in people { person.hangUp() }
        }
    }

    @Test(.enabled(if: TestCertificates.isAvailable, "needs openssl"))
    func `a server that demands TLS is spoken to over TLS, and the demand is kept`() async throws {
        let certificates = try TestCertificates()
        let tlsPort = ServerProcess.freePort()
        let pair = try certificates.issue("server")
        let server = try InspIRCdServer(
            extra: """
                <module name="ssl_gnutls"><sslprofile name="tls" provider="gnutls" certfile="\(pair.certificateFile)" \
                keyfile="\(pair.keyFile)" hash="sha256">
                <bind address="127.0.0.1" port="\(tlsPort)" type="clients" sslprofile="tls">
                <module name="ircv3_sts"><sts host="localhost" duration="5m" port="\(tlsPort)" preload="no">
                """
        )
        var options = IRCClientOptions.test(port: server.port)
        options.servers = [IRCServer(host: "localhost", port: server.port, useTLS: false)]
        options.caFile = certificates.caFile
        let client = IRCNetworkClient(options)
        var policies: [IRCSTSPolicy] = []
        var policiesWhenJoined = 0
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await client.run() }
            for await event in client.events {
                if case .joined = event {
                    policiesWhenJoined = policies.count
                    group.cancelAll()
                }
                if case .securityPolicy(let policy) = event { policies.append(policy) }
                if case .disconnected(let reason) = event, reason.kind != .useTLS(port: tlsPort) { group.cancelAll() }
            }
        }
        // Kept at once, in case the process does not live to see the end; it runs from the connection's end.
        #expect(policiesWhenJoined == 1)
        #expect(policies.map(\.port) == [tlsPort, tlsPort])
        #expect(policies.allSatisfy { $0.expiresAt > .now.addingTimeInterval(200) })
    }

    @Test func `thrown out for flooding, the client learns the server's pace and loses nothing`() async throws {
        let server = try InspIRCdServer(commandsPerSecond: 5)
        let alice = try RawIRCClient(port: server.port, nick: "alice")
        try await alice.wait(for: " 376 ")
        alice.send("JOIN #news")
        var options = IRCClientOptions.test(port: server.port)
        options.floodBurst = 10
        options.floodRefillPerSecond = 16
        let lines = 60
        var floods = 0
        try await RunningClient.with(options) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            for number in 1...lines {
                try await waitUntil("line \(number)") {
                    await crier.send("line \(number)", to: "#news", id: "m\(number)") == .confirmed
                }
            }
            floods = crier.events.count { event in
                if case .disconnected(let reason) = event { reason.text.contains("Excess Flood") } else { false }
            }
        }
        try await alice.wait(for: "line \(lines)")
        let heard = alice.lines.compactMap { $0.components(separatedBy: "PRIVMSG #news :line ").dropFirst().first }
        // Where round trips are slow it is never thrown out.
        #expect(floods <= 3, "\(floods) times thrown out")
        #expect(Set(heard).count == lines)
        #expect(heard.count <= lines + floods)
    }
}

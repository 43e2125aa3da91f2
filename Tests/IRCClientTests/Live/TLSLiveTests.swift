import TestSupport
import Testing

@testable import IRCClient

@Suite(.timed, .enabled(if: InspIRCdServer.isInstalled && TestCertificates.isAvailable, "needs inspircd and openssl"))
struct `IRC over TLS` {
    @Test func `a trusted server is joined over TLS`() async throws {
        let certificates = try TestCertificates()
        let server = try InspIRCdServer(certificate: certificates.issue("server"))
        var options = IRCClientOptions.test(port: server.tlsPort, useTLS: true)
        options.caFile = certificates.caFile
        try await RunningClient.with(options) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            #expect(await crier.send("secret", to: "#news") == .confirmed)
        }
    }

    @Test func `bad certificates are refused in plain words`() async throws {
        let certificates = try TestCertificates()
        let cases: [(pair: TestCertificates.Pair, word: String)] = [
            (try certificates.issue("old", days: -1), "expired"),
            (try certificates.issue("other", subjectNames: "DNS:other.example"), "not for localhost"),
            (try certificates.selfSigned(), "self-signed"),
        ]
        for (pair, word) in cases {
            let server = try InspIRCdServer(certificate: pair)
            var options = IRCClientOptions.test(port: server.tlsPort, useTLS: true)
            options.caFile = certificates.caFile
            try await RunningClient.with(options) { crier in
                try await waitUntil("refused") { !crier.events.isEmpty }
                guard case .disconnected(let reason)? = crier.events.first else {
                    Issue.record("connected to a server with a bad certificate: \(crier.events)")
                    return
                }
                #expect(reason.kind == .permanent)
                #expect(reason.text.contains(word), "\(reason.text)")
            }
        }
    }
}

@Suite(
    .timed,
    .enabled(
        if: InspIRCdServer.isInstalled && AthemeServices.isInstalled && TestCertificates.isAvailable,
        "needs inspircd, atheme-services and openssl"
    )
)
struct `Services accounts` {
    /// Registers an account as a person does; returns when services have said so.
    private func register(_ name: String, on server: InspIRCdServer) async throws -> RawIRCClient {
        let person = try RawIRCClient(port: server.port, nick: name, capabilities: "account-notify")
        try await person.wait(for: " 376 ")
        // Services link within two seconds of their start.
        try await waitUntil("NickServ is there") {
            person.send("PRIVMSG NickServ :REGISTER secret123 \(name)@example.org")
            return (try? await person.wait(for: " 900 ", seconds: 1)) != nil
        }
        return person
    }

    @Test func `the client logs in by PLAIN and knows who is logged in`() async throws {
        let server = try InspIRCdServer()
        let services = try AthemeServices(linkedTo: server)
        defer { services.stop() }
        let owner = try await register("owner", on: server)
        let alice = try await register("alice", on: server)
        alice.send("JOIN #news")
        owner.send("JOIN #news")
        var options = IRCClientOptions.test(port: server.port)
        options.saslAccount = "owner"
        options.saslPassword = "secret123"
        options.requiresLogin = true
        try await RunningClient.with(options) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            try await alice.wait(for: "JOIN")
            try await waitUntil("members are known") {
                await crier.client.members(of: "#news").contains { $0.nick == "alice" }
            }
            #expect(await crier.client.nick(forAccount: "Alice") == "alice")
            #expect(await crier.client.nick(forAccount: "nobody") == nil)
            alice.send("PRIVMSG #news :hi")
            try await waitUntil("hi") { crier.messages.count == 1 }
            #expect(crier.messages[0].account == "alice")
            alice.send("PART #news")
            try await crier.waitFor(.memberLeft(nick: "alice", channel: "#news"))
            // Out of sight, so WHOIS is asked.
            #expect(await crier.client.nick(forAccount: "alice") == "alice")
            alice.send("JOIN #news")
            alice.send("PRIVMSG NickServ :LOGOUT")
            try await crier.waitFor(.accountChanged(nick: "alice", account: nil))
            #expect(await crier.client.nick(forAccount: "alice") == nil)
            alice.send("PRIVMSG #news :still me")
            try await waitUntil("still me") { crier.messages.count == 2 }
            #expect(crier.messages[1].account == nil)
        }
    }

    @Test func `a wrong password is told, and fatal only when a login is required`() async throws {
        let server = try InspIRCdServer()
        let services = try AthemeServices(linkedTo: server)
        defer { services.stop() }
        let owner = try await register("owner", on: server)
        defer { owner.hangUp() }
        var options = IRCClientOptions.test(port: server.port)
        options.saslAccount = "owner"
        options.saslPassword = "wrong"
        try await RunningClient.with(options) { crier in
            try await crier.waitForEvent("login failed") { if case .loginFailed = $0 { true } else { false } }
            try await crier.waitFor(.joined(channel: "#news"))
        }
        options.requiresLogin = true
        try await RunningClient.with(options) { crier in
            try await crier.waitForEvent("permanent") {
                if case .disconnected(let reason) = $0 { reason.kind == .permanent } else { false }
            }
        }
    }

    @Test func `without SASL NickServ logs in before the joins, and gives the nick back`() async throws {
        let server = try InspIRCdServer(withoutModules: ["sasl"])
        let services = try AthemeServices(linkedTo: server)
        defer { services.stop() }
        let owner = try await register("owner", on: server)
        var options = IRCClientOptions.test(port: server.port)
        options.nick = "owner"
        options.saslAccount = "owner"
        options.saslPassword = "secret123"
        try await RunningClient.with(options) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            #expect(!crier.events.contains { if case .loginFailed = $0 { true } else { false } })
            try await waitUntil("the nick is ours") { await crier.client.currentNick == "owner" }
            #expect(await crier.client.members(of: "#news").map(\.nick) == ["owner"])
        }
        owner.hangUp()
    }

    @Test func `a client certificate logs in by EXTERNAL`() async throws {
        let certificates = try TestCertificates()
        let server = try InspIRCdServer(certificate: certificates.issue("server"))
        let services = try AthemeServices(linkedTo: server)
        defer { services.stop() }
        let owner = try await register("owner", on: server)
        let client = try certificates.issue("client")
        var options = IRCClientOptions.test(port: server.tlsPort, useTLS: true)
        options.caFile = certificates.caFile
        options.certificateFile = client.certificateFile
        options.keyFile = client.keyFile
        try await RunningClient.with(options) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            owner.send("WHOIS crier")
            let line = try await owner.wait(for: " 276 ")
            let fingerprint = try #require(line.split(separator: " ").last)
            owner.send("PRIVMSG NickServ :CERT ADD \(fingerprint)")
            try await owner.wait(for: "Added fingerprint")
        }
        options.saslAccount = "owner"
        options.requiresLogin = true
        try await RunningClient.with(options) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            owner.send("WHOIS crier")
            try await owner.wait(for: " 330 owner crier owner ")
        }
    }
}

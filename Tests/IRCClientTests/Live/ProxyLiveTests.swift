import TestSupport
import Testing

@testable import IRCClient

@Suite(.timed, .enabled(if: InspIRCdServer.isInstalled && SOCKSProxy.isInstalled, "needs inspircd and microsocks"))
struct `IRC through a SOCKS proxy` {
    @Test func `a network is reached over TLS with user and password, and lost with the proxy`() async throws {
        let certificates = try TestCertificates()
        let server = try InspIRCdServer(certificate: certificates.issue("server"))
        let proxy = try SOCKSProxy(user: "crier", password: "s3cret")
        var options = IRCClientOptions.test(port: server.tlsPort, useTLS: true)
        options.caFile = certificates.caFile
        options.proxy = IRCProxy("socks5://crier:s3cret@127.0.0.1:\(proxy.port)")
        try await RunningClient.with(options) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            #expect(await crier.send("by way of others", to: "#news") == .confirmed)
            #expect(proxy.log.contains("localhost:\(server.tlsPort)"), "the name was resolved here: \(proxy.log)")
            proxy.stop()
            try await crier.waitForEvent("disconnected") { if case .disconnected = $0 { true } else { false } }
        }
    }

    @Test func `a wrong password is permanent and named`() async throws {
        let proxy = try SOCKSProxy(user: "crier", password: "s3cret")
        var options = IRCClientOptions.test(port: 1)
        options.proxy = IRCProxy("socks5://crier:wrong@127.0.0.1:\(proxy.port)")
        let reason = try await disconnection(options)
        #expect(reason.kind == .permanent && reason.text.contains("refuses our user and password"), "\(reason)")
    }

    @Test func `a dead server behind the proxy, and a dead proxy, are temporary`() async throws {
        let proxy = try SOCKSProxy()
        var options = IRCClientOptions.test(port: ServerProcess.freePort())
        options.proxy = IRCProxy("socks5://127.0.0.1:\(proxy.port)")
        let behind = try await disconnection(options)
        #expect(behind.kind == .temporary && behind.text.contains("the server refused its connection"), "\(behind)")
        proxy.stop()
        let none = try await disconnection(options)
        #expect(none.kind == .temporary && none.text.contains("no connection to the proxy"), "\(none)")
    }
}

@Suite(.timed, .enabled(if: InspIRCdServer.isInstalled && SquidProxy.isInstalled, "needs inspircd and squid"))
struct `IRC through an HTTP proxy` {
    @Test func `a server whose name only the proxy knows is joined`() async throws {
        let server = try InspIRCdServer()
        let proxy = try SquidProxy(allowedPorts: [server.port], hosts: ["irc.hidden.test": "127.0.0.1"])
        var options = IRCClientOptions.test(port: server.port)
        options.servers = [IRCServer(host: "irc.hidden.test", port: server.port, useTLS: false)]
        options.proxy = IRCProxy(proxy.url)
        try await RunningClient.with(options) { crier in
            try await crier.waitFor(.joined(channel: "#news"))
            #expect(await crier.send("through squid", to: "#news") == .confirmed)
        }
    }

    @Test func `what the proxy forbids is permanent and named`() async throws {
        let proxy = try SquidProxy(allowedPorts: [])
        var options = IRCClientOptions.test(port: 6_667)
        options.proxy = IRCProxy(proxy.url)
        let reason = try await disconnection(options)
        #expect(reason.kind == .permanent && reason.text.contains("rules forbid this server"), "\(reason)")
    }
}

/// Why the first attempt of a client ended.
private func disconnection(_ options: IRCClientOptions) async throws -> IRCDisconnectReason {
    var reason: IRCDisconnectReason?
    try await RunningClient.with(options) { crier in
        try await waitUntil("the end of the attempt") { !crier.events.isEmpty }
        if case .disconnected(let found)? = crier.events.first { reason = found }
    }
    return try #require(reason)
}

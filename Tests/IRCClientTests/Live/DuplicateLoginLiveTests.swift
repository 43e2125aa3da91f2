import TestSupport
import Testing

@testable import IRCClient

/// Two clients with one account on a real server with real services.
@Suite(
    .timed,
    .enabled(
        if: InspIRCdServer.isInstalled && AthemeServices.isInstalled,
        "inspircd or atheme-services is not installed: skipped"
    )
)
struct `Two clients with one account` {
    private static func options(port: Int, id: String, nick: String = "crier") -> IRCClientOptions {
        var options = IRCClientOptions.test(port: port)
        options.nick = nick
        options.saslAccount = "crier"
        options.saslPassword = "secret123"
        options.gaveWayWait = .milliseconds(500)
        options.processID = id
        return options
    }

    /// A connection that is logged in as `crier` and answers no question.
    private static func registeredOwner(port: Int) async throws -> RawIRCClient {
        let owner = try RawIRCClient(port: port, nick: "crier")
        try await owner.wait(for: " 001 ")
        try await waitUntil("NickServ is there") {
            owner.send("PRIVMSG NickServ :REGISTER secret123 crier@example.org")
            return (try? await owner.wait(for: " 900 ", seconds: 1)) != nil
        }
        return owner
    }

    private static func isGaveWay(_ event: IRCEvent) -> Bool {
        if case .gaveWay = event { true } else { false }
    }

    /// `second` finds the first by the nick or in the channel; its id must not matter.
    @Test(arguments: [("crier", "a"), ("crier", "z"), ("second", "a"), ("second", "z")], [[], ["ircv3_accounttag"]])
    func `the first stays; the second leaves, and takes over when the first has stopped`(
        second: (nick: String, id: String),
        missing: Set<String>
    ) async throws {
        let server = try InspIRCdServer(withoutModules: missing)
        let services = try AthemeServices(linkedTo: server)
        defer {
            services.stop()
            server.stop()
        }
        let owner = try await Self.registeredOwner(port: server.port)
        owner.hangUp()
        try await waitUntil("the owner is gone") { owner.isClosed }
        let (joined, hasJoined) = AsyncStream.makeStream(of: Void.self)
        let (end, mayEnd) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await RunningClient.with(Self.options(port: server.port, id: "m")) { early in
                    // Its list of members is complete, so it asks nobody any more.
                    try await early.waitFor(.membersNamed(channel: "#news"))
                    #expect(await early.send("here", to: "#news") == .confirmed)
                    hasJoined.finish()
                    for await _ in end {}
                    try await early.waitForEvent("the warning") {
                        if case .duplicateTurnedAway = $0 { true } else { false }
                    }
                    #expect(!early.events.contains { if case .disconnected = $0 { true } else { false } })
                    #expect(await early.send("still here", to: "#news") == .confirmed)
                }
            }
            group.addTask {
                defer { mayEnd.finish() }
                for await _ in joined {}
                let options = Self.options(port: server.port, id: second.id, nick: second.nick)
                try await RunningClient.with(options) { late in
                    try await late.waitFor(.gaveWay(server: "127.0.0.1", account: "crier"))
                    mayEnd.finish()
                    try await waitUntil("the channel") {
                        guard await late.client.isJoined("#news") else { return false }
                        return await late.send("taken over", to: "#news") == .confirmed
                    }
                    #expect(late.events.count(where: Self.isGaveWay) == 1)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `the nick of a connection that does not answer is taken from it`() async throws {
        let server = try InspIRCdServer()
        let services = try AthemeServices(linkedTo: server)
        defer {
            services.stop()
            server.stop()
        }
        let ghost = try await Self.registeredOwner(port: server.port)
        try await RunningClient.with(Self.options(port: server.port, id: "m")) { crier in
            try await ghost.wait(for: "\u{1}CRIER m\u{1}")
            try await crier.waitFor(.joined(channel: "#news"))
            try await waitUntil("the nick") { await crier.client.currentNick == "crier" }
            #expect(!crier.events.contains(where: Self.isGaveWay))
        }
    }
}

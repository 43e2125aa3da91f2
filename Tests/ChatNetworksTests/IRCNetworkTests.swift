import Foundation
import IRCClient
import Logging
import NewsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatNetworks

/// An IRC network on a server that says what the test wants, with state that outlives it.
@Suite(.timed) struct IRCNetworkTests {
    private static let room = Address(network: "testnet", kind: .room, target: "#news")

    /// Lets the bot in without capabilities; PINGs after lines for which `confirms` is false go unanswered.
    private static func server(
        confirms: @escaping @Sendable (_ line: String, _ server: ScriptedIRCServer) -> Bool = { _, _ in true }
    ) throws -> ScriptedIRCServer {
        let isSilent = Mutex(false)
        return try ScriptedIRCServer { line, server in
            switch line.split(separator: " ").first {
            case "NICK":
                isSilent.withLock { $0 = false }
                server.send(":irc.test 001 crier :Welcome crier!crier@host.test", ":irc.test 376 crier :End")
            case "JOIN":
                server.send(":crier!crier@host.test JOIN #news", ":irc.test 353 crier = #news :crier @alice")
                server.send(":irc.test 366 crier #news :End")
            case "PRIVMSG": if !confirms(line, server) { isSilent.withLock { $0 = true } }
            case "PING":
                if !isSilent.withLock({ $0 }) { server.send(":irc.test PONG irc.test :\(line.dropFirst(5))") }
            default: break
            }
        }
    }

    /// Runs a network until the body ends.
    private static func withNetwork(
        _ server: ScriptedIRCServer,
        _ state: KeptState,
        identity: IRCNetworkOptions.IdentityRule = .account,
        roomsPerInviter: Int? = nil,
        _ body: (IRCNetwork) async throws -> Void
    ) async throws {
        var client = IRCClientOptions(
            host: "127.0.0.1",
            port: server.port,
            useTLS: false,
            nick: "crier",
            channels: [IRCChannelName(name: "#news")]
        )
        client.reconnectMinimum = .milliseconds(10)
        client.quitDeadline = .milliseconds(100)
        var options = IRCNetworkOptions(name: "testnet", client: client, identity: identity, vocabulary: .forTest)
        if let roomsPerInviter { (options.invitations, options.roomsPerInviter) = (.anyone, roomsPerInviter) }
        let network = IRCNetwork(
            options: options,
            state: state,
            time: ManualTimeSource(),
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await network.run() }
            try await waitUntil("the bot has joined") { await network.canReach(room) }
            try await body(network)
            group.cancelAll()
        }
    }

    @Test func `of a text that goes row by row only the row on its way is said again, over a restart too`() async throws
    {
        let state = KeptState()
        let losses = Mutex(["two", "three"])
        let server = try Self.server { line, server in
            let isLost = losses.withLock { losses in
                guard let next = losses.first, line.hasSuffix(next) else { return false }
                losses.removeFirst()
                return true
            }
            if isLost { server.hangUp() }
            return !isLost
        }
        defer { server.stop() }
        let part = MessagePart(payload: "one\ntwo\nthree\nfour", asNotice: false)
        try await Self.withNetwork(server, state) { network in
            #expect(await network.send(part, key: .ledger(7), to: Self.room) == .unknown)
            try await waitUntil("the bot is back") { await network.canReach(Self.room) }
            #expect(await network.send(part, key: .ledger(7), to: Self.room) == .unknown)
        }
        try await Self.withNetwork(server, state) { network in
            for key: PartKey in [.ledger(7), .ledger(8)] {
                let outcome = await network.send(part, key: key, to: Self.room)
                #expect(outcome == .confirmed, "\(server.lines)")
            }
        }
        let said = server.lines.filter { $0.hasPrefix("PRIVMSG") }.compactMap { $0.split(separator: " ").last }
        #expect(said == ["one", "two", "two", "three", "three", "four", "one", "two", "three", "four"])
        #expect(await state.values["saidRows"] == nil)
    }

    @Test func `who is in a channel is a member of it, whatever the case, and nobody else`() async throws {
        let server = try Self.server()
        defer { server.stop() }
        try await Self.withNetwork(server, KeptState(), identity: .nick) { network in
            try await waitUntil("the names are read") {
                await network.isMember(account: "nick:Alice", in: "#news")
            }
            #expect(await !network.isMember(account: "nick:mallory", in: "#news"))
            #expect(await !network.isMember(account: "nick:alice", in: "#other"))
            try await waitUntil("all names are read") {
                await network.hasLeft(account: "nick:mallory", room: "#news")
            }
            #expect(await !network.hasLeft(account: "nick:Alice", room: "#news"))
            // Of a channel where the bot is not, nothing is known.
            #expect(await !network.hasLeft(account: "nick:mallory", room: "#other"))
        }
    }

    @Test func `a nick is no account: whoever takes another brings the bot into no more channels`() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let state = KeptState()
        try await Self.withNetwork(server, state, identity: .nick, roomsPerInviter: 1) { network in
            #expect(!network.traits.hasAccounts)
            for nick in ["a", "b", "c"] { server.send(":\(nick)!u@h INVITE crier #\(nick)") }
            server.send(":a!u@h PRIVMSG crier :after that")
            for await case .message in network.events { break }
            #expect(await state.values["invitedChannels"] == "#a")
        }
    }

    @Test func `a pace learnt from Excess Flood is kept over a restart`() async throws {
        let state = KeptState()
        let server = try Self.server { line, server in
            guard line.hasSuffix("flood") else { return true }
            server.send("ERROR :Closing Link: crier (Excess Flood)")
            server.hangUp()
            return false
        }
        defer { server.stop() }
        let pace = StoredPace(network: "testnet", state: state)
        #expect(try await pace.load() == .full)
        try await Self.withNetwork(server, state) { network in
            _ = await network.send(MessagePart(payload: "flood", asNotice: false), key: .ledger(1), to: Self.room)
            try await waitUntil("the pace is kept") { await state.values["pace"] != nil }
        }
        #expect(try await pace.load().share == 0.5)
        try await Self.withNetwork(server, state) { network in
            _ = await network.send(MessagePart(payload: "flood", asNotice: false), key: .ledger(2), to: Self.room)
            try await waitUntil("the pace is slower") { try await pace.load().share < 0.3 }
        }
    }

    @Test func `an invitation beyond what one account may bring is reported with who is to be told`() async throws {
        let server = try Self.server()
        defer { server.stop() }
        try await Self.withNetwork(server, KeptState(), identity: .nick, roomsPerInviter: 1) { network in
            var heard = network.events.makeAsyncIterator()
            server.send(":alice!a@h INVITE crier #one", ":alice!a@h INVITE crier #two")
            var refused: RefusedInvitation?
            while refused == nil, let event = await heard.next() {
                if case .invitationRefused(let invitation) = event { refused = invitation }
            }
            #expect(refused?.room == "#two" && refused?.limit == 1)
            #expect(refused?.message.sender.account == "nick:alice")
            #expect(await network.roomsBrought(by: "nick:alice") == nil)
        }
    }

    @Test func `an invitation by somebody who may not is reported with who is to be told`() async throws {
        let server = try Self.server()
        defer { server.stop() }
        try await Self.withNetwork(server, KeptState(), identity: .nick) { network in
            var heard = network.events.makeAsyncIterator()
            server.send(":alice!a@h INVITE crier #one")
            var refused: RefusedInvitation?
            while refused == nil, let event = await heard.next() {
                if case .invitationRefused(let invitation) = event { refused = invitation }
            }
            #expect(refused?.room == "#one" && refused?.isWelcome == false)
            #expect(refused?.message.sender.account == "nick:alice")
        }
    }

    @Test func `whoever takes the nick of somebody out of sight is somebody else`() async throws {
        let server = try Self.server()
        defer { server.stop() }
        try await Self.withNetwork(server, KeptState(), identity: .nick) { network in
            var heard = network.events.makeAsyncIterator()
            func presence() async -> String? {
                while let event = await heard.next() {
                    if case .message(let message) = event { return message.sender.presence }
                }
                return nil
            }
            server.send(":bob!b@h PRIVMSG crier :me")
            let bob = try #require(await presence())
            #expect(await network.presence(of: "nick:bob") == bob)
            // Bob leaves unseen, and Alice, who is in our channel, takes his nick.
            server.send(":alice!b@h NICK bob", ":carol!c@h PRIVMSG crier :me")
            _ = await presence()
            #expect(await network.presence(of: "nick:bob") == nil)
        }
    }

    @Test(arguments: ["", "x y", "0.5", "nan 0", "-4 1e300", "0.5 99999999999"])
    func `a pace that cannot be read does no harm`(value: String) async throws {
        let state = KeptState(["pace": value])
        let share = try await StoredPace(network: "testnet", state: state).load().share(at: .now)
        #expect((0.25...1).contains(share))
    }

    @Test func `what was said to us in the room's own way is no conversation`() async throws {
        let server = try Self.server()
        defer { server.stop() }
        try await Self.withNetwork(server, KeptState()) { network in
            var heard = network.events.makeAsyncIterator()
            func next() async -> IncomingMessage? {
                while let event = await heard.next() { if case .message(let message) = event { return message } }
                return nil
            }
            server.send(":alice!a@h PRIVMSG #news :~headlines")
            let command = try #require(await next())
            #expect(await network.lastConversation(in: "#news") != nil)
            await network.handled(command, wasAnswered: true)
            #expect(await network.lastConversation(in: "#news") == nil)
            server.send(":alice!a@h PRIVMSG #news :good morning")
            let talk = try #require(await next())
            await network.handled(talk, wasAnswered: false)
            #expect(await network.lastConversation(in: "#news") == .sampleNow)
        }
    }
}

/// What a network has kept, by key.
actor KeptState: NetworkStateStore {
    private(set) var values: [String: String]

    init(_ values: [String: String] = [:]) { self.values = values }

    func networkState(_ network: String, key: String) -> String? { values[key] }
    func setNetworkState(_ network: String, key: String, value: String?) { values[key] = value }
    func recordHandled(network: String, inboundID: String, at time: Date) -> Bool { true }
    func recordPosted(network: String, eventID: String, key: PartKey) {}
    func postedEvent(network: String, key: PartKey) -> String? { nil }
    func isPosted(network: String, eventID: String) -> Bool { false }
}

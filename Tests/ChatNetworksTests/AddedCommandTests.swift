import CurlClient
import FeedRefresh
import Foundation
import IRCClient
import Localization
import Logging
import NewsModel
import Speaking
import Storage
import Synchronization
import TestSupport
import Testing

@testable import ChatCommands
@testable import ChatNetworks

extension Command {
    /// Added as CONTRIBUTING says: one declaration, and its place in the table.
    fileprivate static let echo = Command(
        name: "echo",
        aliases: ["parrot"],
        genericAliases: ["repeat"],
        topic: .playing,
        keepsText: { _ in true },
        shape: .name(atMost: 5),
        effect: .shows,
        reactions: ["🦜"]
    ) { context, arguments in
        context.show(RichText([.paragraph([.text("You said \(arguments.text).")])]))
    }
}

/// A command that is declared in one place works by IRC, by mail and in the terminal, and no network names it.
@Suite(.timed) struct AddedCommandTests {
    private static let table = CommandTable(CommandTable.standard.commands + [.echo])
    private static let vocabulary = table.vocabulary(prefix: "!")
    private static let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func router(_ networks: [any ChatNetwork] = []) throws -> CommandRouter {
        let (store, time) = (try Store.inMemory(), ManualTimeSource())
        let fetch = FetchOptions()
        let client = HTTPClient(options: fetch.clientOptions)
        let refresher = FeedRefresher(store: store, client: client, options: fetch, time: time, log: Self.log)
        let services = CommandServices(
            store: store,
            catalogue: try ShippedCatalogue.catalogue(),
            networks: Dictionary(uniqueKeysWithValues: networks.map { ($0.name, $0) }),
            rooms: .all,
            feeds: FeedSubscriber(
                store: store,
                finder: FeedFinder(client: client, time: time, parsing: refresher.parsing),
                refresher: refresher,
                catalogue: SourceCatalogue(),
                time: time
            ),
            time: time,
            log: Self.log,
            options: CommandOptions(version: "1")
        )
        return CommandRouter(services, table: Self.table)
    }

    /// Runs a network with the chat behind it until the body ends.
    private func withChat(on network: any ChatNetwork, _ body: () async throws -> Void) async throws {
        let speaker = Speaker(networks: [network.name: network], time: ManualTimeSource(), log: Self.log)
        let chat = ChatLoop(router: try router([network]), speaker: speaker)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await network.run() }
            group.addTask { try await chat.run() }
            try await body()
            group.cancelAll()
        }
    }

    @Test func `on IRC it answers to the prefix, and to a word of other bots only behind the name`() async throws {
        let server = try ScriptedIRCServer { line, server in
            switch line.split(separator: " ").first {
            case "NICK": server.send(":irc.test 001 crier :Welcome crier!crier@host.test", ":irc.test 376 crier :End")
            case "JOIN":
                server.send(":crier!crier@host.test JOIN #news", ":irc.test 353 crier = #news :crier alice")
                server.send(":irc.test 366 crier #news :End")
            case "PING": server.send(":irc.test PONG irc.test :\(line.dropFirst(5))")
            default: break
            }
        }
        defer { server.stop() }
        var client = IRCClientOptions(
            host: "127.0.0.1",
            port: server.port,
            useTLS: false,
            nick: "crier",
            channels: [IRCChannelName(name: "#news")]
        )
        client.quitDeadline = .milliseconds(100)
        let options = IRCNetworkOptions(
            name: "testnet",
            client: client,
            identity: .nick,
            vocabulary: Self.vocabulary
        )
        let network = IRCNetwork(options: options, state: KeptForTest(), time: ManualTimeSource(), log: Self.log)
        let room = Address(network: "testnet", kind: .room, target: "#news")
        try await withChat(on: network) {
            try await waitUntil("the bot has joined") { await network.canReach(room) }
            for line in ["!repeat nothing", "!parrot hello", "crier: repeat good day"] {
                server.send(":alice!a@host.test PRIVMSG #news :\(line)")
            }
            try await waitUntil("both are answered") {
                server.lines.contains { $0.hasSuffix("You said good day.") }
            }
            #expect(server.lines.contains { $0.hasPrefix("PRIVMSG #news") && $0.hasSuffix("You said hello.") })
            #expect(!server.lines.contains { $0.contains("nothing") })
        }
    }

    @Test func `on Matrix it answers to the prefix, and to a word of other bots only behind the name`() async throws {
        let server = try SyncedHomeserver()
        let sent = Mutex<[String]>([])
        server.web.respond(to: "*") { request in
            guard request.path.contains("/send/m.room.message/") else { return SyncedHomeserver.json("{}") }
            let count = sent.withLock { sent in
                sent.append(String(decoding: request.body, as: UTF8.self))
                return sent.count
            }
            return SyncedHomeserver.json("{\"event_id\":\"$\(count)\"}")
        }
        // There was an answer before, so what is said from now on is for us.
        server.syncs(SyncedHomeserver.joined(["!a": []]))
        let lines = ["!repeat nothing", "!parrot hello", "crier: repeat good day"].enumerated()
            .map { SyncedHomeserver.message("\($0.offset)", $0.element) }
        server.syncs(SyncedHomeserver.joined(["!a": lines]))
        try await withChat(on: server.network(vocabulary: Self.vocabulary)) {
            try await waitUntil("both are answered") {
                sent.withLock { $0.contains { $0.contains("You said good day.") } }
            }
            #expect(sent.withLock { $0.contains { $0.contains("You said hello.") } })
            #expect(!sent.withLock { $0.contains { $0.contains("nothing") } })
        }
        #expect(ReactionWords.word(for: "🦜", commands: Self.vocabulary.reactions) == "echo")
    }

    @Test(arguments: [("echo good day", "Subject: x"), ("Hello,\n\nparrot good day\n\nAlice", "Subject: x")])
    func `by mail it is known among other lines, and shows whoever holds the token`(
        body: String,
        subject: String
    ) async throws {
        let router = try router()
        let chat = MailChatForTest(vouches: true, vocabulary: Self.vocabulary) { message, _ in
            await router.handle(message).map { $0.message.body.blocks.map(\.words).joined(separator: "\n") }
        }
        chat.receive(body, [subject])
        try await chat.run { try await chat.settle() }
        #expect(chat.heard.map(\.text).allSatisfy { $0.hasSuffix("good day") } && chat.heard.count == 1)
        #expect(chat.answers.count == 1 && chat.answers.first?.contains("You said good day.") == true)
        // Words that sentences have are in the locales.
        let typed = try ShippedCatalogue.catalogue().typedWords
        let spoken = Self.table.speaking(typed).vocabulary(prefix: "!")
        #expect(spoken.isHarmless("echo good day") && !spoken.isCommand("Echo of the past in the hall"))
    }

    @Test func `in the terminal it is answered as text`() async throws {
        let options = ConsoleOptions(person: "you", room: nil, isTerminal: false)
        let console = ConsoleNetwork(options: options, time: ManualTimeSource())
        let replies = try await router([console]).handle(console.message("echo good day"))
        #expect(
            replies.flatMap { console.parts(of: $0.message, to: $0.address) }.map(\.payload) == ["You said good day."]
        )
    }

    @Test func `help lists it, and a room may switch it off`() async throws {
        let options = ConsoleOptions(person: "you", room: nil, isTerminal: false)
        let console = ConsoleNetwork(options: options, time: ManualTimeSource())
        let replies = try await router([console]).handle(console.message("help playing"))
        #expect(replies.contains { $0.message.body.blocks.contains { $0.words.contains("echo") } })
        var etiquette = RoomEtiquette()
        #expect(RoomSetting.verbs.apply("-parrot", to: &etiquette, Self.table))
        #expect(!etiquette.allows("echo"))
    }
}

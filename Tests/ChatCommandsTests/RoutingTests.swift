import TestSupport
import Localization
import NewsModel
import Storage
import Testing

@testable import ChatCommands

@Suite(.timed) struct RoutingTests {
    @Test func `rooms hear nothing of what is not for the bot`() async throws {
        let chat = try await Conversation()
        for line in ["hello", "!unknownverb", "!next", "!hello", "!remove 1", "!get 1", "!s x", "help", "a", "", "!"] {
            try await chat.says(line, in: "#news")
        }
    }

    @Test func `addressed by name every verb answers in a room`() async throws {
        let chat = try await Conversation()
        try await chat.says("crier: more", in: "#news", expect: "There is no more", "crier: headlines")
        try await chat.says("!crier help", in: "#news", expect: "headlines")
        try await chat.says("crier, hlep", in: "#news", expect: "Did you mean crier: help?")
        try await chat.says("crier: qwertyuiop", in: "#news", expect: "I do not know", "crier: help")
    }

    @Test func `a room's operators enable generic verbs and change the prefix`() async throws {
        let chat = try await Conversation()
        try await chat.says(
            "crier: set room verbs more, help",
            as: .alice,
            in: "#news",
            expect: "Only this channel's operators"
        )
        try await chat.says("crier: set room verbs more, help", as: .op, in: "#news", expect: "help, more")
        try await chat.says("!more", in: "#news", expect: "There is no more")
        try await chat.says("crier: set room prefix ~", as: .op, in: "#news", expect: "begin with ~")
        try await chat.says("!headlines", in: "#news")
        try await chat.says("~headlines", in: "#news", expect: "no news")
        try await chat.says("crier: set room prefix abc", as: .op, in: "#news", expect: "“abc” is not possible")
        try await chat.says("crier: set room idle 10m", as: .op, in: "#news", expect: "10 minutes")
        try await chat.says("crier: set room lines 5/h", as: .op, in: "#news", expect: "at most 5 lines")
        try await chat.says("crier: set room notice on", as: .op, in: "#news", expect: "as notices")
        #expect(await chat.replies("~headlines", in: "#news").first?.message.asNotice == true)
        try await chat.says("crier: set room wings on", as: .op, in: "#news", expect: "no setting")
    }

    @Test func `a room's operators turn verbs off, and choose plain or colour`() async throws {
        let chat = try await Conversation()
        try await chat.says("crier: set room verbs -headlines, more", as: .op, in: "#news", expect: "-headlines, more")
        try await chat.says("!headlines", in: "#news")
        try await chat.says("crier: headlines", in: "#news")
        try await chat.says("headlines", expect: "no news")
        // No hint names what does nothing here.
        for (line, expected) in [("!more", "There is no more."), ("crier: qwertyuiop", "I do not know")] {
            let said = await chat.replies(line, in: "#news").map { plain($0.message.body) }.joined()
            #expect(said.contains(expected) && !said.contains("headlines"), "\(said)")
        }
        let help = await chat.replies("crier: help", in: "#news").map { plain($0.message.body) }.joined()
        #expect(help.contains("digest") && !help.contains("headlines"), "\(help)")
        try await chat.says("crier: set room verbs -set", as: .op, in: "#news", expect: "“-set” is not possible")
        try await chat.says("crier: set room verbs none", as: .op, in: "#news", expect: "need my name")
        try await chat.says("!headlines", in: "#news", expect: "no news")
        try await chat.says("crier: set room format colour", as: .op, in: "#news", expect: "I will use colours here")
        try await chat.says("crier: set room format off", as: .op, in: "#news", expect: "I will use no colours here")
    }

    @Test func `in private unique beginnings work and unknown verbs are explained`() async throws {
        let chat = try await Conversation()
        try await chat.says("headl", expect: "no news")
        try await chat.says("hedlines", expect: "Did you mean headlines?")
        try await chat.says("qwertyuiop", expect: "I do not know", "help")
        try await chat.says("fee", expect: "Did you mean feed, feeds?")
    }

    @Test func `bots are never answered and a repeated message is handled once`() async throws {
        let chat = try await Conversation()
        try await chat.says("!headlines", as: .init(name: "otherbot", account: nil, isBot: true))
        #expect(await chat.replies("!headlines", inboundID: "m1").count == 1)
        #expect(await chat.replies("!headlines", inboundID: "m1").isEmpty)
    }

    @Test func `a flood gets one notice and then silence`() async throws {
        let chat = try await Conversation(
            rates: .init(personBurst: 2, personPerMinute: 6, roomBurst: 50, roomPerMinute: 60)
        )
        try await chat.says("!headlines", expect: "no news")
        try await chat.says("!headlines", expect: "no news")
        try await chat.says("!headlines", expect: "faster than I can answer")
        try await chat.says("!headlines")
        try await chat.says("!headlines", as: .bob, expect: "no news")
        chat.clock.advance(by: 60)
        try await chat.says("!headlines", expect: "no news")
    }

    @Test func `the terminal's user is not limited`() async throws {
        let chat = try await Conversation(kind: .console, rates: .init(personBurst: 1, personPerMinute: 1))
        for _ in 0..<5 { try await chat.says("headlines", expect: "no news") }
    }

    @Test func `a guest is told how to identify, and answered by nick`() async throws {
        let chat = try await Conversation()
        for line in ["!me", "!forget me", "!alert add rust", "!set lang zh-Hans", "!quiet 22:00-07:00", "!unread"] {
            try await chat.says(line, as: .guest, expect: "/msg NickServ IDENTIFY")
        }
        let reply = try #require(await chat.replies("!headlines", as: .guest).first)
        #expect(reply.address == Address(network: "testnet", kind: .person, target: "nick:Guest42"))
        let profiles = try await chat.store.profile(for: Identity(network: "testnet", account: "guest42"))
        #expect(profiles == nil)
    }

    @Test func `help lists and explains, in the room without a flood`() async throws {
        let chat = try await Conversation()
        try await chat.says("help", expect: "headlines", "help reading · following · alerts", "help digest")
        try await chat.says("help digest", expect: "digest [today", "grouped by feed", "Also: summary")
        try await chat.says("help dig", expect: "grouped by feed")
        try await chat.says("help digset", expect: "Did you mean help digest?")
        let room = try #require(await chat.replies("crier: help", in: "#news").first)
        #expect(room.message.body.blocks.count <= 9)
        #expect(plain(room.message.body).contains("crier: help digest"))
        try await chat.says("start", expect: "1. ", "3. ", "help")
        try await chat.says("about", expect: "Crier 1.2", "English (en)", "zh-Hans")
    }

    @Test func `every command has its usage and its help in every language`() throws {
        let catalogue = try ShippedCatalogue.catalogue()
        for language in catalogue.languages {
            let keys = catalogue.ownMessageFacts(language)
            for command in CommandTable.standard.commands {
                #expect(keys["help.\(command.name).usage"] != nil, "\(language) \(command.name)")
                #expect(keys["help.\(command.name).text"] != nil, "\(language) \(command.name)")
            }
        }
    }

    @Test(arguments: ["command", "error", "help", "settings", "alert", "feed", "schedule", "page"])
    func `the areas of commands are complete in every language`(area: String) throws {
        let catalogue = try ShippedCatalogue.catalogue()
        let english = catalogue.ownMessageFacts("en").filter { $0.key.hasPrefix(area + ".") }
        #expect(!english.isEmpty)
        for language in catalogue.languages where language != "en" {
            let facts = catalogue.ownMessageFacts(language)
            for (key, fact) in english {
                #expect(facts[key]?.argumentNames == fact.argumentNames, "\(language) \(key)")
            }
        }
    }

    private struct Surprise: Error {}

    @Test func `an unforeseen error is shown as a reference, never as its text`() async throws {
        let chat = try await Conversation()
        let table = CommandTable([Command(name: "break", run: { _, _ in throw Surprise() })])
        let router = CommandRouter(chat.router.services, table: table)
        let message = IncomingMessage(
            network: "testnet",
            traits: NetworkKind.irc.traits,
            sender: .init(displayName: "alice", account: "alice"),
            room: nil,
            text: "break",
            receivedAt: .sampleNow
        )
        let answer = try #require(await router.handle(message).first).message.body
        #expect(plain(answer).contains(/internal error \(ref [0-9A-F]{4}\)/))
        #expect(!plain(answer).contains("Surprise"))
    }

    @Test(arguments: [
        "!headlines 99999999999999999999", "!read -1", "!read 0", "!alert -5 off", "!alert 99999999999 remove",
        "!digest 99999999999999d", "!headlines at 99:99", "!set tz ../../etc/passwd", "!quiet 25:00-26:00", "!yes 1",
        "!unsub 0", "!sub 1 2 3", "!digest since", "!digest 2026-99-99..", "!schedules off 0", "!feed 99999",
        "!set", "!set room", "!set lang", "!alert", "!alert add", "!alert 1", "!alert 1 fly", "!headlines at",
        "!alert add x cooldown 99999999999999h", "!set lang xx", "!set tz", "!pause nothing", "!resume", "!why",
        "!forget", "!refresh nonsense", "!help \u{200D}", "!headlines \"", "!sub \"", "!digest as", "!quiz 0",
    ])
    func `whatever is typed, the answer is words and never an internal error`(line: String) async throws {
        let chat = try await Conversation()
        for speaker in [Conversation.Speaker.alice, .guest] {
            for room in [nil, "#news"] {
                let line = room == nil ? line : "!crier " + line.dropFirst()
                let answer = await chat.replies(line, as: speaker, in: room).map { plain($0.message.body) }.joined()
                #expect(!answer.isEmpty, "\(line)")
                #expect(!answer.contains("internal error"), "\(line) → \(answer)")
                #expect(!answer.contains("{"), "\(line) → \(answer)")
            }
        }
    }
}

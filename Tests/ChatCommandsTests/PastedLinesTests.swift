import Foundation
import NewsModel
import Speaking
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// On Matrix, and on IRC with multiline messages, a paste arrives as one message.
@Suite(.timed) struct PastedLinesTests {
    private func message(
        _ text: String,
        in room: String? = nil,
        kind: NetworkKind = .matrix,
        corrects: String? = nil,
        at time: Date = .sampleNow
    ) -> IncomingMessage {
        var message = IncomingMessage(
            network: "testnet",
            traits: kind.traits,
            sender: .init(displayName: "alice", account: "alice"),
            room: room,
            text: text,
            inboundID: "m",
            receivedAt: time
        )
        message.corrects = corrects
        return message
    }

    private func texts(_ message: IncomingMessage, _ chat: Conversation) async -> [String] {
        await chat.router.commands(in: message).commands.map(\.text)
    }

    @Test func `each pasted line is a command with an id of its own`() async throws {
        let chat = try await Conversation(kind: .matrix)
        let text = "alert add storm\r\n\n  !alert add flood\nhelp"
        let commands = await chat.router.commands(in: message(text)).commands
        #expect(commands.map(\.text) == ["alert add storm", "  !alert add flood", "help"])
        #expect(commands.map(\.inboundID) == ["m#1", "m#2", "m#3"])
        #expect(commands.allSatisfy { $0.partOf == "m" })
    }

    @Test(arguments: [
        "one line only", "alert add storm\nand what do you think of it?", "hello\nthere", "note: x\nhelp", "\n\n",
    ])
    func `what is not a command in each line stays one message`(text: String) async throws {
        let chat = try await Conversation(kind: .matrix)
        #expect(await texts(message(text), chat) == [text])
    }

    @Test func `in a room each line needs the prefix or the name`() async throws {
        let chat = try await Conversation(kind: .matrix)
        #expect(await texts(message("!headlines\n!help", in: "#r"), chat) == ["!headlines", "!help"])
        #expect(await texts(message("crier: headlines\n!help", in: "#r"), chat).count == 2)
        #expect(await texts(message("!headlines\nand then help", in: "#r"), chat).count == 1)
        #expect(await texts(message("headlines\nhelp", in: "#r"), chat).count == 1)
    }

    @Test func `a mail, a correction and a text on the terminal are not divided`() async throws {
        let chat = try await Conversation()
        #expect(await texts(message("help\nhelp", kind: .mail), chat).count == 1)
        #expect(await texts(message("help\nhelp", corrects: "x"), chat).count == 1)
    }

    @Test func `in Chinese too`() async throws {
        let chat = try await Conversation(kind: .matrix)
        #expect(await texts(message("提醒 瓦伦西亚\n订阅 bbc\n头条"), chat).count == 3)
    }

    @Test func `of a very long paste a hundred lines are commands, and the rest is told of`() async throws {
        let chat = try await Conversation(kind: .matrix)
        let paste = (1...250).map { "alert add word\($0)" }.joined(separator: "\n")
        let divided = await chat.router.commands(in: message(paste))
        let commands = divided.commands
        #expect(commands.count == 100 && divided.excess?.count == 150)
        #expect(divided.excess?.first.text == "alert add word101")
        #expect(commands.last?.partOf == "m" && commands.last?.text == "alert add word100")

        let other = try await Conversation(kind: .matrix)
        other.network.report(.message(message(paste, at: other.clock.now)))
        other.network.endEvents()
        try await ChatLoop(router: other.router, speaker: other.speaker).run()
        let profile = try #require(try await other.store.profile(for: .sample("alice")))
        let done = try await other.store.alerts(of: profile.id.recipient).count
        let told = other.network.texts(to: Identity.sample("alice").address).filter { $0.contains("I did not do") }
        #expect(told.count == 1 && told[0].contains("I did not do \(250 - done) of your lines"), "\(done): \(told)")
    }

    @Test func `a message is handled when the last of its lines is, in whatever order they end`() async throws {
        let chat = try await Conversation(kind: .matrix)
        let commands = await chat.router.commands(in: message("help\nfeeds\nalert list")).commands
        let open = OpenLines()
        open.add(commands)
        open.add(commands)
        #expect(open.finished(commands[2]) == nil && open.finished(commands[0]) == nil)
        for _ in 0..<3 { #expect(open.finished(commands[1]) == nil) }
        #expect(open.finished(commands[1])?.inboundID == "m")
        #expect(open.finished(message("help"))?.inboundID == "m")
    }

    @Test func `a pasted yes confirms nothing that was asked by a line beside it`() async throws {
        let chat = try await Conversation(kind: .matrix)
        try await chat.says("alert add storm", expect: "storm")
        chat.network.report(.message(message("forget me\nyes", at: chat.clock.now)))
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        try await chat.says("alert list", expect: "storm")
        #expect(chat.network.texts(to: Identity.sample("alice").address).last?.contains("yes ") == true)
    }

    @Test func `a link code among lines that are not done is void`() async throws {
        let chat = try await Conversation(kind: .matrix)
        let said = try await chat.says("link", expect: "within 10 minutes")
        let code = try #require(
            said.split(separator: " ").map { $0.filter(PublicLinkCode.symbols.contains) }.first { $0.count == 8 }
        )
        let paste = Array(repeating: "!headlines", count: 130).joined(separator: "\n") + "\n!link \(code)"
        chat.network.report(.message(message(paste, in: "#news", at: chat.clock.now)))
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        try await chat.says("link \(code)", as: .bob, expect: "wrong, used or too old")
    }

    @Test func `the loop answers every line once, also when the message comes again`() async throws {
        let chat = try await Conversation(kind: .matrix)
        for _ in 0..<2 {
            chat.network.report(.message(message("alert add storm\nalert add flood", at: chat.clock.now)))
        }
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        let keys = chat.network.attempts.map(\.key.text)
        #expect(
            Set(keys).count == keys.count && keys.contains("reply-m#1-1") && keys.contains("reply-m#2-1"),
            "\(keys)"
        )
        try await chat.says("alert list", expect: "storm", "flood")
    }
}

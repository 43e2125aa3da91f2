import Foundation
import Logging
import NewsModel
import Speaking
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct ChatLoopTests {
    private func message(_ text: String, from name: String = "alice", id: String? = nil) -> NetworkEvent {
        .message(
            IncomingMessage(
                network: "testnet",
                traits: NetworkKind.irc.traits,
                sender: .init(displayName: name, account: name),
                room: nil,
                text: text,
                inboundID: id,
                receivedAt: .sampleNow
            )
        )
    }

    /// Runs the loop until the facts hold.
    private func run(_ chat: Conversation, until isTrue: () async throws -> Bool) async throws {
        let loop = ChatLoop(router: chat.router, speaker: chat.speaker)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await loop.run() }
            try await waitUntil("what the loop does", isTrue)
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test func `events are answered once and rooms are kept`() async throws {
        let chat = try await Conversation()
        chat.network.report(.joined(room: "#News"))
        chat.network.report(message("more", id: "m1"))
        chat.network.report(message("more", id: "m1"))
        chat.network.report(message("more", id: "m2"))
        try await run(chat) { chat.network.attempts.count >= 2 }
        #expect(try await chat.store.room(network: "testnet", name: "#news") != nil)
        #expect(chat.network.attempts.map(\.key.text) == ["reply-m1-1", "reply-m2-1"])
        #expect(chat.network.attempts.first?.address == Identity.sample("alice").address)
    }

    @Test(arguments: [(20, "brought me there"), (nil, "as many rooms as I may be")])
    func `whose invitation finds no place is told so in words, once in a while`(limit: Int?, words: String) async throws
    {
        let recorder = LogRecorder()
        let chat = try await Conversation(recorder: recorder)
        guard case .message(let message) = message("") else { return }
        for number in 0..<50 {
            chat.network.report(.invitationRefused(RefusedInvitation(message, room: "#r\(number)", limit: limit)))
        }
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        #expect(chat.network.attempts.map(\.address) == [Identity.sample("alice").address])
        #expect(chat.network.attempts.allSatisfy { $0.text.contains("#r0") && $0.text.contains(words) })
        #expect(recorder.lines.filter { $0.contains("Invitation not followed") }.count == 1)
    }

    @Test(arguments: [("en", "who may invite me"), ("zh-Hans", "谁可以邀请我")])
    func `who may not invite is told why, once a day, and of a crowd only a few are`(
        language: String,
        words: String
    ) async throws {
        let chat = try await Conversation()
        _ = await chat.replies("set lang \(language)")
        func invite(as name: String) {
            guard case .message(let message) = message("", from: name) else { return }
            let refused = RefusedInvitation(message, room: "#r", limit: nil, isWelcome: false)
            chat.network.report(.invitationRefused(refused))
        }
        for _ in 0..<20 { invite(as: "alice") }
        for number in 0..<100 { invite(as: "stranger\(number)") }
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        let told = chat.network.texts(to: Identity.sample("alice").address)
        #expect(told.count == 1 && told.allSatisfy { $0.contains("#r") && $0.contains(words) })
        #expect(chat.network.attempts.count == 10)
    }

    @Test func `the end of a network's events ends the loop when all answers are out`() async throws {
        let chat = try await Conversation()
        for number in 1...5 { chat.network.report(message("more", id: "m\(number)")) }
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        #expect(chat.network.attempts.count == 5)
    }

    @Test func `a loop that ends with an error stores what was answered and used`() async throws {
        let chat = try await Conversation()
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let speaker = Speaking.Speaker(networks: ["testnet": chat.network], time: StoppedClock(), log: log)
        chat.network.script([.confirmed, .notSent(retryAt: Date.sampleNow.addingTimeInterval(5))])
        chat.network.report(message("more", id: "m1"))
        chat.network.report(message("more", id: "m2"))
        chat.network.endEvents()
        await #expect(throws: StoppedClock.Stopped.self) {
            try await ChatLoop(router: chat.router, speaker: speaker).run()
        }
        #expect(try await chat.store.isHandled(network: "testnet", inboundID: "m1"))
        #expect(try await !chat.store.isHandled(network: "testnet", inboundID: "m2"))
        #expect(try await chat.store.usage(day: "2026-11-16") == ["more": 2])
    }

    @Test func `one person's commands are answered in their order`() async throws {
        let chat = try await Conversation()
        for number in 1...8 { chat.network.report(message("alert add word\(number)")) }
        for number in 1...8 { chat.network.report(message("alert add wort\(number)", from: "bob")) }
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        for (name, word) in [("alice", "word"), ("bob", "wort")] {
            let texts = chat.network.texts(to: Identity.sample(name).address).filter { $0.hasPrefix("Alert ") }
            let starts = (1...8).map { "Alert \($0): \(word)\($0)." }
            #expect(zip(texts, starts).allSatisfy { $0.hasPrefix($1) }, "\(texts)")
            #expect(texts.count == 8)
        }
    }

    @Test func `a reply that surely did not leave is tried again with the same key`() async throws {
        let chat = try await Conversation()
        let soon = Date.sampleNow.addingTimeInterval(5)
        chat.network.script([.notSent(retryAt: soon), .notSent(retryAt: soon), .confirmed])
        chat.network.report(message("more", id: "m1"))
        try await run(chat) {
            if chat.clock.nextDeadline != nil { chat.clock.advance(by: 5) }
            return chat.network.arrived.count == 1
        }
        #expect(Set(chat.network.attempts.map(\.key.text)) == ["reply-m1-1"])
        #expect(chat.network.attempts.count == 3)
    }

    @Test(arguments: [
        SendOutcome.unknown, .refused(reason: "no such nick"),
        .notSent(retryAt: Date.sampleNow.addingTimeInterval(3_600)),
    ])
    func `a reply that may have arrived, is refused, or would come much too late is let go`(
        outcome: SendOutcome
    ) async throws {
        let chat = try await Conversation()
        chat.network.script([outcome])
        chat.network.report(message("more", id: "m1"))
        chat.network.report(message("more", id: "m2"))
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        #expect(chat.network.attempts.map(\.key.text) == ["reply-m1-1", "reply-m2-1"])
    }

    @Test func `a command cut short by a crash is done when it comes again, unless it would do something else`()
        async throws
    {
        let chat = try await Conversation()
        func said(_ text: String, _ id: String) -> IncomingMessage {
            IncomingMessage(
                network: "testnet",
                traits: NetworkKind.matrix.traits,
                sender: .init(displayName: "alice", account: "alice"),
                room: nil,
                text: text,
                inboundID: id,
                receivedAt: chat.clock.now
            )
        }
        // Each ran, and the process died before its answer was out.
        for isRepeated in [false, true] {
            #expect(await chat.router.handle(said("help", "m1")).count == 1)
            #expect(await chat.router.handle(said("undo", "m2")).isEmpty == isRepeated)
        }
        await chat.router.finished(said("help", "m1"))
        #expect(await chat.router.handle(said("help", "m1")).isEmpty)
    }

    @Test func `talk among people is not for us`() async throws {
        let chat = try await Conversation()
        func isMeant(_ text: String, in room: String? = "#news", _ question: Question? = nil) async -> Bool {
            await chat.router.isMeant(
                IncomingMessage(
                    network: "testnet",
                    traits: (question == nil ? NetworkKind.irc : .matrix).traits,
                    sender: .init(displayName: "alice", account: "alice"),
                    room: room,
                    text: text,
                    receivedAt: chat.clock.now,
                    question: question
                )
            )
        }
        // In a Matrix room every line names its event, so that the answer can reply to it.
        for question in [nil, Question(messageID: "$1"), Question(messageID: "$1", repliesTo: "$2")] {
            for text in ["what a day", "a nice thing", "crier is down"] {
                #expect(await !isMeant(text, question), "\(text)")
            }
            for text in ["!headlines", "crier: help", "b", "link MT6ZB3CZ"] {
                #expect(await isMeant(text, question), "\(text)")
            }
        }
        #expect(await isMeant("what a day", in: nil))
    }

    @Test func `however much somebody says in a Matrix room, their next command is answered`() async throws {
        let chat = try await Conversation()
        for number in 0..<170 {
            var talk = IncomingMessage(
                network: "testnet",
                traits: NetworkKind.matrix.traits,
                sender: .init(displayName: "alice", account: "alice"),
                room: "#news",
                text: "Small talk \(number)",
                inboundID: "$\(number)",
                receivedAt: .sampleNow
            )
            talk.question = Question(messageID: "$\(number)")
            chat.network.report(.message(talk))
        }
        chat.network.report(message("more", id: "m1"))
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        #expect(chat.network.attempts.map(\.key.text) == ["reply-m1-1"])
    }
}

/// A clock that nobody can wait for.
private struct StoppedClock: TimeSource {
    struct Stopped: Error {}

    var now: Date { .sampleNow }
    func sleep(until deadline: Date) async throws { throw Stopped() }
}

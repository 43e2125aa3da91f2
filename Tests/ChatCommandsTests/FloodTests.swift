import Foundation
import NewsModel
import Speaking
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Many strangers at once, and what well-behaved people notice of it.
@Suite(.timed, .timeLimit(.minutes(10))) struct FloodTests {
    private func message(
        _ text: String,
        from name: String,
        id: String? = nil,
        kind: NetworkKind = .irc
    ) -> NetworkEvent {
        .message(
            IncomingMessage(
                network: "testnet",
                traits: kind.traits,
                sender: .init(displayName: name, account: name),
                room: nil,
                text: text,
                inboundID: id,
                receivedAt: .sampleNow
            )
        )
    }

    @Test func `fifty accounts with ten slow commands each keep nobody's headlines waiting`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Comet seen over Turin")
        let server = try LocalWebServer()
        server.respond(to: "/slow") { _ in .ok(.silence) }
        let loop = ChatLoop(router: chat.router, speaker: chat.speaker)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await loop.run() }
            for _ in 0..<10 {
                for number in 0..<50 {
                    chat.network.report(message("preview \(server.url("/slow"))", from: "s\(number)"))
                }
            }
            try await waitUntil("the slow ones are at it") { server.requests(to: "/slow").count > 3 }
            chat.network.report(message("headlines", from: "alice"))
            let alice = Identity.sample("alice").address
            try await waitUntil("the headlines") { !chat.network.texts(to: alice).isEmpty }
            #expect(chat.network.texts(to: alice).contains { $0.contains("Comet seen over Turin") })
            // The strangers' five hundred are far from done.
            #expect(chat.network.attempts.count < 300)
            group.cancelAll()
        }
    }

    @Test func `when too many people ask for sites, the next are told so, and what needs no site works`() async throws {
        var rates = CommandOptions.Rates(personBurst: 1_000, roomBurst: 1_000)
        rates.allFetchesBurst = 4
        rates.allFetchesPerMinute = 2
        let chat = try await Conversation(rates: rates)
        let feed = try await chat.publishes("Comet seen over Turin")
        let server = try LocalWebServer()
        server.respond(to: "/none") { _ in .status(404) }
        for number in 0..<4 {
            let speaker = Conversation.Speaker(name: "s\(number)", account: "s\(number)")
            _ = await chat.replies("preview \(server.url("/none"))", as: speaker)
        }
        try await chat.says("preview \(server.url("/none"))", expect: "Too many people ask for sites", "1 minute;")
        try await chat.says("sub \(feed.name)", expect: "Added Example")
        try await chat.says("headlines", expect: "Comet seen over Turin")
        chat.clock.advance(by: 60)
        try await chat.says("preview \(server.url("/none"))", expect: "404")
    }

    /// What a person is told of their lines, after the network's events have ended.
    private func toldOfLines(_ chat: Conversation, _ name: String = "alice", sign: String) -> [String] {
        chat.network.texts(to: Identity.sample(name).address).filter { $0.contains(sign) }
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `of forty pasted lines the sender is told once how many were not done, and which was the last`(
        kind: NetworkKind
    ) async throws {
        let chat = try await Conversation(kind: kind)
        for number in 1...40 { chat.network.report(message("alert add word\(number)", from: "alice", kind: kind)) }
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        let profile = try #require(try await chat.store.profile(for: .sample("alice")))
        let done = try await chat.store.alerts(of: profile.id.recipient).count
        let told = toldOfLines(chat, sign: "I did not do")
        #expect(told.count == 1, "\(told)")
        #expect(done >= 10 && done < 40)
        let words = "alice, I did not do \(40 - done) of your lines, because they came faster than I can answer: from"
        #expect(told.first?.contains(words) == true, "\(told)")
        #expect(told.first?.contains("alert add word\(done + 1) on") == true, "\(told)")
        #expect(told.first?.contains("The last that I did: alert add word\(done).") == true, "\(told)")
    }

    @Test func `lines over the rate limit are counted too, and told in the reader's language`() async throws {
        let chat = try await Conversation(rates: .init(personBurst: 5, personPerMinute: 20))
        _ = await chat.replies("set lang zh-Hans")
        for number in 1...9 { chat.network.report(message("alert add word\(number)", from: "alice")) }
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        #expect(toldOfLines(chat, sign: "没有处理 alert add word5").count == 1)
        let told = toldOfLines(chat, sign: "最后处理的一行")
        #expect(told.count == 1 && told[0].contains("5 行") && told[0].contains("alert add word4"), "\(told)")
    }

    @Test func `who pauses is told while the network goes on, and one line that was named is not told again`()
        async throws
    {
        let chat = try await Conversation(rates: .init(personBurst: 3, personPerMinute: 1))
        let loop = ChatLoop(router: chat.router, speaker: chat.speaker)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await loop.run() }
            for number in 1...4 { chat.network.report(message("alert add one\(number)", from: "bob")) }
            for number in 1...4 { chat.network.report(message("alert add word\(number)", from: "alice")) }
            try await waitUntil("the answers") {
                toldOfLines(chat, sign: "I left out").count == 1
                    && toldOfLines(chat, "bob", sign: "I left out").count == 1
            }
            for number in 5...6 {
                guard case .message(let late) = message("alert add word\(number)", from: "alice") else { return }
                #expect(await !chat.router.isMeant(late))
            }
            try await waitUntil("it is said") {
                chat.clock.advance(by: RefusedLines.pause)
                return toldOfLines(chat, sign: "I did not do 3 of your lines").count == 1
            }
            #expect(toldOfLines(chat, "bob", sign: "I left out alert add one4").count == 1)
            #expect(toldOfLines(chat, "bob", sign: "I did not do").isEmpty)
            group.cancelAll()
        }
    }

    @Test func `what is told of lines is no flood, whoever sends them`() async throws {
        let chat = try await Conversation(rates: .init(personBurst: 1, personPerMinute: 1))
        for number in 0..<3_000 {
            let name = "s\(number % 300)"
            chat.network.report(message("alert add word\(number)", from: name))
        }
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        let told = chat.network.attempts.count { $0.text.contains("I did not do") }
        #expect(told > 0 && told <= 20, "\(told)")
    }

    @Test func `a guest is limited by host, whatever nick they take`() async throws {
        let chat = try await Conversation(rates: .init(personBurst: 2, personPerMinute: 1))
        func guest(_ nick: String, _ host: String) -> Conversation.Speaker {
            .init(name: nick, account: nil, origin: host)
        }
        var answered = 0
        for number in 0..<20 {
            let replies = await chat.replies("help", as: guest("n\(number)", "h.example"))
            if !replies.isEmpty { answered += 1 }
        }
        // Three people's share, and that it is used up.
        #expect(answered == 7)
        try await chat.says("help", as: guest("other", "elsewhere.example"), expect: "headlines")
        let byNick = Conversation.Speaker(name: "n", account: "nick:n", presence: "p", origin: "h.example")
        try await chat.says("help", as: byNick)
        try await chat.says("help", as: .init(name: "bob", account: "bob", origin: "h.example"), expect: "headlines")
    }

    @Test func `a thousand lines over the limit write nothing, and the answered ones are written together`()
        async throws
    {
        let folder = try TemporaryFolder()
        let chat = try await Conversation(
            kind: .matrix,
            rates: .init(personBurst: 3),
            countsUse: false,
            path: folder.path("crier.sqlite3")
        )
        let before = try commits(folder.path("crier.sqlite3-wal"))
        for number in 0..<1_000 { chat.network.report(message("help", from: "alice", id: "m\(number)", kind: .matrix)) }
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        #expect(!chat.network.attempts.isEmpty)
        #expect(try await chat.store.isHandled(network: "testnet", inboundID: "m0"))
        #expect(try await !chat.store.isHandled(network: "testnet", inboundID: "m999"))
        // One a second of answered messages, and the clock stands.
        #expect(try commits(folder.path("crier.sqlite3-wal")) - before <= 2)
    }

    /// How many transactions are in a write-ahead log: frames that say how long the database is after them.
    private func commits(_ path: String) throws -> Int {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        func number(at index: Int) -> Int { bytes[index..<(index + 4)].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count > 32 else { return 0 }
        return stride(from: 32, to: bytes.count - 24, by: 24 + number(at: 8)).count { number(at: $0 + 4) != 0 }
    }
}

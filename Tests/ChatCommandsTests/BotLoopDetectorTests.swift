import Foundation
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct BotLoopDetectorTests {
    private let start = Date.sampleNow

    /// Lines that come so many seconds after each answer; gives the verdicts.
    private func talk(_ lines: [String], after gap: TimeInterval) -> [BotLoopDetector.Verdict] {
        var loops = BotLoopDetector()
        var time = start
        return lines.map { line in
            let verdict = loops.hear(line, from: "#news bob", at: time)
            if verdict == .listen { loops.answered(line, from: "#news bob", time...time) }
            time += gap
            return verdict
        }
    }

    @Test func `lines that come at once after each answer are another bot's`() {
        let verdicts = talk((0..<25).map { "!headlines \($0)" }, after: 1.5)
        #expect(verdicts.firstIndex(of: .loopFound(mayBeEnded: true)) == BotLoopDetector.mostExchanges)
        #expect(verdicts[(BotLoopDetector.mostExchanges + 1)...].allSatisfy { $0 == .ignore })
    }

    @Test func `the same line again and again is found sooner`() {
        let verdicts = talk(Array(repeating: "!digest", count: 15), after: 0.5)
        #expect(verdicts.firstIndex(of: .loopFound(mayBeEnded: true)) == BotLoopDetector.mostRepeats)
    }

    @Test func `a person who reads is never taken for one`() {
        #expect(talk(Array(repeating: "!more", count: 50), after: 2.5).allSatisfy { $0 == .listen })
    }

    @Test func `a pause begins the count anew, and silence ends`() {
        var loops = BotLoopDetector()
        var time = start
        for round in 0..<40 {
            #expect(loops.hear("!more", from: "a", at: time) == .listen)
            loops.answered("!more", from: "a", time...time)
            time += round % 8 == 7 ? 6 : 1
        }
        for _ in 0...BotLoopDetector.mostRepeats {
            _ = loops.hear("!more", from: "b", at: time)
            loops.answered("!more", from: "b", time...time)
        }
        #expect(loops.hear("!more", from: "b", at: time) == .ignore)
        #expect(loops.hear("!more", from: "c", at: time) == .listen)
        #expect(loops.hear("!more", from: "b", at: time + BotLoopDetector.silence) == .listen)
    }

    @Test func `what was typed ahead of our answers is no reaction to them, what comes between their lines is`() {
        var loops = BotLoopDetector()
        for number in 0..<30 {
            #expect(loops.hear("!more", from: "a", at: start) == .listen)
            loops.answered("!more", from: "a", (start + 1 + Double(number))...(start + 2 + Double(number)))
        }
        var verdicts: [BotLoopDetector.Verdict] = []
        for number in 0..<15 {
            let time = start + Double(number) * 10
            verdicts.append(loops.hear("!more", from: "b", at: time))
            loops.answered("!more", from: "b", (time + 0.1)...(time + 10))
        }
        #expect(verdicts.contains(.loopFound(mayBeEnded: true)))
    }

    @Test func `somebody who chats while an answer goes out is no bot`() {
        var loops = BotLoopDetector()
        loops.answered("!digest", from: "a", start...(start + 20))
        for number in 0..<40 {
            #expect(loops.hear("line \(number)", from: "a", at: start + Double(number) / 2) == .listen)
        }
        #expect(loops.hear("!more", from: "a", at: start + 30) == .listen)
    }

    @Test func `a word ends the silence once, and not again soon`() {
        var loops = BotLoopDetector()
        func loop(at time: Date) -> BotLoopDetector.Verdict? {
            for _ in 0..<40 {
                let verdict = loops.hear("!digest", from: "a", at: time)
                guard verdict == .listen else { return verdict }
                loops.answered("!digest", from: "a", time...time)
            }
            return nil
        }
        #expect(loop(at: start) == .loopFound(mayBeEnded: true))
        #expect(loop(at: start) == .ignore)
        let isHeard = loops.excuse("a", at: start)
        #expect(isHeard)
        #expect(loop(at: start) == .loopFound(mayBeEnded: false))
        let isHeardAgain = loops.excuse("a", at: start)
        #expect(!isHeardAgain)
        #expect(loop(at: start + BotLoopDetector.silence) == .loopFound(mayBeEnded: false))
        #expect(loop(at: start + BotLoopDetector.excusePause + BotLoopDetector.silence) == .loopFound(mayBeEnded: true))
    }

    /// What a speaker says in a room or in private; every answer arrives at once.
    private struct Speaking {
        let chat: Conversation
        var name = "newsbot"
        var room: String? = "#news"

        func callAsFunction(_ line: String) async -> [String] {
            let message = IncomingMessage(
                network: "testnet",
                traits: chat.network.traits,
                sender: .init(displayName: name, account: name),
                room: room,
                text: line,
                receivedAt: chat.clock.now
            )
            let replies = await chat.router.handle(message)
            await chat.router.answered(message, with: replies, since: chat.clock.now)
            return replies.map { plain($0.message.body) }
        }
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `two bots in a room fall silent after one sentence, and others are still answered`(
        kind: NetworkKind
    ) async throws {
        let chat = try await Conversation(kind: kind)
        let other = Speaking(chat: chat)
        var answers: [String] = []
        for number in 0..<50 { answers += await other("!headlines \(number)") }
        #expect(answers.count == BotLoopDetector.mostExchanges + 1)
        #expect(answers.last?.contains("newsbot, you answer me as fast as a bot does") == true, "\(answers)")
        #expect(answers.last?.contains("crier: start") == true, "\(answers)")
        #expect(await !Speaking(chat: chat, name: "alice")("!headlines").isEmpty)
        // A bot that repeats the sentence is not heard, a person who says the word is.
        #expect(await other(answers.last ?? "").isEmpty)
        #expect(await other("crier: start please").first?.contains("Three steps") == true)
        #expect(await !other("!headlines").isEmpty)
    }

    @Test(arguments: ["en", "zh-Hans"], [NetworkKind.irc, .matrix])
    func `who pages through something long is never silenced`(language: String, kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        _ = await chat.replies("crier: set room lang \(language)", as: .op, in: "#news")
        let many = (1...300).map { "https://host\($0).example/feed" }.joined(separator: " ")
        try await chat.says("!import \(many)", as: .op, in: "#news", expect: "300")
        let alice = Speaking(chat: chat, name: "alice")
        _ = await alice("!feeds")
        var pages = 0
        for _ in 0..<40 {
            let page = await alice("crier: more").joined()
            #expect(!page.contains("start"), "\(page)")
            guard page.contains("host") else { break }
            pages += 1
        }
        #expect(pages > BotLoopDetector.mostRepeats)
    }

    @Test func `a person in private is told in their language how to be heard`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("set lang zh-Hans")
        let alice = Speaking(chat: chat, name: "alice", room: nil)
        var answers: [String] = []
        for _ in 0..<30 { answers += await alice("schedules") }
        #expect(answers.last?.contains("输入 开始") == true, "\(answers.last ?? "")")
        #expect(await alice("schedules").isEmpty)
        #expect(await !alice("开始").isEmpty)
        #expect(await !alice("schedules").isEmpty)
    }
}

import Foundation
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

@Suite struct LoopGuardTests {
    private let start = Date.sampleNow

    /// Lines that come so many seconds after each answer; gives the verdicts.
    private func talk(_ lines: [String], after gap: TimeInterval) -> [LoopGuard.Verdict] {
        var loops = LoopGuard()
        var time = start
        return lines.map { line in
            let verdict = loops.hear(line, from: "#news bob", at: time)
            if verdict == .listen { loops.answered(line, from: "#news bob", time...time) }
            time += gap
            return verdict
        }
    }

    @Test func `lines that come at once after each answer are another bot's`() {
        let verdicts = talk((0..<25).map { "!headlines \($0)" }, after: 4)
        #expect(verdicts.firstIndex(of: .loopFound) == LoopGuard.mostExchanges)
        #expect(verdicts[(LoopGuard.mostExchanges + 1)...].allSatisfy { $0 == .ignore })
    }

    @Test func `the same line again and again is found sooner`() {
        let verdicts = talk(Array(repeating: "!digest", count: 15), after: 0.5)
        #expect(verdicts.firstIndex(of: .loopFound) == LoopGuard.mostRepeats)
    }

    @Test func `a person who reads is never taken for one`() {
        #expect(talk(Array(repeating: "!more", count: 50), after: 5.5).allSatisfy { $0 == .listen })
    }

    @Test func `a pause begins the count anew, and silence ends`() {
        var loops = LoopGuard()
        var time = start
        for round in 0..<40 {
            #expect(loops.hear("!more", from: "a", at: time) == .listen)
            loops.answered("!more", from: "a", time...time)
            time += round % 8 == 7 ? 6 : 1
        }
        for _ in 0...LoopGuard.mostRepeats {
            _ = loops.hear("!more", from: "b", at: time)
            loops.answered("!more", from: "b", time...time)
        }
        #expect(loops.hear("!more", from: "b", at: time) == .ignore)
        #expect(loops.hear("!more", from: "c", at: time) == .listen)
        #expect(loops.hear("!more", from: "b", at: time + LoopGuard.silence) == .listen)
    }

    @Test func `what was typed ahead of our answers is no reaction to them, what comes between their lines is`() {
        var loops = LoopGuard()
        for number in 0..<30 {
            #expect(loops.hear("!more", from: "a", at: start) == .listen)
            loops.answered("!more", from: "a", (start + 1 + Double(number))...(start + 2 + Double(number)))
        }
        var verdicts: [LoopGuard.Verdict] = []
        for number in 0..<15 {
            let time = start + Double(number) * 10
            verdicts.append(loops.hear("!more", from: "b", at: time))
            loops.answered("!more", from: "b", (time + 0.1)...(time + 10))
        }
        #expect(verdicts.contains(.loopFound))
    }

    @Test func `somebody who chats while an answer goes out is no bot`() {
        var loops = LoopGuard()
        loops.answered("!digest", from: "a", start...(start + 20))
        for number in 0..<40 {
            #expect(loops.hear("line \(number)", from: "a", at: start + Double(number) / 2) == .listen)
        }
        #expect(loops.hear("!more", from: "a", at: start + 30) == .listen)
    }

    @Test func `two bots in a channel fall silent, and others are still answered`() async throws {
        let chat = try await Conversation()
        func other(_ line: String, _ name: String = "newsbot") -> IncomingMessage {
            IncomingMessage(
                network: "testnet",
                traits: NetworkKind.irc.traits,
                sender: .init(displayName: name, account: nil),
                room: "#news",
                text: line,
                receivedAt: chat.clock.now
            )
        }
        var answers = 0
        for number in 0..<50 {
            let message = other("!headlines \(number)")
            guard await !chat.router.handle(message).isEmpty else { continue }
            answers += 1
            await chat.router.answered(message, since: chat.clock.now)
        }
        #expect(answers == LoopGuard.mostExchanges)
        #expect(await !chat.router.handle(other("!headlines", "alice")).isEmpty)
    }
}

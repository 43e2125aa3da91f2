import Foundation
import NewsModel
import Testing
import TestSupport

@testable import ChatCommands

@Suite(.timed) struct RefusedLinesTests {
    private let start = Date.sampleNow

    private func message(_ text: String, in room: String? = nil) -> IncomingMessage {
        IncomingMessage(
            network: "n",
            traits: NetworkKind.irc.traits,
            sender: .init(displayName: "a", account: nil),
            room: room,
            text: text,
            receivedAt: start
        )
    }

    @Test func `a burst is over after a pause, and is told with its first and the last line that was done`() {
        let lines = RefusedLines()
        lines.ran(message("one"), of: "a", at: start)
        for number in 0..<9 { lines.add(message("line \(number)"), of: "a", at: start + Double(number)) }
        #expect(lines.takeDue(at: start + 8 + RefusedLines.pause - 1).isEmpty)
        #expect(lines.nextDue == start + 8 + RefusedLines.pause)
        // What still waited is answered meanwhile.
        lines.ran(message("two"), of: "a", at: start + 10)
        lines.touch("a", at: start + 10)
        #expect(lines.takeDue(at: start + 13).isEmpty)
        let burst = lines.takeDue(at: start + 10 + RefusedLines.pause).first
        #expect(burst?.count == 9 && burst?.first == "line 0" && burst?.lastDone == "two")
        #expect(lines.nextDue == nil)
    }

    @Test func `a burst without end is told of after a minute`() {
        let lines = RefusedLines()
        for number in 0..<70 { lines.add(message("x"), of: "a", at: start + Double(number)) }
        #expect(lines.takeDue(at: start + 69).first?.count == 70)
    }

    @Test func `lines right after a refused one are refused too, so that what is done is a beginning`() {
        let lines = RefusedLines()
        #expect(!lines.isHeld("a", at: start))
        lines.add(message("x"), of: "a", at: start)
        #expect(lines.isHeld("a", at: start + 1))
        #expect(!lines.isHeld("b", at: start + 1))
        #expect(!lines.isHeld("a", at: start + RefusedLines.hold))
    }

    @Test func `what may not be told yet is told with what comes later`() {
        let lines = RefusedLines()
        lines.add(message("x"), of: "a", at: start)
        let burst = lines.takeDue(at: .distantFuture)
        lines.add(message("y"), of: "a", at: start + 20)
        for burst in burst { lines.putBack(burst, until: start + 60) }
        #expect(lines.takeDue(at: start + 59).isEmpty)
        let again = lines.takeDue(at: start + 60)
        #expect(again.first?.count == 2)
        // Then it is given up.
        for burst in again { lines.putBack(burst, until: start + 120) }
        #expect(lines.nextDue == nil)
    }

    @Test func `a line is told of only in its place, and only for a minute`() {
        let lines = RefusedLines()
        lines.ran(message("private"), of: "a", at: start)
        lines.add(message("x"), of: "a", at: start + 1)
        lines.add(message("y", in: "#news"), of: "a", at: start + 2)
        // A limit is the person's, wherever they write.
        #expect(lines.isHeld("a", at: start + 3))
        let bursts = lines.takeDue(at: .distantFuture)
        #expect(bursts.map(\.first) == ["x", "y"])
        #expect(bursts.map(\.lastDone) == ["private", nil])
        lines.add(message("z"), of: "a", at: start + RefusedLines.doneLifetime)
        #expect(lines.takeDue(at: .distantFuture).map(\.lastDone) == [nil])
    }

    @Test func `who is forgotten is not told of earlier lines`() {
        let lines = RefusedLines()
        lines.ran(message("secret"), of: "a", at: start)
        lines.add(message("x"), of: "a", at: start)
        lines.forget("a")
        #expect(lines.nextDue == nil)
        lines.add(message("y"), of: "a", at: start + 1)
        let burst = lines.takeDue(at: .distantFuture).first
        #expect(burst?.count == 1 && burst?.lastDone == nil)
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `a notice repeats no secret code, no password, and in a room only the site`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        let router = chat.router
        let address = "https://me:pass@feeds.example/secret?key=1"
        func first(_ text: String, in room: String? = nil) -> String? {
            var line = message(text, in: room)
            line.traits = kind.traits
            router.noteRefused(line)
            return router.refusedLines.takeDue(at: .distantFuture).first?.first
        }
        #expect(first("link BCDF2345") == "link")
        #expect(first("?link BCDF2345", in: "#news") == "?link")
        #expect(first("sub \(address)") == "sub https://…@feeds.example/secret?key=1")
        #expect(first("!sub \(address)", in: "#news") == "!sub https://feeds.example/…")
        #expect(first("!sub feeds.example/secret", in: "#news") == "!sub feeds.example/…")
    }

    @Test func `who is told at once that a line was too fast reads no secret code in it`() async throws {
        let chat = try await Conversation(rates: .init(personBurst: 1, personPerMinute: 1))
        _ = await chat.replies("crier: feeds", in: "#news")
        let answer = try await chat.says("crier: link BCDF2345", in: "#news", expect: "I left out link")
        #expect(!answer.contains("BCDF2345"))
    }

    @Test func `a room gets one notice a minute, whoever wrote the lines`() async throws {
        let chat = try await Conversation(rates: .init(personBurst: 1, personPerMinute: 1))
        for number in 0..<60 {
            var line = message("!alert add word\(number)", in: "#news")
            line.network = "testnet"
            line.sender = .init(displayName: "s\(number % 6)", account: "s\(number % 6)")
            chat.network.report(.message(line))
        }
        chat.network.endEvents()
        try await ChatLoop(router: chat.router, speaker: chat.speaker).run()
        let told = chat.network.attempts.filter { $0.text.contains("I did not do") }
        #expect(told.count == 1, "\(told.map(\.text))")
    }

    @Test func `a million senders of one line each take a limited memory`() {
        let lines = RefusedLines()
        for number in 0..<10_000 { lines.add(message("x"), of: "p\(number)", at: start) }
        #expect(lines.takeDue(at: .distantFuture).count <= 2_000)
    }
}

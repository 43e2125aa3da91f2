import Foundation
import NewsModel
import Testing
import TestSupport

@testable import ChatCommands

@Suite struct UndoneLinesTests {
    private let start = Date.sampleNow

    private func message(_ text: String) -> IncomingMessage {
        IncomingMessage(
            network: "n",
            traits: NetworkKind.irc.traits,
            sender: .init(displayName: "a", account: nil),
            room: nil,
            text: text,
            receivedAt: start
        )
    }

    @Test func `a burst is over after a pause, and is told with its first and the last line that was done`() {
        let lines = UndoneLines()
        lines.didLine("one", of: "a")
        for number in 0..<9 { lines.add(message("line \(number)"), of: "a", at: start + Double(number)) }
        #expect(lines.takeDue(at: start + 8 + UndoneLines.pause - 1).isEmpty)
        #expect(lines.nextDue == start + 8 + UndoneLines.pause)
        // What still waited is answered meanwhile.
        lines.didLine("two", of: "a")
        lines.touch("a", at: start + 10)
        #expect(lines.takeDue(at: start + 13).isEmpty)
        let burst = lines.takeDue(at: start + 10 + UndoneLines.pause).first
        #expect(burst?.count == 9 && burst?.first == "line 0" && burst?.lastDone == "two")
        #expect(lines.nextDue == nil)
    }

    @Test func `a burst without end is told of after a minute`() {
        let lines = UndoneLines()
        for number in 0..<70 { lines.add(message("x"), of: "a", at: start + Double(number)) }
        #expect(lines.takeDue(at: start + 69).first?.count == 70)
    }

    @Test func `lines right after a refused one are refused too, so that what is done is a beginning`() {
        let lines = UndoneLines()
        #expect(!lines.isHeld("a", at: start))
        lines.add(message("x"), of: "a", at: start)
        #expect(lines.isHeld("a", at: start + 1))
        #expect(!lines.isHeld("b", at: start + 1))
        #expect(!lines.isHeld("a", at: start + UndoneLines.hold))
    }

    @Test func `what may not be told yet is told with what comes later`() {
        let lines = UndoneLines()
        lines.add(message("x"), of: "a", at: start)
        let burst = lines.takeDue(at: .distantFuture)
        lines.add(message("y"), of: "a", at: start + 20)
        for burst in burst { lines.putBack(burst, until: start + 60) }
        #expect(lines.takeDue(at: start + 59).isEmpty)
        #expect(lines.takeDue(at: start + 60).first?.count == 2)
    }

    @Test func `a million senders of one line each take a limited memory`() {
        let lines = UndoneLines()
        for number in 0..<10_000 { lines.add(message("x"), of: "p\(number)", at: start) }
        #expect(lines.takeDue(at: .distantFuture).count <= 2_000)
    }
}

import Foundation
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct CommandLanesTests {
    private func message(_ text: String) -> IncomingMessage {
        IncomingMessage(
            network: "n",
            traits: NetworkKind.irc.traits,
            sender: .init(displayName: "a", account: nil),
            room: nil,
            text: text,
            receivedAt: Date(timeIntervalSince1970: 1_800_000_000)
        )
    }

    private func person(_ name: String, share: String? = nil) -> Counted {
        Counted(person: name, host: share, share: share ?? name)
    }

    private func lanes(limit: Int = 500, atOnce: Int = 100) -> CommandLanes {
        CommandLanes(.init(all: limit, perPerson: 10, shareFactor: 3, atOnce: atOnce))
    }

    @Test func `one lane per person, in order, bounded`() async {
        let lanes = lanes()
        #expect(await lanes.enqueue(message("0"), from: person("a")).startsWorker)
        #expect(await lanes.next(after: nil)?.message.text == "0")
        for number in 1...10 {
            let (startsWorker, dropped) = await lanes.enqueue(message("\(number)"), from: person("a"))
            #expect(!startsWorker && dropped.isEmpty)
        }
        #expect(await lanes.enqueue(message("99"), from: person("a")).dropped.map(\.text) == ["99"])
        #expect(await lanes.enqueue(message("b"), from: person("b")).startsWorker)
        #expect(await lanes.next(after: nil)?.message.text == "b")
        for number in 1...10 { #expect(await lanes.next(after: "a")?.message.text == "\(number)") }
        #expect(await lanes.next(after: "a") == nil)
        #expect(await lanes.next(after: "b") == nil)
        #expect(await lanes.enqueue(message("0"), from: person("a")).startsWorker)
    }

    @Test func `when all is full, who has the most waiting loses the newest of it, and a newcomer is let in`() async {
        let lanes = lanes(limit: 12)
        for number in 0..<8 { _ = await lanes.enqueue(message("a\(number)"), from: person("a")) }
        for number in 0..<4 { _ = await lanes.enqueue(message("b\(number)"), from: person("b")) }
        #expect(await lanes.enqueue(message("c0"), from: person("c")).dropped.map(\.text) == ["a7"])
        #expect(await lanes.enqueue(message("b4"), from: person("b")).dropped.map(\.text) == ["a6"])
        #expect(await lanes.enqueue(message("a8"), from: person("a")).dropped.map(\.text) == ["a8"])
    }

    @Test func `of people with one message each, a crowded host's or homeserver's loses`() async {
        let lanes = lanes(limit: 20)
        for number in 0..<17 {
            _ = await lanes.enqueue(message("e\(number)"), from: person("e\(number)", share: "evil"))
        }
        for name in ["x", "y", "z"] { _ = await lanes.enqueue(message(name), from: person(name)) }
        #expect(await lanes.enqueue(message("new"), from: person("new")).dropped.map(\.text) == ["e16"])
        #expect(await lanes.enqueue(message("e"), from: person("e-", share: "evil")).dropped.map(\.text) == ["e15"])
    }

    @Test func `the guests of one host fill no more than their share`() async {
        let lanes = lanes()
        var dropped = 0
        for number in 0..<300 {
            dropped += await lanes.enqueue(message("x"), from: person("g\(number % 60)", share: "host")).dropped.count
        }
        #expect(dropped == 270)
    }

    @Test func `so many are answered at once, and who had no turn for the longest time comes next`() async {
        let lanes = lanes(atOnce: 2)
        var started = 0
        for round in 0..<3 {
            for name in ["a", "b", "c"] {
                if await lanes.enqueue(message("\(name)\(round)"), from: person(name)).startsWorker { started += 1 }
            }
        }
        #expect(started == 2)
        #expect(await lanes.next(after: nil)?.message.text == "a0")
        #expect(await lanes.next(after: nil)?.message.text == "b0")
        _ = await lanes.enqueue(message("new"), from: person("new"))
        // Who waits with one message goes before those who have sent more.
        #expect(await lanes.next(after: "a")?.message.text == "new")
        #expect(await lanes.next(after: "b")?.message.text == "c0")
        #expect(await lanes.next(after: "new")?.message.text == "a1")
    }

    @Test func `people with one message each do not keep those with several out`() async {
        let lanes = lanes(atOnce: 1)
        for number in 0..<3 { _ = await lanes.enqueue(message("eve\(number)"), from: person("eve")) }
        var taken = [await lanes.next(after: nil)]
        for number in 0..<8 {
            for guest in 0..<2 {
                let name = "g\(number)-\(guest)"
                _ = await lanes.enqueue(message(name), from: person(name))
            }
            taken.append(await lanes.next(after: taken.last??.person))
        }
        #expect(taken.filter { $0?.person == "eve" }.count == 3)
    }

    @Test func `changed limits hold from the next message on`() async {
        let lanes = lanes(atOnce: 2)
        for name in ["a", "b"] {
            #expect(await lanes.enqueue(message(name), from: person(name)).startsWorker)
            #expect(await lanes.next(after: nil)?.message.text == name)
            _ = await lanes.enqueue(message(name), from: person(name))
        }
        await lanes.apply(.init(all: 500, perPerson: 1, shareFactor: 3, atOnce: 1))
        #expect(await lanes.enqueue(message("b2"), from: person("b")).dropped.map(\.text) == ["b2"])
        #expect(await !lanes.enqueue(message("c"), from: person("c")).startsWorker)
        // One worker too many: it ends, and the other does what waits.
        #expect(await lanes.next(after: "a") == nil)
        #expect(await lanes.next(after: "b")?.message.text == "c")
    }
}

import Foundation
import Logging
import NewsModel
import TestSupport
import Testing

@testable import Speaking

@Suite(.timed) struct SpeakerTests {
    private let network = FakeNetwork()
    private let matrix = FakeNetwork("home", kind: .matrix)
    private let time = ManualTimeSource()
    private let recorder = LogRecorder()
    private let speaker: Speaker
    private let room = Address(network: "testnet", kind: .room, target: "#news")

    init() {
        let recorder = recorder
        speaker = Speaker(
            networks: ["testnet": network, "home": matrix],
            time: time,
            log: Logger(label: "test") { _ in recorder }
        )
    }

    private func speech(
        _ text: String,
        _ name: String = "m1",
        to address: Address? = nil,
        until: Date? = nil,
        mayRepeat: Bool = false
    ) -> Speech {
        let lines = text.split(separator: "\n").map { RichText.Block.paragraph([.text(String($0))]) }
        let message = OutgoingMessage(body: RichText(lines))
        return Speech(message, to: address ?? room, until: until, mayRepeat: mayRepeat, firstPart: 1) {
            .reply(to: name, part: $0)
        }
    }

    /// Says it, while the clock goes from one awaited moment to the next.
    private func say(_ speech: Speech) async throws -> SpeechResult {
        try await withThrowingTaskGroup(of: SpeechResult?.self) { group in
            group.addTask { try await speaker.say(speech) }
            group.addTask {
                while !Task.isCancelled {
                    try? await waitUntil("something is awaited") { time.nextDeadline != nil }
                    if let next = time.nextDeadline { time.set(max(next, time.now)) }
                }
                return nil
            }
            let result = try await group.next() ?? nil
            group.cancelAll()
            return try #require(result)
        }
    }

    @Test func `a message is sent part by part, each under its key`() async throws {
        #expect(try await say(speech("one\ntwo")) == SpeechResult(outcome: .sent, partCount: 2))
        #expect(network.arrived.map(\.key.text) == ["reply-m1-1", "reply-m1-2"])
        #expect(network.attempts.count == 2)
        #expect(time.sleeps == 0)
    }

    @Test(arguments: [1, 3, 10]) func `a network that fails some times gets the same part again, later and later`(
        times: Int
    ) async throws {
        network.script(Array(repeating: .notSent(retryAt: nil), count: times))
        let begin = time.now
        #expect(try await say(speech("one\ntwo")).outcome == .sent)
        #expect(network.arrived.map(\.text) == ["one", "two"])
        #expect(network.attempts.filter { $0.text == "one" }.count == times + 1)
        #expect(Set(network.attempts.map(\.key)).count == 2)
        let waits = (0..<times).map { min(5, Double(1 << min($0, 10))) }
        #expect(time.now.timeIntervalSince(begin) == waits.reduce(0, +))
    }

    @Test func `a network that never answers well is given up in bounded time, aloud`() async throws {
        network.setConnected(false)
        let begin = time.now
        #expect(try await say(speech("one\ntwo")).outcome == .notSent(.tooLate))
        #expect(time.now.timeIntervalSince(begin) <= 60)
        #expect((10...30).contains(network.attempts.count))
        #expect(network.attempts.allSatisfy { $0.text == "one" })
        #expect(recorder.lines == ["warning Not sent, and given up"])
    }

    @Test func `a message that waits for its turn and for a slow network is sent whole`() async throws {
        let time = time
        network.onSend { time.set(time.now + 5) }
        let text = (1...20).map { "line \($0)" }.joined(separator: "\n")
        try await withThrowingTaskGroup(of: SpeechResult.self) { group in
            for number in 1...8 { group.addTask { try await speaker.say(speech(text, "m\(number)")) } }
            for try await result in group { #expect(result == SpeechResult(outcome: .sent, partCount: 20)) }
        }
        #expect(network.arrived.count == 160)
    }

    @Test func `what has waited past its time for its turn is dropped, and holds up nobody`() async throws {
        network.hold()
        let first = Task { try await speaker.say(speech("one")) }
        try await waitUntil("it is being sent") { network.heldCount == 1 }
        #expect(try await say(speech("two", "m2", until: time.now + 10)).outcome == .notSent(.tooLate))
        network.release()
        #expect(try await first.value.outcome == .sent)
        #expect(try await say(speech("three", "m3")).outcome == .sent)
        #expect(network.arrived.map(\.text) == ["one", "three"])
    }

    @Test func `who has left is tried for some seconds only`() async throws {
        let alice = Address(network: "testnet", kind: .person, target: "alice")
        network.setAbsent(alice)
        let begin = time.now
        #expect(try await say(speech("one", to: alice)).outcome == .notSent(.absent))
        #expect((12...20).contains(time.now.timeIntervalSince(begin)))
        #expect((5...8).contains(network.attempts.count))
    }

    @Test func `a key belongs to its address, and to no text that did not arrive`() async throws {
        let other = Address(network: "home", kind: .room, target: "!news")
        #expect(try await say(speech("one")).outcome == .sent)
        #expect(try await say(speech("other words", to: other)).outcome == .sent)
        network.setConnected(false)
        #expect(try await say(speech("two", "m2")).outcome == .notSent(.tooLate))
        network.setConnected(true)
        #expect(try await say(speech("two, corrected", "m2")).outcome == .sent)
    }

    @Test func `attempts are counted, however long there is`() async throws {
        network.setConnected(false)
        let later = time.now.addingTimeInterval(86_400)
        #expect(try await say(speech("one", until: later)).outcome == .notSent(.tooManyAttempts))
        #expect(network.attempts.count == SpeakerOptions().mostAttempts)
    }

    @Test func `a refusal is final`() async throws {
        network.refuse(room, reason: "banned")
        #expect(try await say(speech("one\ntwo")).outcome == .notSent(.refused("banned")))
        #expect(network.attempts.count == 1)
        #expect(recorder.lines.count == 1)
    }

    @Test func `when a network says when to come again, that is kept`() async throws {
        let soon = time.now.addingTimeInterval(40)
        network.script([.notSent(retryAt: soon)])
        #expect(try await say(speech("one")).outcome == .sent)
        #expect(time.now == soon)
        network.script([.notSent(retryAt: soon.addingTimeInterval(3_600))])
        #expect(try await say(speech("two", "m2")).outcome == .notSent(.tooLate))
        #expect(time.now == soon, "nothing is awaited that comes too late")
    }

    @Test func `what may have arrived is not said twice, unless it may be or the network knows repeats`() async throws {
        network.script([.unknown])
        #expect(try await say(speech("one\ntwo")).outcome == .perhapsSent)
        #expect(network.attempts.map(\.text) == ["one", "two"])
        network.script([.unknown])
        #expect(try await say(speech("three", "m2", mayRepeat: true)).outcome == .sent)
        #expect(network.attempts.filter { $0.text == "three" }.count == 2)
        matrix.script([.unknown, .unknown])
        let alice = Address(network: "home", kind: .person, target: "@alice:hs")
        #expect(try await say(speech("four", "m3", to: alice)).outcome == .sent)
        #expect(Set(matrix.attempts.map(\.key.text)) == ["reply-m3-1"] && matrix.attempts.count == 3)
    }

    @Test func `speech whose time has passed is dropped`() async throws {
        let past = time.now.addingTimeInterval(-1)
        #expect(try await say(speech("one", until: past)).outcome == .notSent(.tooLate))
        #expect(network.attempts.isEmpty)
    }

    @Test func `a key is never used for other words, and a confirmed part never sent again`() async throws {
        #expect(try await say(speech("one\ntwo")).outcome == .sent)
        #expect(try await say(speech("one\ntwo")).outcome == .sent)
        #expect(network.attempts.count == 2)
        #expect(try await say(speech("one\nother")).outcome == .perhapsSent)
        #expect(try await say(speech("another")).outcome == .notSent(.keyIsUsed))
        #expect(network.attempts.count == 2)
        #expect(recorder.lines.filter { $0.hasPrefix("error") }.count == 2)
    }

    @Test func `nothing for an unknown network, and nothing without words`() async throws {
        let nowhere = Address(network: "nowhere", kind: .room, target: "#x")
        #expect(try await say(speech("one", to: nowhere)).outcome == .notSent(.noWords))
        #expect(try await say(speech("")) == SpeechResult(outcome: .notSent(.noWords), partCount: 0))
    }

    @Test func `one address keeps its order while another one is stuck`() async throws {
        let other = Address(network: "testnet", kind: .room, target: "#other")
        network.hold()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...5 {
                group.addTask { _ = try await speaker.say(speech("\(number)a\n\(number)b", "m\(number)")) }
                try await waitUntil("it waits") { speaker.waiting(at: room) == number }
            }
            group.addTask { _ = try await speaker.say(speech("elsewhere", "m6", to: other)) }
            try await waitUntil("both addresses are being sent to") { network.heldCount == 2 }
            network.release()
            try await group.waitForAll()
        }
        let lines = network.texts(to: room)
        #expect(lines == (1...5).flatMap { ["\($0)a", "\($0)b"] })
        #expect(network.texts(to: other) == ["elsewhere"])
        #expect(speaker.waiting(at: room) == 0)
    }

    @Test func `a stop ends the waiting, and the next one has its turn`() async throws {
        network.setConnected(false)
        let stuck = Task { try await speaker.say(speech("one")) }
        try await waitUntil("it waits for another attempt") { time.sleeping == 1 }
        stuck.cancel()
        await #expect(throws: CancellationError.self) { try await stuck.value }
        network.setConnected(true)
        #expect(try await say(speech("two", "m2")).outcome == .sent)
    }
}

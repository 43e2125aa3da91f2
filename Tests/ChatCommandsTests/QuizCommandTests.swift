import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite struct QuizCommandTests {
    private func roomWithNews() async throws -> Conversation {
        let chat = try await Conversation()
        let cities = ["Berlin", "Madrid", "Lisbon", "Vienna", "Prague", "Warsaw", "Dublin", "Athens", "Oslo", "Rome"]
        for (index, city) in cities.enumerated() {
            try await chat.publishes(
                "Mayor of \(city) opens the new railway station after \(index + 3) years of work",
                by: "City\(index)",
                hoursAgo: Double(index + 1)
            )
        }
        return chat
    }

    @Test func `too few headlines gives a clear message`() async throws {
        let chat = try await Conversation()
        try await chat.says("!quiz", in: "#news", expect: "headlines for only 0 good questions", "!sub")
        try await chat.says("!quiz stop", in: "#news", expect: "No round is running", "!quiz")
        try await chat.says("!quiz scores", in: "#news", expect: "Nobody has any points yet")
        try await chat.says("!quiz 99", in: "#news", expect: "It goes like this")
    }

    @Test func `a round is started, answered with bare letters and stopped`() async throws {
        let chat = try await roomWithNews()
        try await chat.says("a", in: "#news")
        let start = try await chat.says("!quiz", in: "#news", expect: "a)", "d)")
        #expect(!start.isEmpty)
        try await chat.says("!quiz", in: "#news", expect: "A round is running", "!quiz stop")
        for letter in ["a", "B", "crier: c", "!d"] {
            try await chat.says(letter, as: .init(name: "p\(letter.last ?? "x")", account: nil), in: "#news")
        }
        try await chat.says("a", in: "#other")
        let stop = await chat.replies("!quiz stop", in: "#news")
        #expect(!stop.isEmpty)
        try await chat.says("!quiz stop", in: "#news", expect: "No round is running")
    }

    @Test func `a sign answers the question that it stands on and no other`() async throws {
        let chat = try await roomWithNews()
        let start = await chat.replies("quiz 3")
        let question = try #require(start.first?.message.asks)
        #expect(await chat.replies("a", signOn: "quiz-0-0").isEmpty)
        #expect(await chat.replies("a", signOn: question).count == 1)
        // It is over now.
        #expect(await chat.replies("b", signOn: question).isEmpty)
    }

    @Test func `alone in private one letter brings the answer at once`() async throws {
        let chat = try await roomWithNews()
        try await chat.says("quiz 3", expect: "a)", "d)")
        let answer = await chat.replies("b")
        #expect(answer.count == 1)
        #expect(answer.first?.address == Identity.sample("alice").address)
        try await chat.says("quiz", as: .guest, expect: "NickServ")
    }
}

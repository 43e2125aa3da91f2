import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct QuizCommandTests {
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
        try await chat.says("!quiz", in: "#news", expect: "headlines for only 0 good questions", "crier: sub")
        try await chat.says("!quiz stop", in: "#news", expect: "No round is running", "crier: quiz")
        try await chat.says("!quiz scores", in: "#news", expect: "Nobody has any points yet")
        try await chat.says("!quiz 99", in: "#news", expect: "It goes like this")
    }

    @Test func `a round is started, answered with bare letters and stopped`() async throws {
        let chat = try await roomWithNews()
        try await chat.says("a", in: "#news")
        let start = try await chat.says("!quiz", in: "#news", expect: "a)", "d)")
        #expect(!start.isEmpty)
        try await chat.says("!quiz", in: "#news", expect: "A round is running", "crier: quiz stop")
        for letter in ["a", "B", "crier: c", "!d"] {
            try await chat.says(letter, as: .init(name: "p\(letter.last ?? "x")", account: nil), in: "#news")
        }
        try await chat.says("a", in: "#other")
        let stop = await chat.replies("!quiz stop", in: "#news")
        #expect(!stop.isEmpty)
        try await chat.says("!quiz stop", in: "#news", expect: "No round is running")
    }

    @Test(arguments: [
        ("b", 1), ("B", 1), ("b)", 1), ("(c)", 2), ("D.", 3), ("a:", 0), ("（d）", 3), ("a）", 0), ("e", nil), ("(b", nil),
        ("ab", nil), ("b!", nil), (".b", nil), ("", nil), ("()", nil), ("1)", nil),
    ])
    func `an answer is a letter as people write it`(line: String, choice: Int?) {
        #expect(QuizLetter(line)?.choice == choice)
    }

    @Test func `who asks to be forgotten in a round leaves nothing in it`() async throws {
        let chat = try await roomWithNews()
        try await chat.says("!quiz", in: "#news", expect: "a)")
        for letter in ["a", "b", "c", "d"] {
            try await chat.says(letter, as: .init(name: "mallory\(letter)", account: "mallory\(letter)"), in: "#news")
        }
        func state() async throws -> String { try await chat.store.openQuizRounds().map(\.state).joined() }
        #expect(try await state().contains("mallory"))
        for letter in ["a", "b", "c", "d"] {
            let speaker = Conversation.Speaker(name: "mallory\(letter)", account: "mallory\(letter)")
            let asked = try await chat.says("forget me", as: speaker, expect: "yes ")
            let code = try #require(asked.firstMatch(of: /yes ([0-9A-Z]{6})/)?.output.1)
            try await chat.says("yes \(code)", as: speaker, expect: "I have forgotten you")
        }
        #expect(try await !state().contains("mallory"))
        _ = await chat.replies("!quiz stop", in: "#news")
        try await chat.says("!quiz scores", in: "#news", expect: "Nobody has any points yet")
    }

    @Test func `scores asked for in the first round say that it is running`() async throws {
        let chat = try await roomWithNews()
        try await chat.says("!quiz", in: "#news", expect: "a)")
        try await chat.says("!quiz scores", in: "#news", expect: "still running", "crier: quiz stop")
    }

    @Test func `in plain format every number of the scores has its name`() async throws {
        let chat = try await Conversation()
        try await chat.says("!set format plain", expect: "plain words")
        let alice = try #require(try await chat.store.profile(for: .sample("alice")))
        let round = try #require(
            try await chat.store.startQuizRound(in: alice.id.recipient, state: "", articles: [], at: .sampleNow)
        )
        let score = QuizScore(playerKey: "p", displayName: "you", points: 1, correctCount: 1)
        try await chat.store.endQuizRound(round, scores: [score], at: .sampleNow)
        try await chat.says("!quiz scores", expect: "Rank: 1, Player: you, Points: 1")
        try await chat.says("!set lang zh", expect: "和您交流")
        try await chat.says("!quiz scores", expect: "名次: 1, 玩家: you, 得分: 1")
    }

    @Test func `a sign answers the question that it stands on and no other`() async throws {
        let chat = try await roomWithNews()
        let start = await chat.replies("quiz 3")
        let question = try #require(start.first?.message.asks)
        #expect(await chat.replies("a", signOn: "question-0-0").isEmpty)
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
        try await chat.says("quiz scores", as: .guest, expect: "NickServ")
    }
}

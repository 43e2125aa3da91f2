import GameRooms
import Foundation
import Games
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// A conversation with enough headlines for a quiz.
func roomWithNews() async throws -> Conversation {
    let chat = try await Conversation()
    let cities = ["Berlin", "Madrid", "Lisbon", "Vienna", "Prague", "Warsaw", "Dublin", "Athens", "Oslo", "Rome"]
    for (index, city) in cities.enumerated() {
        try await chat.publishes(
            "Mayor of \(city) opens the new railway station on \(index % 2 == 0 ? "Monday" : "Friday")",
            by: "City\(index)",
            hoursAgo: Double(index + 1)
        )
    }
    return chat
}

@Suite(.timed) struct QuizCommandTests {
    @Test func `too few headlines gives a clear message`() async throws {
        let chat = try await Conversation()
        try await chat.says("!quiz", in: "#news", expect: "headlines for only 0 good questions", "crier: sub")
        try await chat.says("!quiz stop", in: "#news", expect: "No round is running", "crier: quiz")
        try await chat.says("!quiz scores", in: "#news", expect: "Nobody has any points yet")
    }

    @Test func `a round about a hidden category says which one it is about instead`() async throws {
        let chat = try await roomWithNews()
        try await chat.publishes("Penguin born in the zoo", by: "Animals", category: "Zoo")
        try await chat.says("category hide zoo", expect: "Hidden now: Zoo")
        let start = try await chat.says("quiz start 2 zoo", expect: "Zoo is hidden here, so this is Tech", "d)")
        #expect(start.contains("category show Zoo"), "\(start)")
    }

    @Test func `a round is started, answered with bare letters and stopped`() async throws {
        let chat = try await roomWithNews()
        try await chat.says("a", in: "#news")
        let start = try await chat.says("!quiz", in: "#news", expect: "a)", "d)")
        #expect(!start.isEmpty)
        try await chat.says("!quiz", in: "#news", expect: "A round is running", "crier: quiz stop", "crier: quiz again")
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

    @Test func `a person's own round ends unsaid when they ask to be forgotten`() async throws {
        let chat = try await roomWithNews()
        try await chat.says("quiz", expect: "Question 1/5")
        let alice = try #require(try await chat.store.profile(for: .sample("alice")))
        #expect(await chat.games.isPlaying(in: alice.id.recipient))
        let asked = try await chat.says("forget me", expect: "yes ")
        let code = try #require(asked.firstMatch(of: /yes ([0-9A-Z]{6})/)?.output.1)
        try await chat.says("yes \(code)", expect: "I have forgotten you")
        #expect(await !chat.games.isPlaying(in: alice.id.recipient))
        #expect(try await chat.store.openQuizRounds().isEmpty)
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
            try await chat.store.startQuizRound(in: alice.id.recipient, state: "", asked: [], at: .sampleNow)
        )
        let score = QuizScore(playerKey: "p", displayName: "you", points: 1, correctCount: 1)
        try await chat.store.endQuizRound(round, scores: [score], at: .sampleNow)
        try await chat.says("!quiz scores", expect: "Rank: 1, Player: you, Points: 1")
        try await chat.says("!set lang zh", expect: "和您交流")
        try await chat.says("!quiz scores", expect: "名次: 1, 玩家: you, 得分: 1")
    }

    @Test func `a sign answers the question that it stands on and no other`() async throws {
        let chat = try await roomWithNews()
        let start = await chat.replies("quiz 1")
        let question = try #require(start.first?.message.asks)
        #expect(await chat.replies("a", signOn: "question-0-0").isEmpty)
        #expect(await chat.replies("a", signOn: question).count == 1)
        // It is over now.
        #expect(await chat.replies("b", signOn: question).isEmpty)
    }

    @Test func `in private all questions come at once and one line answers them`() async throws {
        let chat = try await roomWithNews()
        try await chat.says("quiz", expect: "Question 1/5", "Question 5/5", "1a 2c 3b 4d 5a")
        let answer = await chat.replies("1a 2c 3b 4d 5a")
        #expect(answer.count == 1)
        #expect(answer.first?.address == Identity.sample("alice").address)
        try await chat.says("quiz scores", as: .guest, expect: "NickServ")
    }

    @Test(arguments: [
        ("1a 2c 3b 4d", "4 answers of 5; missing: 5"), ("6a", "no question 6"), ("1a 2e 3b 4d 5a", "2e is no answer"),
        ("1a 1b 2c 3d 4a 5a", "Question 1 has two answers"), ("b", "All 5 questions are open"),
        ("quiz skip", "nothing to skip"), ("quiz hint", "For which of the 5"), ("quiz hint 9", "no question 9"),
        ("quiz hint 2", "Question 2 is now"), ("quiz again", "Question 3/5"), ("quiz", "A round is running"),
        ("quiz start 5 zzqx", "zzqx"), ("quiz report", "quiz report 2 wrong name"),
        ("quiz report 9 x", "no question 9"),
        ("quiz report 2 wrong name", "Thank you"), ("quiz reports", "Only the bot's operators"),
        ("1a 2- 3- 4- 5-", "/5 ("), ("1-a 2-c 3-b 4-d 5-a", "/5 ("), ("acbda", "/5 ("), ("a c b d a", "/5 ("),
        ("a c b", "I do not know"), ("quiz stop", "Not answered"), ("quiz stop", "Nothing was answered"),
        ("quiz 1a 2c 3b 4d 5a", "/5 ("), ("quiz 1a 2c 3b 4d 5a please", "/5 ("), ("1a 2c 3b 4d 5a please!", "/5 ("),
        ("acbda thanks", "/5 ("), ("quiz 1a 2c", "2 answers of 5"), ("quiz b", "All 5 questions are open"),
        ("quiz City4", "A round is running"), ("quiz scores week", "still running"),
    ])
    func `every line about a sheet has its sentence`(line: String, words: String) async throws {
        let chat = try await roomWithNews()
        try await chat.says("quiz", expect: "Question 1/5")
        try await chat.says(line, expect: words)
    }

    @Test(arguments: [("1a 2c", "还缺：3、4和5"), ("6a", "没有第 6 题"), ("1e", "1e 不是答案"), ("b", "共有 5 题")])
    func `in Chinese, too`(line: String, words: String) async throws {
        let chat = try await roomWithNews()
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("quiz", expect: "第 1 题（共 5 题）")
        try await chat.says(line, expect: words)
    }

    @Test func `a second player is needed to stop, skip or see a hint of somebody else's round`() async throws {
        let chat = try await roomWithNews()
        let (bob, carol) = (
            Conversation.Speaker(name: "bob", account: "bob"), Conversation.Speaker(name: "carol", account: "carol")
        )
        try await chat.says("!quiz", as: .init(name: "dora", account: "dora"), in: "#news", expect: "Question 1/5")
        try await chat.says("!quiz skip", as: bob, in: "#news", expect: "answer a question of this round first")
        for player in [bob, carol] { try await chat.says("a", as: player, in: "#news") }
        try await chat.says("!quiz hint", as: bob, in: "#news", expect: "You have answered this question")
        try await chat.says("!quiz skip", as: bob, in: "#news", expect: "a second player")
        // The same one does not count twice.
        try await chat.says("!quiz skip", as: bob, in: "#news", expect: "a second player")
        try await chat.says("!quiz skip", as: carol, in: "#news", expect: "Answer:", "Question 2/5")
        try await chat.says("!quiz hint", as: bob, in: "#news", expect: "a second player")
        try await chat.says("!quiz hint", as: carol, in: "#news", expect: "Question 2 is now")
        try await chat.says("!quiz hint", as: carol, in: "#news", expect: "has had its hint")
        try await chat.says("!quiz hint 4", as: carol, in: "#news", expect: "Question 2 is open")
        try await chat.says("!quiz again", as: bob, in: "#news", expect: "Question 2/5")
        try await chat.says("!quiz stop", as: bob, in: "#news", expect: "a second player")
        let dora = Conversation.Speaker(name: "dora", account: "dora")
        try await chat.says("!quiz stop", as: dora, in: "#news", expect: "Answer:")
        // What was never asked cannot be reported.
        try await chat.says("!quiz report 5 bad", as: dora, in: "#news", expect: "no question 5")
        try await chat.says("!quiz report 2 bad", as: dora, in: "#news", expect: "Thank you")
    }

    @Test(arguments: [("en", "It is quiet here now", "3 questions still fits"), ("zh-Hans", "需要安静", "还可以玩 3 道题")])
    func `a channel's quiet hours and lines an hour are said`(language: String, quiet: String, few: String) async throws
    {
        let chat = try await roomWithNews()
        _ = await chat.replies("crier: set room lang \(language)", as: .op, in: "#news")
        let room = try #require(try await chat.store.room(network: "testnet", name: "#news"))
        var etiquette = room.etiquette
        etiquette.linesPerHour = 8
        try await chat.store.saveEtiquette(etiquette, of: room.id)
        try await chat.says("!quiz", in: "#news", expect: few)
        var settings = room.settings
        settings.quietHours = QuietHours(start: 0, end: 1_439, exceptUrgent: false)
        try await chat.store.saveSettings(settings, of: room.id.recipient)
        try await chat.says("!quiz", in: "#news", expect: quiet)
        // In private nothing binds it.
        try await chat.says("quiz", expect: "Question 1/5")
    }

    @Test func `a topic limits what is asked about`() async throws {
        let chat = try await roomWithNews()
        for line in ["quiz start 3 City4", "quiz start City4 3", "quiz City4", "quiz 3 City4", "quiz City4 3 please"] {
            try await chat.says(line, expect: "headlines for only 1 good question", "quiz start 1 City4 asks it")
        }
        try await chat.says("quiz start City4 1", expect: "Question 1/1", "City4")
        try await chat.says("1a", expect: "/1 (")
        // Again means the same topic, and there is nothing left of it.
        try await chat.says("quiz again", expect: "headlines for only 0")
    }

    @Test func `operators read what was reported and take it off the list`() async throws {
        let chat = try await roomWithNews()
        try await chat.says("quiz report 1 x", expect: "no round here lately")
        try await chat.says("quiz", expect: "Question 1/5")
        try await chat.says("quiz report 2 wrong name", expect: "question 2")
        let reports = try await chat.store.quizReports()
        #expect(reports.map(\.reason) == ["wrong name"])
        // Its kind, what was asked, and the answer.
        let question = try #require(reports.first?.question)
        #expect(question.hasPrefix("[") && question.contains("a) ") && question.contains(" = "), "\(question)")
        #expect(try await chat.store.closeQuizReport(try #require(reports.first?.id)))
        #expect(try await chat.store.quizReports().isEmpty)
    }

    @Test func `one person reports five questions a day, and three of them are shown`() async throws {
        let chat = try await Conversation()
        let alice = try await chat.store.sampleProfile("alice")
        let bob = try await chat.store.sampleProfile("bob")
        var stored: [Bool] = []
        func report(_ number: Int, by person: Profile, at time: Date = .sampleNow) async throws -> Bool {
            try await chat.store.reportQuestion("Q\(number)", url: nil, reason: "r", by: person.id, at: time)
        }
        #expect(try await report(0, by: bob))
        for number in 1...6 { stored.append(try await report(number, by: alice)) }
        #expect(stored == [true, true, true, true, true, false])
        let shown = try await chat.store.quizReports()
        #expect(shown.map(\.question) == ["Q5", "Q4", "Q3", "Q0"])
        #expect(shown.map(\.moreOfReporter) == [0, 0, 2, 0] && shown.last?.reporter.isEmpty == false)
        #expect(try await report(7, by: alice, at: .sampleNow + 90_000))
        #expect(try await chat.store.closeQuizReports() == 7)
        #expect(try await chat.store.quizReports().isEmpty)
    }

    @Test func `operators are told who reported what, and empty the list`() async throws {
        let chat = try await Conversation(admins: [.sample("alice")])
        try await chat.says("quiz reports", expect: "Nobody has reported")
        let bob = try await chat.store.sampleProfile("bob")
        for number in 1...5 {
            _ = try await chat.store.reportQuestion(
                "Question \(number)",
                url: nil,
                reason: "wrong \(number)",
                by: bob.id,
                at: .sampleNow
            )
        }
        let shown = try await chat.says("quiz reports", expect: "wrong 5", "bob (and 2 more)", "quiz reports done all")
        #expect(!shown.contains("wrong 2"))
        try await chat.says("quiz reports done of carol", expect: "no report of carol")
        try await chat.says("quiz reports done of", expect: "It goes like this")
        try await chat.says("quiz reports done of Bob", expect: "5 reports are off the list")
        _ = try await chat.store.reportQuestion("Q", url: nil, reason: "r", by: bob.id, at: .sampleNow)
        try await chat.says("quiz reports done all", expect: "1 report is off the list")
        try await chat.says("quiz reports", expect: "Nobody has reported")
    }

    @Test func `a report is cut by its bytes`() async throws {
        let chat = try await Conversation()
        let alice = try await chat.store.sampleProfile("alice")
        let reason = "e" + String(repeating: "\u{301}", count: 5_000)
        _ = try await chat.store.reportQuestion("Q", url: nil, reason: reason, by: alice.id, at: .sampleNow)
        #expect(try await chat.store.quizReports().first.map { $0.reason.utf8.count <= 400 } == true)
    }
}

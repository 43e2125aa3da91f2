import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Lines of the quiz that people write in ways of their own.
@Suite(.timed) struct QuizLineTests {
    @Test(arguments: ["quiz 0", "quiz start 0", "quiz start 21", "quiz 99", "quiz start 500 City4", "quiz City4 21"])
    func `a number of questions that no round has is answered with those that one can have`(line: String) async throws {
        let chat = try await roomWithNews()
        try await chat.says(line, expect: "A round has 1 to 20 questions: quiz start 5")
    }

    @Test func `a number that belongs to a topic's name is not the number of questions`() async throws {
        let chat = try await roomWithNews()
        try await chat.publishes("Ghent opens a museum of rain", by: "Harbour", category: "Area 51")
        try await chat.says("quiz Area 51", expect: "headlines for only")
        try await chat.says("quiz zzqx 3", expect: "zzqx")
    }

    @Test func `an answer behind the command counts in a room, and is none without a round`() async throws {
        let chat = try await roomWithNews()
        try await chat.says("!quiz b", in: "#news", expect: "No round is running")
        try await chat.says("quiz 1a 2c 3b", expect: "No round is running")
        try await chat.says("!quiz", in: "#news", expect: "Question 1/5")
        try await chat.says("!quiz b", as: .bob, in: "#news")
        try await chat.says("crier: b please", as: .guest, in: "#news")
        try await chat.says("!quiz hint", as: .bob, in: "#news", expect: "You have answered this question")
        try await chat.says("!quiz 1a 2c", as: .bob, in: "#news", expect: "A round is running")
    }

    @Test func `the scores of some days are asked for by either command`() async throws {
        let chat = try await roomWithNews()
        for line in ["quiz scores week", "scores quiz week", "quiz scores"] {
            try await chat.says(line, expect: "Nobody has any points yet")
        }
        try await chat.says("quiz scores week zzqx", expect: "It goes like this: quiz")
    }

    @Test func `in Chinese every command that a round names is Chinese`() async throws {
        let chat = try await roomWithNews()
        _ = await chat.replies("set lang zh")
        try await chat.says("问答 报错", expect: "问答 报错 2 名字不对")
        try await chat.says("问答 开始 3 City4", expect: "问答 开始 1 City4")
        try await chat.says("问答 1", expect: "第 1 题（共 1 题）")
        let end = try await chat.says("1a", expect: "再来一局：问答。总分：问答 得分")
        #expect(!end.contains("quiz"), "\(end)")
        _ = await chat.replies("crier: set room lang zh-Hans", as: .op, in: "#news")
        _ = await chat.replies("!quiz", in: "#news")
        let stopped = await chat.replies("!quiz stop", in: "#news").map { plain($0.message.body) }.joined()
        #expect(stopped.contains("crier: 问答") && !stopped.contains("quiz"), "\(stopped)")
    }
}

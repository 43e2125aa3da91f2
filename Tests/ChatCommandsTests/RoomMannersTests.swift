import Foundation
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

/// What a room sees of the bot: short lists, each once, and an answer to every documented command.
@Suite(.timed) struct RoomMannersTests {
    private static let titles = (1...9).map { "Story \($0) of the day" }

    private func chat(_ kind: NetworkKind = .irc, language: String = "en") async throws -> Conversation {
        let chat = try await Conversation(kind: kind)
        for (index, title) in Self.titles.enumerated() {
            // Two sources of a category are listed at most, so each has its own.
            try await chat.publishes(title, by: "Source\(index)", category: "Area\(index)", hoursAgo: Double(index + 1))
        }
        if language != "en" { _ = await chat.replies("crier: set room lang \(language)", as: .op, in: "#news") }
        return chat
    }

    private func items(_ text: String) -> Int { text.split(separator: "\n").count { $0.first?.isNumber == true } }

    // MARK: - Short lists

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `a list in a room has five items, and more goes on`(kind: NetworkKind) async throws {
        let chat = try await chat(kind)
        let first = try await chat.says("!headlines", in: "#news", expect: "1. ", "(4 more: crier: more)")
        #expect(items(first) == 5)
        let rest = try await chat.says("!more", as: .bob, in: "#news", expect: "6. ", "9. ")
        #expect(!rest.contains("more:"))
        #expect(items(try await chat.says("headlines", expect: "9. ")) == 9)
    }

    @Test(arguments: [(NetworkKind.irc, 5), (.matrix, 7)])
    func `a number that was asked for is heard where a list is one message`(kind: NetworkKind, count: Int) async throws
    {
        let answer = try await chat(kind).says("!headlines 7", in: "#news", expect: "1. ")
        #expect(items(answer) == count)
    }

    @Test(arguments: ["!news", "!digest week", "!feeds"])
    func `other long lists are short in a channel too`(line: String) async throws {
        let chat = try await chat()
        let answer = try await chat.says(line, in: "#news", expect: "crier: more")
        #expect((3...5).contains(items(answer)))
        #expect(answer.split(separator: "\n").count <= 9)
    }

    @Test func `a single further line is shown instead of announced`() async throws {
        let chat = try await Conversation()
        for index in 1...6 { try await chat.publishes("Story \(index)", by: "S\(index)", category: "C\(index)") }
        let answer = try await chat.says("!headlines", in: "#news", expect: "6. ")
        #expect(!answer.contains("more"))
    }

    @Test func `the first story is one line on IRC, with its address and without its picture`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Ferry sails again", imageURL: "https://example.example/ferry.jpg")
        let lines = try await chat.says("!headlines", in: "#news", expect: "Summary of Ferry").split(separator: "\n")
        let lead = try #require(lines.first { $0.hasPrefix("1. ") })
        #expect(lead.contains("Ferry sails again") && lead.contains("Summary of") && lead.contains("https://"))
        #expect(!lines.contains { $0.contains("ferry.jpg") })
        #expect(lines.count == 3)
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `under its own name a feed is not repeated`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.publishes("One", "Two", "Three", by: "Gazette")
        let answer = try await chat.says("!headlines gazette", in: "#news", expect: "Gazette", "3. Three")
        #expect(answer.components(separatedBy: "Gazette").count == 2)
    }

    // MARK: - Once

    @Test(arguments: [(NetworkKind.irc, "en", "just above"), (.matrix, "en", "just above"), (.irc, "zh-Hans", "就在上面")])
    func `the same list within a minute is just above`(kind: NetworkKind, language: String, words: String) async throws
    {
        let chat = try await chat(kind, language: language)
        #expect(items(try await chat.says("!headlines", in: "#news", expect: "1. ")) == 5)
        let again = try await chat.says("!headlines", as: .bob, in: "#news", expect: words, "bob")
        #expect(again.split(separator: "\n").count == 1)
        // Who was told so is not told again while it stands there.
        try await chat.says("!headlines", as: .bob, in: "#news")
        try await chat.says("crier: read 2", as: .bob, in: "#news", expect: "Story 2")
        chat.clock.advance(by: 61)
        #expect(items(try await chat.says("!headlines", as: .bob, in: "#news", expect: "1. ")) == 5)
    }

    @Test func `another list, another room and a private chat have their own`() async throws {
        let chat = try await chat()
        try await chat.says("!headlines", in: "#news", expect: "1. ")
        try await chat.says("!headlines 4", in: "#news", expect: "4. ")
        try await chat.says("!headlines", in: "#other", expect: "5. ")
        try await chat.says("headlines", expect: "9. ")
        try await chat.says("headlines", expect: "9. ")
    }

    @Test func `a list that changed in between is shown again`() async throws {
        let chat = try await chat()
        let before = try await chat.says("!headlines", in: "#news", expect: "Story 1 ")
        try await chat.says("crier: mute \"story 1\"", as: .op, in: "#news", expect: "story 1")
        let muted = try await chat.says("!headlines", in: "#news", expect: "Story 2 ")
        #expect(!muted.contains("Story 1 "))
        try await chat.says("crier: unmute 1", as: .op, in: "#news", expect: "No longer muted")
        #expect(try await chat.says("!headlines", in: "#news", expect: "Story 1 ") == before)
    }

    // MARK: - Documented commands

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `after a list of ours the verbs about it need no name`(kind: NetworkKind) async throws {
        let chat = try await chat(kind)
        try await chat.says("!headlines", in: "#news", expect: "1. ")
        for (line, words) in [("!more", "6. "), ("!read 3", "Story 3"), ("!save 2", "Saved"), ("!why 3", "Source2")] {
            try await chat.says(line, as: .bob, in: "#news", expect: words)
        }
        chat.clock.advance(by: 25 * 3_600)
        try await chat.says("!read 3", as: .bob, in: "#news", expect: "crier: read 3")
        try await chat.says("!more", as: .bob, in: "#news")
    }

    @Test(arguments: [
        (NetworkKind.irc, "en", "by name", ["mute", "more", "set"]), (.matrix, "zh-Hans", "我的名字", ["静音", "更多", "设置"]),
    ])
    func `what needs the name is said so once an hour to each`(
        kind: NetworkKind,
        language: String,
        words: String,
        verbs: [String]
    ) async throws {
        let chat = try await chat(kind, language: language)
        try await chat.says("!mute storm", as: .bob, in: "#news", expect: words, "crier: \(verbs[0]) storm")
        try await chat.says("!set room", as: .bob, in: "#news")
        try await chat.says("!more", as: .alice, in: "#news", expect: "crier: \(verbs[1])")
        chat.clock.advance(by: 3_601)
        try await chat.says("!set room", as: .bob, in: "#news", expect: "crier: \(verbs[2]) room")
        let long = String(repeating: "storm ", count: 30)
        let cut = try await chat.says("!mute \(long)", as: .op, in: "#news", expect: "crier: \(verbs[0]) …")
        #expect(cut.count < 80)
    }

    @Test(arguments: ["!h", "!next", "!remove 1", "!ignore bob", "!weather", "!frobnicate", "more", "!link ABCDE123"])
    func `words of other bots and secret codes stay unanswered`(line: String) async throws {
        try await chat().says(line, in: "#news")
    }

    @Test func `an enabled verb works, and one that is switched off is silent`() async throws {
        let chat = try await chat()
        try await chat.says("crier: set room verbs mute, -history", as: .op, in: "#news", expect: "mute")
        try await chat.says("!mute list", in: "#news", expect: "Nothing is muted")
        try await chat.says("!history", in: "#news")
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `help answers the prefix once a minute`(kind: NetworkKind) async throws {
        let chat = try await chat(kind)
        try await chat.says("!help", in: "#news", expect: "headlines")
        try await chat.says("!help", as: .bob, in: "#news")
        // Alice's question does not use up the turn for a topic that Bob asks for.
        try await chat.says("!help sub", as: .bob, in: "#news", expect: "crier: sub")
        try await chat.says("!help digest", as: .bob, in: "#news", expect: "crier: help digest")
        try await chat.says("crier: help digest", as: .bob, in: "#news", expect: "crier: digest")
        chat.clock.advance(by: 61)
        try await chat.says("!help digest", as: .bob, in: "#news", expect: "crier: digest")
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `hints in a room have one form, and work there`(kind: NetworkKind) async throws {
        let chat = try await chat(kind)
        for line in ["headlines", "news", "digest week", "feeds", "sources", "help", "start", "read 1", "qwertyuiop"] {
            let answer = try await chat.says("crier: \(line)", in: "#news", expect: "crier: ")
            #expect(answer.firstMatch(of: /![a-z]/) == nil, "\(answer)")
        }
    }
}

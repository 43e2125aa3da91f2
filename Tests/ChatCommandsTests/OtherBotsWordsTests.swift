import Testing

@testable import ChatCommands

/// Words that people bring along from other bots, or from their own language.
@Suite struct OtherBotsWordsTests {
    @Test func `an alert needs no verb, and a slip of one adds none`() async throws {
        let chat = try await Conversation()
        try await chat.says("!alert Valencia", expect: "valencia")
        try await chat.says("!alert lsit", expect: "It goes like this")
        try await chat.says("!alert off", expect: "It goes like this")
        try await chat.says("!alert remvoe 1", expect: "It goes like this")
        try await chat.says("!alert \"storm warning\" urgent", expect: "storm warning")
        let answer = try await chat.says("!alert list", expect: "valencia", "storm warning", "urgent")
        #expect(answer.split(separator: "\n").filter { $0.contains(". ") }.count == 2)
    }

    @Test(arguments: ["hi", "Hello!", "hey", "你好！", "start"])
    func `a greeting gets a greeting`(line: String) async throws {
        try await Conversation().says(line, expect: "1. ", "headlines")
    }

    @Test(arguments: ["hi", "he", "al", "un"])
    func `two letters are the beginning of no command`(word: String) {
        guard case .command(let command, _) = CommandTable.standard.match(word, allowingPrefix: true) else { return }
        #expect(command.name == "start")
    }

    @Test func `unsubscribe from a feed by its name`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Tide rises in the harbour")
        try await chat.says("!sub Example", expect: "Example")
        try await chat.says("!unsubscribe from Example", expect: "Example")
        try await chat.says("!unsubscribe from Nowhere", expect: "no feed “Nowhere”")
    }

    @Test func `feed add, list and remove`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Tide rises in the harbour")
        try await chat.says("!feed add Example", expect: "Example")
        try await chat.says("!feed list", expect: "1. Example")
        try await chat.says("!feed remove Example", expect: "Example")
        try await chat.says("!feed remove Example", expect: "not followed")
        try await chat.says("!feed add", expect: "no feed “add”")
    }
}

import NewsModel
import TestSupport
import Storage
import Testing

@testable import ChatCommands

/// Lines that are searches although nobody typed `search`.
@Suite struct SearchWithoutCommandTests {
    private func chat() async throws -> Conversation {
        // In the catalogue, but no feed here.
        let espn = CatalogueSource(id: "espn", name: "ESPN", url: "https://espn.example/feed", category: "Sports")
        let chat = try await Conversation(sources: SourceCatalogue([espn]))
        try await chat.publishes("Chips get faster", by: "Circuits", category: "Technology")
        try await chat.publishes("Cup final tonight", by: "Kickoff", category: "Sports", hoursAgo: 2)
        try await chat.publishes("Markets rally", by: "Ledger", category: "Finance", hoursAgo: 24 * 5)
        while try await chat.store.indexSomeArticles() > 0 {}
        return chat
    }

    @Test(arguments: [
        ("finance last week", "category Finance · last week"), ("yesterday's tech", "category Technology"),
        ("sports from Kickoff", "category Sports · from Kickoff"),
        ("Show me sports from Kickoff please", "1. Cup final tonight — Kickoff"),
        ("sports today", "category Sports · today"), ("investing last week", "category Investing · last week"),
        ("from Kickoff this week", "from Kickoff · the last 7 days"),
        ("sports from ESPN", "No feed here is called “ESPN”"), ("上周财经", "category Finance · last week"),
        ("显示来自Kickoff的体育", "category Sports · from Kickoff"),
    ])
    func `a line of nothing but a category, a source and a time is a search, in private`(
        line: String,
        expected: String
    ) async throws {
        let chat = try await chat()
        try await chat.says(line, expect: "Search: ", expected)
        // In a room it is talk.
        try await chat.says(line, in: "#news")
    }

    @Test(arguments: ["tech", "yesterday", "finance elephants last week", "health of my dog today"])
    func `a line with other words, or with one of these alone, is no search`(line: String) async throws {
        let chat = try await chat()
        let answer = try await chat.says(line, expect: "I do not know")
        #expect(!answer.contains("Search: "), "\(answer)")
    }

    @Test func `commands that are called like a category stay commands`() async throws {
        let chat = try await chat()
        try await chat.says("sports maybe", expect: "It goes like this: sports")
        try await chat.says("investing quickly", expect: "I know no topic “quickly”")
    }

    @Test func `a mail says it with the command`() async throws {
        let chat = try await Conversation(kind: .mail)
        let answer = await chat.replies("finance last week").map { plain($0.message.body) }.joined(separator: "\n")
        #expect(!answer.contains("Search: "), "\(answer)")
    }
}

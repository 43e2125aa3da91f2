import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Everyday words of searches: exclusions, limits of time, alternatives, and sources without "from".
@Suite(.timed) struct SearchWordingTests {
    private func chat() async throws -> Conversation {
        let chat = try await Conversation()
        try await chat.publishes("Chips get faster", by: "Circuit Daily", category: "Technology")
        try await chat.publishes("Phones get thinner", by: "Gadgets", category: "Technology", hoursAgo: 2)
        try await chat.publishes("Cup final tonight", by: "Kickoff", category: "Sports", hoursAgo: 3)
        try await chat.publishes("Climate talks fail", by: "Globe World", category: "News", hoursAgo: 25)
        try await chat.publishes("Markets rally", by: "Ledger", category: "Finance", hoursAgo: 24 * 5)
        while try await chat.store.indexSomeArticles() > 0 {}
        return chat
    }

    @Test(arguments: [
        ("tech not from Circuit Daily", "-feed:\"circuit daily\" · category Technology", "1. Phones", "Chips"),
        ("get but not phones", "Search: -phones get", "1. Chips", "Phones get"),
        ("tech without phones", "-phones · category Technology", "1. Chips", "Phones get"),
        ("news but not from Kickoff", "-feed:kickoff", "Chips get", "Cup final"),
        ("finance before yesterday", "until:2026-11-14 · category Finance", "1. Markets", "Chips"),
        ("sports or finance", "category:sports OR category:finance", "2. Markets", "Chips"),
        ("latest news", "Search: everything", "Chips get", "Nothing found"),
        ("chips news", "Search: chips", "1. Chips", "Phones get"),
        ("unread tech", "Search: is:unread · category Technology", "2. Phones", "Cup final"),
        ("不来自Kickoff的新闻", "-feed:kickoff", "Chips get", "Cup final"),
        ("体育 或 财经", "category:sports OR category:finance", "2. Markets", "Chips"),
    ])
    func `they are understood as operators`(
        line: String,
        understood: String,
        found: String,
        missing: String
    ) async throws {
        let chat = try await chat()
        let answer = try await chat.says("search \(line)", expect: understood, found)
        #expect(!answer.contains(missing), "\(answer)")
    }

    @Test func `words that are a name in an article are a phrase`() async throws {
        let chat = try await chat()
        let before = try await chat.says("search doctors without borders", expect: "Search: -borders doctors")
        #expect(!before.contains("as the phrase"), "\(before)")
        try await chat.publishes("Doctors without borders leave", by: "Paper", category: "Health")
        while try await chat.store.indexSomeArticles() > 0 {}
        try await chat.says(
            "search doctors without borders",
            expect: "as the phrase “doctors without borders”; to exclude: search -borders doctors",
            "1. Doctors without borders leave"
        )
    }

    @Test func `all words that were understood are noted`() async throws {
        try await chat().says(
            "search tech without phones",
            expect: "for the word “tech”: search \"tech\" without phones",
            "for the word “without”: search tech \"without\" phones"
        )
    }

    @Test func `no alert is offered for what is only not wanted`() async throws {
        let answer = try await chat().says("search news but not from Kickoff", expect: "To read one: read 1")
        #expect(!answer.contains("alert add"), "\(answer)")
    }

    @Test(arguments: [
        ("near Turin", "near:"), ("news near Turin 50 km", "50km"), ("climate near Turin", "climate near:"),
    ])
    func `near and a place need no other word`(line: String, understood: String) async throws {
        try await chat().says("search \(line)", expect: understood)
    }

    @Test func `the name of a source is one where nothing has the words, else it is suggested`() async throws {
        let chat = try await chat()
        try await chat.says("search Globe World", expect: "Search: from Globe World", "1. Climate talks fail")
        try await chat.says(
            "search globe world today",
            expect: "Search: globe world · today",
            "Nothing found"
        )
        let quoted = try await chat.says("search \"Globe World\"", expect: "Nothing found")
        #expect(!quoted.contains("Search: from"), "\(quoted)")
        try await chat.publishes("A ledger is found", by: "Paper", category: "News")
        while try await chat.store.indexSomeArticles() > 0 {}
        try await chat.says(
            "search ledger",
            expect: "Search: ledger",
            "1. A ledger is found",
            "Did you mean “Ledger”? search from Ledger"
        )
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("搜索 ledger", expect: "搜索 来自Ledger")
        try await chat.says("搜索 来自Ledger", expect: "来源“Ledger”", "1. Markets rally")
    }

    @Test func `a source out of sight is neither shown nor suggested`() async throws {
        let chat = try await chat()
        try await chat.publishes("Quasimodo merger", by: "Secret", isDefault: false)
        try await chat.publishes("A secret is told", by: "Paper", category: "News")
        while try await chat.store.indexSomeArticles() > 0 {}
        let answer = try await chat.says("search secret", expect: "1. A secret is told")
        #expect(!answer.contains("from Secret") && !answer.contains("merger"), "\(answer)")
    }
}

import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Searches among what a person has saved or read.
@Suite(.timed) struct OwnSearchTests {
    /// Alice has saved four stories and read two of them.
    private func chat() async throws -> Conversation {
        let chat = try await Conversation()
        try await chat.publishes("Climate summit opens", by: "Circuits", category: "Technology")
        try await chat.publishes("Climate talks fail", by: "Globe World", category: "News", hoursAgo: 25)
        try await chat.publishes("Sports car race", by: "Wheels", category: "News", hoursAgo: 2)
        try await chat.publishes("Cup final tonight", by: "Kickoff", category: "Sports", hoursAgo: 3)
        while try await chat.store.indexSomeArticles() > 0 {}
        for words in ["cup final", "\"sports\" car", "climate talks", "climate summit"] {
            try await chat.says("search \(words)", expect: "1. ")
            try await chat.says("save 1", expect: "Saved")
            if words.hasPrefix("climate") { try await chat.says("read 1", expect: "Climate") }
        }
        return chat
    }

    private func items(_ line: String, _ chat: Conversation) async -> [[RichText.Span]] {
        await chat.replies(line).flatMap(\.message.body.blocks).compactMap { block in
            if case .item(_, let spans) = block { spans } else { nil }
        }
    }

    @Test(arguments: ["saved", "history"])
    func `words are marked, and shown where they stand`(list: String) async throws {
        let chat = try await chat()
        let found = await items("!\(list) climate", chat)
        #expect(found.compactMap(\.first) == [.strong([.text("Climate")]), .strong([.text("Climate")])])
        // Words of the summary alone.
        let answer = try await chat.says("!\(list) \"summary of climate summit\"", expect: "1. Climate summit opens")
        #expect(answer.contains("· Summary of Climate summit"), "\(answer)")
    }

    @Test(arguments: [
        ("saved technology news", "1 saved story that fits: category Technology", "1. Climate summit"),
        ("saved tech climate", "fits: climate · category Technology", "for the word “tech”: saved \"tech\" climate"),
        ("saved climate from Globe World", "1 saved story that fits: climate · from Globe World", "1. Climate talks"),
        ("saved from today", "Climate summit", "read 1"),
        ("saved articles from today", "4 saved stories\n1. ", "Climate summit"),
        ("saved stories", "4 saved stories\n1. ", "Cup final"),
        ("saved articles since yesterday", "4 saved stories", "Cup final"),
        ("saved climate articles from today", "2 saved stories that fit: climate · for", "2. Climate"),
        ("saved articles about climate from today", "2 saved stories that fit: climate\n", "2. Climate"),
        ("saved -climate today", "2 saved stories that fit: -climate", "Cup final"),
        ("history articles from today", "What you have read", "Climate summit"),
        ("history stories", "What you have read", "Climate talks"),
        ("history climate articles from today", "2 stories that you read and that fit: climate · for", "1. Climate"),
        ("saved sports", "1 saved story that fits: category Sports", "1. Cup final"),
        ("saved sports car", "Nothing in the category Sports fits, so “sports” was looked", "1. Sports car race"),
        ("saved climate in november 2020", "Search: climate · Nov 1 – Nov 30, 2020", "Nothing saved fits"),
        ("saved the", "is in nearly every article", "saved \"the who\""),
        ("history tech news", "1 story that you read and that fits: category Technology", "1. Climate summit"),
        ("history climate from Globe World", "that fits: climate · from Globe World", "1. Climate talks"),
        ("history sports", "Nothing that you have read fits: category Sports", "history"),
        ("history the", "is in nearly every article", "history \"the who\""),
    ]) func `sentences are understood as in other searches`(line: String, heading: String, then: String) async throws {
        try await chat().says("!\(line)", expect: heading, then)
    }

    @Test func `a person may ask for their own in a room, and nothing of it is public`() async throws {
        let chat = try await chat()
        let replies = await chat.replies("crier: saved is:saved climate", in: "#news")
        let text = replies.map { plain($0.message.body) }.joined(separator: "\n")
        #expect(text.contains("2 saved stories that fit"), "\(text)")
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("!saved technology climate", expect: "1 条收藏符合：climate")
    }

    @Test func `a search that takes too long says that not everything was looked at`() async throws {
        let chat = try await chat()
        chat.store.muting = MutingOptions(time: chat.clock)
        chat.clock.letStepsTake(1)
        for list in ["saved", "history"] {
            try await chat.says("!\(list) climate", expect: "took too long, so not everything was looked at", "Nothing")
        }
    }

    /// Publishes stories and gives their articles.
    private func publish(_ count: Int, in chat: Conversation) async throws -> [ListedArticle] {
        for number in 1...count { try await chat.publishes("Ferry \(number) sails", by: "Harbour") }
        let everything = ArticleSelection(from: .distantPast, to: .distantFuture)
        let articles = try await chat.store.articles(everything, in: .of(nil), limit: count)
        #expect(articles.count == count)
        return articles
    }

    /// All pages of an answer.
    private func pages(_ line: String, _ chat: Conversation) async throws -> String {
        func say(_ line: String) async -> String {
            await chat.replies(line).map { plain($0.message.body) }.joined(separator: "\n")
        }
        var page = await say(line)
        var all = page
        while page.contains("more)") || page.contains("更多）") {
            page = await say("more")
            all += "\n" + page
        }
        return all
    }

    @Test func `all that fits is counted, and more than is listed is said to be there`() async throws {
        let chat = try await Conversation()
        let alice = try await chat.store.sampleProfile("alice", at: chat.clock.now)
        for article in try await publish(101, in: chat).map(\.article.id) {
            _ = try await chat.store.save(article, for: alice.id, note: nil, tags: [], limit: .max, at: chat.clock.now)
            try await chat.store.recordReading(of: article, by: alice.id, at: chat.clock.now)
        }
        for (line, title) in [
            ("!saved ferry", "101 saved stories that fit: ferry"),
            ("!history ferry", "101 stories that you read and that fit: ferry"),
        ] {
            let answer = try await pages(line, chat)
            #expect(answer.contains(title) && answer.contains("\n100. ") && !answer.contains("\n101. "), "\(answer)")
            #expect(answer.contains("Those were the first 100; there are more"), "\(answer)")
        }
    }

    @Test func `a history that is longer than its list leads to older entries`() async throws {
        let chat = try await Conversation()
        let alice = try await chat.store.sampleProfile("alice", at: chat.clock.now)
        let articles = try await publish(61, in: chat)
        for (index, listed) in articles.enumerated() {
            let time = chat.clock.now - 3_600 * Double(index)
            try await chat.store.recordReading(of: listed.article.id, by: alice.id, at: time)
        }
        let answer = try await pages("!history", chat)
        let last = try #require(articles.last?.article.title)
        #expect(answer.contains("These are the newest 60; older ones: ") && !answer.contains(last), "\(answer)")
        let hint = try #require(answer.firstMatch(of: /older ones: (history \d{4}-\d\d-\d\d\.\.2026-11-14)/)).1
        let older = try await pages("!\(hint)", chat)
        #expect(older.contains(last) && !older.contains("older ones"), "\(older)")
        try await chat.says("set lang zh", expect: "和您交流")
        #expect(try await pages("!history", chat).contains("这是最新的 60 条；更早的：历史 "))
    }

    @Test func `of a day with more readings than a list the others are found by words`() async throws {
        let chat = try await Conversation()
        let alice = try await chat.store.sampleProfile("alice", at: chat.clock.now)
        for listed in try await publish(61, in: chat) {
            try await chat.store.recordReading(of: listed.article.id, by: alice.id, at: chat.clock.now)
        }
        let answer = try await pages("!history today", chat)
        #expect(answer.contains("the newest 60, all of one day; words find others: history climate"), "\(answer)")
    }
}

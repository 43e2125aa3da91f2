import Foundation
import GRDB
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands
@testable import Storage

/// Searches of what a person has saved and read, sentences, and what tests of alerts try.
@Suite(.timed) struct DeskSearchTests {
    @Test func `what was saved is found however old it is, and rooms have none`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Comet passes", "Moon landing", by: "Space")
        try await chat.says("headlines", expect: "1. Comet")
        try await chat.says("save 1", expect: "Saved")
        let found = try await chat.says("search is:saved", expect: "1. Comet passes")
        #expect(!found.contains("Moon") && !found.contains("so I looked at"))
        try await chat.says("search is:saved moon", expect: "Nothing found")
        try await chat.says("crier: search is:saved", in: "#news", expect: "so not about a room", "search is:saved")
        try await chat.says("crier: search comet is:unread", in: "#news", expect: "so not about a room")
    }

    @Test func `a category behind in is one, beside other words`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("AI writes code", by: "Circuit", category: "Technology")
        try await chat.publishes("AI wins a match", by: "Pitch", category: "Sports")
        while try await chat.store.indexSomeArticles() > 0 {}
        let found = try await chat.says("search AI in tech", expect: "category Technology", "AI writes code")
        #expect(!found.contains("match"))
        try await chat.says("search match in summary", expect: "AI wins a match")
    }

    @Test func `a quotation behind from names a source`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Cup final tonight", by: "Gate & Goal", category: "Sports")
        try await chat.publishes("Final report", by: "Paper", category: "Sports")
        while try await chat.store.indexSomeArticles() > 0 {}
        for line in ["sports from \"Gate & Goal\"", "final from “gate & goal”", "from \"Gate & Goal\""] {
            let answer = try await chat.says("search \(line)", expect: "from Gate & Goal", "1. Cup final")
            #expect(!answer.contains("Final report"), "\(answer)")
        }
        try await chat.says("search final from \"Nobody Knows\"", expect: "final \"nobody knows\"", "Nothing found")
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("搜索 来自“Gate & Goal”的体育新闻", expect: "分类“体育” · 来源“Gate & Goal”", "1. Cup final")
    }

    @Test func `words that every sentence has are offered neither as commands nor as searches`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Anything goes about town", by: "Daily")
        while try await chat.store.indexSomeArticles() > 0 {}
        let line = "articles about elephants from today"
        let unknown = try await chat.says(line, expect: "I do not know", "For example: ")
        #expect(!unknown.contains("For example: about") && !unknown.contains("or about"), "\(unknown)")
        for words in ["anything quetzal", "title:about quetzal", "(anything OR about) quetzal", "anythink"] {
            let answer = try await chat.says("search \(words)", expect: "Nothing found", "Fewer or other words")
            #expect(!answer.contains("Without") && !answer.contains("Did you mean"), "\(answer)")
        }
        // In brackets they stand beside what is offered.
        try await chat.says("search title:(about town) quetzal", expect: "Without “quetzal”", "search title:town")
    }

    @Test func `a category word behind others is the category where nothing fits with it as a word`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Linux runs faster", by: "Circuit", category: "Technology")
        try await chat.publishes("Linux wins a match", by: "Pitch", category: "Sports")
        while try await chat.store.indexSomeArticles() > 0 {}
        let found = try await chat.says(
            "search linux tech",
            expect: "Search: linux · category Technology · nothing fits with “tech” as a word",
            "1. Linux runs faster"
        )
        #expect(!found.contains("match"))
        try await chat.says("search linux \"tech\"", expect: "Nothing found")
        try await chat.says("search moon tech", expect: "Search: moon tech", "Nothing found")
        try await chat.publishes("Linux tech talk", by: "Paper", category: "News")
        while try await chat.store.indexSomeArticles() > 0 {}
        let words = try await chat.says("search linux tech", expect: "Search: linux tech\n1. Linux tech talk")
        #expect(!words.contains("category"))
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("搜索 linux 体育", expect: "搜索：linux · 分类“体育” · 把“体育”当作词语时没有结果", "Linux wins a match")
    }

    @Test(arguments: [
        "*limat*", "climat*", "\"climate summit\"", "climate -moon", "moon OR climate", "(moon OR climate) summit",
        "title:climate", "body:summary", "feed:daily", "site:daily.example", "author:smith", "tag:green", "lang:en",
        "category:tech", "place:Turin", "near:Turin", "near:\"Turin\",50km", "near:Turin,50mi", "sport:football",
        "topic:shares", "has:image", "has:audio", "has:video", "is:unread", "is:saved", "/clim.te/", "/clim.te/i", "气候",
        "not title:moon climate", "climate NOT moon", "标题:climate", "-网站:moon.example climate", "含:图片", "地点:都灵",
    ])
    func `each written form of a search is accepted`(form: String) async throws {
        let chat = try await Conversation()
        try await chat.publishes("Climate summit opens in Turin", by: "Daily", category: "Technology")
        while try await chat.store.indexSomeArticles() > 0 {}
        let answer = try await chat.says("search \(form)", expect: "Search: ")
        #expect(answer.hasPrefix("Search: "), "\(form): \(answer)")
    }

    @Test(arguments: [
        "24h", "7d", "2w", "today", "yesterday", "week", "month", "mon", "2026", "2026-11", "2026-11-01", "昨天", "周一",
    ])
    func `each written time of a search is accepted`(time: String) async throws {
        let chat = try await Conversation()
        try await chat.publishes("Climate summit opens", by: "Daily")
        while try await chat.store.indexSomeArticles() > 0 {}
        for field in ["since", "until", "自", "至"] {
            let answer = try await chat.says("search climate \(field):\(time)", expect: "Search: climate")
            #expect(answer.hasPrefix("Search: "), "\(field):\(time): \(answer)")
        }
    }

    @Test func `a slip is mended behind a field and in brackets`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Climate summit opens", by: "Daily")
        while try await chat.store.indexSomeArticles() > 0 {}
        try await chat.says("search title:climats", expect: "Did you mean “climate”?", "search title:climate")
        try await chat.says("search (climats OR xyzzy)", expect: "Did you mean “climate”?")
    }

    @Test func `the history is searched also for what is no longer stored`() async throws {
        let chat = try await Conversation()
        let feed = try await chat.publishes("Comet passes", by: "Space")
        try await chat.says("headlines", expect: "1. Comet")
        try await chat.says("read 1", expect: "Comet")
        try await chat.store.write { db in
            try db.execute(sql: "DELETE FROM article WHERE feedID = ?", arguments: [feed.id])
        }
        chat.clock.advance(by: 200 * 86_400)
        try await chat.says("history comet", expect: "1. Comet passes", "no longer stored")
        try await chat.says("history moon", expect: "Nothing that you have read fits")
    }

    @Test func `a test of an alert tries what the alert would look for`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Storm at sea", "Breaking waves", by: "Daily")
        for line in ["storm urgent", "storm cooldown 2h", "storm to dm"] {
            let answer = try await chat.says("test alert \(line)", expect: "1. Storm at sea", "alert add \(line)")
            #expect(!answer.contains("Breaking waves"))
        }
        let breaking = try await chat.says("test alert breaking 4 in 60m", expect: "alert add breaking 4 in 60m")
        #expect(!breaking.contains("waves"))
        try await chat.says("test alert urgent", expect: "It goes like this: test")
        try await chat.says("test alert storm cooldown ages", expect: "ages")
    }

    @Test(arguments: [NetworkKind.matrix, .mail, .irc])
    func `who reads in private is shown the picture where the network can, and is sent a link elsewhere`(
        kind: NetworkKind
    ) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.publishes("Comet passes", by: "Space", imageURL: "https://space.example/comet.png")
        try await chat.says("headlines", expect: "Comet")
        let reading = try #require(await chat.replies("read 1").first)
        #expect(reading.message.pictures?.map(\.url) == (kind == .matrix ? ["https://space.example/comet.png"] : nil))
        // A mail that does not enclose the picture links it.
        #expect(plain(reading.message.body).contains("https://space.example/comet.png"))
        guard kind == .mail else { return }
        try await chat.says("set images on", expect: "pictures")
        let enclosed = try #require(await chat.replies("read 1").first)
        #expect(enclosed.message.pictures?.count == 1)
        #expect(!plain(enclosed.message.body).contains("comet.png"))
    }

    @Test func `in a room on Matrix no feed chooses what everybody sees`() async throws {
        let chat = try await Conversation(kind: .matrix)
        try await chat.publishes("Comet passes", by: "Space", imageURL: "https://space.example/comet.png")
        try await chat.says("!headlines", in: "#news", expect: "Comet")
        let reading = try #require(await chat.replies("crier: read 1", in: "#news").first)
        #expect(reading.message.pictures == nil)
    }
}

import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite struct SearchCommandTests {
    private func chat() async throws -> Conversation {
        let chat = try await Conversation()
        try await chat.publishes("Chips get faster", "Climate summit opens", by: "Circuits", category: "Technology")
        try await chat.publishes("Climate talks fail", by: "Globe World", category: "News", hoursAgo: 25)
        try await chat.publishes(
            "Cup final tonight",
            "Old match report",
            by: "Kickoff",
            category: "Sports",
            hoursAgo: 2
        )
        try await chat.publishes("Markets rally", by: "Ledger", category: "Finance", hoursAgo: 24 * 5)
        while try await chat.store.indexSomeArticles() > 0 {}
        return chat
    }

    private func answer(_ text: String, _ chat: Conversation) async -> String {
        await chat.replies(text).map { plain($0.message.body) }.joined(separator: "\n")
    }

    @Test func `words are found, marked, numbered and read by their number`() async throws {
        let chat = try await chat()
        let replies = await chat.replies("search climate")
        let body = try #require(replies.first?.message.body)
        let text = plain(body)
        #expect(text.hasPrefix("Search: climate\n1. Climate summit opens — Circuits"), "\(text)")
        #expect(text.contains("2. Climate talks fail — Globe World"))
        guard case .item(_, let spans) = body.blocks[1] else { return #expect(Bool(false)) }
        #expect(spans.first == .strong([.text("Climate")]))
        #expect(text.contains("alert add climate"))
        try await chat.says("read 2", expect: "Climate talks fail")
        try await chat.says("find talks", expect: "Search: talks", "Climate talks fail")
        // A word of the summary alone is shown where it stands.
        try await chat.says("search \"summary of chips\"", expect: "1. Chips get faster", "Summary of Chips")
    }

    @Test func `what a search finds past its limit is said to be there`() async throws {
        let chat = try await Conversation()
        func lastPage() async throws -> String {
            while try await chat.store.indexSomeArticles() > 0 {}
            var text = await answer("search ferry", chat)
            while text.contains("more)") { text = await answer("more", chat) }
            return text
        }
        for number in 1...50 {
            try await chat.publishes("Ferry \(number) sails", by: "Harbour", hoursAgo: Double(number))
        }
        let all = try await lastPage()
        #expect(all.contains("50. ") && !all.contains("there are more"), "\(all)")
        try await chat.publishes("Ferry 51 sails", by: "Harbour", hoursAgo: 51)
        let first = try await lastPage()
        #expect(
            first.contains("50. ") && !first.contains("51. ") && first.contains("Those were the first 50"),
            "\(first)"
        )
    }

    @Test(arguments: [
        ("search tech news from yesterday", "Search: category Technology · yesterday", "Nothing found"),
        ("search show me sports from Kickoff", "Search: category Sports · from Kickoff", "1. Cup final"),
        ("search finance this week", "category Finance · the last 7 days", "1. Markets rally"),
        ("search business this week", "category Finance", "1. Markets rally"),
        ("search market", "category Finance", "Markets rally"), ("search tech", "category Technology", "Chips"),
        ("search articles about climate from today", "Search: climate · today", "Climate summit"),
        ("search climate last 24 hours", "Search: climate · ", "Climate summit"),
        ("search climate from Globe World", "Search: climate · from Globe World", "1. Climate talks"),
        ("search title:climate -talks since:7d", "Search: title:climate -talks since:7d", "1. Climate summit"),
        ("search (cup OR chips) site:example", "Search: (cup OR chips) site:example", "2. "),
        ("search news", "Search: everything", "Chips get faster"),
        ("search \"tech news\"", "Search: \"tech news\"", "Nothing"),
        (
            "search /cl.mate/", "Search: /cl.mate/i",
            "The index cannot help with that, so I looked at the newest 6 articles"
        ),
        ("podcasts", "Search: with audio", "Nothing found"),
        ("videos climate", "Search: climate · with video", "Nothing"),
        ("search chips or cup", "Search: chips OR cup", "2. "),
        ("search chips and faster", "Search: chips faster", "1. "),
        ("search category:business", "Search: category:finance", "1. Markets rally"),
        ("search category:tech", "Search: category:technology", "1. Chips"),
        ("search category:市场", "Search: category:finance", "1. Markets rally"),
        ("search climate from sunday", "Search: climate · from sunday, Nov 15, 2026", "1. Climate talks fail"),
        ("search climate since sunday", "Search: climate · since sunday, Nov 15 – Nov 16, 2026", "2. Climate talks"),
        ("search climate in november 2026", "Search: climate · Nov 1 – Nov 16, 2026", "2. Climate talks"),
        ("search climate from 2026-11-15", "Search: climate · Nov 15, 2026", "1. Climate talks fail"),
        ("search climate in november 2025", "Search: climate · Nov 1 – Nov 30, 2025", "search climate"),
        ("search news from monday", "Search: from monday, Nov 16, 2026", "Climate summit"),
    ])
    func `how it is understood stands in the first line`(line: String, first: String, then: String) async throws {
        let chat = try await chat()
        try await chat.says(line, expect: first, then)
    }

    @Test func `a category word before others is the category, and its hint searches for the word`() async throws {
        let chat = try await chat()
        let found = try await chat.says(
            "search tech climate",
            expect: "Search: climate · category Technology · for the word “tech”: search \"tech\" climate",
            "1. Climate summit"
        )
        #expect(!found.contains("talks"))
        try await chat.says("search \"tech\" climate", expect: "Search: ", "Nothing found")
        try await chat.says("search business rally", expect: "category Finance", "1. Markets rally")
        try await chat.says("search tech", expect: "category Technology · for the word “tech”: search \"tech\"")
        // Nothing of the category fits, but something has the words.
        try await chat.publishes("Sports car race", by: "Wheels", category: "News")
        while try await chat.store.indexSomeArticles() > 0 {}
        try await chat.says(
            "search sports car",
            expect: "Search: sports car",
            "Nothing in the category Sports fits, so “sports” was looked for as a word",
            "1. Sports car race"
        )
        try await chat.says("search sports xyzzy", expect: "Search: xyzzy · category Sports", "Nothing found")
        try await chat.says("podcasts tech climate", expect: "for the word “tech”: podcasts \"tech\" climate")
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("搜索 科技 climate", expect: "搜索：climate · 分类“科技”", "搜索 \"科技\" climate", "Climate summit")
    }

    @Test func `chinese sentences are understood with and without blanks`() async throws {
        let chat = try await chat()
        try await chat.publishes("东京发生地震", by: "晨光报", category: "World", hoursAgo: 3)
        while try await chat.store.indexSomeArticles() > 0 {}
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("搜索 地震", expect: "搜索：地震", "1. 东京发生地震", "阅读 1")
        try await chat.says("搜索今天关于地震的新闻", expect: "搜索：地震 · 今天", "东京发生地震")
        try await chat.says("搜索来自Kickoff的体育新闻", expect: "分类“体育”", "来源“Kickoff”", "Cup final")
        for line in ["显示来自Kickoff的体育", "看看Kickoff的体育", "Kickoff的体育新闻"] {
            try await chat.says("搜索 \(line)", expect: "分类“体育” · 来源“Kickoff”", "Cup final")
        }
        try await chat.says("搜索 地震 从周日", expect: "搜索：地震 · 从周日", "东京发生地震")
        try await chat.says("查找 上周的财经新闻", expect: "分类“财经”", "上周")
        try await chat.says("搜索 /地./", expect: "查看了最新的")
        try await chat.says("播客", expect: "带音频", "没有找到")
    }

    @Test func `nothing found suggests a simpler search and a word that there is`() async throws {
        let chat = try await chat()
        try await chat.says("search climat", expect: "Nothing found", "Did you mean “climate”?", "search climate")
        try await chat.says(
            "search climate elephants",
            expect: "Without “elephants” there is something: search climate"
        )
        try await chat.says(
            "search chips yesterday",
            expect: "Nothing found",
            "At another time there is something: search chips"
        )
        try await chat.says("search quetzalcoatl", expect: "Fewer or other words", "headlines")
        try await chat.says("!set lang zh", expect: "和您交流")
        try await chat.says("搜索 climat", expect: "没有找到", "您是不是要找“climate”")
    }

    @Test func `what is suggested finds something when it is typed`() async throws {
        let chat = try await chat()
        try await chat.publishes("Where the gazette goes", "Summery days", by: "Pages", category: "News", hoursAgo: 3)
        while try await chat.store.indexSomeArticles() > 0 {}
        // “Where” is in nearly every text, and “summary” is in texts, though in no title.
        let nowhere = try await chat.says("search nowhere gazette", expect: "Without “nowhere”", "search gazette")
        let summary = try await chat.says("search summary elephants", expect: "Without “elephants”", "search summary")
        #expect(!nowhere.contains("Did you mean") && !summary.contains("Did you mean"))
        // What is mended is a word of texts, and the rest of the search stays.
        try await chat.says("search category:tech climat", expect: "“climate”? search category:technology climate")
        try await chat.says("search climat this week", expect: "“climate”? search climate this week")
        try await chat.says("podcasts climate", expect: "Without “has:audio” there is something: search climate")
        let fields = try await chat.says("search category:news category:sports", expect: "Nothing found")
        #expect(!fields.contains("Did you mean"))
        for line in ["search last month", "search elephants last month"] {
            #expect(try await !chat.says(line, expect: "Nothing found").contains("At another time"))
        }
        try await chat.says(
            "search sports last month",
            expect: "At another time there is something: search category:\"Sports\""
        )
        try await chat.says("search category:\"Sports\"", expect: "1. Cup final")
    }

    @Test func `a feed that is not there is named, and no word is missed where none was typed`() async throws {
        let chat = try await chat()
        let unknown = try await chat.says("search feed:bbc", expect: "No feed here is called “bbc”. feeds", "sources")
        let known = try await chat.says("search feed:globe elephants", expect: "Nothing found")
        #expect(!known.contains("No feed here"))
        let old = try await chat.says("search until:1990", expect: "Nothing found")
        let audio = try await chat.says("podcasts", expect: "Nothing found")
        for answer in [unknown, known, old, audio] { #expect(!answer.contains("No word in it"), "\(answer)") }
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("搜索 feed:bbc", expect: "没有名叫“bbc”的订阅源")
    }

    @Test func `a category has one table of other names`() async throws {
        let chat = try await chat()
        for line in ["headlines business", "news market", "headlines 财经", "headlines finance", "search business"] {
            try await chat.says(line, expect: "Markets rally")
        }
        try await chat.says("headlines tech", expect: "Chips get faster")
        try await chat.says("!alert add category:business rally", expect: "category:finance rally")
        // A feed that is called so goes before.
        try await chat.publishes("Lemonade stands boom", by: "Business", category: "News")
        try await chat.says("headlines business", expect: "Lemonade stands boom")
    }

    @Test func `a line that reads like a search is offered as one, in private`() async throws {
        let chat = try await chat()
        for line in ["articles about climate from today", "climate this week", "finance elephants last week"] {
            try await chat.says(line, expect: "I do not know", "To search for it: search \(line)")
        }
        for line in ["elephants everywhere", "how are you today"] {
            #expect(await !answer(line, chat).contains("To search for it"))
        }
        for line in ["crier: climate this week", "crier: finance last week"] {
            let answer = await answerInRoom(line, chat)
            #expect(!answer.contains("To search for it") && !answer.contains("Search: "), "\(answer)")
        }
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("上周财经大象", expect: "搜索 上周财经大象")
    }

    private func answerInRoom(_ text: String, _ chat: Conversation) async -> String {
        await chat.replies(text, in: "#news").map { plain($0.message.body) }.joined(separator: "\n")
    }

    @Test func `nothing of what others follow is found or suggested`() async throws {
        let chat = try await chat()
        let secret = try await chat.publishes("Quasimodo merger", by: "Secret", isDefault: false)
        while try await chat.store.indexSomeArticles() > 0 {}
        let bob = try await chat.store.sampleProfile("bob")
        try await chat.store.sampleSubscription(of: bob, to: secret)
        for line in [
            "search quasimodo", "search quasimodi", "search from Secret", "search feed:secret", "search /quasi/",
        ] {
            let answer = await answer(line, chat)
            #expect(!answer.contains("merger") && !answer.contains("“quasimodo”") && !answer.contains("from Secret"))
        }
        try await chat.says("search quasimodo", as: .bob, expect: "Quasimodo merger")
        try await chat.says("crier: search quasimodo", as: .bob, in: "#news", expect: "Nothing found")
    }

    @Test func `in a room its name is needed, and anybody may ask`() async throws {
        let chat = try await chat()
        try await chat.says("crier: search climate", as: .guest, in: "#news", expect: "1. Climate summit opens")
        try await chat.says("crier: read 1", as: .bob, in: "#news", expect: "Climate summit opens")
    }

    @Test func `what is saved or was read is searched`() async throws {
        let chat = try await chat()
        try await chat.says("search climate", expect: "1. Climate summit")
        try await chat.says("save 1 a note #green", expect: "Saved")
        try await chat.says("read 2", expect: "Climate talks")
        try await chat.says("saved climate", expect: "1 saved story that fits: climate", "Climate summit")
        try await chat.says("saved green", expect: "with #green")
        try await chat.says("saved elephants", expect: "Nothing saved fits that")
        let once = "1 story that you read and that fits: climate"
        try await chat.says("history climate", expect: once, "Climate talks")
        try await chat.says("read 1", expect: "Climate talks")
        try await chat.says("history climate", expect: once, "Climate talks", "read again")
        try await chat.says("history title:summit", expect: "Nothing that you have read fits: title:summit")
        // Of a time, as `saved` takes it.
        try await chat.says("history today", expect: "What you have read", "Climate talks")
        try await chat.says("history week", expect: "Climate talks")
        try await chat.says("history yesterday", expect: "You have read nothing in that time", "history")
        try await chat.says("history today climate", expect: "1 story that you read", "Climate talks")
        try await chat.says("history climate yesterday", expect: "Nothing that you have read fits: climate")
        try await chat.says("search is:saved climate", expect: "1. Climate summit")
        let unread = await answer("search is:unread climate", chat)
        #expect(unread.contains("summit") && !unread.contains("talks"))
        // Alice follows another feed, so what is found is of feeds that she does not follow.
        #expect(!unread.contains("do not follow"))
        let alice = try await chat.store.sampleProfile("alice", at: chat.clock.now)
        let feed = try await chat.publishes("Harbour opens", by: "Harbour", category: "News")
        try await chat.store.sampleSubscription(of: alice, to: feed, time: chat.clock.now)
        try await chat.says("search is:unread climate", expect: "summit", "feeds that you do not follow", "unread")
        #expect(try await !chat.says("search is:saved climate", expect: "summit").contains("do not follow"))
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("我的收藏 climate", expect: "1 条收藏符合：climate")
        try await chat.says("历史 climate", expect: "1 条符合：climate")
    }
}

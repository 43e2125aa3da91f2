import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct SaveCommandTests {
    private func chat(quota: Int = 1_000) async throws -> Conversation {
        let chat = try await Conversation(
            quotas: .init(subscriptions: 9, alerts: 9, schedules: 9, saved: quota)
        )
        try await chat.publishes("Ferry sails again", "Bakery has flour", "Storm is over")
        try await chat.says("!headlines", expect: "Ferry", "3. Storm")
        return chat
    }

    @Test func `what is saved is listed with note and tags, read and removed by its number`() async throws {
        let chat = try await chat()
        try await chat.says("save 3 ask about the roof #Weather #home", expect: "Saved Storm is over", "#weather #home")
        try await chat.says("save 1", expect: "Saved Ferry sails again", "saved")
        let list = try await chat.says(
            "saved",
            expect: "2 saved stories",
            "1. Ferry",
            "2. Storm",
            "read 1",
            "unsave 1"
        )
        #expect(list.contains("#weather #home · ask about the roof"))
        try await chat.says("read 2", expect: "Storm is over")
        try await chat.says("unsave 2", expect: "No longer saved: Storm is over")
        try await chat.says("unsave 2", expect: "not among what you have saved")
        try await chat.says("saved", expect: "1 saved story", "1. Ferry")
    }

    @Test func `a number of several words is none of a list`() async throws {
        let chat = try await chat()
        for line in ["save three hundred", "save Twenty one", "save two three"] {
            try await chat.says(line, expect: "no story for “\(line.dropFirst(5))”")
        }
        try await chat.says("saved", expect: "saved nothing yet")
        try await chat.says("save three one of the best", expect: "Saved Storm is over")
    }

    @Test func `saved things are found by day, week, picture and tag`() async throws {
        let chat = try await chat()
        try await chat.says("save 1 #sea", expect: "Saved")
        chat.clock.advance(by: 3 * 86_400)
        try await chat.publishes("Fresh bread", by: "Daily")
        try await chat.says("headlines", expect: "Fresh bread")
        try await chat.says("save 1 #food", expect: "Fresh bread")
        try await chat.says("saved today", expect: "1 saved story", "Fresh bread")
        try await chat.says("saved week", expect: "2 saved stories")
        try await chat.says("saved sea", expect: "with #sea", "Ferry")
        try await chat.says("saved #SEA", expect: "with #sea")
        try await chat.says("saved tag=food", expect: "Fresh bread")
        try await chat.says("saved images", expect: "Nothing saved fits", "#food #sea")
        try await chat.says("saved nonsense", expect: "Nothing saved fits", "2 saved stories", "saved")
    }

    @Test func `several at once, by any reference`() async throws {
        let chat = try await chat()
        try await chat.says("save 1-2", expect: "Saved 2 stories")
        try await chat.says("save 2,3", expect: "Saved Storm")
        try await chat.says("save 3 now with a note", expect: "was saved already", "noted")
        try await chat.says("save 3", expect: "was saved already")
        let story = try #require(
            try await chat.store.articles(
                ArticleSelection(from: .distantPast, to: .distantFuture),
                in: .shown(to: nil),
                limit: 1
            ).first
        )
        try await chat.says("unsave \(story.storyName)", expect: "No longer saved: Ferry")
        try await chat.says("save last", expect: "Storm is over was saved already")
        try await chat.says("saved", expect: "2 saved stories", "now with a note")
        try await chat.says("unsave 1-2", expect: "No longer saved", "Bakery", "Storm")
    }

    @Test(arguments: [
        ("save", "It goes like this: save"), ("unsave", "It goes like this: unsave"), ("save 99", "no number 99"),
        ("save nothing", "I know no feed"), ("save #zzzzz", "found no story"), ("unsave 99", "no number 99"),
        ("saved", "You have saved nothing yet"), ("unsave 1", "not among what you have saved"),
        ("saved week", "You have saved nothing yet"), ("save 0", "no number 0"), ("save 1-x", "I know no feed"),
        ("save 1-", "I took this as: save 1"), ("save \u{202e}1", "I took this as: save 1"),
        ("save 99999999999999999999", "no number 99999999999999999999"),
    ])
    func `bad input is told what to do`(line: String, expected: String) async throws {
        try await chat().says(line, expect: expected)
    }

    @Test func `words after save, and save alone, lead to the search and to what is saved`() async throws {
        let chat = try await chat()
        try await chat.says("save", expect: "It goes like this: save", "To see what you have saved: saved")
        for line in ["save earthquake", "save volcano ash"] {
            let words = String(line.dropFirst("save ".count))
            try await chat.says(line, expect: "I know no feed", "save 1", "search \(words)", "have saved: saved")
        }
        try await chat.says("save Exampel", expect: "Did you mean Example?", "search Exampel")
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("收藏", expect: "用法：收藏", "查看收藏：我的收藏")
        for line in ["收藏 地震", "收藏地震"] {
            try await chat.says(line, expect: "没有名为“地震”", "收藏 1", "搜索 地震", "查看收藏：我的收藏")
        }
        try await chat.says("搜索 地震", expect: "地震")
        try await chat.says("save", as: .guest, expect: "who you are")
    }

    @Test func `a note and its tags are bounded and clean`() async throws {
        let chat = try await chat()
        let tags = (0..<40).map { "#tag\($0)" }.joined(separator: " ")
        try await chat.says(
            "save 1 \(String(repeating: "long ", count: 500))\u{1b}[31m \(tags) #\(String(repeating: "x", count: 500)) #!!",
            expect: "Saved"
        )
        let saved = try await chat.says("saved", expect: "1 saved story", "#tag7")
        #expect(!saved.contains("#tag8") && saved.count < 700)
        #expect(saved.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }

    @Test func `a guest is told to identify, and two people keep their own`() async throws {
        let chat = try await chat()
        for line in ["save 1", "saved", "unsave 1"] {
            try await chat.says(line, as: .guest, expect: "who you are")
        }
        try await chat.says("headlines", as: .bob, expect: "Ferry")
        try await chat.says("save 1", as: .alice, expect: "Saved Ferry")
        try await chat.says("save 1 mine", as: .bob, expect: "Saved Ferry")
        try await chat.says("unsave 1", as: .alice, expect: "No longer saved")
        try await chat.says("saved", as: .bob, expect: "1 saved story", "mine")
        try await chat.says("saved", as: .alice, expect: "You have saved nothing yet")
    }

    @Test func `there is a limit, and it is said`() async throws {
        let chat = try await chat(quota: 2)
        try await chat.says("save 1-3", expect: "limit: 2 saved stories")
        try await chat.says("saved", expect: "2 saved stories")
        try await chat.says("me", expect: "Saved stories: 2 of 2")
    }

    @Test func `in a room the list goes to the person alone, and its numbers are nobody else's`() async throws {
        let chat = try await chat()
        try await chat.says("save 1", as: .alice, expect: "Saved")
        try await chat.says("!headlines", as: .bob, in: "#news", expect: "2. Bakery")
        try await chat.says("!saved", as: .alice, in: "#news", expect: "Say it to me by name: crier: saved")
        let replies = await chat.replies("crier: saved", as: .alice, in: "#news")
        #expect(replies.count == 2 && replies[0].address.kind == .person && replies[1].address.kind == .room)
        #expect(!plain(replies[1].message.body).contains("Ferry"))
        try await chat.says("crier: read 2", as: .bob, in: "#news", expect: "Bakery has flour")
        try await chat.says("crier: read 1", as: .alice, in: "#news", expect: "Ferry sails again")
        try await chat.says("unsave 1", as: .alice, expect: "No longer saved: Ferry")
    }

    @Test func `where the word for saving is the word for what is saved, a search of it is understood`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Chips get faster", by: "Circuits", category: "Technology")
        try await chat.publishes("Cup final tonight", by: "Kickoff", category: "Sports")
        while try await chat.store.indexSomeArticles() > 0 {}
        for word in ["chips", "cup"] {
            try await chat.says("search \(word)", expect: "1. ")
            try await chat.says("save 1", expect: "Saved")
        }
        try await chat.says("set lang zh", expect: "和您交流")
        for line in ["收藏 科技新闻", "收藏科技新闻", "我的收藏 科技新闻", "收藏 今天的科技新闻"] {
            let answer = try await chat.says(line, expect: "1 条收藏符合：分类“科技”", "1. Chips get faster")
            #expect(!answer.contains("Cup final"), "\(answer)")
        }
        try await chat.says("收藏 今天", expect: "2 条收藏", "2. ")
        try await chat.says("收藏 1", expect: "已在收藏中")
        for line in ["收藏 气候", "收藏 气候新闻"] {
            let answer = try await chat.says(line, expect: "没有名为“气候", "订阅列表")
            #expect(!answer.contains("藏气候") && !answer.contains("藏 气候"), "\(answer)")
        }
    }

    @Test func `forget me forgets what was saved`() async throws {
        let chat = try await chat()
        try await chat.says("save 1", expect: "Saved")
        let asked = try await chat.says("forget me", expect: "saved stories", "yes ")
        let code = try #require(asked.firstMatch(of: /yes ([0-9A-Z]+)/)?.output.1)
        try await chat.says("yes \(code)", expect: "I have forgotten you")
        try await chat.says("saved", expect: "You have saved nothing yet")
    }
}

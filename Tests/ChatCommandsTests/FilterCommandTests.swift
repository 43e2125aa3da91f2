import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct FilterCommandTests {
    /// Alice follows two feeds, one with a name of several words.
    private func chat(quotas: CommandOptions.Quotas = .person) async throws -> Conversation {
        let chat = try await Conversation(quotas: quotas)
        for (name, category, titles) in [
            ("Goal", "Sports", ["Arsenal wins the cup", "Transfer rumours about Arsenal"]),
            ("Circuit Board", "Technology", ["Chip maker opens a plant", "Crypto falls again"]),
        ] {
            for title in titles {
                try await publish(title, name.replacing(" ", with: ""), as: name, category, in: chat)
            }
        }
        return chat
    }

    private func publish(
        _ title: String,
        _ host: String,
        as name: String,
        _ category: String,
        in chat: Conversation
    ) async throws {
        let feed = try await chat.publishes(title, by: host)
        let account = Identity(network: "testnet", account: "alice")
        let alice = try await chat.store.ensureProfile(for: account, name: "alice", at: chat.clock.now)
        _ = try await chat.store.addSubscription(
            of: alice.id.recipient,
            to: feed.id,
            at: account.address,
            category: category,
            limit: 9,
            time: chat.clock.now
        )
        _ = try await chat.store.setOwnName(name, of: alice.id.recipient, on: feed.id)
    }

    @Test func `the example names a feed that the reader can type`() async throws {
        let chat = try await Conversation()
        try await publish("Harbour opens", "harbour", as: "الميناء", "News", in: chat)
        try await chat.says("filter", expect: "الميناء")
        try await publish("Arsenal wins the cup", "goal", as: "Goal", "Sports", in: chat)
        try await chat.says("filter", expect: "filter Goal only climate")
    }

    @Test func `a filter is added, holds in every list, is switched, removed and undone`() async throws {
        let chat = try await chat()
        try await chat.says("filter", expect: "There are no filters", "filter * crypto", "filter Goal only climate")
        try await chat.says(
            "filter circuit board crypto",
            expect: "Filter 1: Circuit Board comes without crypto",
            "search",
            "To undo: undo"
        )
        for line in ["headlines", "news", "digest week", "headlines technology", "headlines circuit board"] {
            let answer = try await chat.says(line, expect: "Chip maker")
            #expect(!answer.contains("Crypto"), "\(line)")
        }
        try await chat.says("search crypto", expect: "Crypto falls again")
        try await chat.says("read 1", expect: "Crypto falls again")
        try await chat.says("why 1", expect: "a mute or filter took it out", "filter 1 (crypto) keeps it out of lists")
        try await chat.says("filter list", expect: "1. Circuit Board: without crypto — on", "filter 1 off")
        try await chat.says("filter 1 off", expect: "Filter 1 is off: Circuit Board")
        try await chat.says("filter", expect: "— off")
        try await chat.says("headlines", expect: "Crypto falls again")
        try await chat.says("undo", expect: "Taken back: filter 1")
        #expect(try await !chat.says("headlines", expect: "Chip maker").contains("Crypto"))
        try await chat.says("filter remove 1", expect: "Removed filter 1: Circuit Board")
        try await chat.says("headlines", expect: "Crypto falls again")
        try await chat.says("undo", expect: "Taken back: filter 1")
        try await chat.says("filter \"circuit board\" crypto", expect: "That is filter 1 already")
        try await chat.says("filter 7 off", expect: "There is no filter 7", "filter list")
    }

    @Test func `only lets nothing else through, of a feed, a category or everything`() async throws {
        let chat = try await chat()
        try await chat.says("filter goal only cup", expect: "Filter 1: of Goal only cup comes")
        var answer = try await chat.says("headlines", expect: "wins the cup", "Chip maker")
        #expect(!answer.contains("Transfer"))
        try await chat.says("filter technology only plant", expect: "of Technology only plant comes")
        answer = try await chat.says("news", expect: "wins the cup", "Chip maker")
        #expect(!answer.contains("Crypto"))
        try await chat.says("filter * only arsenal", expect: "Filter 3: of Everything only arsenal comes")
        answer = try await chat.says("headlines", expect: "wins the cup")
        #expect(!answer.contains("Chip maker"))
        try await chat.says("filter all -cup", expect: "Filter 4: Everything comes without cup")
        try await chat.says("headlines", expect: "muted, filtered or hidden is left out")
        try await chat.says("category rename technology to chips", expect: "is called")
        try await chat.says("filter list", expect: "2. chips: only plant", "3. Everything: only arsenal")
        try await chat.says("category delete chips", expect: "1 filter is for that category", "filter list")
    }

    @Test func `another word for a category is that category, never everything`() async throws {
        let chat = try await chat()
        try await chat.says("smart add tech = ferry", expect: "“tech” means the category Technology")
        try await chat.says("filter tech only plant", expect: "Filter 1: of Technology only plant comes")
        #expect(try await !chat.says("headlines", expect: "Arsenal", "Chip maker").contains("Crypto"))
    }

    @Test(arguments: [
        ("* ferry OR", "with nothing beside it"), ("goal only | cup", "with nothing beside it"),
        ("* the", "in nearly every article"), ("* feed:nosuch", "No feed here is called “nosuch”"),
    ])
    func `a filter that hardly says what was meant is not made`(typed: String, reason: String) async throws {
        let chat = try await chat()
        try await chat.says("filter \(typed)", expect: reason)
        try await chat.says("filter list", expect: "There are no filters")
    }

    @Test func `what cannot be done with a filter is said to be so`() async throws {
        let chat = try await chat()
        try await chat.says("filter * crypto", expect: "Filter 1")
        try await chat.says("filter list", expect: "1. Everything")
        try await chat.says(
            "filter 1 banana",
            expect: "“banana” is nothing that can be done with filter 1",
            "filter 1 off",
            "filter * banana"
        )
        try await chat.says("feeds", expect: "Goal")
        try await chat.says("filter 1 banana", expect: "comes without banana")
    }

    @Test func `exclusions alone take out each of them`() async throws {
        let chat = try await chat()
        try await chat.says("filter * -crypto -arsenal", expect: "Everything comes without")
        let answer = try await chat.says("headlines", expect: "Chip maker")
        #expect(!answer.contains("Crypto") && !answer.contains("Arsenal"))
        try await chat.says("filter * -a OR -b", expect: "only what to leave out")
    }

    @Test(arguments: [
        ("filter *", "filter <feed|category|*>"), ("filter goal", "filter <feed"), ("filter goal only", "filter <feed"),
        ("filter list xyz", "filter <feed"), ("filter 1 off xyz", "filter <feed"),
        ("filter nowhere crypto", "There is no category or feed “nowhere”"), ("filter 3 crypto", "no numbered list"),
        ("filter * \"", "nothing in it to look for"), ("filter * (", "nothing in it to look for"),
        ("filter * since:2030-99", "since"), ("filter * since:2030", "only in search"),
        ("filter * storm since:7d", "only in search"), ("filter * is:unread", "only in search"),
        ("filter * category:nothing", "no category “nothing”"), ("filter * /(/", "expression"),
        ("filter * *a*", "almost everything"),
    ])
    func `what cannot be a filter says why`(line: String, reason: String) async throws {
        let chat = try await chat()
        let answer = await chat.replies(line).map { plain($0.message.body) }.joined()
        #expect(answer.localizedCaseInsensitiveContains(reason), "\(line) → \(answer)")
        try await chat.says("filter list", expect: "There are no filters")
    }

    @Test func `what is far too long, or strange, is refused or matched as it stands`() async throws {
        let chat = try await chat()
        try await chat.says("filter * \(String(repeating: "x", count: 10_000))", expect: "500")
        try await chat.says("filter * \(String(repeating: "x ", count: 41))", expect: "40")
        try await chat.says("filter * /cr.pto/", expect: "Filter 1: Everything comes without /cr.pto/")
        #expect(try await !chat.says("headlines", expect: "Chip maker").contains("Crypto"))
        try await chat.says("filter * \"\u{202E}otpyrc\"", expect: "Filter 2")
        for number in 1...4 { try await chat.says("filter * /dear\(number)/", expect: "Filter \(number + 2)") }
        try await chat.says(
            "filter * /dear5/",
            expect: "That is the limit: 5 filters with an expression",
            "filter 1 off"
        )
    }

    @Test func `filters are limited, and a room's are its operators'`() async throws {
        let chat = try await chat(quotas: .init(subscriptions: 9, alerts: 9, schedules: 9, filters: 2))
        try await chat.says("filter * one1", expect: "Filter 1")
        try await chat.says("filter * two2", expect: "Filter 2")
        try await chat.says("filter * three3", expect: "That is the limit: 2 filters", "filter 1 remove")
        try await chat.says("me", expect: "Filters: 2 of 2")
        try await chat.says("!filter * crypto", in: "#news", expect: "operators", "filter * crypto to dm")
        try await chat.says("!filter * crypto", as: .op, in: "#news", expect: "Filter 1: Everything")
        #expect(try await !chat.says("!headlines", in: "#news", expect: "Chip maker").contains("Crypto"))
        try await chat.says("!filter", in: "#news", expect: "1. Everything: without crypto")
        try await chat.says("!filter 1 off", in: "#news", expect: "operators")
        try await chat.says("!filter mine", in: "#news", expect: "1. Everything: without one1")
        try await chat.says("!filter 1 off", as: .op, in: "#news", expect: "Filter 1 is off")
    }

    @Test func `a dry run shows what would happen, with the word that decided, and stores nothing`() async throws {
        let chat = try await chat()
        try await chat.says(
            "test filter goal only rumours",
            expect: "1 of the newest 2 articles would pass, 1 would be left out",
            "1. Transfer rumours about Arsenal",
            "(“rumours”)",
            "filter goal only rumours"
        )
        try await chat.says("read 1", expect: "Transfer rumours")
        try await chat.says(
            "test filter * arsenal",
            expect: "2 of the newest 4 articles would be left out, 2 would pass",
            "(“Arsenal”)"
        )
        try await chat.says("test filter technology only arsenal", expect: "None of the newest 2 articles would pass")
        try await chat.says("test filter sports weather", expect: "All of the newest 2 articles would pass")
        try await chat.says(
            "test alert crypto",
            expect: "1 of the newest 4 articles would have matched",
            "(“Crypto”)",
            "alert add crypto"
        )
        try await chat.says("test alert weather", expect: "None of the newest 4 articles would have matched")
        try await chat.says("test alert -x", expect: "only what to leave out")
        for line in ["test", "test filter", "test alert", "test crypto"] {
            try await chat.says(line, expect: "test filter <feed|category|*>")
        }
        try await chat.says("filter list", expect: "There are no filters")
        try await chat.says("alert list", expect: "There are no alerts")
        // A filter that is there does not change what is tried.
        try await chat.says("filter * arsenal", expect: "Filter 1")
        try await chat.says("test filter goal cup", expect: "1 of the newest 2 articles would be left out")
        let stored = try await chat.says("test filter 1", expect: "2 of the newest 4 articles would be left out")
        #expect(!stored.contains("Nothing is stored"))
        try await chat.says("alert add crypto", expect: "Alert 1")
        try await chat.says("alert add breaking", expect: "Alert 2")
        try await chat.says("test alert 1", expect: "1 of the newest 4 articles would have matched", "(“Crypto”)")
        try await chat.says("test alert 2", expect: "how many sources report a story")
        try await chat.says("test alert \"1\"", expect: "None of the newest 4 articles would have matched")
    }

    @Test func `why names quiet hours, the mute or the filter`() async throws {
        let chat = try await chat()
        try await chat.says("mute chip", expect: "Muted")
        try await chat.says("filter * \"transfer rumours\"", expect: "Filter 1")
        let feed = try #require(try await chat.store.allFeeds().first { $0.url.contains("goal") })
        let version = try await chat.store.standingQueries().version
        func arrive(_ titles: String...) async throws {
            let entries = titles.map { title in
                NewArticle(title: title, url: "https://goal.example/\(title.count)", keys: [title], alertIDs: [])
            }
            let commit = RefreshCommit(
                feedID: feed.id,
                status: 200,
                nextCheckAt: chat.clock.now,
                outcome: .document(FetchedDocument(articles: entries))
            )
            _ = try await chat.store.commitRefresh([commit], alertsVersion: version, at: chat.clock.now)
        }
        try await arrive("New transfer rumours from Spain")
        try await chat.says("search spain", expect: "Spain")
        try await chat.says("why 1", expect: "filter 1 (\"transfer rumours\") kept it back when it arrived")
        try await chat.says("filter 1 remove", expect: "Removed")
        try await chat.says("why 1", expect: "filter 1, which was removed since, kept it back")
    }

    @Test func `in Chinese`() async throws {
        let chat = try await chat()
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("过滤", expect: "还没有过滤")
        try await chat.says("过滤 goal 只看 cup", expect: "过滤 1：Goal只带来 cup")
        #expect(try await !chat.says("头条", expect: "Arsenal wins").contains("Transfer"))
        try await chat.says("测试 过滤 goal cup", expect: "最新的 2 篇文章中会去掉 1 篇", "（“cup”）", "过滤 goal cup")
        try await chat.says("测试 提醒 crypto", expect: "最新的 4 篇文章中有 1 篇会匹配")
        try await chat.says("过滤 1 关闭", expect: "过滤 1 已关闭")
        try await chat.says("过滤 没有的 cup", expect: "没有")
        try await chat.says("过滤 * -", expect: "没有可查找的内容")
        try await chat.says("撤销", expect: "已撤销：过滤 1")
    }
}

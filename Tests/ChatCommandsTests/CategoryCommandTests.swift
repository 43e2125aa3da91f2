import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct CategoryCommandTests {
    /// Alice follows a feed of sports and one of technology.
    private func chat() async throws -> Conversation {
        let chat = try await Conversation()
        try await chat.says("category", expect: "No feed here has a category yet", "category add Climate")
        for (name, category, title) in [
            ("Goal", "Sports", "Arsenal wins the cup"), ("Circuit", "Technology", "Chip maker opens a plant"),
        ] {
            let feed = try await chat.publishes(title, by: name)
            let alice = try #require(try await chat.store.profile(for: Identity(network: "testnet", account: "alice")))
            _ = try await chat.store.addSubscription(
                of: alice.id.recipient,
                to: feed.id,
                at: Identity(network: "testnet", account: "alice").address,
                category: category,
                limit: 9,
                time: chat.clock.now
            )
        }
        return chat
    }

    @Test func `categories are listed, added, filled, renamed and deleted, and undo takes it back`() async throws {
        let chat = try await chat()
        try await chat.says(
            "category",
            expect: "2 categories",
            "Sports — 1 feed",
            "Technology — 1 feed",
            "category hide"
        )
        try await chat.says("category add Climate teal", expect: "Added Climate", "feed move Goal to Climate")
        try await chat.says("category add climate", expect: "There is a category Climate already")
        try await chat.says("feed move Circuit to climate", expect: "Climate")
        try await chat.says("category", expect: "Climate — 1 feed, teal", "Sports — 1 feed")
        try await chat.says("category rename Climate to Earth", expect: "Climate is called Earth now, with its 1 feed")
        try await chat.says("headlines earth", expect: "Chip maker")
        try await chat.says("undo", expect: "Taken back: category Climate")
        try await chat.says("headlines climate", expect: "Chip maker")
        try await chat.says("category rename climate to sports", expect: "now part of Sports: 1 feed moved")
        try await chat.says("headlines sports", expect: "Chip maker", "Arsenal")
        try await chat.says("category delete sports", expect: "Its 2 feeds are still followed, without a category")
        try await chat.says("category", expect: "No feed here has a category yet")
        try await chat.says("headlines", expect: "Chip maker", "Arsenal")
        try await chat.says("undo", expect: "Taken back: category Sports")
        try await chat.says("headlines sports", expect: "Chip maker", "Arsenal")
    }

    @Test func `a hidden category leaves every list, and asking for it shows the next one`() async throws {
        let chat = try await chat()
        try await chat.says("category hide sports", expect: "Hidden now: Sports", "category show Sports")
        for command in ["headlines", "news", "digest week"] {
            #expect(try await !chat.says(command, expect: "Chip maker").contains("Arsenal"), "\(command)")
        }
        try await chat.says("headlines sports", expect: "Sports is hidden here, so this is Technology", "Chip maker")
        try await chat.says("news sports", expect: "Sports is hidden here, so this is Technology", "Chip maker")
        try await chat.says("digest week sports", expect: "Sports is hidden here, so this is Technology", "Chip maker")
        try await chat.says("headlines goal", expect: "Arsenal")
        try await chat.says("category", expect: "Sports — 1 feed, hidden")
        try await chat.says("undo", expect: "Taken back: category hide")
        try await chat.says("headlines", expect: "Arsenal")
        try await chat.says("category hide sports, technology", expect: "Hidden now: Sports and Technology")
        try await chat.says("category show 1", expect: "Shown again: Sports")
    }

    @Test func `what is about a hidden category says so, and how to show it again`() async throws {
        let chat = try await chat()
        for line in ["category hide sports", "category hide technology", "category hide investing"] {
            _ = await chat.replies(line)
        }
        // No other category is left that could be shown instead.
        try await chat.says("headlines sports", expect: "Hidden: Sports. To show it again: category show Sports")
        let desk = try await Conversation(sources: SportsCommandTests.sources)
        try await desk.publishes("Rain in June", by: "Daily", category: "News")
        try await desk.publishes("Goal in June", by: "Goal", category: "Sports")
        #expect(try await !desk.says("sports", expect: "1. Football").contains("Hidden"))
        _ = await desk.replies("category hide sports")
        _ = await desk.replies("category hide investing")
        try await desk.says("sports", expect: "Hidden: Sports. To show it again: category show Sports", "1. Football")
        try await desk.says("investing stocks", expect: "Hidden: Investing. To show it again: category show Investing")
        try await desk.says("!sports mine", in: "#news", expect: "category mine show Sports")
        #expect(try await !desk.says("!sports", in: "#news", expect: "1. Football").contains("Hidden"))
        _ = await desk.replies("category show sports")
        #expect(try await !desk.says("sports", expect: "1. Football").contains("Hidden"))
    }

    @Test func `an order decides what comes first in the news, in digests and among feeds`() async throws {
        let chat = try await chat()
        for order in [["technology", "sports"], ["sports", "technology"]] {
            let answer = try await chat.says(
                "category order \(order.joined(separator: ", "))",
                expect: "First from now on in the news"
            )
            #expect(answer.contains("undo"))
            let isSportsFirst = order[0] == "sports"
            for command in ["news", "digest week", "feeds"] {
                let list = try await chat.says(command, expect: command == "feeds" ? "Goal" : "Arsenal")
                let (sports, technology) =
                    command == "feeds"
                    ? (list.range(of: "Goal"), list.range(of: "Circuit"))
                    : (list.range(of: "Arsenal"), list.range(of: "Chip maker"))
                let isRight = try #require(sports).lowerBound < #require(technology).lowerBound
                #expect(isRight == isSportsFirst, "\(command)")
            }
        }
        try await chat.says("category order off", expect: "no special order")
        try await chat.says("category order sports", expect: "in the list of feeds: Sports. To take it back: undo")
    }

    @Test func `bad names, unknown categories and colours are refused with what to do`() async throws {
        let chat = try await chat()
        try await chat.says("category add 7", expect: "is a number", "Climate")
        try await chat.says("category add today", expect: "means a time")
        try await chat.says("category add quiz", expect: "one of my commands")
        try await chat.says("category add goal", expect: "A feed here is called")
        try await chat.says("category add a:b", expect: "cannot be the name")
        try await chat.says("category add \(String(repeating: "x", count: 41))", expect: "1 to 40 letters")
        try await chat.says("category add", expect: "category add <name>")
        try await chat.says(
            "category hide Sprots",
            expect: "no category “Sprots”",
            "Did you mean Sports",
            "category list"
        )
        try await chat.says("category colour sports pinkish", expect: "“pinkish” is no colour", "#33aa99", "teal")
        try await chat.says("category colour sports #3a9", expect: "Sports has the colour #33aa99")
        try await chat.says("category colour sports off", expect: "no colour of its own")
        try await chat.says("category dance", expect: "category add <name>")
        try await chat.says("feed move goal to 12", expect: "is a number")
    }

    @Test(arguments: [
        ("tech", "Technology"), ("business", "Finance"), ("商业", "Finance"), ("电玩", "Gaming"), ("美食", "Food"),
        ("Video Games", "Gaming"),
    ])
    func `no new category has a name that searches understand as one of the catalogue`(
        name: String,
        category: String
    ) async throws {
        let chat = try await chat()
        let reason = "“\(name)” means the category \(category)"
        let free = "category add \"my \(name)\""
        try await chat.says("category add \(name)", expect: reason, "headlines \(category)", "another name", free)
        try await chat.says(free, expect: "Added my \(name)")
        try await chat.says("category add Climate", expect: "Added Climate")
        try await chat.says("category rename Climate to \(name)", expect: reason)
        try await chat.says("feed move goal to \(name)", expect: "stands in \(category)")
    }

    @Test func `a category of the catalogue can be added by its translated name`() async throws {
        let chat = try await chat()
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("类别 添加 美食", expect: "美食")
        try await chat.says("set lang en", expect: "English")
        try await chat.says("category", expect: "Food — 0 feeds")
    }

    @Test func `a new name needs no joint behind a known one`() async throws {
        let chat = try await chat()
        try await chat.says("category add Local news", expect: "Added Local news")
        try await chat.says("category rename Local news Town hall", expect: "Local news is called Town hall now")
        try await chat.says("category rename Town hall City", expect: "Town hall is called City now")
        try await chat.says("category rename Citty Town", expect: "There is no category “Citty” here", "City")
        try await chat.says("category rename City", expect: "category add <name>")
        let many = Array(repeating: "Town", count: 300).joined(separator: " ")
        try await chat.says("category rename Citty \(many)", expect: "There is no category “Citty” here", "City")
        // So many words are the most of a name without a joint behind it.
        try await chat.says("category rename City to A b c d e f", expect: "City is called A b c d e f now")
        try await chat.says("category rename A b c d e f Town", expect: "A b c d e f is called Town now")
    }

    @Test func `the word colour may stand before a colour, and behind it nothing else`() async throws {
        let chat = try await chat()
        try await chat.says("category add Chess colour #33aa99", expect: "Added Chess")
        try await chat.says("category add Local color teal", expect: "Added Local")
        try await chat.says("category", expect: "Chess — 0 feeds, #33aa99", "Local — 0 feeds, teal")
        try await chat.says("category add Bridge colour banana", expect: "“banana” is no colour", "#33aa99", "teal")
        try await chat.says("category add Bridge colour", expect: "“colour” is no colour")
        #expect(try await !chat.says("category", expect: "Chess").contains("Bridge"))
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("类别 add 气候 颜色 青色", expect: "已新建类别气候")
        try await chat.says("类别", expect: "气候")
    }

    @Test func `what changes a category wants its whole name`() async throws {
        let chat = try await chat()
        try await chat.says("category add \"Local colour\"", expect: "Added Local colour")
        for line in ["delete Local", "hide Local", "rename Local to Town", "colour Local teal", "order Local"] {
            try await chat.says(
                "category \(line)",
                expect: "There is no category “Local” here",
                "Did you mean Local colour?"
            )
        }
        try await chat.says("category delete local colour", expect: "Deleted Local colour")
    }

    @Test func `who follows nothing can hide what everybody is shown, but not rename it`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Sun shines", by: "Weather", category: "Health")
        try await chat.says("category rename health to wellness", expect: "everybody is shown", "category hide Health")
        try await chat.says("category hide health", expect: "Hidden now: Health")
        try await chat.says("headlines", expect: "filtered or hidden is left out")
    }

    @Test func `a schedule for a hidden category says which one comes instead`() async throws {
        let chat = try await chat()
        try await chat.says("category hide sports", expect: "Hidden now: Sports")
        for line in ["digest at 18:00 sports", "headlines at 09:00 sports", "quiz at 20:00 sports"] {
            let answer = try await chat.says(line, expect: "Sports is hidden here, so this brings Technology")
            #expect(answer.contains("category show Sports"), "\(answer)")
        }
        let shown = try await chat.says("digest at 19:00 technology", expect: "19:00")
        #expect(!shown.contains("is hidden here"), "\(shown)")
    }

    @Test(arguments: ["add Chess", "order Sports", "colour Sports teal", "hide Sports"])
    func `in a room the hint takes back a change of one's own categories`(line: String) async throws {
        let chat = try await chat()
        let answer = try await chat.says("crier: category mine \(line)", in: "#news", expect: "crier: undo mine")
        #expect(!answer.replacing("crier: undo mine", with: "").contains("crier: undo"), "\(answer)")
        if line.hasPrefix("add") { #expect(answer.contains("write to me in private: feed move"), "\(answer)") }
        try await chat.says("crier: undo mine", in: "#news", expect: "Taken back: category")
    }

    @Test func `own categories are limited`() async throws {
        let chat = try await chat()
        for number in 1...30 { try await chat.says("category add Theme no\(number)", expect: "Added") }
        try await chat.says("category add One more", expect: "That is the limit: 30 categories")
        try await chat.says("feed move goal to One more", expect: "That is the limit: 30 categories")
        try await chat.says("category rename Sports to One more", expect: "That is the limit: 30 categories")
        try await chat.says("category rename Theme no5 to One more", expect: "is called One more now")
        try await chat.says("feed move goal to Theme no4", expect: "Theme no4")
    }

    @Test func `in Chinese`() async throws {
        let chat = try await chat()
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("类别", expect: "2 个类别", "1 个订阅源", "类别 添加 气候")
        try await chat.says("类别 add 气候 青色", expect: "已新建类别气候")
        try await chat.says("类别 隐藏 sports", expect: "已隐藏")
        try await chat.says("头条 体育", expect: "在这里已隐藏", "类别 显示 体育")
        try await chat.says("类别 删掉 没有的", expect: "没有类别")
        try await chat.says("类别 隐藏 体育", expect: "现在就是这样。", "体育已隐藏")
        try await chat.says("类别 颜色 科技 blue", expect: "科技的颜色现在是蓝色")
        try await chat.says("类别", expect: "科技 — 1 个订阅源，蓝色", "气候 — 0 个订阅源，青色")
        try await chat.says("提醒 添加 category:sports cup", expect: "category:sports")
        try await chat.says("订阅源 移动 Goal 到 technology", expect: "归入科技")
        try await chat.says("feed move Goal to Sports", expect: "归入体育")
        try await chat.says("类别 删掉 sports", expect: "已删除体育", "查找类别体育")
    }
}

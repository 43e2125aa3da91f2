import Localization
import NewsModel
import TestSupport
import Testing

@testable import ChatCommands

/// The first page of help, its topics and its commands.
@Suite(.timed) struct HelpTests {
    /// What is typed in an answer, one line of code each.
    private func codes(_ replies: [Reply]) -> [String] {
        replies.flatMap { reply in
            reply.message.body.blocks.flatMap { block -> [String] in
                switch block {
                case .heading(_, let spans), .paragraph(let spans), .footer(let spans), .item(_, let spans):
                    spans.compactMap { if case .code(let text) = $0 { text } else { nil } }
                default: []
                }
            }
        }
    }

    @Test(arguments: [NetworkKind.irc, .matrix], ["en", "zh-Hans"])
    func `it offers five things that work, and the topics`(kind: NetworkKind, language: String) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.publishes("Flood in Valencia", "Quiet day", by: "Harbour")
        _ = await chat.replies("set lang \(language)")
        let first = await chat.replies("help")
        let offered = codes(first)
        #expect(offered.count == 7, "\(offered)")
        #expect(offered.contains { $0.hasSuffix(" Harbour") }, "\(offered)")
        #expect((first.first?.message.body.blocks.count ?? 0) <= 8)
        for line in offered {
            let answer = await chat.replies(line).map { plain($0.message.body) }.joined()
            #expect(!answer.isEmpty && !answer.contains("Usage:") && !answer.contains("用法"), "\(line): \(answer)")
        }
        // Everything was tried, so what is offered now are their own feed, alert and schedule.
        let second = codes(await chat.replies("help"))
        #expect(second != offered && second.first?.hasSuffix(" Harbour") == true, "\(second)")
    }

    @Test(arguments: ["en", "zh-Hans"])
    func `every topic is a page, by its name in any language`(language: String) async throws {
        let chat = try await Conversation()
        _ = await chat.replies("set lang \(language)")
        for topic in Command.Topic.allCases {
            let page = await chat.replies("help \(topic.rawValue)").map { plain($0.message.body) }.joined()
            for other in try ShippedCatalogue.catalogue().languages {
                let name = try ShippedCatalogue.catalogue().localizer(language: other).text(
                    "help.topic.\(topic.rawValue)"
                )
                let own = await chat.replies("help \(name)").map { plain($0.message.body) }.joined()
                #expect(own == page && !page.isEmpty, "\(name): \(own)")
            }
        }
        try await chat.says(
            "help reading",
            expect: language == "en" ? "- headlines — The top stories" : "- 头条 — 以编号列表显示要闻"
        )
        try await chat.says("help redaing", expect: language == "en" ? "Did you mean help reading?" : "redaing")
        try await chat.says("帮助看新闻", expect: language == "en" ? "- headlines —" : "- 头条 —")
    }

    @Test func `an unknown name leads to the nearest ones`() async throws {
        let chat = try await Conversation()
        try await chat.says("help digset", expect: "Did you mean help digest?")
        try await chat.says("help gamse", expect: "help games")
        try await chat.says("help xyzzy", expect: "xyzzy", "help reading")
        try await chat.says("help digest week", expect: "help [topic|command]")
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `in a room it is two lines`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.publishes("Flood in Valencia", category: "World")
        let replies = await chat.replies("crier: help", in: "#news")
        #expect(replies.count == 1 && replies[0].message.body.blocks.count == 2)
        let text = plain(replies[0].message.body)
        #expect(text.contains("crier: headlines World") && text.contains("help reading"), "\(text)")
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count < 350 })
        _ = await chat.replies("crier: set room verbs -quiz", as: .op, in: "#news")
        let pages = await chat.replies("crier: help playing", in: "#news").map { plain($0.message.body) }.joined()
        #expect(!pages.contains("quiz —"), "\(pages)")
    }

    @Test func `a guest is offered nothing that needs an account`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Flood in Valencia", "Quiet day", by: "Harbour")
        let offered = codes(await chat.replies("help", as: .guest))
        #expect(offered.count > 4)
        for line in offered where !line.contains("quiz") && !line.hasPrefix("/msg ") {
            let answer = await chat.replies(line, as: .guest).map { plain($0.message.body) }.joined()
            #expect(!answer.isEmpty && !answer.contains("I need to know who you are"), "\(line): \(answer)")
        }
        let following = await chat.replies("help following", as: .guest).map { plain($0.message.body) }.joined()
        #expect(following.contains("- sources —") && !following.contains("- sub —"), "\(following)")
    }

    @Test func `what is not there is not offered`() async throws {
        let chat = try await Conversation()
        let digest = try await chat.says("help digest", expect: "digest at 18:00")
        #expect(!digest.contains("mail"))
        let set = try await chat.says("help set", expect: "set lang")
        #expect(!set.contains("set room lang|tz") && !set.contains("set images"))
        let withMail = try await Conversation(mailAddress: "news@example.org")
        try await withMail.says("help digest", expect: "to dm|mail")
        try await withMail.says("help set", expect: "set images")
        let room = await chat.replies("crier: help set", in: "#news").map { plain($0.message.body) }.joined()
        #expect(room.contains("set room lang|tz"))
    }

    @Test func `in Chinese a command is explained with its Chinese words`() async throws {
        let chat = try await Conversation()
        _ = await chat.replies("set lang zh-Hans")
        try await chat.says("帮助 头条", expect: "头条 定时 07:30 [每天|工作日|每周|周一,周四]", "要闻")
        try await chat.says("help sub", expect: "订阅 <网址|网站|名称>", "訂閱")
    }

    @Test func `the settings of repeats and updates are explained, in two languages and in rooms`() async throws {
        let chat = try await Conversation()
        try await chat.says("help repeats", expect: "set repeats on|off", "kept back", "every report of that feed")
        try await chat.says("help updates", expect: "set updates on|off", "a number in it has changed")
        let room = await chat.replies("crier: help updates", as: .op, in: "#news").map { plain($0.message.body) }
        #expect(room.joined().contains("set room story updates on|off"), "\(room)")
        try await chat.says("help layout", expect: "set layout")
        try await chat.says("help repeatz", expect: "repeatz")
        try await chat.says("help repeats zebra", expect: "It goes like this: help")
        try await chat.says("set lang zh", expect: "简体中文")
        try await chat.says("帮助 重复", expect: "三条报道")
        try await chat.says("帮助 updates", expect: "数字改变")
    }
}

import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct IntentTests {
    @Test(arguments: [NetworkKind.irc, .matrix])
    func `people say what they want, and read what was understood and how to take it back`(
        kind: NetworkKind
    ) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.publishes("Flood in Valencia", "A calm day")
        try await chat.says(
            "send me news every morning at 8",
            expect: "I took this as: headlines at 08:00 · to take it back: schedules off 1",
            "Headlines daily at 08:00"
        )
        try await chat.says(
            "tell me when someone mentions Valencia",
            expect: "I took this as: alert add Valencia · to take it back: alert 1 remove",
            "1 of the newest 2 articles"
        )
        let shown = try await chat.says("what happened today?", expect: "I took this as: digest today")
        #expect(!shown.contains("take it back"))
        try await chat.says("what's new", expect: "I took this as: news", "Flood in Valencia")
        try await chat.says(
            "show me technology news",
            expect: "no category or feed “technology”",
            "alert add technology"
        )
        try await chat.says("show me Tech news", expect: "I took this as: headlines Tech", "A calm day")
        try await chat.says(
            "stop sending me headlines",
            expect: ": headlines at off · to take it back: headlines at 08:00",
            "Stopped 1"
        )
        try await chat.says("speak Chinese please", expect: ": set lang Chinese", ": set lang en", "中文")
        try await chat.says("每天晚上8点给我发摘要", expect: "我理解为：摘要 定时 20:00 · 撤回：定时 关闭 2", "20:00")
        try await chat.says("订阅bbc", expect: "没有名为“bbc”的订阅源")
        try await chat.says("有没有关于气候的新闻", expect: "没有名为“气候”", "提醒 添加 气候", "搜索 气候")
        try await chat.says("别再给我发了", expect: "什么也没做", "暂停", "定时")
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `in a room a change is asked for, and only from who speaks to the bot`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.publishes("Flood in Valencia")
        for line in ["send me news at 8", "!send me news at 8", "!tell me when someone mentions Valencia", "quiz me"] {
            try await chat.says(line, as: .op, in: "#news")
        }
        try await chat.says(
            "crier: what's in the news",
            in: "#news",
            expect: "I took this as: crier: headlines",
            "Flood"
        )
        try await chat.says(
            "crier: send us the news every day at 8",
            as: .op,
            in: "#news",
            expect: "I take this as: crier: headlines at 08:00. Shall I do that here?",
            "crier: yes"
        )
        let room = try #require(try await chat.store.room(network: "testnet", name: "#news"))
        #expect(try await chat.store.schedules(of: room.id.recipient).isEmpty)
        try await chat.says("crier: no", as: .op, in: "#news", expect: "I did not do crier: headlines at 08:00")
        try await chat.says("crier: send us the news every day at 8", as: .op, in: "#news", expect: "Shall I")
        try await chat.says("crier: yes", as: .bob, in: "#news", expect: "nothing to confirm")
        try await chat.says("crier: yes", as: .op, in: "#news", expect: "Headlines daily at 08:00")
        #expect(try await chat.store.schedules(of: room.id.recipient).count == 1)
    }

    @Test func `who may not change a room is asked for what they get themselves`() async throws {
        let chat = try await Conversation()
        try await chat.says(
            "crier: tell me when someone mentions Valencia",
            as: .bob,
            in: "#news",
            expect: "I take this as: crier: alert add Valencia to dm"
        )
        try await chat.says("crier: yes", as: .bob, in: "#news", expect: "Alert 1")
        let profile = try #require(try await chat.store.profile(for: .sample("bob")))
        #expect(try await chat.store.alerts(of: profile.id.recipient).map(\.query) == ["Valencia".lowercased()])
    }

    @Test func `a command, a beginning of one and the name of a feed go before phrases`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Old story", category: "At 9")
        let category = try await chat.says("news at 9", expect: "Old story")
        #expect(!category.contains("I took"))
        for line in ["headlines", "headl", "news", "alert add at 8", "digest today"] {
            let said = await chat.replies(line).map { plain($0.message.body) }.joined()
            #expect(!said.isEmpty && !said.contains("I took"), "\(said)")
        }
        try await chat.says("news at 10", expect: "I took this as: headlines at 10:00")
    }

    @Test func `words that commands use are quoted inside a query`() async throws {
        let chat = try await Conversation()
        try await chat.says(
            "tell me when someone mentions access to mail",
            expect: ": alert add \"access to mail\"",
            "Alert 1: \"access to mail\""
        )
    }

    @Test func `a command that is refused says so under what was understood`() async throws {
        let chat = try await Conversation()
        let said = try await chat.says(
            "unsubscribe me from Nowhere",
            expect: "I took this as: unsub Nowhere",
            "I know no feed"
        )
        #expect(!said.contains("take it back"))
        let guest = try await chat.says(
            "send me news at 8",
            as: .guest,
            expect: "I took this as: headlines at 08:00",
            "Identify with services"
        )
        #expect(guest.components(separatedBy: "Reading needs nothing").count == 2, "\(guest)")
    }

    @Test func `a verb that a room has switched off is not reached in other words`() async throws {
        let chat = try await Conversation()
        try await chat.says("crier: set room verbs -quiz", as: .op, in: "#news", expect: "-quiz")
        let said = await chat.replies("crier: let's play", as: .op, in: "#news").map { plain($0.message.body) }
        #expect(!said.joined().contains("quiz"), "\(said)")
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `unknown words lead to two examples that fit`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.publishes("Old story", by: "Harbour", category: "Sports")
        try await chat.says(
            "gimme the sportz stuff",
            expect: "I do not know “gimme the sportz stuff”. For example: headlines Sports or "
        )
        try await chat.says("harbor gossip", expect: ": headlines Sports or help")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("体育怎么那么无聊", expect: "我不认识", "头条 体育", "帮助")
    }

    @Test(arguments: [
        ("thanks", "You are welcome."), ("Thank you!", "You are welcome."), ("bye", "Goodbye."), ("exit", "Goodbye."),
        ("谢谢", "You are welcome."), ("再见", "Goodbye."), ("who are you", "about"), ("你是谁", "about"),
        ("help me", "help reading"), ("stop", "pause"), ("what can you do?", "help reading"),
        ("headlines please", "There is no news yet"),
    ]) func `what people say without asking for anything is understood`(line: String, answer: String) async throws {
        for kind in [NetworkKind.irc, .matrix] {
            let chat = try await Conversation(kind: kind)
            try await chat.says(line, expect: answer)
        }
        let chinese = try await Conversation()
        try await chinese.says("set lang zh-Hans", expect: "和您交流")
        try await chinese.says("谢谢", expect: "不客气")
        try await chinese.says("bye", expect: "再见")
    }
}

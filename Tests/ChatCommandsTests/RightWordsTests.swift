import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Hints and answers that say what is so.
@Suite(.timed) struct RightWordsTests {
    private func chat(_ place: (kind: NetworkKind, language: String)) async throws -> Conversation {
        let chat = try await Conversation(kind: place.kind)
        _ = await chat.replies("set lang \(place.language)")
        return chat
    }

    @Test(arguments: FeedNameTests.places)
    func `what undoes the removal of an alert makes it as it was`(
        place: (kind: NetworkKind, language: String)
    ) async throws {
        let chat = try await chat(place)
        let isEnglish = place.language == "en"
        _ = await chat.replies("!alert add moon urgent cooldown 2h")
        try await chat.says("!alert 1 remove", expect: isEnglish ? "To undo: " : "撤销：")
        try await chat.says("undo", expect: isEnglish ? "Taken back: alert 1 remove" : "已撤销：提醒 1 删除")
        try await chat.says("!alert list", expect: "moon", isEnglish ? "urgent" : "紧急")
        _ = await chat.replies("!alert add sun")
        _ = await chat.replies("!alert 2 urgent")
        try await chat.says("undo", expect: isEnglish ? "Taken back: alert 2 urgent" : "已撤销：提醒 2 紧急")
        let alice = try #require(try await chat.store.profile(for: .sample("alice")))
        #expect(try await chat.store.alerts(of: alice.id.recipient).map(\.isUrgent) == [true, false])
    }

    @Test(arguments: FeedNameTests.places)
    func `quiet hours that end are off, and can be set again as they were`(
        place: (kind: NetworkKind, language: String)
    ) async throws {
        let chat = try await chat(place)
        let (off, quiet, exceptUrgent) =
            place.language == "en"
            ? ("Quiet hours are off.", "quiet", "except urgent") : ("免打扰时间已关闭", "免打扰", "除外 紧急")
        try await chat.says("!quiet off", expect: "\(quiet) 22:00-07:00")
        _ = await chat.replies("!quiet 23-6 except urgent")
        try await chat.says("!quiet off", expect: off, "\(quiet) 23:00-06:00 \(exceptUrgent)")
        try await chat.says("undo", expect: quiet)
        try await chat.says("quiet", expect: "23:00", "06:00")
    }

    @Test(arguments: FeedNameTests.places)
    func `a digest offers itself by the clock for its own span`(
        place: (kind: NetworkKind, language: String)
    ) async throws {
        let chat = try await chat(place)
        try await chat.publishes("A story", by: "Heise")
        let (daily, weekly) =
            place.language == "en"
            ? ("digest at 18:00", "digest weekly at 18:00") : ("摘要 定时 18:00", "摘要 每周 定时 18:00")
        try await chat.says("!digest", expect: daily)
        try await chat.says("!digest week", expect: weekly)
        let month = try await chat.says("!digest month", expect: "A story")
        #expect(!month.contains("18:00"))
        let week = place.language == "en" ? "the last 7 days" : "最近 7 天"
        try await chat.says(weekly, expect: week)
    }

    @Test(arguments: FeedNameTests.places)
    func `a story without text says so`(place: (kind: NetworkKind, language: String)) async throws {
        let chat = try await chat(place)
        let feed = try await chat.publishes("With text", by: "Heise")
        try await chat.store.sampleRefresh(
            feed,
            [
                NewArticle(
                    title: "Bare",
                    url: "https://heise.example/bare",
                    keys: ["bare"],
                    publishedAt: chat.clock.now
                ),
                NewArticle(
                    title: "Echo",
                    url: "https://heise.example/echo",
                    keys: ["echo"],
                    summary: "Echo",
                    publishedAt: chat.clock.now.addingTimeInterval(-60)
                ),
            ],
            at: chat.clock.now
        )
        _ = await chat.replies("!headlines")
        let none = place.language == "en" ? "Its feed gives no text." : "订阅源没有提供正文。"
        try await chat.says("!read 1", expect: "Bare", none)
        try await chat.says("!read 2", expect: "Echo", none)
        let other = try await chat.says("!read 3", expect: "With text", "Summary of With text")
        #expect(!other.contains(none))
    }

    @Test(arguments: ["who wrote this", "can you remind me about the election", "abo ve all of us"])
    func `the beginning of a name is no command when words follow that it does not take`(line: String) async throws {
        let chat = try await Conversation()
        let answer = try await chat.says(line, expect: " ")
        #expect(!answer.contains("It goes like this"), "\(answer)")
        try await chat.says("whoa", expect: "alice")
    }

    @Test func `a way back is told of the change that was made, not of an older one`() async throws {
        let chat = try await Conversation()
        try await chat.says("quiet 22:00-07:00", expect: "22:00")
        try await chat.says("mute football", expect: "football")
        let answer = try await chat.says("undo that please", expect: "Taken back: mute football")
        #expect(!answer.contains("take it back"), "\(answer)")
    }

    @Test func `a change is named in the reader's language`() async throws {
        let chat = try await Conversation()
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("静音 足球 一周", expect: "足球")
        try await chat.says("设置 时区 Asia/Shanghai", expect: "Asia/Shanghai")
        try await chat.says("撤销", expect: "设置 时区")
        let mutes = try await chat.says("静音列表", expect: "1. 足球")
        #expect(!mutes.contains("一周"))
    }

    @Test(arguments: [("hi", "en"), ("Good morning!", "en"), ("早上好", "zh-Hans"), ("你好！", "zh-Hans")])
    func `a greeting is answered in rooms and in private`(greeting: String, language: String) async throws {
        let chat = try await Conversation()
        try await chat.publishes("Comet seen over Turin")
        for (line, room) in [("crier: \(greeting)", "#news"), (greeting, nil)] as [(String, String?)] {
            let answer = try await chat.says(line, in: room, expect: "headlines")
            #expect(!answer.contains("“"), "\(answer)")
        }
    }

    @Test func `unknown words lead to two examples in a room, too, and unknown help to the topics`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Comet seen over Turin")
        try await chat.says(
            "crier: foobarbaz",
            in: "#news",
            expect: "foobarbaz",
            "crier: headlines Tech",
            "crier: help"
        )
        try await chat.says("help foobarbaz", expect: "help reading", "help playing")
    }

    @Test func `a yes with a question mark is no answer, and forget it forgets nobody`() async throws {
        let chat = try await Conversation()
        try await chat.says("alert add storm", expect: "storm")
        try await chat.says("forget me", expect: "yes ")
        try await chat.says("yes?", expect: "yes")
        try await chat.says("alert list", expect: "storm")
        try await chat.says("forget it", expect: "Nothing is changed", "mute football")
    }

    @Test func `what is no longer followed can be followed again by the line that is shown`() async throws {
        let chat = try await Conversation()
        let feed = try await chat.publishes("Comet seen over Turin")
        try await chat.says("sub Example", expect: "Added Example")
        try await chat.says("unsub Example", expect: "Removed Example", "sub \(feed.url)")
        try await chat.says("sub \(feed.url)", expect: "Added Example")
        try await chat.says("crier: sub Example", as: .op, in: "#news", expect: "Example")
        let answer = try await chat.says("crier: unsub Example", as: .op, in: "#news", expect: "Removed Example")
        #expect(!answer.contains(feed.url), "\(answer)")
    }

    @Test func `a Chinese span of time may stand before the words that are muted`() async throws {
        let chat = try await Conversation()
        try await chat.says("静音一周 足球", expect: "足球")
        let mutes = try await chat.says("静音列表", expect: "足球")
        #expect(!mutes.contains("一周"), "\(mutes)")
    }
}

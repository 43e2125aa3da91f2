import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct SettingsCommandTests {
    @Test func `a language is set and spoken at once`() async throws {
        let chat = try await Conversation()
        try await chat.says("!set lang zh-Hans", expect: "以后我用", "和您交流")
        try await chat.says("!more", expect: "没有更多了", "头条")
        try await chat.says("!set lang=english", expect: "I will speak English")
        try await chat.says("!set lang klingon", expect: "I do not speak “klingon” yet", "zh-Hans", "en")
        try await chat.says("!set lang 中文", expect: "和您交流")
    }

    @Test func `errors, help and lists come in Chinese`() async throws {
        let chat = try await Conversation()
        try await chat.says("!set lang zh", expect: "和您交流")
        try await chat.says("!help digest", expect: "按订阅源分组", "也可以写作")
        try await chat.says("!help", expect: "帮助 看新闻 · 订阅管理", "头条")
        try await chat.says("!digset", expect: "您是不是想输入 摘要？")
        try await chat.says("!read 7", expect: "没有可以引用的编号列表")
        try await chat.says("!set tz Europe/Pris", expect: "您是不是想写 Europe/Paris")
        try await chat.says("!alert add rust", expect: "提醒 1", "rust", "没有匹配的")
        try await chat.says("!alert list", expect: "开启", "匹配 0 次", "尚未触发")
        try await chat.says("!headlines at 07:30 weekdays", expect: "要闻", "07:30")
        try await chat.says("!me", expect: "我保存的关于 alice 的信息", "提醒：1 / 50")
        try await chat.says("!quiet 22:00-7", expect: "22:00 至 07:00 免打扰")
    }

    @Test func `word of failing feeds can be switched off, by a channel's operators too`() async throws {
        let chat = try await Conversation()
        try await chat.says("!set health off", expect: "No more word of feeds", "feeds broken")
        try await chat.says("!set health on", expect: "You will hear when a feed fails")
        try await chat.says("!set repeats on", expect: "Every report will be sent")
        try await chat.says("!set repeats off", expect: "kept back")
        try await chat.says("!set repeats maybe", expect: "set repeats on|off")
        try await chat.says("!set health maybe", expect: "set health on|off")
    }

    @Test func `plain format is words without symbols, for a person and for a room`() async throws {
        let chat = try await Conversation()
        try await chat.says("!me", expect: "Format: rich")
        let answer = try await chat.says("!set format plain", expect: "plain words", "set format rich")
        #expect(answer.components(separatedBy: "To undo:").count == 2, "\(answer)")
        try await chat.says("!me", expect: "Format: plain words")
        let message = try #require(await chat.replies("!headlines").first?.message)
        #expect(message.isPlain == true && !message.withColour)
        let other = try #require(await chat.replies("!headlines", as: .bob).first?.message)
        #expect(other.isPlain == nil)
        let formats = "format plain|colour|rich"
        try await chat.says("!set format braille", expect: "set \(formats)", "set room \(formats)")
        try await chat.says("!set format rich", expect: "tables and symbols")
        try await chat.says("crier: set room format plain", in: "#news", expect: "operators")
        try await chat.says("crier: set room format colour", as: .op, in: "#news", expect: "I will use colours here")
        try await chat.says("crier: set room format plain", as: .op, in: "#news", expect: "write here in plain words")
        var inRoom = try #require(await chat.replies("!headlines", in: "#news").first?.message)
        #expect(inRoom.isPlain == true && !inRoom.withColour)
        try await chat.says("crier: set room format colour", as: .op, in: "#news", expect: "I will use colours here")
        inRoom = try #require(await chat.replies("!headlines", in: "#news").first?.message)
        #expect(inRoom.isPlain == nil && inRoom.withColour)
        try await chat.says("!set lang zh", expect: "和您交流")
        try await chat.says("!set format plain", expect: "只用文字")
        try await chat.says("!me", expect: "格式：纯文字")
    }

    @Test(arguments: ["colour", "color", "Colour", "rich"])
    func `colour is the format with symbols and tables, for a person and for a room`(word: String) async throws {
        let chat = try await Conversation()
        try await chat.says("!set format plain", expect: "plain words")
        try await chat.says("!set format \(word)", expect: "tables and symbols")
        try await chat.says("!me", expect: "Format: rich")
        try await chat.says("crier: set room format plain", as: .op, in: "#news", expect: "plain words")
        let answer = word == "rich" ? "tables and symbols" : "I will use colours here"
        try await chat.says("crier: set room format \(word)", as: .op, in: "#news", expect: answer)
        let inRoom = try #require(await chat.replies("!headlines", in: "#news").first?.message)
        #expect(inRoom.isPlain == nil && inRoom.withColour == (word != "rich"))
        try await chat.says("!set hat on", expect: "format (plain, colour)")
        try await chat.says("!help set", expect: "set format plain|colour|rich", "also called rich")
    }

    @Test(arguments: [
        "!help", "!help set", "!set", "!me", "!headlines", "!news", "!digest week stats", "!feeds", "!feed Example",
        "!read 1", "!save 1", "!saved", "!history", "!alert list", "!why 1",
    ])
    func `no answer in plain format has bullets, dots or dashes between its parts`(line: String) async throws {
        let chat = try await Conversation()
        try await chat.publishes("Tide rises in the harbour", "Ferries wait for the wind")
        try await chat.says("!set format plain", expect: "plain words")
        _ = await chat.replies("!alert add comet")
        _ = await chat.replies("!headlines")
        let answers = await chat.replies(line)
        #expect(!answers.isEmpty)
        for block in answers.flatMap(\.message.body.blocks) {
            if case .item(nil, _) = block { Issue.record("a bullet: \(block.words)") }
            #expect(!["•", " · ", " — "].contains { block.words.contains($0) }, "\(line) → \(block.words)")
        }
    }

    @Test func `time zones by city, by name, with a hint when misspelt`() async throws {
        let chat = try await Conversation()
        try await chat.says("!set tz paris", expect: "Europe/Paris", "13:00")
        try await chat.says("!set tz=Asia/Tokyo", expect: "Asia/Tokyo", "21:00")
        try await chat.says("!set tz Europe/Pris", expect: "Did you mean Europe/Paris?")
        try await chat.says("!set tz Atlantis", expect: "I do not know the time zone")
        try await chat.says("!set hat on", expect: "no setting “hat”")
    }

    @Test func `quiet hours are set, shown and ended`() async throws {
        let chat = try await Conversation()
        try await chat.says("!quiet", expect: "no quiet hours", "quiet 22:00-07:00")
        try await chat.says(
            "!quiet 22:00-07:00 except urgent",
            expect: "Quiet from 22:00 to 07:00 (UTC)",
            "except what is urgent"
        )
        try await chat.says("!quiet", expect: "It is quiet from 22:00 to 07:00")
        try await chat.says("!quiet 10pm to 7am", expect: "22:00 to 07:00")
        try await chat.says("!quiet 22:00-22:00", expect: "I cannot read")
        try await chat.says("!quiet nonsense", expect: "I cannot read “nonsense” as a time")
        try await chat.says("!quiet off", expect: "Quiet hours are off.")
        try await chat.says("!quiet 1-2", in: "#news", expect: "operators", "crier: quiet 22:00-07:00 to dm")
        try await chat.says("!quiet 1-2", as: .op, in: "#news", expect: "01:00 to 02:00")
    }

    @Test func `a room has its own language and zone`() async throws {
        let chat = try await Conversation()
        try await chat.says("crier: set room lang zh", as: .op, in: "#news", expect: "在这里使用")
        try await chat.says("crier: set room updates edit", as: .op, in: "#news", expect: "群组")
        try await chat.says("crier: set room tz Asia/Shanghai", as: .op, in: "#news", expect: "Asia/Shanghai", "20:00")
        try await chat.says("crier: more", in: "#news", expect: "没有更多了")
        try await chat.says("!more", expect: "There is no more")
        try await chat.says("!set room lang zh", expect: "works in channels only")
    }

    @Test func `a Matrix room has posts changed and digests in threads when it wants them`() async throws {
        let chat = try await Conversation(kind: .matrix)
        try await chat.says("crier: set room updates edit", as: .op, in: "!news", expect: "headline changes")
        try await chat.says("crier: set room digests thread", as: .op, in: "!news", expect: "open a thread")
        var etiquette = try #require(try await chat.store.room(network: "testnet", name: "!news")).etiquette
        #expect(etiquette.editsPosts && etiquette.threadsDigests)
        try await chat.says("crier: set room edits off", as: .op, in: "!news", expect: "leave posts as they are")
        try await chat.says("crier: set room digests plain", as: .op, in: "!news", expect: "without a thread")
        etiquette = try #require(try await chat.store.room(network: "testnet", name: "!news")).etiquette
        #expect(!etiquette.editsPosts && !etiquette.threadsDigests)
        try await chat.says("crier: set room feeds thread", as: .op, in: "!news", expect: "thread of their feed")
        #expect(try #require(try await chat.store.room(network: "testnet", name: "!news")).etiquette.threadsFeeds)
        try await chat.says("crier: set room feeds", as: .op, in: "!news", expect: "for each feed and day")
        try await chat.says("crier: set room feeds plain", as: .op, in: "!news", expect: "without threads")
        let plain = try #require(try await chat.store.room(network: "testnet", name: "!news")).etiquette
        #expect(!plain.threadsFeeds)
        try await chat.says("crier: set room updates sometimes", as: .op, in: "!news", expect: "edit or off")
        try await chat.says("crier: set room updates edit", in: "!news", expect: "moderators")
    }

    @Test func `a room that the bot is not in is entered for those who decide there`() async throws {
        let chat = try await Conversation(kind: .matrix)
        try await chat.publishes("Storm", by: "Example")
        chat.network.setEntry("#town:hs.test", .entered(room: "!town"))
        chat.network.setEntry("#other:hs.test", .noRight)
        chat.network.setEntry("#slow:hs.test", .unavailable)
        chat.network.makeOperator("alice", in: "!town")
        try await chat.says("sub Example to #town:hs.test", expect: "Example", "to !town")
        #expect(try await chat.store.room(network: "testnet", name: "!town") != nil)
        try await chat.says("sub Example to #other:hs.test", expect: "moderators")
        try await chat.says("sub Example to #slow:hs.test", expect: "try again in a moment")
        try await chat.says("sub Example to #closed:hs.test", as: .bob, expect: "Please invite me there")
        for _ in 0..<4 { _ = await chat.replies("sub Example to #closed:hs.test", as: .bob) }
        try await chat.says("sub Example to #closed:hs.test", as: .bob, expect: "wait a minute")
        let irc = try await Conversation()
        try await irc.says("!sub Example to #elsewhere", expect: "I am not in #elsewhere")
    }

    @Test func `me answers in private and says so in the room`() async throws {
        let chat = try await Conversation()
        let replies = await chat.replies("crier: me", in: "#news")
        #expect(
            replies.map(\.address) == [
                Identity.sample("alice").address, Address(network: "testnet", kind: .room, target: "#news"),
            ]
        )
        #expect(plain(replies[0].message.body).contains("Accounts: alice (testnet)"))
        #expect(plain(replies[1].message.body) == "alice: I sent it to you in private.")
    }

    @Test func `forget me really erases, with the right code only`() async throws {
        let chat = try await Conversation()
        let feed = try await chat.publishes("One thing happened")
        try await chat.says("!headlines", expect: "One thing")
        try await chat.says("!read 1", expect: "One thing")
        try await chat.says("!alert add rust", expect: "Alert 1")
        try await chat.says("!set tz paris", expect: "Europe/Paris")
        let profile = try #require(try await chat.store.profile(for: .sample("alice")))
        _ = try await chat.store.addSubscription(
            of: profile.id.recipient,
            to: feed.id,
            at: Identity.sample("alice").address,
            limit: 10,
            time: chat.clock.now
        )
        let asked = try await chat.says("!forget me", expect: "This erases your profile", "yes ")
        let code = try #require(asked.firstMatch(of: /yes ([0-9A-Z]+)/)?.output.1)
        try await chat.says("!yes 111111", expect: "That code is wrong")
        try await chat.says("!yes \(code)", as: .bob, expect: "That code is wrong")
        #expect(try await chat.store.profile(for: .sample("alice")) != nil)
        try await chat.says("!yes \(code.lowercased())", expect: "I have forgotten you")
        #expect(try await chat.store.profile(for: .sample("alice")) == nil)
        #expect(try await chat.store.settings(of: profile.id.recipient) == nil)
        #expect(try await chat.store.alerts(of: profile.id.recipient).isEmpty)
        #expect(try await chat.store.followedFeeds(of: profile.id.recipient, at: chat.clock.now).isEmpty)
        try await chat.says("!read 1", expect: "no numbered list")
        try await chat.says("!yes \(code)", expect: "That code is wrong")
        try await chat.says("!me", expect: "Feeds: 0 of 500", "Alerts: 0 of 50", "Time zone: UTC")
    }

    @Test func `a code in a room is sent in private`() async throws {
        let chat = try await Conversation()
        let replies = await chat.replies("crier: forget me", in: "#news")
        let here = replies.filter { $0.address.kind == .room }.map { plain($0.message.body) }.joined()
        #expect(!here.contains("yes"))
        #expect(replies.contains { $0.address.kind == .person && plain($0.message.body).contains("yes ") })
    }

    @Test func `forget history keeps the rest`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("One thing happened")
        try await chat.says("!headlines", expect: "One thing")
        try await chat.says("!read 1", expect: "One thing")
        let asked = try await chat.says("!forget history", expect: "yes ")
        let code = try #require(asked.firstMatch(of: /yes ([0-9A-Z]+)/)?.output.1)
        try await chat.says("!yes \(code)", expect: "history is erased")
        try await chat.says("!history", expect: "not read anything")
        #expect(try await chat.store.profile(for: .sample("alice")) != nil)
    }
}

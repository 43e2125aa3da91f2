import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct MailCommandTests {
    private let mailbox = Identity(network: "mail", account: "alice@example.test")

    private func chat() async throws -> Conversation {
        try await Conversation(mail: FakeNetwork("mail", kind: .mail), mailAddress: "crier@example.test")
    }

    /// Alice on IRC with a mailbox of hers.
    private func linked() async throws -> Conversation {
        let chat = try await chat()
        let profile = try await chat.store.ensureProfile(
            for: Identity(network: "testnet", account: "alice"),
            name: "alice",
            at: chat.clock.now
        )
        _ = try await chat.store.attach(mailbox, name: "alice", to: profile.id, at: chat.clock.now)
        return chat
    }

    @Test func `who wants pictures gets them with answers by mail, each at its number`() async throws {
        let chat = try await Conversation(kind: .mail)
        try await chat.publishes("One thing", "Another thing", imageURL: "https://pictures.example/a.jpg")
        func pictures(_ line: String) async -> [String?]? {
            await chat.replies(line).first?.message.pictures?.map(\.marker)
        }
        #expect(await pictures("headlines") == nil)
        try await chat.says("set images on", expect: "pictures")
        #expect(await pictures("headlines") == ["1", "2"])
        #expect(await pictures("headlines 1") == [nil])
        #expect(await pictures("digest week") == ["1", "2"])
        let words = try await chat.says("headlines", expect: "One thing")
        #expect(!words.contains("pictures.example"))
        #expect(await chat.replies("headlines", as: .guest).first?.message.pictures == nil)
    }

    @Test func `without a mailbox of the bot there is no mail`() async throws {
        let chat = try await Conversation()
        try await chat.says("digest at 18:00 to mail", expect: "I have no mailbox")
        try await chat.says("help mail", expect: "I have no mailbox")
    }

    @Test func `who has no mailbox linked is told how`() async throws {
        let chat = try await chat()
        for line in ["digest at 18:00 to mail", "alert add moon to mail", "digest week to mail", "export opml to mail"]
        {
            try await chat.says(line, expect: "`link`".replacing("`", with: ""), "link CODE", "crier@example.test")
        }
    }

    @Test func `a week's digest comes once a week, and tells of a week`() async throws {
        let chat = try await linked()
        for line in ["digest weekly to mail", "digest at monday to mail", "digest at weekly to mail"] {
            try await chat.says(line, expect: "Digest (the last 7 days", "Mon at 08:00")
        }
        for line in [
            "digest at monday 18:00 to mail", "digest weekly at 18:00 to mail", "digest at 18:00 weekly to mail",
        ] {
            try await chat.says(line, expect: "Digest (the last 7 days) Mon at 18:00")
        }
        try await chat.says("headlines weekly at friday 9:00 to mail", expect: "Headlines Fri at 09:00")
        try await chat.says("digest daily to mail", expect: "Digest daily at 08:00")
        try await chat.says("digest at monday 25:00 to mail", expect: "I cannot read")
        try await chat.says("digest at noon to mail", expect: "Digest daily at 12:00")
    }

    @Test(arguments: [
        ("digest weekly", "Digest (the last 7 days) Mon at 08:00"), ("digest daily", "Digest daily at 08:00"),
        ("headlines daily", "Headlines daily at 08:00"), ("digest every day", "Digest daily at 08:00"),
        ("digest every week", "Digest (the last 7 days) Mon at 08:00"), ("digest 每周", "Mon at 08:00"),
        ("headlines weekdays", "Headlines Monday to Friday at 08:00"),
        ("digest weekly tech", "(the last 7 days, Tech)"),
        ("headlines daily 5", "Headlines (5 stories) daily at 08:00"),
        ("headlines daily 5 to here", "Headlines (5 stories) daily at 08:00"),
    ]) func `how often is enough, and the usual time is said to be that`(line: String, said: String) async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.publishes("Chips", category: "Tech")
        let answer = try await chat.says(line, expect: said, "You named no time")
        // What is said to be typed next does what it says.
        let again = try #require(answer.firstMatch(of: /For another: (.+)/)).output.1
        let other = try await chat.says(String(again), expect: said.replacing("08:00", with: "18:00"))
        #expect(!other.contains("You named no time"))
    }

    @Test(arguments: [
        ("headlines at 07:30 5", "Headlines (5 stories) daily at 07:30"),
        ("headlines 5 at 7", "(5 stories) daily at 07:00"),
        ("headlines daily at 5", "Headlines daily at 05:00"), ("headlines at 5 to here", "Headlines daily at 05:00"),
        ("headlines at daily 5", "Headlines daily at 05:00"), ("headlines daily 5:00", "Headlines daily at 05:00"),
        ("headlines daily 5pm", "Headlines daily at 17:00"), ("headlines at 7 pm", "Headlines daily at 19:00"),
        ("digest daily 8", "Digest daily at 08:00"), ("headlines tech at 7", "Headlines (Tech) daily at 07:00"),
        ("digest weekly friday 18:00", "Digest (the last 7 days) Fri at 18:00"),
        ("headlines 5", "2. Fish"), ("digest at weekly 9", "Mon at 09:00"),
    ]) func `a bare number is how many headlines, behind at it is the hour`(line: String, said: String) async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.publishes("Chips", "Fish", category: "Tech")
        let answer = try await chat.says(line, expect: said)
        #expect(!answer.contains("You named no time"))
    }

    @Test(arguments: ["digest every 2h", "headlines every 30 minutes", "headlines every 4 hours to here"])
    func `a span is no time of day`(line: String) async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.says(line, expect: "I cannot read “every ")
        try await chat.says("schedules", expect: "Nothing comes by the clock")
    }

    @Test(arguments: ["digest tech at 25:00", "digest tech every 30 minutes", "headlines tech at 7:75"])
    func `a time that cannot be read is named, behind other words too`(line: String) async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.publishes("Chips", category: "Tech")
        try await chat.says(line, expect: "I cannot read")
        try await chat.says("schedules", expect: "Nothing comes by the clock")
    }

    @Test(arguments: [
        ("weekly digest", "Digest (the last 7 days) Mon at 08:00"), ("daily digest at 9", "Digest daily at 09:00"),
        ("Daily headlines", "Headlines daily at 08:00"), ("weekly headlines 3 tech", "(3 stories, Tech) Mon"),
        ("每周 digest", "Mon at 08:00"),
    ]) func `how often may stand first`(line: String, said: String) async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.publishes("Chips", category: "Tech")
        try await chat.says(line, expect: said)
    }

    @Test(arguments: ["digest monthly", "monthly digest", "digest monthly at 9", "headlines Monthly"])
    func `nothing comes monthly, unless a feed is called so`(line: String) async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.publishes("Chips", category: "Tech")
        try await chat.says(line, expect: "daily or weekly: digest weekly", "now: digest month")
        try await chat.says("schedules", expect: "Nothing comes by the clock")
        guard !line.contains("at") else { return }
        try await chat.publishes("Moon landing succeeds", by: "Monthly", category: nil)
        try await chat.says(line, expect: "Moon landing succeeds")
    }

    @Test func `a schedule that replaces another says what is gone`() async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.says("headlines weekly 3", expect: "Headlines (3 stories) Mon at 08:00")
        try await chat.says(
            "headlines weekly",
            expect: "Headlines Mon",
            "Instead of: Headlines (3 stories) Mon at 08:00"
        )
        #expect(try await !chat.says("headlines weekly", expect: "Headlines Mon").contains("Instead of"))
        try await chat.says("digest daily stats", expect: "Digest (with statistics) daily")
        try await chat.says("digest daily", expect: "Instead of: Digest (with statistics) daily")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("headlines weekly 3", expect: "取代了：要闻：")
        try await chat.says("digest monthly", expect: "摘要 一个月")
    }

    @Test func `a feed may be called after how often it comes`() async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.publishes("Moon landing succeeds", by: "Weekly", category: nil)
        for line in ["digest weekly", "headlines weekly 5", "digest weekly stats"] {
            try await chat.says(line, expect: "Moon landing succeeds")
        }
        try await chat.says("digest weekly at 9", expect: "Mon at 09:00")
        try await chat.says("digest daily", expect: "Digest daily at 08:00")
    }

    @Test func `subscriptions go to the linked mailbox`() async throws {
        let chat = try await linked()
        try await chat.says("digest at 18:00 to mail", expect: "to a…@example.test")
        try await chat.says("digest at 18:00 sun week to mail", expect: "to a…@example.test")
        try await chat.says("headlines at 07:30 to mail", expect: "to a…@example.test")
        try await chat.says("alert add moon to mail", expect: "a…@example.test")
        try await chat.says("alert add sun", expect: "Alert 2")
        try await chat.says("alert 2 to mail", expect: "a…@example.test")
        let profile = try #require(try await chat.store.profile(for: mailbox))
        #expect(
            try await chat.store.schedules(of: profile.id.recipient).map(\.address)
                == [mailbox, mailbox, mailbox].map(\.address)
        )
        #expect(
            try await chat.store.alerts(of: profile.id.recipient).map(\.address) == [mailbox, mailbox].map(\.address)
        )
    }

    @Test func `a mailbox that failed is tried again by a word from elsewhere`() async throws {
        let chat = try await linked()
        try await chat.says("digest at 18:00 to mail", expect: "to a…@example.test")
        try await chat.store.pauseAddress(mailbox.address, reason: "550 no such user", at: chat.clock.now)
        try await chat.says("resume", expect: "Resumed a…@example.test")
        #expect(try await chat.store.pauseReason(of: mailbox.address) == nil)
        try await chat.says("resume", expect: "Nothing of yours is paused", "resume to #news")
        // Who wants no mail is not written to because of that.
        _ = try await chat.store.correspondent(mailbox.account, network: "mail", at: chat.clock.now)
        try await chat.store.unsubscribe(mailbox.account, network: "mail", at: chat.clock.now)
        try await chat.says("resume", expect: "Nothing of yours is paused", "resume to #news")
        #expect(try await chat.store.pauseReason(of: mailbox.address) == Store.unsubscribedReason)
        let feed = try await chat.store.sampleFetchedFeed("one")
        let profile = try #require(try await chat.store.profile(for: mailbox))
        _ = try await chat.store.addSubscription(
            of: profile.id.recipient,
            to: feed.id,
            at: mailbox.address,
            limit: 9,
            time: chat.clock.now
        )
        try await chat.says("resume", expect: "Mail to a…@example.test is unsubscribed", "from that mailbox")
    }

    @Test func `in a room it is one's own mailbox and not the room's`() async throws {
        let chat = try await linked()
        try await chat.says("!digest at 18:00 to mail", in: "#news", expect: "a…@example.test")
        let profile = try #require(try await chat.store.profile(for: mailbox))
        #expect(try await chat.store.schedules(of: profile.id.recipient).count == 1)
    }

    @Test func `a digest asked for by mail waits in the ledger and is worded for mail`() async throws {
        let chat = try await linked()
        try await chat.publishes("Moon landing succeeds", "Sun shines")
        let said = try await chat.says("digest week to mail", expect: "a…@example.test")
        #expect(!said.contains("Moon"))
        let waiting = try await chat.store.queuedDeliveries(to: mailbox.address, at: chat.clock.now, limit: 10)
        let delivery = try #require(waiting.first)
        #expect(waiting.count == 1)
        #expect(delivery.isRequested)
        guard case .requested(let message, let articles)? = delivery.notice
        else {
            Issue.record("no words")
            return
        }
        #expect(plain(message.body).contains("Moon landing succeeds"))
        #expect(!plain(message.body).contains("!"))
        #expect(message.subject?.isEmpty == false)
        #expect(articles.count == 2)
    }

    @Test func `nothing is mailed where there is nothing to say`() async throws {
        let chat = try await linked()
        let said = try await chat.says("digest week to mail", expect: " ")
        #expect(!said.isEmpty && !said.contains("a…@example.test"))
        #expect(try await chat.store.queuedDeliveries(to: mailbox.address, at: chat.clock.now, limit: 10).isEmpty)
    }

    @Test(arguments: [
        ("en", "you ended all mail there; “resume”", "mail there came back"), ("zh-Hans", "“恢复”", "被退回"),
    ])
    func `a feed whose mail stopped says why, and what brings it back`(
        language: String,
        ended: String,
        returned: String
    ) async throws {
        let chat = try await linked()
        let feed = try await chat.publishes("Moon landing succeeds")
        let profile = try #require(try await chat.store.profile(for: mailbox))
        _ = await chat.replies("set lang \(language)")
        _ = try await chat.store.addSubscription(
            of: profile.id.recipient,
            to: feed.id,
            at: mailbox.address,
            limit: 9,
            time: chat.clock.now
        )
        try await chat.store.unsubscribe(mailbox.account, network: "mail", at: chat.clock.now)
        try await chat.says("feeds", expect: ended)
        #expect(try await chat.store.resubscribe(mailbox.account, network: "mail"))
        let working = try await chat.says("feeds", expect: "Example")
        #expect(!working.contains(ended))
        try await chat.store.pauseAddress(mailbox.address, reason: "no such user", at: chat.clock.now)
        try await chat.says("feeds", expect: returned)
        let profileWords = try await chat.says("me", expect: "no such user")
        #expect(profileWords.contains(language == "en" ? "“resume”" : "“恢复”"))
        #expect(profileWords.contains(language == "en" ? "an answer from there to one of my mails" : "回复我的任意一封邮件"))
    }

    @Test func `the list of feeds goes out as a file`() async throws {
        let chat = try await linked()
        try await chat.says("export opml to mail", expect: "sub")
        let feed = try await chat.publishes("Moon landing succeeds")
        let profile = try #require(try await chat.store.profile(for: mailbox))
        _ = try await chat.store.addSubscription(
            of: profile.id.recipient,
            to: feed.id,
            at: mailbox.address,
            limit: 9,
            time: chat.clock.now
        )
        try await chat.says("export opml to mail", expect: "a…@example.test")
        let waiting = try await chat.store.queuedDeliveries(to: mailbox.address, at: chat.clock.now, limit: 10)
        guard case .requested(let message, _)? = waiting.last?.notice else {
            Issue.record("no words")
            return
        }
        #expect(message.form == .opml)
        #expect(message.subject?.hasSuffix(".opml") == true)
    }

    // MARK: - From mail

    @Test(arguments: [
        "headlines", "headlines 5", "digest", "digest week", "news", "read 3", "more", "more 5", "save 3", "saved",
        "unread",
        "history", "why 2", "feeds", "sources africa", "start", "help sub", "me", "about", "schedules", "alert list",
        "mute list", "search tech news from yesterday", "find storm", "podcasts", "yes 7QKBD4", "!headlines",
        "crier: read 2", "Headlines",
    ]) func `a line that only shows or keeps something may be anybody's who holds the token`(line: String) {
        #expect(CommandReader().isHarmless(line))
    }

    @Test(arguments: [
        "sub https://example.org", "unsub all", "unsub 1", "alert add moon", "alert 1 off", "mute 3", "unmute 1",
        "link",
        "link K7QB4T9X", "unlink", "forget me", "export opml", "export", "import", "set tz Asia/Tokyo", "quiet off",
        "feed 1 name X", "pause", "resume", "undo", "readall", "unread 3", "unsave 1", "refresh", "quiz",
        "yes", "yes please do",
        "digest at 18:00", "digest daily", "headlines at 7 to mail", "digest to #news", "headlines off",
        "schedules off 1",
        "preview https://example.org", "https://example.org", "example.org", "read https://example.org/x",
        "read example.org", "discover example.org", "news add https://example.org", "rss add https://example.org",
        "1", "a", "nonsense", "", "   ", "help sub to #news", "crier: sub https://example.org", "!unsub all",
        "crier: digest daily", "!crier digest weekly", "!digest daily", "daily digest", "@crier headlines at 7",
    ]) func `a line that changes something, or fetches what its writer names, is not`(line: String) {
        #expect(!CommandReader().isHarmless(line))
    }

    @Test func `every command is sorted by what it does when its writer may be somebody else`() {
        let harmless = CommandTable.standard.commands.map(\.name).filter { CommandReader().isHarmless($0) }
        #expect(
            Set(harmless) == [
                "headlines", "news", "catchup", "search", "podcasts", "videos", "near", "region", "map", "digest",
                "read", "sports", "investing", "team",
                "more", "unread", "history", "save",
                "saved", "why", "story", "feeds", "category", "smart", "filter", "test", "view", "template",
                "sources", "discover", "start", "help", "me", "about", "schedules", "set",
            ]
        )
    }

    @Test func `by mail no hint has a prefix`() async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.publishes("Moon landing succeeds")
        for line in [
            "help", "start", "headlines", "help mail", "help digest", "alert add moon", "me", "forget me", "link",
            "feeds",
        ] {
            let answer = try await chat.says(line, expect: " ")
            #expect(!answer.contains("!") || line == "start", "\(line): \(answer)")
            #expect(!answer.contains("`!"))
        }
        try await chat.says("start", expect: "digest at 18:00", "help mail")
        try await chat.says("help mail", expect: "crier@example.test", "unsubscribe", "resume")
    }

    @Test func `help by mail says how mail is written and ended, and nowhere else`() async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.says("help", expect: "up to ten in a mail", "save 3", "unsubscribe", "help mail", "help digest")
        let other = try await Conversation(mailAddress: "crier@example.test")
        #expect(try await !other.says("help", expect: "help digest").contains("unsubscribe"))
    }

    @Test func `a bare yes is told the code of what waits for one`() async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.says("yes", expect: "nothing to confirm")
        let asked = try await chat.says("forget me", expect: "yes ")
        let code = try #require(asked.firstMatch(of: /yes ([0-9A-Z]{6})/)?.output.1)
        try await chat.says("yes", expect: "Please answer with the code: ", "yes \(code)")
        try await chat.says("yes", as: .bob, expect: "nothing to confirm")
        try await chat.says("yes \(code)", expect: "I have forgotten you")
        try await chat.says("yes", expect: "nothing to confirm")
        let room = try await Conversation()
        try await room.says("forget me", expect: "yes ")
        try await room.says("crier: yes", in: "#news", expect: "nothing to confirm")
    }

    @Test func `a code that was asked for is known to be waited for`() async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        let identity = Identity(network: "testnet", account: "alice")
        func isAsked() async throws -> Bool {
            try await CommandRouter.hasAsked(identity, of: chat.store, at: chat.clock.now)
        }
        #expect(try await !isAsked())
        let asked = try await chat.says("forget history", expect: "yes ")
        #expect(try await isAsked())
        let code = try #require(asked.firstMatch(of: /yes ([0-9A-Z]{6})/)?.output.1)
        try await chat.says("yes \(code)", expect: " ")
        #expect(try await !isAsked())
    }

    @Test(arguments: [
        ("sub paper.example", true), ("alert add moon", true), ("digest at 18:00", true),
        ("digest weekly", true), ("headlines daily 5", true), ("digest every friday", true),
        ("weekly digest at 9", true),
        ("rss add paper.example", true), ("digest week", false), ("digest off", false),
        ("https://paper.example/feed", false), ("paper.example", false), ("headlines", false),
    ])
    func `an address alone asks for nothing that is told later`(line: String, asks: Bool) {
        #expect(CommandReader().asksForPushes(line) == asks)
    }

    @Test func `headlines and news to mail are the answer by mail, and elsewhere there is the clock`() async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.publishes("Moon landing succeeds")
        for line in ["headlines to mail", "news to mail", "headlines 3 to me", "news to here"] {
            try await chat.says(line, expect: "Moon landing succeeds")
        }
        for line in ["digest at 18:00 to dora@example.test", "headlines to dora@example.test"] {
            try await chat.says(line, expect: "only to your own mailbox", "at 07:30 to mail")
        }
        try await chat.says("digest week to dora@example.test", expect: "only to your own mailbox", "digest to mail")
        let other = try await linked()
        try await other.publishes("Moon landing succeeds")
        for line in ["headlines to mail", "news to mail"] {
            try await other.says(line, expect: "I answer where you ask", "headlines at 07:30 to mail")
        }
        try await other.says("news to me", expect: "Moon landing succeeds")
    }

    @Test func `a code says how long it holds, by mail longer`() async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.says("alert add moon", expect: "moon")
        try await chat.says("forget me", expect: "within 1 day")
        try await chat.says("forget history", expect: "within 1 day")
        try await chat.says("link", expect: "within 2 hours")
        let other = try await Conversation()
        try await other.says("forget me", expect: "within 10 minutes")
        try await other.says("link", expect: "within 10 minutes")
    }

    /// How the second line fares, so many seconds after the first has given the code that it says back.
    private func later(
        _ seconds: TimeInterval,
        _ chat: Conversation,
        _ line: String,
        saying answer: String,
        as speaker: Conversation.Speaker = .alice
    ) async throws -> String {
        let offer = try await chat.says(line, expect: " ")
        let code = try #require(
            offer.split { !$0.isLetter && !$0.isNumber }.last { word in
                word.utf8.count >= 6 && word.allSatisfy { $0.isUppercase || $0.isNumber }
            }
        )
        chat.clock.advance(by: seconds)
        return try await chat.says("\(answer) \(code)", as: speaker, expect: " ")
    }

    @Test(arguments: [
        (NetworkKind.mail, 86_390.0, true), (.mail, 86_410, false), (.irc, 590, true), (.irc, 610, false),
    ])
    func `a code to confirm something holds for a day by mail, else for ten minutes`(
        kind: NetworkKind,
        seconds: TimeInterval,
        isTaken: Bool
    ) async throws {
        let chat = try await Conversation(kind: kind, mailAddress: "crier@example.test")
        try await chat.says("alert add moon", expect: "moon")
        _ = try await later(seconds, chat, "forget me", saying: "yes")
        let identity = Identity(network: "testnet", account: "alice")
        #expect(try await (chat.store.profile(for: identity) == nil) == isTaken)
    }

    @Test(arguments: [
        ("crier@example.test", 7_190.0, true), ("crier@example.test", 7_210, false), (nil, 590, true),
        (nil, 610, false),
    ])
    func `a code to link an account holds for two hours where there is mail`(
        address: String?,
        seconds: TimeInterval,
        isTaken: Bool
    ) async throws {
        let chat = try await Conversation(mailAddress: address)
        try await chat.says("alert add moon", expect: "moon")
        _ = try await later(seconds, chat, "link", saying: "link", as: .bob)
        let alice = try await chat.store.profile(for: Identity(network: "testnet", account: "alice"))
        let bob = try await chat.store.profile(for: Identity(network: "testnet", account: "bob"))
        #expect((alice?.id == bob?.id) == isTaken)
    }

    @Test func `ten lines at once are all answered, and a hundred are not`() async throws {
        let chat = try await Conversation(kind: .mail, rates: .init(), mailAddress: "crier@example.test")
        for number in 1...50 { try await chat.says("alert add word\(number)", expect: "word\(number)") }
        for number in 51...80 { _ = await chat.replies("alert add word\(number)") }
        try await chat.says("help", expect: "faster than I can answer")
    }

    @Test func `an address alone is offered by mail without a yes, which means something else there`() async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        let url = "https://kick.example/feed"
        #expect(try await !chat.says(url, expect: "Answer with", "sub \(url)").contains("yes"))
        #expect(try await !chat.says("htp://kick.example/feed", expect: "Did you mean", "sub \(url)").contains("yes"))
        for language in ["en", "zh-Hans"] {
            _ = await chat.replies("set lang \(language)")
            let sub = language == "en" ? "sub" : "订阅"
            let two = try await chat.says(
                "\(url) https://kick.example/two",
                expect: " 2 ",
                "\(sub) \(url)\n\(sub) https://kick.example/two"
            )
            #expect(!two.contains("yes") && !two.contains("\(sub) 1"))
            #expect(try await chat.says(url, expect: "\(sub) \(url)").contains("\(url)"))
        }
    }

    @Test func `more with a number reads it`() async throws {
        let chat = try await Conversation(kind: .mail, mailAddress: "crier@example.test")
        try await chat.publishes("Moon landing succeeds", "Sun shines")
        try await chat.says("headlines", expect: "Moon landing succeeds")
        try await chat.says("more 2", expect: "Sun shines", "Summary of Sun shines.")
    }

    @Test func `no quiz by the clock comes by mail`() async throws {
        let chat = try await linked()
        try await chat.says("quiz at 20:00 to mail", expect: "needs a channel or a chat")
    }
}

import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

@Suite(.timed) struct AlertCommandTests {
    @Test func `an alert shows how it was understood and what it would have caught`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Data breach at a clinic", "Data breach in sports", "Something else")
        try await chat.says(
            "!alert add \"Data Breach\" -sports",
            expect: "Alert 1: \"data breach\" -sports",
            "1 of the newest 3 articles would have matched",
            "alert 1 remove"
        )
        try await chat.says("!alert add \"data breach\" -sports", expect: "That is alert 1 already")
        try await chat.says("!alert add quantum", expect: "Alert 2", "None of the newest 3 articles")
    }

    @Test func `breaking news is asked for by sources, time, category or place`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Goal", by: "Pitch", category: "Sports")
        try await chat.says(
            "!alert add breaking",
            expect: "Alert 1: breaking 4 in 60m.",
            "as soon as 4 independent sources report the same within 1 hour",
            "alert 1 urgent",
            "alert 1 remove"
        )
        try await chat.says("!alert add breaking news", expect: "That is alert 1 already")
        try await chat.says(
            "!alert add breaking 3 in 2h sports urgent",
            expect: "Alert 2, urgent: breaking 3 in 120m category:"
        )
        try await chat.says("!alert add breaking 3 in 2h storm OR flood", expect: "breaking 3 in 120m storm OR flood")
        // Other alerts may begin with the word.
        try await chat.says("!alert add \"breaking\" bad", expect: "Alert 4: breaking bad", "would have matched")
        try await chat.says("!alert add \"breaking\"", expect: "Alert 5: breaking.", "would have matched")
        try await chat.says("!alert add breaking 1", expect: "needs 2 to 20 independent sources")
        try await chat.says("!alert add breaking 4 in", expect: "I cannot read “” as a length of time")
        try await chat.says("!alert add breaking 4 in soon", expect: "I cannot read “soon”")
        try await chat.says("!alert add breaking 4 in 3d", expect: "counted within 5 minutes to 1 day")
        try await chat.says("!alert add breaking category:nonsense", expect: "nonsense")
        try await chat.says("!alert list", expect: "1. breaking 4 in 60m — on, 0 matches", "2. breaking 3 in 120m")
        try await chat.says("!alert 1 off", expect: "Alert 1 is off: breaking 4 in 60m")
        try await chat.says("!alert 1 on", expect: "Alert 1 is on")
        try await chat.says(
            "!alert 1 remove",
            expect: "Removed the alert breaking 4 in 60m. To undo: undo"
        )
        try await chat.says("!undo", expect: "Taken back: alert 1 remove")
        try await chat.says("!alert list", expect: "1. breaking 4 in 60m — on")
    }

    @Test(arguments: ["foo", "foo bar", "spor", "news qwertyish"])
    func `breaking news of what is no category and no place is refused, with what can be said`(
        words: String
    ) async throws {
        let chat = try await Conversation()
        try await chat.publishes("Goal", by: "Pitch", category: "Sports")
        try await chat.publishes("Soup", by: "Kitchen", category: "Food")
        let name = words.replacing("news ", with: "")
        let category = ["foo": "Food", "spor": "Sports"][name] ?? ""
        try await chat.says(
            "alert add breaking \(words)",
            expect: "“\(name)” is no category",
            "alert add breaking \(category)",
            "alert add breaking Leipzig",
            "alert add breaking 4 in 60m \(name)",
            "alert add \"breaking\" \(name)"
        )
        try await chat.says("alert list", expect: "There are no alerts")
        // What is offered is understood.
        try await chat.says("alert add breaking 4 in 60m \(name)", expect: "Alert 1: breaking 4 in 60m \(name)")
        try await chat.says("alert add \"breaking\" \(name)", expect: "Alert 2: breaking \(name)")
        try await chat.says("alert 2 remove", expect: "To undo: undo")
        try await chat.says("alert add breaking OR \(name)", expect: "Alert 3: breaking")
    }

    @Test func `breaking news is asked for in Chinese`() async throws {
        let chat = try await Conversation()
        try await chat.says("!set lang zh-Hans", expect: "中文")
        try await chat.says("!alert add 突发 3 in 30m", expect: "突发 3 在 30m", "有 3 个独立来源", "每天最多五次")
        try await chat.says("!alert add 突发 40", expect: "需要 2 到 20 个独立来源")
    }

    @Test func `options stand anywhere in the line`() async throws {
        let chat = try await Conversation()
        try await chat.says("!alert add urgent cooldown 2h rust to dm", expect: "Alert 1, urgent: rust")
        try await chat.says("!alert add go cooldown=30m to=here", expect: "Alert 2: go")
        let alerts = try await chat.store.alerts(
            of: try #require(try await chat.store.profile(for: .sample("alice"))).id.recipient
        )
        #expect(alerts.map(\.isUrgent) == [true, false])
        #expect(alerts.map(\.cooldown) == [7_200, 1_800])
        try await chat.says(
            "!alert list",
            expect: "1. rust — on, urgent, at most every 2 hours, 0 matches, never fired",
            "alert 1 off"
        )
    }

    @Test func `alerts are turned off and on, changed and removed`() async throws {
        let chat = try await Conversation()
        try await chat.says("!alert add rust", expect: "Alert 1")
        try await chat.says("!alert 1 off", expect: "Alert 1 is off: rust")
        try await chat.says("!alerts", expect: "off")
        try await chat.says("!alert on 1", expect: "Alert 1 is on")
        try await chat.says("!alert 1 urgent", expect: "urgent now")
        try await chat.says("!alert 1 urgent off", expect: "no longer urgent")
        try await chat.says("!alert 1 cooldown 1h", expect: "at most every 1 hour")
        try await chat.says("!alert 1 cooldown never", expect: "I cannot read “never”")
        try await chat.says("!alert 1 to nowhere", expect: "I do not know the place")
        try await chat.says("!alert 1 remove", expect: "Removed the alert rust", "undo")
        try await chat.says("!alert 1 on", expect: "There is no alert 1", "alert list")
        try await chat.says("!alert remove 1", expect: "There is no alert 1")
        try await chat.says("!alert list", expect: "There are no alerts", "alert add")
        try await chat.says("!alert add go", expect: "Alert 2")
    }

    @Test(arguments: [
        ("-sports", "only what to leave out"), ("*", "nothing in it to look for"), ("a*", "match almost everything"),
        ("/(/", "expression between the slashes"), ("\"\"", "nothing in it"),
    ])
    func `a query that cannot be an alert says why`(query: String, reason: String) async throws {
        let chat = try await Conversation()
        try await chat.says("!alert add \(query)", expect: reason)
    }

    @Test(arguments: [
        ("breaking 60m", "breaking 4 in 60m"), ("breaking in 2h", "breaking 4 in 120m"),
        ("breaking 3 2h", "breaking 3 in 120m"),
        ("breaking in Leipzig", "breaking 4 in 60m place:leipzig"),
        ("breaking 3 in 2h in Leipzig", "breaking 3 in 120m place:leipzig"),
        ("breaking near Leipzig", "breaking 4 in 60m near:\"Leipzig, Germany\",100km"),
        ("breaking 3 in 2h near Leipzig 50km", "breaking 3 in 120m near:\"Leipzig, Germany\",50km"),
        ("flood near Leipzig 50km", "flood near:\"Leipzig, Germany\",50km"),
    ])
    func `a span or a place may stand alone behind breaking`(typed: String, shown: String) async throws {
        let chat = try await Conversation()
        try await chat.says("!alert add \(typed)", expect: "Alert 1: \(shown)")
    }

    @Test func `a channel's alerts are its operators' business`() async throws {
        let chat = try await Conversation()
        try await chat.says("!alert add rust", in: "#news", expect: "operators", "crier: alert add rust to dm")
        try await chat.says("!alert add rust", as: .guest, in: "#news", expect: "operators")
        try await chat.says("!alert add rust", as: .op, in: "#news", expect: "I will tell #news")
        try await chat.says("!alert list", in: "#news", expect: "1. rust")
        try await chat.says("!alert 1 off", in: "#news", expect: "operators")
        try await chat.says("crier: alert add rust to dm", in: "#news", expect: "I will tell you")
        try await chat.says("!alert add go to #news", expect: "or you are not")
        chat.network.makeMember("alice", of: "#news")
        try await chat.says("!alert add go to #news", expect: "operators")
        chat.network.makeOperator("alice", in: "#news")
        try await chat.says("!alert add go to #NEWS", expect: "I will tell #news")
        try await chat.says("!alert add go to #elsewhere", expect: "I am not in #elsewhere")
    }

    @Test(arguments: [
        ("ferry to bob@example.org", "only to your own mailbox: alert add ferry to mail"),
        ("breaking -4 in 60m", "needs 2 to 20 independent sources"), ("breaking -60m", "I cannot read “-60m”"),
        ("the", "“the” is in nearly every article"), ("and OR of", "“and OR of” is in nearly every article"),
        ("feed:nosuch OR feed:nothere", "No feed here is called “nosuch”"),
        ("ferry OR", "with nothing beside it"), ("breaking 4 in 60m ferry OR", "with nothing beside it"),
        ("feed:nosuch ferry", "No feed here is called “nosuch”"),
    ])
    func `an alert that hardly says what was meant is not made`(typed: String, reason: String) async throws {
        let chat = try await Conversation()
        try await chat.publishes("Ferry sinks", by: "Harbour")
        try await chat.says("alert add \(typed)", expect: reason)
        try await chat.says("test alert \(typed)", expect: reason)
        try await chat.says("alert list", expect: "There are no alerts")
    }

    @Test func `what looks like a slip is made in quotes, and can be made again`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Ferry sinks", by: "Harbour")
        try await chat.says("alert add \"the\"", expect: "Alert 1: the")
        try await chat.says("alert add flights to Paris", expect: "Alert 2: flights to paris")
        try await chat.says("alert 1 remove", expect: "To undo: undo")
        try await chat.says("undo", expect: "Taken back: alert 1 remove")
        try await chat.says("alert list", expect: "1. the", "2. flights to paris")
        try await chat.says("alert add feed:harbour ferry", expect: "would have matched")
    }

    @Test(arguments: [
        ("alert add the", "alert add \"the\""), ("test alert of", "test alert \"of\""), ("mute the", "mute \"the\""),
        ("alert add breaking 4 in 60m the", "alert add breaking 4 in 60m \"the\""),
        ("filter * only the", "filter * only \"the\""), ("filter harbour -the", "filter harbour \"the\""),
        ("test filter * the", "test filter * \"the\""), ("smart add x = the", "smart add x = \"the\""),
    ])
    func `what is to be typed for a common word is a whole line, and works`(typed: String, line: String) async throws {
        let chat = try await Conversation()
        try await chat.publishes("Ferry sinks", by: "Harbour")
        try await chat.says(typed, expect: "in nearly every article", line)
        let answers = await chat.replies(line).map { plain($0.message.body) }
        #expect(!answers.isEmpty && !answers.contains { $0.contains("nearly every") }, "\(answers)")
    }

    @Test(arguments: ["feed:nosuch OR ferry", "feed:tennis ferry", "feed:harbour", "feed:hafen", "storm -feed:nosuch"])
    func `a name of a feed may be of an alternative, a source or the reader's own`(query: String) async throws {
        let chat = try await Conversation(sources: SportsCommandTests.sources)
        try await chat.publishes("Ferry sinks", by: "Harbour")
        try await chat.says("sub Harbour", expect: "Harbour")
        try await chat.says("feed rename Harbour to Hafen", expect: "Hafen")
        try await chat.says("alert add \(query)", expect: "Alert 1")
    }

    @Test func `in Chinese it says what to type, too`() async throws {
        let chat = try await Conversation()
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("提醒 添加 的", expect: "几乎每篇文章里都有“的”")
        try await chat.says("alert add ferry OR", expect: "旁边却没有要查找的词")
    }

    @Test func `a configured admin may change any channel`() async throws {
        let chat = try await Conversation(admins: [.sample("alice")])
        try await chat.says("!alert add rust", in: "#news", expect: "I will tell #news")
        // What is removed there from here can be taken back from here.
        try await chat.says("alert 1 remove in #news", expect: "To undo: undo in #news")
        try await chat.says("undo in #news", expect: "Taken back: alert 1 remove")
        try await chat.says("filter * \"the\" to #news", expect: "Filter 1")
        try await chat.says("filter 1 remove to #news", expect: "To undo: undo in #news")
        try await chat.says("undo in #news", expect: "Taken back: filter 1")
    }

    @Test func `quotas hold`() async throws {
        let chat = try await Conversation(quotas: .init(subscriptions: 1, alerts: 2, schedules: 1))
        try await chat.says("!alert add one1", expect: "Alert 1")
        try await chat.says("!alert add two2", expect: "Alert 2")
        try await chat.says("!alert add three3", expect: "That is the limit: 2 alerts")
        try await chat.says("!headlines at 7", expect: "Headlines daily at 07:00")
        try await chat.says("!digest at 8", expect: "limit: 1 schedule")
    }

    @Test func `schedules in the person's own zone`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Chips", category: "Tech")
        try await chat.says(
            "!headlines at 07:30",
            expect: "Headlines daily at 07:30, to you (UTC)",
            "set tz Europe/Paris"
        )
        try await chat.says("!set tz paris", expect: "Europe/Paris")
        let digest = try await chat.says(
            "!digest at 18:00 mon,thu week tech",
            expect: "Digest (the last 7 days, Tech)",
            "18:00",
            "Europe/Paris"
        )
        #expect(!digest.contains("Yours is another"))
        try await chat.says(
            "!schedules",
            expect: "1. Headlines daily at 07:30",
            "2. Digest (the last 7 days, Tech)",
            "schedules off 1"
        )
        try await chat.says("!schedules off 1", expect: "Stopped: Headlines daily at 07:30")
        try await chat.says("!schedules off 1", expect: "There is no schedule 1")
        try await chat.says("!digest at off", expect: "Stopped 1 schedule: Digest")
        try await chat.says("!digest at off", expect: "Digest: nothing of that came by the clock", "schedules")
        try await chat.says("!schedules", expect: "Nothing comes by the clock")
        try await chat.says("!headlines at breakfast", expect: "I cannot read “breakfast” as a time")
        try await chat.says(
            "!headlines at 07:30 weekdays to dm",
            in: "#news",
            expect: "Monday to Friday at 07:30, to you"
        )
        try await chat.says("!headlines at 07:30", in: "#news", expect: "operators", "crier: headlines at 07:30 to dm")
        try await chat.says("!quiz at 20:00", as: .op, in: "#news", expect: "Quiz daily at 20:00, to #news")
    }
}

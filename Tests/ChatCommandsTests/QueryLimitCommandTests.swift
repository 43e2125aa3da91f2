import Foundation
import NewsModel
import Storage
import TestSupport
import Testing
import TextAnalysis

@testable import ChatCommands

@Suite(.timed) struct QueryLimitCommandTests {
    private static let dear = "/(?:.?.?.?.?){399}☃/"

    private func alice(_ chat: Conversation) async throws -> Profile {
        try #require(try await chat.store.profile(for: .sample("alice")))
    }

    /// An alert as an older version took it.
    private func keep(_ query: String, _ chat: Conversation) async throws {
        _ = try await chat.store.addAlert(
            of: try await alice(chat).id.recipient,
            query: query,
            at: Identity.sample("alice").address,
            limit: 99,
            time: chat.clock.now
        )
    }

    @Test func `expressions that take too much work are refused, as alerts and as mutes`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Storm at sea")
        let line = (["\(Self.dear)"] + (0..<16).map { "word\($0)x" }).joined(separator: " OR ")
        try await chat.says("!alert add \(line)", expect: "too much work")
        try await chat.says("mute \(Self.dear)", expect: "too much work")
        try await chat.says("!alert add /a/ OR /b/ OR /c/ OR /d/", expect: "At most 3 expressions")
        try await chat.says("!alert add /stor+m/", expect: "Alert 1", "1 of the newest 1 articles")
    }

    @Test func `the trial of an alert ends when its time is used up, and says how far it came`() async throws {
        let chat = try await Conversation()
        let feed = try await chat.publishes("Old")
        _ = try await chat.store.sampleRefresh(feed, (0..<600).map { .sample("Storm number \($0)") })
        try await chat.says("!alert add storm", expect: "500 of the newest 500 articles would have matched")
        chat.clock.letStepsTake(0.01)
        let answer = try await chat.says("!alert add number", expect: "no time to look at")
        let looked = try #require(answer.firstMatch(of: /of the newest (\d+) articles/).flatMap { Int($0.1) })
        #expect((45...50).contains(looked), "\(answer)")
        #expect(answer.contains("\(500 - looked) older ones"))
    }

    @Test func `one owner has few alerts that every article must be asked about`() async throws {
        let chat = try await Conversation(queries: QueryLimits(heavyPerOwner: 2))
        try await chat.says("!alert add /a+b/", expect: "Alert 1")
        try await chat.says("!alert add has:image", expect: "Alert 2")
        try await chat.says("!alert add storm", expect: "Alert 3")
        try await chat.says("!alert add storm /c/", expect: "That is the limit: 2 alerts with", "first: alert 1 off")
        try await chat.says("!alert add /a+b/", expect: "That is alert 1 already")
        try await chat.says("!alert add /c/", as: .bob, expect: "Alert 1")
        try await chat.says("!alert 1 off", expect: "Alert 1 is off")
        try await chat.says("!alert add /c/", expect: "Alert 4")
        try await chat.says("!alert 1 on", expect: "That is the limit: 2 alerts with", "first: alert 2 off")
        try await chat.says("mute storm", expect: "Muted")
        try await chat.says("mute /a/", expect: "Muted")
        try await chat.says("mute /b/", expect: "Muted")
        try await chat.says("mute /c/", expect: "That is the limit: 2 mutes with an expression", "first: unmute 2")
    }

    @Test func `what was kept under wider limits is shown with the reason why it is not looked for`() async throws {
        let chat = try await Conversation(queries: QueryLimits(heavyPerOwner: 1))
        try await chat.says("!alert add storm", expect: "Alert 1")
        for query in [Self.dear, "/a/", "/b/", "place:turin"] { try await keep(query, chat) }
        // The sign of a repetition is no placeholder that was left over, as `says` would take it for.
        let list = await chat.replies("!alert list").map { plain($0.message.body) }.joined()
        let lines = list.split(separator: "\n")
        #expect(lines[1].hasSuffix("never fired") && lines[3].hasSuffix("never fired"), "\(list)")
        #expect(lines[2].contains("not looked for: The expression between the slashes would take too much work"))
        #expect(lines[4].contains("/b/") && lines[4].contains("not looked for: That is the limit: 1 alerts"))
        #expect(lines[5].contains("place:turin") && lines[5].hasSuffix("never fired"))
        _ = try await chat.store.addMute(
            .words(Self.dear),
            named: Self.dear,
            until: nil,
            of: try await alice(chat).id.recipient,
            limit: 9,
            at: chat.clock.now
        )
        let mutes = await chat.replies("mute list").map { plain($0.message.body) }.joined()
        #expect(mutes.contains("not looked for: The expression between the slashes"))
    }

    @Test(arguments: ["is:unread", "until:2027", "-is:saved"])
    func `what only a search can ask is refused`(term: String) async throws {
        let chat = try await Conversation()
        let field = term.hasPrefix("until") ? "until:" : "is:"
        try await chat.says("!alert add storm \(term)", expect: "\(field) works only in search")
        try await chat.says("mute storm \(term)", expect: "\(field) works only in search")
        try await chat.says("!alert add \"is: unread\"", expect: "Alert 1: \"is unread\"")
        try await chat.says("!set lang zh", expect: "和您交流")
        try await chat.says("!alert add storm \(term)", expect: "\(field) 只能在")
    }

    @Test func `an alert asks for sports, topics, audio and video, and for nothing unknown`() async throws {
        let chat = try await Conversation()
        try await chat.says("!alert add sport:soccer has:video", expect: "Alert 1: sport:soccer has:video")
        try await chat.says("!alert add topic:\"macro rates\" has:podcast", expect: "has:audio")
        try await chat.says("mute has:pdf", expect: "image, audio or video", "pdf")
        try await chat.says("!set lang zh", expect: "和您交流")
        try await chat.says("!alert add storm has:pdf", expect: "audio（音频）", "pdf")
    }

    @Test func `what one person makes for rooms that is dear to ask counts together, beside their own`() async throws {
        let chat = try await Conversation(
            queries: QueryLimits(heavyPerOwner: 1, heavyCreated: 2),
            admins: [.sample("ada")]
        )
        let other = Conversation.Speaker(name: "oscar", account: "oscar", isOperator: true)
        let ada = Conversation.Speaker(name: "ada", account: "ada")
        let refusal = "limit for one person: 2"
        try await chat.says("!alert add /a/", as: .op, in: "#a", expect: "Alert 1")
        try await chat.says("!alert add /b/", as: .op, in: "#a", expect: "limit: 1 alerts", "first: crier: alert 1 off")
        try await chat.says("!alert add /a/", as: .op, in: "#b", expect: "Alert 1")
        try await chat.says("!alert add /a/", as: .op, in: "#c", expect: refusal, "first: crier: alert list")
        try await chat.says("!alert add /a/", as: .op, in: "#a", expect: "That is alert 1 already")
        try await chat.says("!alert add /a/", as: .op, expect: "Alert 1")
        try await chat.says("!alert add storm", as: .op, in: "#c", expect: "Alert 1")
        try await chat.says("!alert add /a/", as: other, in: "#c", expect: "Alert 2")
        try await chat.says(
            "!me",
            as: .op,
            expect: "Alerts with a pattern, many stars or no word to look for: 1 of 1",
            "Such alerts made for rooms: 2 of 2"
        )
        // What is off makes room; whoever turns it on again, it is its maker's.
        try await chat.says("!alert 1 off", as: .op, in: "#a", expect: "off")
        try await chat.says("!alert add /a/", as: .op, in: "#d", expect: "Alert 1")
        try await chat.says("!alert 1 on", as: .op, in: "#a", expect: refusal)
        try await chat.says("!alert 1 on", as: other, in: "#a", expect: refusal)
        try await chat.says("!alert 1 on", as: ada, in: "#a", expect: "on")
        try await chat.says("crier: mute /a/", as: .op, in: "#a", expect: "Muted")
        try await chat.says("mute /a/", as: .op, expect: "Muted")
        try await chat.says("crier: mute /a/", as: .op, in: "#b", expect: "Muted")
        try await chat.says("crier: mute /a/", as: .op, in: "#c", expect: refusal, "first: crier: mute list")
        try await chat.says("crier: mute storm", as: .op, in: "#c", expect: "Muted")
        try await chat.says("crier: mute /a/", as: other, in: "#c", expect: "Muted")
        try await chat.says("crier: mute /b/", as: ada, in: "#d", expect: "Muted")
    }

    @Test func `an alert for a category that no feed is in any more says so`() async throws {
        let chat = try await Conversation()
        let feed = try await chat.publishes("Chips are small", by: "Chips", category: "Technology")
        try await chat.says("!alert add category:tech", expect: "category:technology")
        try await chat.says("!alert add category:tech OR storm", expect: "Alert 2")
        try await chat.says("!alert add storm -category:tech", expect: "Alert 3")
        try await chat.says("mute category:tech", expect: "Muted")
        #expect(try await !chat.says("!alert list", expect: "Alerts").contains("none of the feeds"))
        try await chat.store.sampleSubscription(of: try await alice(chat), to: feed, time: chat.clock.now)
        try await chat.says("!feed move chips to Sport", expect: "Sport")
        let words = "none of the feeds that are looked at is in the category “technology” now"
        let list = try await chat.says("!alert list", expect: words)
        let lines = list.split(separator: "\n").filter { $0.contains(words) }
        #expect(lines.count == 1 && lines[0].hasPrefix("1. "), "\(list)")
        try await chat.says("mute list", expect: words)
        try await chat.says("!feed move chips to Technology", expect: "Technology")
        #expect(try await !chat.says("!alert list", expect: "Alerts").contains("none of the feeds"))
    }

    @Test func `a category is found by its name, its beginning and its translation`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Chips are small", by: "Chips", category: "Technology")
        try await chat.publishes("Storm at sea", by: "World", category: "World News")
        try await chat.publishes("Stones", by: "Science", category: "Science")
        try await chat.publishes("Goals", by: "Sports", category: "Sports")
        try await chat.says(
            "!alert add category:tech",
            expect: "Alert 1: category:technology",
            "1 of the newest 4 articles would have matched"
        )
        try await chat.says(
            "!alert add chips -category:\"world news\"",
            expect: "Alert 2: chips -category:\"world news\""
        )
        try await chat.says("!alert add category:news", expect: "Alert 3: category:news", "1 of the newest 4")
        try await chat.says("!alert add category:s", expect: "Several categories begin with “s”: Science, Sports")
        try await chat.says(
            "!alert add category:cooking",
            expect: "no category “cooking”",
            "There are: Science, Sports, Technology, World News"
        )
        try await chat.says("mute category:spo", expect: "category:sports")
        try await chat.says("!set lang zh", expect: "和您交流")
        try await chat.says("!alert add category:科技 small", expect: "category:technology small")
        try await chat.says("!alert add category:体", expect: "category:sports")
        try await chat.says("!alert add category:烹饪", expect: "没有“烹饪”这个类别", "科技")
    }

    @Test func `one's own category is found, and nobody else's is`() async throws {
        let chat = try await Conversation()
        let feed = try await chat.publishes("Chips are small", category: "Tech")
        try await chat.says("!alert add storm", expect: "Alert 1")
        try await chat.store.sampleSubscription(of: try await alice(chat), to: feed, time: chat.clock.now)
        try await chat.says("!feed move example to Morning Reading", expect: "Morning Reading")
        try await chat.says("!alert add category:morning", expect: "category:\"morning reading\"")
        try await chat.says("!alert add category:tech", expect: "no category “tech”", "There are: Morning Reading")
        try await chat.says("!alert add category:morning", as: .bob, expect: "no category “morning”", "There are: Tech")
    }

    @Test func `profiles that become one keep their alerts and hear which are not looked for`() async throws {
        let chat = try await Conversation(queries: QueryLimits(heavyPerOwner: 1))
        try await chat.says("!alert add /a/", expect: "Alert 1")
        try await chat.says("!alert add /b/", as: .bob, expect: "Alert 1")
        let offer = try await chat.says("link", expect: "within 10 minutes")
        let code = try #require(offer.firstMatch(of: /link ([A-Z0-9]{8})/).map { String($0.1) })
        let asked = try await chat.says("link \(code)", as: .bob, expect: "alice (testnet)")
        let yes = try #require(asked.firstMatch(of: /yes ([A-Z0-9]{6})/).map { String($0.1) })
        try await chat.says("yes \(yes)", as: .bob, expect: "one profile now", "Not all of the alerts are looked for")
        try await chat.says("alert list", expect: "/a/i", "/b/i", "not looked for: That is the limit")
    }
}

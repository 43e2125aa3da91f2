import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// What is marked as read or emptied, and taken back.
@Suite(.timed) struct UndoTests {
    /// Alice follows two feeds, each with two stories of after that.
    private func reader() async throws -> Conversation {
        let chat = try await Conversation()
        let alice = try await chat.store.sampleProfile("alice", at: chat.clock.now)
        for (name, category) in [("Harbour", "News"), ("Pitch", "Sports")] {
            let feed = try await chat.publishes("\(name) before", by: name, category: category, hoursAgo: 3)
            try await chat.store.sampleSubscription(of: alice, to: feed, time: chat.clock.now)
        }
        chat.clock.advance(by: 7_200)
        for (name, category) in [("Harbour", "News"), ("Pitch", "Sports")] {
            try await chat.publishes("\(name) one", "\(name) two", by: name, category: category, hoursAgo: 0.1)
        }
        return chat
    }

    @Test func `one feed or category is marked as read, how much is said, and undo takes it back`() async throws {
        let chat = try await reader()
        try await chat.says("unread", expect: "4 unread stories")
        try await chat.says("readall sports", expect: "Marked 2 stories of Sports as read", "undo")
        let rest = try await chat.says("unread", expect: "2 unread stories", "Harbour one", "Harbour two")
        #expect(!rest.contains("Pitch"))
        try await chat.says("readall Harbour", expect: "Marked 2 stories of Harbour as read")
        try await chat.says("unread", expect: "Nothing unread")
        try await chat.says("undo", expect: "Unread again in Harbour")
        try await chat.says("unread", expect: "2 unread stories", "Harbour one")
        try await chat.says("undo", expect: "Unread again in Sports")
        try await chat.says("unread", expect: "4 unread stories")
        try await chat.says("undo", expect: "nothing to undo")
    }

    @Test func `a number of the feed list says what is marked as read`() async throws {
        let chat = try await reader()
        try await chat.says("feeds", expect: "1. Harbour — 2 unread")
        try await chat.says("readall 1", expect: "Marked 2 stories of Harbour as read")
        try await chat.says("feeds", expect: "Pitch — 2 unread", "Harbour — 0 unread")
    }

    @Test func `what nobody follows is not marked, and another's feed is not seen`() async throws {
        let chat = try await reader()
        try await chat.publishes("Secret plan", by: "Private", category: "Hidden", isDefault: false)
        try await chat.says("readall Hidden", expect: "no category or feed “Hidden”")
        try await chat.publishes("Kitchen thing", by: "Kitchen", category: "Food")
        try await chat.says("readall Kitchen", expect: "not followed")
        try await chat.says("unread", expect: "4 unread stories")
    }

    @Test func `in a room readall is the person's own, and the hint takes it back`() async throws {
        let chat = try await reader()
        try await chat.says("crier: readall", in: "#news", expect: "Marked 4 stories as read", "crier: undo mine")
        try await chat.says("unread", expect: "Nothing unread")
        try await chat.says("crier: undo", in: "#news", expect: "operators", "undo mine")
        try await chat.says("crier: undo mine", in: "#news", expect: "Unread again")
        try await chat.says("unread", expect: "4 unread stories")
    }

    @Test func `in a room a category of the person's own feeds is marked, and not listed for the room`() async throws {
        let chat = try await reader()
        let alice = try #require(try await chat.store.profile(for: .sample("alice")))
        let feed = try await chat.publishes(
            "Diary before",
            by: "Diary",
            category: "Family",
            isDefault: false,
            hoursAgo: 3
        )
        try await chat.store.sampleSubscription(of: alice, to: feed, time: chat.clock.now)
        chat.clock.advance(by: 7_200)
        try await chat.publishes(
            "Diary one",
            "Diary two",
            by: "Diary",
            category: "Family",
            isDefault: false,
            hoursAgo: 0.1
        )
        let unknown = try await chat.says("crier: readall Zebras", in: "#news", expect: "no category or feed", "Sports")
        #expect(!unknown.contains("Family"))
        try await chat.says("crier: readall family", in: "#news", expect: "Marked 2 stories of Family as read")
        try await chat.says("unread", expect: "4 unread stories")
    }

    @Test(arguments: ["all", "everything", "全部", "please", "now"])
    func `all is everything`(words: String) async throws {
        let chat = try await reader()
        try await chat.says("readall \(words)", expect: "Marked 4 stories as read")
        try await chat.says("unread", expect: "Nothing unread")
    }

    @Test func `each change that is taken back leaves the others as they are`() async throws {
        let chat = try await reader()
        try await chat.says("feed clear Harbour", expect: "is empty here now")
        chat.clock.advance(by: 10)
        try await chat.says("readall", expect: "Marked 2 stories")
        try await chat.says("undo Harbour", expect: "Harbour is as it was")
        try await chat.says("undo", expect: "Unread again: everything")
        try await chat.says("headlines Harbour", expect: "Harbour one")
        try await chat.says("unread", expect: "4 unread stories")
    }

    @Test func `what was taken back out of order does not come again`() async throws {
        let chat = try await reader()
        try await chat.says("readall Harbour", expect: "Marked 2 stories")
        chat.clock.advance(by: 10)
        try await chat.says("readall", expect: "Marked 2 stories")
        try await chat.says("undo Harbour", expect: "Unread again in Harbour")
        try await chat.says("unread", expect: "2 unread stories")
        try await chat.says("undo", expect: "Unread again: everything")
        try await chat.says("unread", expect: "4 unread stories")
    }

    @Test func `after a day nothing is taken back any more`() async throws {
        let chat = try await reader()
        try await chat.says("readall", expect: "Marked 4")
        chat.clock.advance(by: 86_400)
        try await chat.says("undo", expect: "nothing to undo")
        try await chat.says("unread", expect: "Nothing unread")
    }

    @Test func `the newest change is taken back first, whatever it was`() async throws {
        let chat = try await reader()
        try await chat.says("readall sports", expect: "Marked 2")
        chat.clock.advance(by: 10)
        try await chat.says("mute elections", expect: "elections")
        chat.clock.advance(by: 10)
        try await chat.says("feed clear Harbour", expect: "Harbour is empty here now", "undo")
        try await chat.says("undo", expect: "Harbour is as it was")
        try await chat.says("undo", expect: "elections")
        try await chat.says("undo", expect: "Unread again in Sports")
    }

    @Test func `a newer change that is not taken back stops undo, which names what does it and the older one`()
        async throws
    {
        let chat = try await reader()
        try await chat.says("alert add moon", expect: "Alert 1")
        try await chat.says("mute zebra", expect: "Muted zebra")
        try await chat.says("alert 1 remove", expect: "Removed")
        let said = try await chat.says("undo", expect: "alert 1 remove", "cannot take back", "alert add moon")
        #expect(said.contains("undo zebra"))
        try await chat.says("mute list", expect: "zebra")
        try await chat.says("undo zebra", expect: "No longer muted: zebra")
        let rest = try await chat.says("undo", expect: "alert 1 remove", "cannot take back")
        #expect(!rest.contains("undo"))
        try await chat.says("readall", expect: "Marked 4 stories")
        try await chat.says("set health off", expect: "No more word")
        try await chat.says("undo", expect: "set health", "undo readall")
        try await chat.says("undo readall", expect: "Unread again: everything")
    }

    @Test func `of two changes within a second the later one is taken back`() async throws {
        let chat = try await reader()
        try await chat.says("alert add moon", expect: "Alert 1")
        try await chat.says("mute zebra", expect: "Muted zebra")
        try await chat.says("undo", expect: "No longer muted: zebra")
    }

    @Test(arguments: [
        "unsub Harbour", "pause Harbour", "resume Harbour", "feed rename Harbour Quay", "feed move Harbour to Sea",
        "feed reset Harbour", "feed every Harbour 2h", "alert add sun", "alert 1 off", "alert 1 urgent",
        "alert 1 remove", "unmute stars", "digest at 08:00", "schedules off 1", "headlines at off",
        "quiet 22:00-07:00", "quiet off", "set lang en", "set tz Europe/Paris", "set health off", "set repeats on",
        "set updates on",
        "set images off",
        "sub Quayside", "mute zebra 7d",
    ])
    func `every change that undo does not know stops it`(line: String) async throws {
        let chat = try await reader()
        try await chat.publishes("Fish landed", by: "Quayside")
        for earlier in ["headlines at 07:30", "alert add moon", "mute stars", "mute zebra"] {
            try await chat.says(earlier, expect: " ")
        }
        try await chat.says(line, expect: " ")
        let verb = String(line.prefix { $0 != " " })
        try await chat.says("undo", expect: "The newest change here is \(verb)", "undo zebra")
        try await chat.says("mute list", expect: "zebra")
    }

    @Test func `an emptied feed lists nothing older, keeps what is saved, and is as before after undo`() async throws {
        let chat = try await reader()
        try await chat.says("headlines Harbour", expect: "Harbour one")
        try await chat.says("save 1", expect: "Harbour one")
        try await chat.says("feed clear Harbour", expect: "its 3 stories are in no list", "What is saved stays")
        for line in ["headlines", "news", "digest", "unread"] {
            let list = try await chat.says(line, expect: "Pitch one")
            #expect(!list.contains("Harbour"), "\(line): \(list)")
        }
        try await chat.says("headlines Harbour", expect: "no news to list from Harbour", "feed Harbour")
        try await chat.says("feed clear Pitch", expect: "Pitch is empty here now")
        for line in ["headlines", "news"] {
            try await chat.says(line, expect: "no news to list from the 2 feeds", "feeds")
        }
        try await chat.says("undo", expect: "Pitch is as it was")
        try await chat.says("feeds", expect: "Harbour — 0 unread")
        try await chat.says("saved", expect: "Harbour one")
        try await chat.says("feed clear Harbour", expect: "empty here already")
        // Others see what they saw.
        try await chat.says("headlines", as: .bob, expect: "Harbour one")
        chat.clock.advance(by: 600)
        try await chat.publishes("Harbour three", by: "Harbour", category: "News", hoursAgo: 0)
        let news = try await chat.says("headlines", expect: "Harbour three")
        #expect(!news.contains("Harbour one"))
        try await chat.says("undo Harbour", expect: "Harbour is as it was")
        try await chat.says("headlines", expect: "Harbour one", "Harbour three")
        try await chat.says("unread", expect: "5 unread stories")
    }

    @Test func `a room's feed is emptied by its operators for the room alone`() async throws {
        let chat = try await reader()
        let feed = try #require(try await chat.store.defaultFeeds().first { $0.name == "Harbour" })
        let room = try await chat.store.sampleRoom("#news", at: chat.clock.now)
        _ = try await chat.store.addSubscription(
            of: room.id.recipient,
            to: feed.id,
            at: Address(network: "testnet", kind: .room, target: "#news"),
            limit: 9,
            time: chat.clock.now
        )
        try await chat.says("!feed clear Harbour", in: "#news", expect: "operators")
        try await chat.says("!headlines", in: "#news", expect: "Harbour one")
        try await chat.says("!feed clear Harbour", as: .op, in: "#news", expect: "is empty here now", "crier: undo")
        let list = try await chat.says("!headlines", in: "#news", expect: "no news")
        #expect(!list.contains("Harbour one"))
        try await chat.says("headlines", expect: "Harbour one")
        try await chat.says("crier: undo", as: .op, in: "#news", expect: "as it was")
        try await chat.says("!headlines", in: "#news", expect: "Harbour one")
    }

    @Test func `reset takes back name and category, and empties nothing`() async throws {
        let chat = try await reader()
        try await chat.says("feed rename Harbour to Quay", expect: "Quay")
        try await chat.says("feed reset Quay", expect: "has its own name and category again")
        try await chat.says("headlines Harbour", expect: "Harbour one")
    }
}

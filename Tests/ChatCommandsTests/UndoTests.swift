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
        try await chat.says("undo", expect: "Taken back: readall Harbour")
        try await chat.says("unread", expect: "2 unread stories", "Harbour one")
        try await chat.says("undo", expect: "Taken back: readall Sports")
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
        try await chat.says("crier: undo mine", in: "#news", expect: "Taken back: readall")
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
        try await chat.says("undo Harbour", expect: "Taken back: feed clear Harbour")
        try await chat.says("undo", expect: "Taken back: readall")
        try await chat.says("headlines Harbour", expect: "Harbour one")
        try await chat.says("unread", expect: "4 unread stories")
    }

    @Test func `what a later change has changed again waits until that is taken back`() async throws {
        let chat = try await reader()
        try await chat.says("readall Harbour", expect: "Marked 2 stories")
        chat.clock.advance(by: 10)
        try await chat.says("readall", expect: "Marked 2 stories")
        try await chat.says("undo Harbour", expect: "is not taken back", "changed since", "the feed Harbour")
        try await chat.says("unread", expect: "Nothing unread")
        try await chat.says("undo", expect: "Taken back: readall")
        try await chat.says("unread", expect: "2 unread stories")
        try await chat.says("undo Harbour", expect: "Taken back: readall Harbour")
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
        try await chat.says("undo", expect: "Taken back: feed clear Harbour")
        try await chat.says("undo", expect: "elections")
        try await chat.says("undo", expect: "Taken back: readall Sports")
    }

    @Test func `every change is taken back in its turn, or one that is named`() async throws {
        let chat = try await reader()
        try await chat.says("alert add moon", expect: "Alert 1")
        try await chat.says("mute zebra", expect: "Muted zebra")
        try await chat.says("alert 1 remove", expect: "Removed")
        try await chat.says("undo zebra", expect: "Taken back: mute zebra")
        try await chat.says("undo", expect: "Taken back: alert 1 remove")
        try await chat.says("alert list", expect: "1. moon — on")
        try await chat.says("readall", expect: "Marked 4 stories")
        try await chat.says("set health off", expect: "No more word", "To undo: undo")
        try await chat.says("undo readall", expect: "Taken back: readall")
        try await chat.says("undo", expect: "Taken back: set health")
        try await chat.says("undo", expect: "Taken back: alert add moon")
        try await chat.says("undo", expect: "nothing to undo")
    }

    @Test func `a change is named by its command or what it was about, and by no other word`() async throws {
        let chat = try await reader()
        try await chat.says("alert add moon", expect: "Alert 1")
        try await chat.says("mute moon landing", expect: "Muted moon landing")
        try await chat.says("undo add", expect: "is called “add”", "mute moon landing")
        // The whole name goes before a part of a newer one.
        try await chat.says("undo moon", expect: "Taken back: alert add moon")
        try await chat.says("undo land", expect: "is called “land”")
        try await chat.says("undo landing", expect: "Taken back: mute moon landing")
        try await chat.says("undo mute", expect: "nothing to undo")
    }

    @Test func `a number alone names no change`() async throws {
        let chat = try await reader()
        try await chat.says("filter * storm", expect: "Filter 1")
        try await chat.says("mute moon landing", expect: "Muted moon landing")
        try await chat.says("undo 1", expect: "is called “1”", "mute moon landing")
    }

    @Test func `a reply takes back what the answer told of, and no other change`() async throws {
        let chat = try await reader()
        for (line, event) in [("mute zebra", "$1"), ("feed rename Harbour to Quay", "$2"), ("headlines", "$3")] {
            _ = await chat.reply(line, to: nil, id: "in" + event)
            try await chat.store.recordPosted(
                network: "testnet",
                eventID: event,
                key: .reply(to: "in" + event, part: 0)
            )
        }
        #expect(await chat.reply("undo", to: "$3").contains("told of no change"))
        #expect(await chat.reply("undo", to: "$1").contains("Taken back: mute zebra"))
        #expect(await chat.reply("undo", to: "$1").contains("told of no change"))
        try await chat.says("feeds", expect: "Quay")
        try await chat.says("feed rename Quay to Pier", expect: "Pier")
        #expect(await chat.reply("undo", to: "$2").contains("changed since, so I leave it as it is: the feed Pier"))
        try await chat.says("undo", expect: "Taken back: feed rename Quay")
        #expect(await chat.reply("undo", to: "$2").contains("Taken back: feed rename Harbour"))
        try await chat.says("feeds", expect: "Harbour")
        // Another's answer leads nobody else to a change.
        _ = await chat.reply("mute lion", to: nil, as: .bob, id: "in$4")
        try await chat.store.recordPosted(network: "testnet", eventID: "$4", key: .reply(to: "in$4", part: 0))
        #expect(await chat.reply("undo", to: "$4").contains("told of no change"))
        try await chat.says("mute list", as: .bob, expect: "lion")
    }

    @Test func `what was changed for a room from elsewhere is taken back from there`() async throws {
        let chat = try await reader()
        _ = try await chat.store.sampleRoom("#news", at: chat.clock.now)
        chat.network.makeOperator("alice", in: "#news")
        try await chat.says("sub Harbour to #news", expect: "Added Harbour")
        try await chat.says("feeds in #news", expect: "Harbour")
        try await chat.says("filter * moon to #news", expect: "Filter 1")
        try await chat.says("undo", expect: "nothing to undo")
        try await chat.says("undo in #news", expect: "Taken back: filter 1")
        try await chat.says("undo in #news", expect: "Taken back: sub Harbour")
        try await chat.says("undo in #news", as: .bob, expect: "#news")
    }

    @Test func `in Chinese the answer says what was taken back and what was not`() async throws {
        let chat = try await reader()
        try await chat.says("set lang zh-Hans", expect: "中文", "撤销")
        try await chat.says("静音 斑马", expect: "斑马")
        try await chat.says("撤销", expect: "已撤销：静音 斑马")
        try await chat.says("feed rename Harbour to Quay", expect: "Quay", "撤销")
        try await chat.says("feed rename Quay to Pier", expect: "Pier")
        try await chat.says("undo \"feed rename Harbour\"", expect: "没有撤销", "订阅源 Pier")
    }

    @Test(arguments: [
        ("category hide Sports", "类别 隐藏 体育"), ("set layout compact", "设置 布局"),
        ("headlines at 8:00", "头条 定时 08:00"), ("feed rename Harbour to Quay", "订阅源 改名 Harbour"),
        ("quiet 22:00-07:00 except urgent", "免打扰 22:00-07:00 除外 紧急"),
        ("alert add breaking 4 in 60m", "提醒 添加 突发 4 在 60m"), ("alert add moon urgent", "提醒 添加 moon 紧急"),
    ])
    func `what was taken back is said in the reader's words, by which it is found, too`(
        line: String,
        shown: String
    ) async throws {
        let chat = try await reader()
        try await chat.says("set lang zh-Hans", expect: "中文")
        _ = await chat.replies(line)
        try await chat.says("撤销", expect: "已撤销：\(shown)（")
        _ = await chat.replies(line)
        try await chat.says("撤销 \"\(shown)\"", expect: "已撤销：\(shown)（")
    }

    @Test func `of two changes within a second the later one is taken back`() async throws {
        let chat = try await reader()
        try await chat.says("alert add moon", expect: "Alert 1")
        try await chat.says("mute zebra", expect: "Muted zebra")
        try await chat.says("undo", expect: "Taken back: mute zebra")
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
        try await chat.says("undo", expect: "Taken back: feed clear Pitch")
        try await chat.says("feeds", expect: "Harbour — 0 unread")
        try await chat.says("saved", expect: "Harbour one")
        try await chat.says("feed clear Harbour", expect: "empty here already")
        // Others see what they saw.
        try await chat.says("headlines", as: .bob, expect: "Harbour one")
        chat.clock.advance(by: 600)
        try await chat.publishes("Harbour three", by: "Harbour", category: "News", hoursAgo: 0)
        let news = try await chat.says("headlines", expect: "Harbour three")
        #expect(!news.contains("Harbour one"))
        try await chat.says("undo Harbour", expect: "Taken back: feed clear Harbour")
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
        try await chat.says("crier: undo", as: .op, in: "#news", expect: "Taken back: feed clear")
        try await chat.says("!headlines", in: "#news", expect: "Harbour one")
    }

    @Test func `reset takes back name and category, and empties nothing`() async throws {
        let chat = try await reader()
        try await chat.says("feed rename Harbour to Quay", expect: "Quay")
        try await chat.says("feed reset Quay", expect: "has its own name and category again")
        try await chat.says("headlines Harbour", expect: "Harbour one")
    }
}

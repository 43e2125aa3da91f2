import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// What is set as it is already changes nothing, and leaves nothing to undo.
@Suite(.timed) struct UnchangedSettingTests {
    /// Alice follows a feed.
    private func reader(_ kind: NetworkKind) async throws -> Conversation {
        let chat = try await Conversation(kind: kind)
        let alice = try await chat.store.sampleProfile("alice", at: chat.clock.now)
        let feed = try await chat.publishes("Ferry sails", by: "Harbour")
        try await chat.store.sampleSubscription(of: alice, to: feed, time: chat.clock.now)
        return chat
    }

    @Test(arguments: [
        ("set lang en-GB", "I speak English with you."), ("set tz Europe/Paris", "Your time zone is Europe/Paris"),
        ("set health off", "I do not say when a feed fails"), ("set repeats on", "Every report is sent"),
        ("set repeats on Harbour", "Every report of Harbour"), ("set updates on", "I follow up stories"),
        ("set images on", "Mail shows the pictures"), ("set icons off", "No icons stand"),
        ("set format plain", "I write in plain words"), ("set layout compact", "title, feed and age"),
        ("set every 2h", "every 2 hours"), ("quiet 22:00-07:00", "quiet from 22:00 to 07:00"),
    ])
    func `a person is told that it is so already, and how it is`(line: String, now: String) async throws {
        let chat = try await reader(.irc)
        try await chat.says("mute zebra", expect: "zebra")
        chat.clock.advance(by: 60)
        let change = await chat.replies(line).map { plain($0.message.body) }.joined()
        #expect(!change.contains("already"), "\(change)")
        chat.clock.advance(by: 60)
        let again = try await chat.says(line, expect: "It is so already.", now)
        #expect(!again.contains("To undo"), "\(again)")
        // Of the two lines only the first has changed something.
        try await chat.says("undo", expect: "Taken back: \(line.split(separator: " ")[0])")
        try await chat.says("undo", expect: "Taken back: mute zebra")
    }

    @Test(arguments: [
        "prefix ~", "idle 10m", "lines 5", "alerts wait", "notice off", "format colour", "verbs more", "games together",
        "updates edit", "digests thread", "feeds thread", "lang en-GB", "layout compact", "story updates on",
    ])
    func `a room is told that it is so already`(setting: String) async throws {
        let chat = try await Conversation(kind: .matrix)
        let line = "crier: set room \(setting)"
        _ = await chat.replies(line, as: .op, in: "!news")
        let rows = try await changes(chat)
        let again = try await chat.says(line, as: .op, in: "!news", expect: "It is so already.")
        #expect(!again.contains("To undo"), "\(again)")
        #expect(try await changes(chat) == rows)
    }

    @Test func `what is off from the beginning is off already`() async throws {
        let chat = try await reader(.irc)
        try await chat.says("set images off", expect: "It is so already. Mail comes without pictures.")
        try await chat.says("quiet off", expect: "It is so already.", "There are no quiet hours.", "22:00-07:00")
        try await chat.says("set repeats off Harbour", expect: "It is so already.")
        try await chat.says("undo", expect: "There is nothing to undo")
        try await chat.says("set lang zh", expect: "和您交流")
        try await chat.says("设置 图片 关", expect: "现在就是这样。")
    }

    @Test(arguments: [
        ("category hide sports", "Hidden: Sports"),
        ("category show technology, sports", "Shown: Technology and Sports"),
        ("category colour sports teal", "Sports has the colour teal."), ("category order sports", "First in the news"),
        ("category colour sports off", "no colour of its own"), ("category order off", "in no special order"),
        ("sports off tennis", "Left out, in pushes and lists: Tennis"), ("sports on tennis", "Shown: Tennis"),
        ("sports order tennis, football", "First among the sports: Tennis and Football"),
        ("sports order off", "The sports have no order."),
        ("feed move Harbour to Sports", "Harbour stands in Sports here."),
        ("feed rename Harbour to Quay", "It is called Quay here."), ("smart off storm", "storm is off."),
        ("smart on storm", "storm is on."),
    ])
    func `so it is of categories, sports, feeds and smart feeds`(line: String, now: String) async throws {
        let chat = try await Conversation(sources: SportsCommandTests.sources)
        let alice = try await chat.store.sampleProfile("alice", at: chat.clock.now)
        let feed = try await chat.publishes("Ferry sails", by: "Harbour")
        try await chat.store.sampleSubscription(of: alice, to: feed, time: chat.clock.now)
        try await chat.says("smart add storm = storm", expect: "Added storm")
        try await chat.says("mute zebra", expect: "zebra")
        for first in ["category hide technology", "smart off storm", "sports off football"] {
            _ = await chat.replies(first)
        }
        _ = await chat.replies(line)
        let repeated = line.hasPrefix("feed rename") ? "feed rename Quay to Quay" : line
        let rows = try await chat.store.ownChanges(of: alice.id.recipient, at: chat.clock.now).count
        let again = try await chat.says(repeated, expect: "It is so already.", now)
        #expect(!again.contains("To undo") && !again.contains("To take it back"), "\(again)")
        #expect(try await chat.store.ownChanges(of: alice.id.recipient, at: chat.clock.now).count == rows)
    }

    @Test func `what is made or asked for twice, or renamed to its own name, changes nothing either`() async throws {
        let chat = try await Conversation(sources: SportsCommandTests.sources)
        try await chat.says("team Arsenal", expect: "Added Arsenal")
        try await chat.says("category add Climate", expect: "Added Climate")
        let alice = try #require(try await chat.store.profile(for: .sample("alice")))
        let rows = try await chat.store.ownChanges(of: alice.id.recipient, at: chat.clock.now).count
        for (line, now) in [
            ("team Arsenal", "There is a smart feed Arsenal already"),
            ("category rename climate to Climate", "It is called Climate already."),
            ("smart rename arsenal to Arsenal", "It is called Arsenal already."), ("investing stocks", "Stocks"),
            ("investing stocks", "Stocks"),
        ] {
            try await chat.says(line, expect: now)
        }
        #expect(try await chat.store.ownChanges(of: alice.id.recipient, at: chat.clock.now).count == rows)
    }

    /// How many changes can be undone.
    private func changes(_ chat: Conversation) async throws -> Int {
        let room = try await chat.store.ensureRoom(network: "testnet", name: "!news", at: chat.clock.now)
        return try await chat.store.ownChanges(of: room.id.recipient, at: chat.clock.now).count
    }
}

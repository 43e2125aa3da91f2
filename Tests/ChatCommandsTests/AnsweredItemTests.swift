import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// A reply or a reaction to an answer means what that answer shows.
@Suite(.timed) struct AnsweredItemTests {
    /// Types a line, whose answer is then posted as `event`.
    private func posted(
        _ chat: Conversation,
        _ event: String,
        _ text: String,
        to earlier: String? = nil,
        in room: String? = nil
    ) async throws -> String {
        let id = UUID().uuidString
        let answer = await chat.reply(text, to: earlier, in: room, id: id)
        try await chat.store.recordPosted(network: "testnet", eventID: event, key: PartKey.reply(to: id, part: 1))
        return answer
    }

    private func matrix(language: String = "en") async throws -> Conversation {
        let chat = try await Conversation(kind: .matrix)
        if language != "en" { _ = await chat.replies("set lang \(language)") }
        try await chat.publishes("Storm one", "Storm two", "Storm three", "Storm four", by: "Daily")
        return chat
    }

    @Test func `a reaction or a reply to a read answer means that article`() async throws {
        let chat = try await matrix()
        #expect(try await posted(chat, "$list", "headlines Daily").contains("3. Storm three"))
        #expect(try await posted(chat, "$read", "read 3").contains("Storm three"))
        #expect(try await posted(chat, "$other", "read 2").contains("Storm two"))
        #expect(await chat.reply("save", to: "$read").contains("Saved Storm three"))
        #expect(await chat.reply("why", to: "$read").contains("Daily"))
        #expect(await chat.reply("read", to: "$read").contains("Summary of Storm three."))
        #expect(await chat.reply("more", to: "$other").contains("Summary of Storm two."))
        // Numbers still mean the newest list, and the answer took no part in it.
        #expect(await chat.reply("read 4", to: "$read").contains("Storm four"))
        #expect(await chat.reply("read 4", to: nil).contains("Storm four"))
    }

    @Test func `an answer about one article is answered too, and so is a list of one`() async throws {
        let chat = try await matrix()
        try await chat.publishes("Alone", by: "Single")
        _ = try await posted(chat, "$list", "headlines Single")
        #expect(try await posted(chat, "$saved", "save", to: "$list").contains("Saved Alone"))
        #expect(try await posted(chat, "$why", "why", to: "$saved").contains("Single"))
        #expect(await chat.reply("read", to: "$why").contains("Summary of Alone."))
        #expect(await chat.reply("more", to: "$list").contains("Summary of Alone."))
    }

    @Test(arguments: [
        ("en", "That list has 4 stories"), ("zh-Hans", "那个列表有 4 条新闻"),
    ])
    func `of a list of several the number is asked for, and a number means that list`(
        language: String,
        count: String
    ) async throws {
        let chat = try await matrix(language: language)
        _ = try await posted(chat, "$old", "headlines Daily")
        try await chat.publishes("New one", "New two", by: "Wired")
        _ = try await posted(chat, "$new", "headlines Wired")
        for verb in ["save", "read", "why"] {
            let answer = await chat.reply(verb, to: "$old")
            #expect(answer.contains(count) && answer.contains("\(verb) 3"), "\(answer)")
        }
        #expect(await chat.reply("save", to: "$new").contains("save 2"))
        #expect(await chat.reply("save 2", to: "$old").contains("Storm two"))
        #expect(await chat.reply("save 2 #later", to: "$old").contains("Storm two"))
    }

    @Test func `in a room everybody may react to an answer there`() async throws {
        let chat = try await matrix()
        _ = try await posted(chat, "$list", "!headlines Daily", in: "#news")
        _ = try await posted(chat, "$read", "crier: read 3", in: "#news")
        #expect(await chat.reply("crier: save", to: "$read", as: .bob, in: "#news").contains("Saved Storm three"))
        #expect(await chat.reply("crier: save", to: "$list", as: .bob, in: "#news").contains("crier: save 3"))
        // Elsewhere its id says nothing.
        #expect(await !chat.reply("save", to: "$read", as: .bob).contains("Storm three"))
        #expect(await !chat.reply("save", to: "$help").contains("Storm"))
    }

    @Test func `the words of a reply that saves an item are its note and tags`() async throws {
        let chat = try await matrix()
        _ = try await posted(chat, "$list", "headlines Daily")
        _ = try await posted(chat, "$read", "read 2")
        #expect(await chat.reply("save nice one #storm", to: "$read").contains("Saved Storm two"))
        let saved = await chat.reply("saved", to: nil)
        #expect(saved.contains("#storm") && saved.contains("nice one"), "\(saved)")
        #expect(await chat.reply("saved storm", to: nil).contains("Storm two"))
        #expect(await chat.reply("save #weather please", to: "$read").contains("Storm two"))
        // What names another story is still that story.
        _ = try await posted(chat, "$list", "headlines Daily")
        #expect(await chat.reply("save 4 calm", to: "$read").contains("Saved Storm four"))
        #expect(await chat.reply("save nice one", to: nil).contains("no feed “nice”"))
    }

    @Test func `lists link every title where links cost no line, and nowhere else`() async throws {
        for kind in [NetworkKind.matrix, .irc] {
            let chat = try await Conversation(kind: kind)
            try await chat.publishes("Storm one", "Storm two", by: "Daily")
            for line in ["headlines Daily", "news"] {
                let answer = try await chat.says(line, expect: "Storm two")
                #expect(answer.contains("Storm two <https://daily.example/") == (kind == .matrix), "\(answer)")
            }
        }
    }

    @Test(arguments: [
        (NetworkKind.irc, "en", "this channel's operators", "channels only", "an operator"),
        (.matrix, "en", "this room's moderators", "rooms only", "a moderator"),
        (.irc, "zh-Hans", "本频道的管理员", "频道", "管理员"), (.matrix, "zh-Hans", "本房间的协管员", "房间", "协管员"),
    ])
    func `rooms and those who look after them are called as on the network`(
        kind: NetworkKind,
        language: String,
        owners: String,
        rooms: String,
        one: String
    ) async throws {
        let chat = try await Conversation(kind: kind)
        _ = await chat.replies("set lang \(language)")
        _ = await chat.replies("crier: set room lang \(language)", as: .op, in: "#news")
        try await chat.says("set room idle 5", expect: rooms)
        try await chat.says("!sub example.org", as: .bob, in: "#news", expect: owners)
        try await chat.says("help sub", expect: one)
    }

    @Test(arguments: [NetworkKind.irc, .matrix])
    func `hints show no prefix in private, and one in rooms`(kind: NetworkKind) async throws {
        let chat = try await Conversation(kind: kind)
        try await chat.publishes("Storm one", "Storm two", by: "Daily")
        for line in ["headlines", "help", "start", "feeds", "me", "digest week", "save", "sources", "nonsense"] {
            let answer = try await chat.says(line, expect: " ")
            #expect(answer.firstMatch(of: /![a-z]/) == nil, "\(line) → \(answer)")
        }
        try await chat.says("!headlines", in: "#news", expect: "crier: read 1")
    }
}

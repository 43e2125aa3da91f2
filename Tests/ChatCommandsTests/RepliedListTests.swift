import Localization
import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Numbers in an answer to an older message mean what that message showed.
@Suite(.timed) struct RepliedListTests {
    private func posted(_ chat: Conversation, _ event: String, answer inboundID: String) async throws {
        let key = PartKey.reply(to: inboundID, part: 1)
        try await chat.store.recordPosted(network: "testnet", eventID: event, key: key)
    }

    @Test func `numbers mean the list of the message answered, days later too`() async throws {
        let chat = try await Conversation(kind: .matrix)
        try await chat.publishes("Old one", "Old two", by: "Daily")
        _ = await chat.reply("!headlines Daily", to: nil, id: "q1")
        try await posted(chat, "$old", answer: "q1")
        try await chat.publishes("New one", "New two", by: "Wired")
        _ = await chat.reply("!headlines Wired", to: nil, id: "q2")
        try await posted(chat, "$new", answer: "q2")
        #expect(await chat.reply("!read 2", to: nil).contains("New two"))
        #expect(await chat.reply("!read 2", to: "$old").contains("Old two"))
        #expect(await chat.reply("!read 2", to: "$new").contains("New two"))
        #expect(await chat.reply("!read last", to: "$old").contains("Old two"))
        // A number it does not have is an error, not another list's.
        #expect(await !chat.reply("!read 9", to: "$old").contains("New"))
        // Whatever is not ours leaves the newest.
        #expect(await chat.reply("!read 1", to: "$elsewhere").contains("New one"))
        chat.clock.advance(by: 3 * 86_400)
        try await chat.store.prune(at: chat.clock.now)
        #expect(await chat.reply("!read 1", to: "$old").contains("Old one"))
        #expect(await chat.reply("!read 1", to: nil).contains("no numbered list"))
    }

    @Test func `the story of the list that was answered is marked as unread`() async throws {
        let chat = try await Conversation(kind: .matrix)
        try await chat.publishes("Old one", "Old two", by: "Daily")
        _ = await chat.reply("!headlines Daily", to: nil, id: "q1")
        try await posted(chat, "$old", answer: "q1")
        try await chat.publishes("New one", "New two", by: "Wired")
        _ = await chat.reply("!headlines Wired", to: nil, id: "q2")
        #expect(await chat.reply("!read 2", to: "$old").contains("Old two"))
        #expect(await chat.reply("!unread 2", to: "$old").contains("Marked Old two as unread"))
        #expect(await chat.reply("!unread 9", to: "$old").contains("the numbers 1 to 2"))
    }

    @Test func `what is none of its numbers is said to be none, and which there are`() async throws {
        let chat = try await Conversation(kind: .mail)
        try await chat.publishes("Old one", "Old two", by: "Daily")
        _ = await chat.reply("headlines Daily", to: nil, id: "mail-1-0")
        try await posted(chat, "answer@x", answer: "mail-1-0")
        for (wrong, said) in [("99", "99"), ("three", "3"), ("0", "0"), ("umpteen", "umpteen")] {
            let answer = await chat.reply("save \(wrong)", to: "answer@x")
            #expect(answer.contains("the numbers 1 to 2") && answer.contains("“\(said)”"), "\(answer)")
        }
        #expect(await chat.reply("more 7", to: "answer@x").contains("the numbers 1 to 2"))
        #expect(await chat.reply("save 99", to: nil).contains("no number 99"))
        #expect(await chat.reply("save umpteen", to: nil).contains("no feed “umpteen”"))
        let reader = CommandReader(CommandTable.standard.speaking(try ShippedCatalogue.catalogue().typedWords))
        for two in ["two", "Second", "二", "第2条", "第二条", "２"] {
            #expect(await chat.reply("save \(two)", to: "answer@x").contains("Old two"), "\(two)")
            #expect(reader.isCommand("save \(two)") && reader.isCommand("more \(two)"), "\(two)")
        }
        #expect(await chat.reply("more one", to: "answer@x").contains("Old one"))
        #expect(await chat.reply("save Daily", to: "answer@x").contains("Old one"))
    }

    @Test func `numbers are read as people write them in an answer`() async throws {
        let chat = try await Conversation(kind: .mail)
        try await chat.publishes("One", "Two", "Three", "Four", by: "Daily")
        _ = await chat.reply("headlines Daily", to: nil, id: "mail-1-0")
        try await posted(chat, "answer@x", answer: "mail-1-0")
        #expect(await chat.reply("2", to: "answer@x").contains("Summary of Two."))
        #expect(await chat.reply("3.", to: "answer@x").contains("Summary of Three."))
        #expect(await chat.reply("2", to: nil).contains("I do not know"))
        // An answer is about what it answers, whatever was offered in between.
        _ = await chat.reply("https://example.org/feed https://example.org/two", to: nil)
        #expect(await chat.reply("2", to: "answer@x").contains("Summary of Two."))
        #expect(await chat.reply("save #4.", to: "answer@x").contains("Saved Four"))
        #expect(await chat.reply("save 1, 2 and 3 #now", to: "answer@x").contains("Saved 3 stories"))
        #expect(await chat.reply("save 4 and read it", to: "answer@x").contains("Four"))
        #expect(await chat.reply("save 4, 9", to: "answer@x").contains("the numbers 1 to 4"))
    }

    @Test func `in a room everybody may mean the list of an answer there`() async throws {
        let chat = try await Conversation(kind: .matrix)
        try await chat.publishes("Old one", "Old two", by: "Daily")
        _ = await chat.reply("!headlines Daily", to: nil, in: "#news", id: "q1")
        try await posted(chat, "$old", answer: "q1")
        try await chat.publishes("New one", "New two", by: "Wired")
        _ = await chat.reply("!headlines Wired", to: nil, as: .bob, in: "#news")
        #expect(await chat.reply("crier: read 2", to: "$old", as: .bob, in: "#news").contains("Old two"))
        #expect(await chat.reply("crier: read 2", to: "$old", as: .guest, in: "#news").contains("Old two"))
        // Elsewhere its id says nothing.
        #expect(await !chat.reply("!read 2", to: "$old", as: .bob).contains("Old two"))
        #expect(await !chat.reply("crier: read 2", to: "$old", as: .bob, in: "#other").contains("Old two"))
    }

    @Test func `what a guest asked for is theirs once they are known`() async throws {
        let chat = try await Conversation(kind: .mail)
        try await chat.publishes("Old one", "Old two", by: "Daily")
        let guest = Conversation.Speaker(name: "alice", account: nil)
        _ = await chat.reply("headlines Daily", to: nil, as: guest, id: "mail-1-0")
        try await posted(chat, "answer@x", answer: "mail-1-0")
        #expect(await chat.reply("read 2", to: "answer@x").contains("Old two"))
        #expect(await !chat.reply("read 2", to: "answer@x", as: .bob).contains("Old two"))
    }
}

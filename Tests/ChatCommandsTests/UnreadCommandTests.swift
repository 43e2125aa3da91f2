import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// One story that is marked as unread.
@Suite(.timed) struct UnreadCommandTests {
    /// Alice follows a feed with two stories of after that.
    private func reader() async throws -> Conversation {
        let chat = try await Conversation()
        let alice = try await chat.store.sampleProfile("alice", at: chat.clock.now)
        let feed = try await chat.publishes("Harbour before", by: "Harbour", hoursAgo: 3)
        try await chat.store.sampleSubscription(of: alice, to: feed, time: chat.clock.now)
        chat.clock.advance(by: 7_200)
        try await chat.publishes("Ferry sails again", "Bakery has flour", by: "Harbour", hoursAgo: 0.1)
        return chat
    }

    @Test func `a story that was read is unread again, the history stays, and undo takes it back`() async throws {
        let chat = try await reader()
        try await chat.says("unread", expect: "2 unread stories", "1. Ferry sails again", "2. Bakery has flour")
        try await chat.says("read 1", expect: "Ferry sails again")
        try await chat.says("unread 1", expect: "Marked Ferry sails again as unread", "undo")
        try await chat.says("unread", expect: "2 unread stories", "1. Ferry sails again")
        try await chat.says("unread 1", expect: "Ferry sails again is unread already")
        let history = try await chat.says("history", expect: "1. Ferry sails again")
        #expect(!history.contains("read again"))
        try await chat.says("undo", expect: "Taken back: unread Ferry sails again")
        let rest = try await chat.says("unread", expect: "1 unread story", "1. Bakery has flour")
        #expect(!rest.contains("Ferry"))
        try await chat.says("undo", expect: "nothing to undo")
    }

    @Test func `a story leads to the next of its list, and the last one to what is unread`() async throws {
        let chat = try await reader()
        try await chat.says("unread", expect: "1. Ferry sails again", "2. Bakery has flour")
        try await chat.says("read 1", expect: "Ferry sails again", "next: read 2")
        try await chat.says("read 2", expect: "Bakery has flour", "next: unread")
        // A story that is read twice stands in the history twice.
        try await chat.says("unread", expect: "Nothing unread")
        try await chat.says("read 1", expect: "Ferry sails again")
        try await chat.says("history", expect: "1. Ferry sails again", "2. Bakery has flour", "3. Ferry sails again")
        try await chat.says("read 2", expect: "Bakery has flour", "next: read 3")
        try await chat.says("read 3", expect: "Ferry sails again", "next: unread")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("unread 1", expect: "Ferry")
        try await chat.says("未读", expect: "1 条未读")
        try await chat.says("阅读 1", expect: "接下来：未读")
    }

    @Test func `who follows nothing is led to the headlines`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("Ferry sails again", "Bakery has flour")
        try await chat.says("headlines", as: .guest, expect: "Ferry", "2. Bakery")
        try await chat.says("read 1", as: .guest, expect: "Ferry sails again", "next: read 2")
        try await chat.says("read 2", as: .guest, expect: "Bakery has flour", "next: headlines")
    }

    @Test func `one story is unread though all were marked as read`() async throws {
        let chat = try await reader()
        try await chat.says("unread", expect: "2. Bakery has flour")
        try await chat.says("readall", expect: "Marked 2 stories as read")
        try await chat.says("unread two", expect: "Marked Bakery has flour as unread")
        try await chat.says("unread", expect: "1 unread story", "1. Bakery has flour")
        try await chat.says("undo", expect: "Taken back: unread Bakery has flour")
        try await chat.says("unread", expect: "Nothing unread")
        try await chat.says("undo", expect: "Taken back: readall")
        try await chat.says("unread", expect: "2 unread stories")
    }

    @Test func `a list that is cut says how many stories it has`() async throws {
        let chat = try await reader()
        for number in 1...100 {
            try await chat.publishes("Story number \(number) of many", by: "Harbour", hoursAgo: 0.1)
        }
        try await chat.says("unread", expect: "102 unread stories, the newest 100 here")
        try await chat.says("set lang zh-Hans", expect: "中文")
        try await chat.says("unread", expect: "102 条未读，这里是最新的 100 条")
    }

    @Test func `a number that no list has is refused, and so is what is no story`() async throws {
        let chat = try await reader()
        try await chat.says("unread 1", expect: "no numbered list")
        try await chat.says("unread", expect: "2 unread stories")
        try await chat.says("unread 9", expect: "no number 9")
        try await chat.says("unread Nowhere", expect: "no category or feed")
        try await chat.says("unread now", expect: "2 unread stories")
    }

    @Test func `in a room it is the person's own, and the hint takes it back`() async throws {
        let chat = try await reader()
        try await chat.says("crier: headlines Harbour", in: "#news", expect: "1. Ferry sails again")
        try await chat.says("crier: read 1", in: "#news", expect: "Ferry sails again")
        try await chat.says(
            "crier: unread 1",
            in: "#news",
            expect: "Marked Ferry sails again as unread",
            "crier: undo mine"
        )
        try await chat.says("unread", expect: "2 unread stories")
        try await chat.says("crier: undo mine", in: "#news", expect: "Taken back: unread Ferry")
        try await chat.says("unread", expect: "1 unread story")
    }
}

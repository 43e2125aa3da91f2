import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// Several accounts, one person.
@Suite(.timed) struct LinkCommandTests {
    private func code(in text: String, length: Int = 8) -> String? {
        text.split { !$0.isLetter && !$0.isNumber }.map(String.init).first {
            $0.count == length && $0 == $0.uppercased()
        }
    }

    private func linkCode(_ chat: Conversation, as speaker: Conversation.Speaker = .alice) async throws -> String {
        try #require(code(in: try await chat.says("link", as: speaker, expect: "within 10 minutes")))
    }

    @Test func `an account without a past joins at once, and the other hears of it`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("A storm is coming")
        try await chat.says("alert add storm", expect: "storm")
        let code = try await linkCode(chat)
        try await chat.says("link \(code.lowercased())", as: .bob, expect: "one profile now", "alice", "bob", "1 alert")
        try await chat.says("alert list", as: .bob, expect: "storm")
        let notices = try await chat.store.queuedDeliveries(
            to: Identity.sample("alice").address,
            at: .distantFuture,
            limit: 9
        )
        #expect(notices.map(\.kind) == [.notice])
        try await chat.says("link \(code)", as: .bob, expect: "wrong, used or too old")
    }

    @Test func `who has things of their own is asked first`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("A storm is coming")
        try await chat.says("alert add storm", expect: "storm")
        try await chat.says("alert add rain", as: .bob, expect: "rain")
        let code = try await linkCode(chat)
        let asked = try await chat.says("link \(code)", as: .bob, expect: "alice (testnet)", "yes")
        #expect(try await !chat.says("alert list", as: .bob, expect: "rain").contains("storm"))
        let yes = try #require(self.code(in: asked, length: 6))
        try await chat.says("yes \(yes)", as: .bob, expect: "one profile now", "2 alerts")
        try await chat.says("alert list", expect: "storm", "rain")
        let again = try await linkCode(chat)
        try await chat.says("link \(again)", as: .bob, expect: "one profile already")
    }

    @Test func `a code shown to a room is void`() async throws {
        let chat = try await Conversation()
        let code = try await linkCode(chat)
        try await chat.says("crier: link \(code)", as: .bob, in: "#news", expect: "it is void now")
        try await chat.says("link \(code)", as: .bob, expect: "wrong, used or too old")
        for line in ["!link CODE", "link CODE", "so: !LINK `CODE`", "crier, link CODE", "link 22222222 link CODE"] {
            let code = try await linkCode(chat)
            let said = line.replacingOccurrences(of: "CODE", with: code)
            try await chat.says(said, as: .guest, in: "#news", expect: "it is void now")
            try await chat.says("link \(code)", as: .bob, expect: "wrong, used or too old")
            chat.clock.advance(by: 150)
        }
        try await chat.says("!link ABCDEFGH", as: .bob, in: "#news")
        let replies = await chat.replies("crier: link", in: "#news")
        #expect(replies.first?.address == Identity.sample("alice").address)
    }

    @Test func `a code shown to a room is void even if whoever shows it is over the limit`() async throws {
        let chat = try await Conversation(rates: .init(personBurst: 2, personPerMinute: 1))
        let code = try await linkCode(chat)
        for _ in 0..<3 { _ = await chat.replies("crier: help", as: .guest, in: "#news") }
        try await chat.says("!link \(code)", as: .guest, in: "#news")
        try await chat.says("link \(code)", as: .bob, expect: "wrong, used or too old")
    }

    @Test func `guesses are few`() async throws {
        let chat = try await Conversation()
        for _ in 0..<5 { try await chat.says("link ABCDEFGH", as: .bob, expect: "wrong, used or too old") }
        let code = try await linkCode(chat)
        try await chat.says("link \(code)", as: .bob, expect: "too many codes")
        chat.clock.advance(by: 150)
        try await chat.says("link \(code)", as: .bob, expect: "one profile now")
    }

    @Test func `a guest is told to log in, and nobody joins themselves`() async throws {
        let chat = try await Conversation()
        try await chat.says("link", as: .guest, expect: "Identify")
        let code = try await linkCode(chat)
        try await chat.says("link \(code)", expect: "from another account")
        try await chat.says("unlink", expect: "joined with no other", "link")
    }

    @Test func `unlink gives an account its own profile again`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("A storm is coming")
        try await chat.says("alert add storm", expect: "storm")
        try await chat.says("link \(try await linkCode(chat))", as: .bob, expect: "one profile now")
        try await chat.says("alert add rain", as: .bob, expect: "rain")
        try await chat.says("unlink carol", as: .bob, expect: "no account", "testnet:alice")
        try await chat.says("unlink", as: .bob, expect: "profile of its own", "alice")
        #expect(try await !chat.says("alert list", as: .bob, expect: "rain").contains("storm"))
        #expect(try await !chat.says("alert list", expect: "storm").contains("rain"))
    }

    @Test func `to be forgotten says whom it concerns`() async throws {
        let chat = try await Conversation()
        try await chat.says("forget me", expect: "erases your profile:")
        try await chat.says("link \(try await linkCode(chat))", as: .bob, expect: "one profile now")
        try await chat.says("forget me", as: .bob, expect: "alice (testnet) too", "unlink")
    }

    @Test func `another account is put out by its name`() async throws {
        let chat = try await Conversation()
        try await chat.publishes("A storm is coming")
        try await chat.says("alert add storm", expect: "storm")
        try await chat.says("link \(try await linkCode(chat))", as: .bob, expect: "one profile now")
        try await chat.says("unlink testnet:Alice", as: .bob, expect: "no part in your profile")
        try await chat.says("alert list", as: .bob, expect: "storm")
        #expect(try await !chat.says("alert list", expect: "alert").contains("storm"))
    }

    @Test func `an account away for long is proved by the other, and a stranger who has it destroys nothing`()
        async throws
    {
        let chat = try await Conversation(identityLifetimes: ["testnet": 864_000])
        try await chat.publishes("A storm is coming")
        try await chat.says("alert add storm", expect: "storm")
        try await chat.says("link \(try await linkCode(chat))", as: .bob, expect: "one profile now")
        chat.clock.advance(by: 800_000)
        try await chat.says("alert list", as: .bob, expect: "storm")
        chat.clock.advance(by: 800_000)
        try await chat.says("alert list", as: .bob, expect: "storm")
        let asked = try await chat.says("alert list", expect: "your other account", "testnet")
        try await chat.says("link \(try await linkCode(chat, as: .bob))", expect: "Welcome back")
        try await chat.says("alert list", expect: "storm")
        chat.clock.advance(by: 800_000)
        try await chat.says("alert list", as: .bob, expect: "storm")
        chat.clock.advance(by: 800_000)
        let code = try #require(self.code(in: try await chat.says("alert list", expect: "begin anew"), length: 6))
        #expect(!asked.contains(code))
        // The owner cannot be talked into it.
        try await chat.says("yes \(code)", as: .bob, expect: "wrong, used or too old")
        let again = try #require(self.code(in: try await chat.says("alert list", expect: "begin anew"), length: 6))
        try await chat.says("yes \(again)", expect: "You begin anew")
        #expect(try await !chat.says("alert list", expect: "alert").contains("storm"))
        try await chat.says("alert list", as: .bob, expect: "storm")
    }

    @Test func `a nick that has been out of sight is proved by a code from another account`() async throws {
        let chat = try await Conversation()
        let first = Conversation.Speaker(name: "nick", account: "nick:nick", presence: "1")
        let second = Conversation.Speaker(name: "nick", account: "nick:nick", presence: "2")
        try await chat.publishes("A storm is coming")
        try await chat.says("alert add storm", as: first, expect: "storm")
        let asked = try await chat.says("alert list", as: second, expect: "accounts change hands", "account nick on")
        #expect(!asked.contains("storm"))
        try await chat.says("alert list", as: first, expect: "storm")
        try await chat.says("link \(try await linkCode(chat, as: first))", expect: "one profile now")
        try await chat.says("alert list", as: second, expect: "your other account")
        try await chat.says("link \(try await linkCode(chat))", as: second, expect: "Welcome back")
        try await chat.says("alert list", as: second, expect: "storm")
        try await chat.says("alert list", as: first, expect: "your other account")
    }
}

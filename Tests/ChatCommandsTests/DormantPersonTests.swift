import Foundation
import NewsModel
import Storage
import TestSupport
import Testing

@testable import ChatCommands

/// An account that nobody has seen for long may be a stranger's now.
@Suite(.timed) struct DormantPersonTests {
    private static let lifetime: TimeInterval = 180 * 86_400

    private func conversation(admins: Set<Identity> = []) async throws -> Conversation {
        let chat = try await Conversation(admins: admins, identityLifetimes: ["testnet": Self.lifetime])
        try await chat.publishes("A storm is coming")
        try await chat.says("alert add storm", expect: "storm")
        return chat
    }

    /// The codes of the question, the first for the old profile, the second for a new one.
    private func codes(in text: String) -> [String] {
        text.split { $0 == " " || $0 == "," || $0 == ":" }.map(String.init).filter {
            $0.count == 6 && $0 == $0.uppercased() && $0.allSatisfy { $0.isLetter || $0.isNumber }
        }
    }

    @Test func `seen within the time, a person goes on as before`() async throws {
        let chat = try await conversation()
        for _ in 0..<3 {
            chat.clock.advance(by: 100 * 86_400)
            try await chat.says("alert list", expect: "storm")
        }
    }

    @Test func `away for longer, nothing is shown or changed before the person has said that it is theirs`()
        async throws
    {
        let chat = try await conversation()
        chat.clock.advance(by: Self.lifetime + 1)
        let question = try await chat.says("alert list", expect: "accounts change hands", "yes")
        #expect(!question.contains("storm"))
        for line in ["headlines", "sub example", "forget me", "me", "https://example.org"] {
            let answer = try await chat.says(line, expect: "accounts change hands")
            #expect(!answer.contains("storm"))
        }
        try await chat.says("help", expect: "headlines")
        let asked = try await chat.says("alert list", expect: "yes")
        try await chat.says("yes \(try #require(codes(in: asked).first))", expect: "Welcome back")
        try await chat.says("alert list", expect: "storm")
    }

    @Test func `who says that it is not theirs begins anew`() async throws {
        let chat = try await conversation()
        chat.clock.advance(by: Self.lifetime + 1)
        let asked = try await chat.says("alert list", expect: "yes")
        try await chat.says("yes \(try #require(codes(in: asked).last))", expect: "you begin anew")
        #expect(try await !chat.says("alert list", expect: "alert").contains("storm"))
    }

    @Test func `in a room the question comes in private`() async throws {
        let chat = try await conversation()
        chat.clock.advance(by: Self.lifetime + 1)
        let replies = await chat.replies("!alert add rain to dm", in: "#news")
        #expect(replies.map(\.address) == [Identity.sample("alice").address])
        try await chat.says("!headlines", in: "#news", expect: "storm")
    }

    @Test func `a dormant admin is none`() async throws {
        let chat = try await conversation(admins: [.sample("alice")])
        try await chat.says("crier: set room idle 10m", in: "#news", expect: "10 minutes")
        chat.clock.advance(by: Self.lifetime + 1)
        try await chat.says("crier: set room idle 20m", in: "#news", expect: "Only this channel's operators")
    }

    @Test func `who is seen by the network stays known without a word`() async throws {
        let chat = try await conversation()
        let alice = Identity.sample("alice")
        for _ in 0..<5 {
            chat.clock.advance(by: 100 * 86_400)
            let isDormant = try await chat.store.isDormant(
                alice,
                lifetime: Self.lifetime,
                at: chat.clock.now,
                isHere: true
            )
            #expect(!isDormant)
        }
        try await chat.says("alert list", expect: "storm")
        chat.clock.advance(by: Self.lifetime + 1)
        // Being seen too late proves nothing.
        #expect(
            try await chat.store.isDormant(alice, lifetime: Self.lifetime, at: chat.clock.now, isHere: true)
        )
        try await chat.says("alert list", expect: "accounts change hands")
    }

    @Test func `where identities are believed for ever nobody is asked`() async throws {
        let chat = try await Conversation()
        try await chat.says("alert add storm", expect: "storm")
        chat.clock.advance(by: 3_000 * 86_400)
        try await chat.says("alert list", expect: "storm")
    }
}

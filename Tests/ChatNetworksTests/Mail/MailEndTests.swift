import Foundation
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// Who hears of mail that somebody else has ended.
@Suite(.timed) struct MailEndTests {
    private let told = "[unsubscribedBy(sender: \"bob@evil.test\", resume: \"resume\")]"

    /// Chats with whoever has a token there.
    private func chat(with people: String..., guestAnswersPerHour: Int = 200) -> MailChatForTest {
        let chat = MailChatForTest(guestAnswersPerHour: guestAnswersPerHour)
        for address in people { _ = chat.kept.correspondent(address, network: "mail", at: chat.time.now) }
        return chat
    }

    private func end(_ chat: MailChatForTest, _ tokens: String..., headers: [String] = [], from: String?) async throws {
        let to = tokens.map { "crier+\($0)@bot.test" }.joined(separator: ", ")
        chat.receive("", ["To: \(to)", "Subject: unsubscribe"] + headers, from: from)
        try await chat.settle()
    }

    /// The answers to one address.
    private func answers(_ chat: MailChatForTest, to address: String) -> [String] {
        zip(chat.sent, chat.answers).filter { $0.0.recipient == WrittenMail.address(address) }.map(\.1)
    }

    @Test func `everybody is told, whoever else's mail the same letter ends`() async throws {
        let chat = chat(with: "alice@example.org", "carol@example.org", "bob@evil.test")
        try await chat.run {
            for _ in 0..<2 {
                try await end(chat, "taliceexampleorg", "tbobeviltest", "ucarolexampleorg", from: "bob@evil.test")
            }
        }
        for owner in ["alice@example.org", "carol@example.org"] {
            #expect(chat.kept.now.people[owner]?.unsubscribedAt != nil)
            let answers = answers(chat, to: owner)
            #expect(answers.count == 1 && answers.allSatisfy { $0.contains(told) }, "\(answers)")
        }
        #expect(answers(chat, to: "bob@evil.test").allSatisfy { $0.contains("[unsubscribed(") })
    }

    @Test(arguments: [["Auto-Submitted: auto-generated"], ["Precedence: bulk"], ["X-Loop: crier@bot.test"]])
    func `a letter that says it is a machine's hides nothing, and is not answered`(headers: [String]) async throws {
        let chat = chat(with: "alice@example.org")
        try await chat.run {
            for _ in 0..<2 { try await end(chat, "taliceexampleorg", headers: headers, from: "bob@evil.test") }
            #expect(chat.sent.count == 1)
            #expect(answers(chat, to: "alice@example.org").first?.contains(told) == true)
            // What comes back of the notice, from another bot perhaps, is the end of it.
            let notice = NewMail(content: try #require(chat.sent.first).bytes)
            chat.kept.keepMail([notice], network: "mail", position: nil, at: chat.time.now)
            try await chat.settle()
        }
        #expect(chat.sent.count == 1)
    }

    @Test func `strangers cannot use up what it takes to tell it`() async throws {
        let chat = chat(with: "alice@example.org", guestAnswersPerHour: 10)
        try await chat.run {
            for number in 0..<12 { chat.receive("news", from: "\(number)@evil.test") }
            try await chat.settle()
            #expect(chat.sent.count == 10)
            try await end(chat, "taliceexampleorg", from: "bob@evil.test")
        }
        #expect(answers(chat, to: "alice@example.org").first?.contains(told) == true)
    }

    @Test func `an owner's own machine is not answered, and a letter from nobody is told as such`() async throws {
        let chat = chat(with: "alice@example.org", "carol@example.org")
        try await chat.run {
            try await end(
                chat,
                "taliceexampleorg",
                headers: ["Auto-Submitted: auto-replied"],
                from: "alice@example.org"
            )
            #expect(chat.kept.now.people["alice@example.org"]?.unsubscribedAt != nil)
            #expect(chat.sent.isEmpty)
            try await end(chat, "tcarolexampleorg", from: nil)
        }
        #expect(answers(chat, to: "carol@example.org").map { $0.contains("[unsubscribed(") } == [true])
        #expect(chat.sent.count == 1)
    }
}

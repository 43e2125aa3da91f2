import Foundation
import MailTalk
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// What stands beside a consent that somebody sends back.
@Suite(.timed) struct MailConsentTests {
    private let token = "To: crier+taliceexampleorg@bot.test"

    private func chat(
        _ kept: MailKeptForTest = MailKeptForTest(),
        at time: ManualTimeSource = ManualTimeSource(),
        before: @escaping @Sendable (String) async -> Void = { _ in }
    ) -> MailChatForTest {
        MailChatForTest(kept: kept, time: time) { message, _ in
            await before(message.text)
            return Task.isCancelled ? nil : ["To \(message.text)."]
        }
    }

    @Test(arguments: [
        ("Subject: yes CODE1XLONG", "sub b.example", "belowSubject"),
        ("Subject: Re: x", "yes CODE1XLONG\n\nThanks,\nsub b.example", "atEnd"),
    ]) func `lines that were not read are told where nothing else is asked`(
        subject: String,
        body: String,
        place: String
    ) async throws {
        let chat = chat()
        try await chat.run {
            chat.receive("sub a.example")
            try await chat.settle()
            chat.receive(body, [subject])
            try await chat.settle()
        }
        let unread = "[unread(lines: [\"sub b.example\"], MailTalk.MailNotice.Unread.\(place))]"
        #expect(chat.answers.contains { $0.contains(unread) }, "\(chat.answers)")
        #expect(chat.heard.map(\.text) == ["sub a.example"])
    }

    @Test(arguments: ["yes CODE1XLONG", "Yes please!", "CODE1XLONG"])
    func `other words below it are not answered`(consent: String) async throws {
        let chat = chat()
        try await chat.run {
            chat.receive("sub a.example")
            try await chat.settle()
            let question = try #require(chat.sent.first?.eventID)
            let answers = [vouched, token, "Subject: Re: x", "In-Reply-To: <\(question)>"]
            chat.receive("\(consent)\nIt was me\nHugo", answers)
            try await chat.settle()
        }
        #expect(chat.heard.map(\.text) == ["sub a.example"])
        #expect(chat.sent.count == 2)
    }

    @Test(arguments: ["yes CODE1XLONG", "Yes please!"])
    func `commands below it outlive a restart`(consent: String) async throws {
        let kept = MailKeptForTest()
        let never = ManualTimeSource()
        let first = chat(kept) { if $0 == "news" { try? await never.sleep(until: .distantFuture) } }
        try await first.run {
            first.receive("sub a.example")
            try await first.settle()
            let question = try #require(first.sent.first?.eventID)
            let answers = [vouched, token, "Subject: Re: x", "In-Reply-To: <\(question)>"]
            first.receive("\(consent)\nnews\nsave 3\n\nand this:\nmore 2", answers)
            try await waitUntil("the first has begun") { first.heard.last?.text == "news" }
        }
        let second = chat(kept, at: ManualTimeSource(first.time.now.addingTimeInterval(600)))
        try await second.run { try await second.settle() }
        #expect(Set(second.heard.map(\.text)) == ["sub a.example", "news", "save 3"])
        #expect(second.heard.allSatisfy { $0.sender.account == "alice@example.org" })
        #expect(second.sent.count == 2 && !second.answers.contains { $0.contains("[badCode]") })
        #expect(second.answers.contains { $0.contains("[unread(lines: [\"more 2\"]") })
    }

    @Test(arguments: [[], ["Authentication-Results: mx.bot.test; dmarc=fail header.from=example.org"]])
    func `a crash right behind a code leaves one answer`(headers: [String]) async throws {
        let kept = MailKeptForTest()
        let first = chat(kept)
        try await first.run {
            first.receive("sub a.example")
            try await first.settle()
        }
        // So it stands when the program ends between the code and the end of the mail that brought it.
        first.receive("yes CODE1XLONG", headers + ["Subject: Re: x"])
        let bearer = try #require(kept.queue.first?.id)
        let isRedeemed = kept.redeemConfirmation(
            "CODE1XLONG",
            of: "alice@example.org",
            network: "mail",
            bearer: ConfirmingMail(id: bearer, commands: []),
            at: first.time.now
        )
        #expect(isRedeemed)
        let second = chat(kept, at: ManualTimeSource(first.time.now.addingTimeInterval(600)))
        try await second.run { try await second.settle() }
        #expect(second.heard.map(\.text) == ["sub a.example"])
        #expect(second.sent.count == 1, "\(second.answers)")
    }

    @Test func `a mail that its domain disowns confirms by a code, and asks for nothing else`() async throws {
        let chat = chat()
        let disowned = "Authentication-Results: mx.bot.test; dmarc=fail header.from=example.org"
        try await chat.run {
            chat.receive("sub a.example")
            try await chat.settle()
            chat.receive("yes CODE1XLONG\nnews", [disowned, "Subject: Re: x"])
            try await chat.settle()
        }
        #expect(chat.heard.map(\.text) == ["sub a.example"])
        #expect(chat.heard.last?.sender.account == "alice@example.org")
    }

    /// To ask in the name of whoever the server vouches for.
    private let vouched = "Authentication-Results: mx.bot.test; dmarc=pass header.from=example.org"

    @Test(arguments: [true, false]) func `a bare yes is the chat's while the chat waits for one`(
        isReply: Bool
    ) async throws {
        let chat = MailChatForTest(isAsked: true)
        try await chat.run {
            chat.receive("help", [vouched])
            try await chat.settle()
            let answers = isReply ? ["In-Reply-To: <\(chat.sent[0].eventID)>", token, "Subject: Re: x"] : []
            chat.receive("yes", [vouched] + answers)
            try await chat.settle()
        }
        #expect(chat.heard.map(\.text) == ["help", "yes"])
        #expect(chat.kept.now.people["alice@example.org"]?.confirmedAt == nil)
        #expect(!chat.answers[1].contains("[confirmed]"))
    }

    @Test(arguments: [true, false]) func `a bare yes that answers the question about the mailbox is about that`(
        isAsked: Bool
    ) async throws {
        let chat = MailChatForTest(isAsked: isAsked)
        try await chat.run {
            chat.receive("sub example.org", [vouched])
            try await chat.settle()
            #expect(chat.answers[0].contains("confirmPushes"))
            chat.receive("yes", [vouched, "In-Reply-To: <\(chat.sent[0].eventID)>", "Subject: Re: x"])
            try await waitUntil("it is confirmed") { chat.sent.count == 2 }
            try await chat.settle()
        }
        #expect(chat.kept.now.people["alice@example.org"]?.confirmedAt != nil)
        #expect(chat.heard.map(\.text) == ["sub example.org"])
        #expect(chat.answers[1].contains("[confirmed]"))
    }
}

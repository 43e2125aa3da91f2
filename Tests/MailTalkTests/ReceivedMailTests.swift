import MailMessages
import NewsModel
import TestSupport
import Testing

@testable import MailTalk

@Suite(.timed) struct ReceivedMailTests {
    private static let rules = MailRules(
        tokens: Reading.tokens,
        vocabulary: .forTest { WrittenMail.isCommand($0) },
        people: ShippedMailWords.people,
        programs: ShippedMailWords.programs
    )

    private func judge(
        _ body: String = "news",
        _ headers: [String] = [],
        from: String? = "Alice <alice@example.org>",
        envelope: String? = "alice@example.org"
    ) -> ReceivedMail.Kind {
        Reading.mail(body, headers, from: from, envelope: envelope, rules: Self.rules).kind
    }

    private let alice = WrittenMail.address("alice@example.org")

    @Test func `what a person writes is personal`() {
        #expect(judge() == .personal(from: alice))
        #expect(judge("news", ["Precedence: list"]) == .personal(from: alice))
    }

    @Test(arguments: [
        "Auto-Submitted: auto-replied", "X-Loop: crier@bot.test", "Precedence: bulk", "X-Autoreply: yes",
        "List-Id: <news.example.org>", "Return-Path: <>", "Sender: mailer-daemon@example.org",
    ])
    func `machines are dropped`(header: String) {
        let judgement = judge("news", [header], envelope: nil)
        guard case .automatic = judgement else {
            Issue.record("\(judgement)")
            return
        }
    }

    @Test func `the null sender of the envelope is a machine`() {
        #expect(judge(envelope: "") == .automatic(.nullReturnPath))
        #expect(judge(envelope: "<>") == .automatic(.nullReturnPath))
    }

    @Test(arguments: ["crier@bot.test", "Crier <crier+abc@bot.test>", "CRIER@BOT.TEST"])
    func `mail from ourselves is dropped`(from: String) {
        #expect(judge(from: from) == .automatic(.ownAddress))
    }

    @Test func `only one From with one address is anybody's`() {
        #expect(judge(from: "alice@example.org, bob@example.org") == .senderless)
        #expect(judge("news", ["From: bob@example.org"]) == .senderless)
        #expect(judge("news", ["Reply-To: a@example.org, b@example.org"]) == .personal(from: alice))
        #expect(judge("news", ["Reply-To: bob@example.org"]) == .personal(from: alice))
    }

    @Test func `a display name is nobody's address`() {
        let forged = "=?utf-8?q?root=40bot=2Etest_=3Croot=40bot=2Etest=3E?= <mallory@evil.test>"
        #expect(judge(from: forged) == .personal(from: WrittenMail.address("mallory@evil.test")))
        #expect(
            judge(from: "\"alice@example.org\" <mallory@evil.test>")
                == .personal(from: WrittenMail.address("mallory@evil.test"))
        )
    }

    @Test(arguments: ["unsubscribe", "Unsubscribe", " STOP! ", "退订"])
    func `one word ends all mail`(word: String) {
        let expected = ReceivedMail.Kind.unsubscribe(from: alice, isAnswered: true)
        #expect(judge("", ["Subject: \(word)"]) == expected)
        #expect(judge("\n\(word)\n\n-- \nAlice", ["Subject: Re: Digest"]) == expected)
    }

    @Test func `a word in a sentence, in a reply's subject or in a quotation ends nothing`() {
        #expect(judge("unsubscribe example.org") == .personal(from: alice))
        #expect(judge("resume", ["Subject: Re: unsubscribe"]) == .personal(from: alice))
        #expect(judge("news\n> unsubscribe", ["Subject: Re: x"]) == .personal(from: alice))
    }

    @Test func `the token names whose mail ends, machines or not`() {
        func read(_ headers: [String], from: String? = "alice@example.org", recipient: String? = nil) -> ReceivedMail {
            Reading.mail("", ["Subject: unsubscribe"] + headers, from: from, recipient: recipient, rules: Self.rules)
        }
        let person = read(["To: crier+TOK1@bot.test"])
        #expect(person.kind == .unsubscribe(from: alice, isAnswered: true) && person.tokens == ["tok1"])
        let machine = read(["Auto-Submitted: auto-generated"], recipient: "<crier+tok1@bot.test>")
        #expect(machine.kind == .unsubscribe(from: alice, isAnswered: false) && machine.tokens == ["tok1"])
        let nobody = read(["To: crier+tok1@bot.test"], from: nil)
        #expect(nobody.kind == .unsubscribe(from: nil, isAnswered: false) && nobody.tokens == ["tok1"])
    }

    @Test func `a machine in our own name ends nothing`() {
        #expect(judge("", ["Subject: stop"], from: "crier@bot.test") == .automatic(.ownAddress))
    }
}

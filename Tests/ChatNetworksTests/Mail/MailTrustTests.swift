import Foundation
import MailMessages
import MailTalk
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// The table of `MailTrust`, cell by cell.
@Suite(.timed, .timeLimit(.minutes(10))) struct MailTrustTests {
    /// What our own server writes above a mail from example.org.
    enum Word: String, CaseIterable, Sendable {
        case vouched = "dmarc=pass header.from=example.org"
        case silent = "dmarc=none header.from=example.org"
        case unaligned = "dmarc=none; spf=pass smtp.mailfrom=evil.test; dkim=none"
        case disowned = "dmarc=fail header.from=example.org"

        var headers: [String] { ["Authentication-Results: mx.bot.test; \(rawValue)"] }
    }

    enum Token: CaseIterable, Sendable {
        case none, anothers, own

        var headers: [String] {
            switch self {
            case .none: []
            case .anothers: ["To: crier+tbobexampleorg@bot.test"]
            case .own: ["To: crier+taliceexampleorg@bot.test"]
            }
        }
    }

    private let results = "Authentication-Results: mx.bot.test; dkim=pass header.d=example.org"
    private static let alice = "alice@example.org"

    private func trust(_ headers: [String], owners: [String] = [], server: String = "mx.bot.test") -> MailTrust {
        let owners = owners.map { MailCorrespondent(address: $0, token: "tok1") }
        let from = WrittenMail.address(Self.alice)
        return MailTrust(WrittenMail.mail("news", headers: headers), from: from, owners: owners, server: server)
    }

    private func expected(_ word: Word, _ token: Token) -> MailTrust {
        switch (word, token) {
        case (.vouched, _): .owner
        case (.silent, .own): .reader
        case (.silent, _): .guest
        case (.unaligned, _): .doubted
        case (.disowned, .own): .doubted
        case (.disowned, _): .forged
        }
    }

    @Test(arguments: Word.allCases, Token.allCases) func `what the server says and the token together decide`(
        word: Word,
        token: Token
    ) {
        let owners: [String] =
            switch token {
            case .none: []
            case .anothers: ["bob@example.org"]
            case .own: [Self.alice]
            }
        #expect(trust(word.headers, owners: owners) == expected(word, token))
        // Without a server to believe it is as if nothing was said.
        #expect(trust(word.headers, owners: owners, server: "") == expected(.silent, token))
    }

    /// Chats with people who get mail.
    private func chat() -> MailChatForTest {
        let chat = MailChatForTest()
        for address in [Self.alice, "bob@example.org"] {
            _ = chat.kept.correspondent(address, network: "mail", at: chat.time.now)
            chat.kept.confirm(address, network: "mail", at: chat.time.now)
        }
        return chat
    }

    @Test(arguments: Word.allCases, Token.allCases) func `what a mail may do is what its cell says`(
        word: Word,
        token: Token
    ) async throws {
        let trust = expected(word, token)
        let chat = chat()
        let headers = word.headers + token.headers + ["Subject: Hello"]
        try await chat.run {
            chat.receive("news", headers)
            try await chat.settle()
            let reads = trust == .owner || trust == .reader
            #expect(chat.heard.map(\.sender.account) == (reads ? [Self.alice] : []))
            #expect(chat.sent.count == (trust == .forged ? 0 : 1))
            #expect(chat.answers.allSatisfy { $0.contains("To news.") == reads })
            #expect(chat.answers.allSatisfy { $0.contains("[confirmSender(") != reads })
            #expect(chat.sent.allSatisfy { $0.mail.subject.text.contains("Hello") == reads })
            let (heard, sent) = (chat.heard.count, chat.sent.count)
            chat.receive("sub a.example", headers)
            try await chat.settle()
            #expect(chat.heard.count - heard == (trust == .owner ? 1 : 0))
            #expect(chat.sent.count - sent == (trust == .forged ? 0 : 1))
            if trust != .forged, trust != .owner {
                // Done when the code comes back, and by nobody without it.
                let code = try #require(chat.answers.last?.firstMatch(of: /CODE[0-9]+XLONG/)).output
                chat.receive("yes \(code)", ["Subject: Re: x"], from: "mallory@evil.test")
                try await chat.settle()
                #expect(chat.heard.last?.text != "sub a.example")
                chat.receive("yes \(code)", word.headers + token.headers + ["Subject: Re: x"])
                try await waitUntil("it is done") { chat.heard.last?.text == "sub a.example" }
                try await chat.settle()
                #expect(chat.heard.last?.sender.account == Self.alice)
                #expect(chat.answers.last?.contains("To sub a.example.") == true)
            }
        }
    }

    @Test(arguments: Word.allCases, Token.allCases)
    func `a token ends mail always, and From alone where nobody denies it`(
        word: Word,
        token: Token
    ) async throws {
        let chat = chat()
        func isEnded(_ address: String) -> Bool { chat.kept.now.people[address]?.unsubscribedAt != nil }
        try await chat.run {
            chat.receive("", word.headers + token.headers + ["Subject: unsubscribe"])
            try await chat.settle()
            #expect(isEnded("bob@example.org") == (token == .anothers))
            let mayEnd = token == .own || token == .none && (word == .vouched || word == .silent)
            #expect(isEnded(Self.alice) == mayEnd)
            guard token == .none, !mayEnd else { return }
            #expect(chat.answers.map { $0.contains("[confirmEnd(code: Optional(\"CODE1XLONG\"))]") } == [true])
            chat.receive("yes CODE1XLONG", word.headers + ["Subject: Re: x"])
            try await waitUntil("it is ended") { chat.sent.count == 2 }
            try await chat.settle()
            #expect(isEnded(Self.alice) && chat.answers[1].contains("[unsubscribed("))
        }
    }

    @Test func `nobody is believed without results or a token`() {
        #expect(trust([]) == .guest)
        #expect(trust([results], server: "") == .guest)
        #expect(trust([results]) == .owner)
        #expect(trust([results], server: "MX.bot.test") == .owner)
    }

    @Test func `results below others are a stranger's`() {
        let other = "Authentication-Results: relay.other.test; dkim=fail header.d=example.org"
        #expect(trust([other, results]) == .guest)
        #expect(trust(["Authentication-Results: mx.bot.test; dkim=fail header.d=example.org", results]) == .guest)
        #expect(trust(["Authentication-Results: ;;;", results]) == .guest)
        #expect(trust([results, other]) == .owner)
    }

    @Test func `results for another domain, or another server's, vouch for nothing`() {
        #expect(trust(["Authentication-Results: mx.bot.test; dkim=pass header.d=evil.test"]) == .guest)
        #expect(trust(["Authentication-Results: mx.bot.test.evil.test; dkim=pass header.d=example.org"]) == .guest)
        #expect(trust(["Authentication-Results: (mx.bot.test) evil.test; dkim=pass header.d=example.org"]) == .guest)
    }

    @Test func `tokens are read where a mail went, never in its text, and of many the first few`() {
        let quoted = WrittenMail.mail("> To: crier+tok1@bot.test\n\nReply-To: crier+tok1@bot.test")
        #expect(Sample.tokens.tokens(in: quoted, recipient: nil) == [])
        #expect(
            Sample.tokens.tokens(in: WrittenMail.mail("", headers: ["Subject: crier+tok1@bot.test"]), recipient: nil)
                == []
        )
        #expect(
            Sample.tokens.tokens(in: WrittenMail.mail("", headers: ["To: crier+tok1@evil.test"]), recipient: nil) == []
        )
        #expect(
            Sample.tokens.tokens(in: WrittenMail.mail("", headers: ["Cc: Crier <Crier+Tok1@bot.test>"]), recipient: nil)
                == ["tok1"]
        )
        let many = (0..<900).map { "crier+t\($0)@bot.test" }.joined(separator: ", ")
        let flood = WrittenMail.mail("", headers: (0..<50).map { _ in "To: " + many })
        #expect(Sample.tokens.tokens(in: flood, recipient: nil) == ["t0", "t1", "t2", "t3"])
    }
}

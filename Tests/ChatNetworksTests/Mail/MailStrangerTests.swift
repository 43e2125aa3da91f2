import Foundation
import MailMessages
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

/// What the bot can be made to send by who forges somebody's address.
@Suite(.timed, .timeLimit(.minutes(10))) struct MailStrangerTests {
    private let disowned = "Authentication-Results: mx.bot.test; dmarc=fail header.from=example.org"

    @Test(
        arguments: [
            "sub https://pills.example", "pills", "help pills", "news\npills pills\nsub pills\n\nunread pills\nnews",
            "yes PILLSPILLS", "pills help me with it", "unsubscribe\nsave pills", "No thanks!", "",
            "> pills\n\n> pills",
            "news pills\nnews 2\nnews 3\nnews 4\nnews 5\nnews 6\nnews 7\nnews 8\nnews 9\nnews 10\nnews 11\nnews pills",
        ],
        ["Subject: Pills, cheap pills", "Subject: Re: news pills", "Subject: sub pills.example"]
    )
    func `nothing that a stranger wrote is in the answer`(body: String, subject: String) async throws {
        let chat = MailChatForTest()
        let headers = [
            subject, "Message-ID: <buy pills, cheap!@pills.example>",
            "References: <pills@pills.example> <more@pills.example>",
            "In-Reply-To: <pills@pills.example>", "Reply-To: Pills <victim@pills.example>", "Comments: pills",
        ]
        try await chat.run {
            chat.receive(body, headers, from: "\"Cheap pills\" <victim@example.org>")
            try await chat.settle()
        }
        #expect(chat.heard.isEmpty && chat.sent.count <= 1)
        for sent in chat.sent {
            let mail = IncomingMail(sent.bytes)
            let all = mail.headers.fields.map(\.value) + [mail.plainText ?? "", mail.html ?? "", mail.subject]
            #expect(all.allSatisfy { !$0.lowercased().contains("pills") }, "\(all)")
            #expect(mail.subject == "[answerSubject(bot: \"Crier\")]")
            #expect(mail.headers.first("auto-submitted") == "auto-replied" && mail.headers.contains("x-loop"))
            #expect(mail.to.map(\.address) == [WrittenMail.address("victim@example.org")])
        }
    }

    @Test func `a stranger's answer belongs to their mail where its id is one of a program`() async throws {
        let chat = MailChatForTest()
        try await chat.run {
            chat.receive("news", ["Message-ID: <20261122.A_b-1@mail.example.org>", "References: <x@y.example>"])
            try await chat.settle()
        }
        let mail = IncomingMail(try #require(chat.sent.first).bytes)
        #expect(mail.inReplyTo.map(\.text) == ["20261122.A_b-1@mail.example.org"])
        #expect(mail.references == mail.inReplyTo)
    }

    @Test func `a mail program that sends our question back without a mark confirms nothing`() async throws {
        let chat = MailChatForTest()
        try await chat.run {
            chat.receive("news", ["Message-ID: <1@a.test>"])
            try await chat.settle()
            let question = try #require(chat.answers.first)
            for (number, text) in ["I am away.\n\n\(question)", question, "\(question)\n\nI am away"].enumerated() {
                let headers = ["Message-ID: <r\(number)@a.test>", "Subject: Re: \(chat.sent[0].mail.subject.text)"]
                chat.receive(text, headers + ["In-Reply-To: <\(chat.sent[0].eventID)>"])
                try await chat.settle()
            }
        }
        #expect(chat.heard.isEmpty && chat.kept.now.codes["CODE1XLONG"] != nil)
        #expect(chat.kept.now.people["alice@example.org"]?.confirmedAt == nil)
    }

    @Test func `forged requests to end mail are asked about once an hour, and only of who gets mail`() async throws {
        let chat = MailChatForTest(guestAnswersPerHour: 3)
        for address in (0..<5).map({ "\($0)@example.org" }) {
            chat.kept.confirm(address, network: "mail", at: chat.time.now)
        }
        func forge(_ from: String, times: Int = 1) async throws -> Int {
            let before = chat.sent.count
            for _ in 0..<times {
                chat.receive("", [disowned, "Subject: unsubscribe"], from: from)
                try await chat.settle()
            }
            return chat.sent.count - before
        }
        try await chat.run {
            #expect(try await forge("0@example.org", times: 20) == 1)
            #expect(try await forge("stranger@example.org") == 0)
            #expect(try await forge("1@example.org") == 1)
            #expect(try await forge("2@example.org") == 0, "all together have three an hour, and one was for nobody")
            // It takes nothing from strangers who are nobody's forgery.
            chat.receive("news", from: "new@other.test")
            try await chat.settle()
            #expect(chat.sent.last?.recipient == WrittenMail.address("new@other.test"))
            chat.time.advance(by: 3_600)
            #expect(try await forge("2@example.org") == 1)
            // A machine is not asked.
            chat.receive("", [disowned, "Subject: stop", "Auto-Submitted: auto-replied"], from: "3@example.org")
            try await chat.settle()
            #expect(chat.sent.last?.recipient == WrittenMail.address("2@example.org"))
        }
        #expect(chat.kept.now.people.values.allSatisfy { $0.unsubscribedAt == nil })
    }

    @Test func `an attached list is no harmless thing, whatever stands above it`() async throws {
        let chat = MailChatForTest()
        _ = chat.kept.correspondent("alice@example.org", network: "mail", at: chat.time.now)
        let file = "Content-Type: text/x-opml; name=feeds.opml\r\nContent-Disposition: attachment\r\n\r\n<opml/>"
        let body = "--b\r\n\r\nnews\r\n--b\r\n\(file)\r\n--b--\r\n"
        try await chat.run {
            chat.receive(body, ["To: crier+taliceexampleorg@bot.test", "Content-Type: multipart/mixed; boundary=b"])
            try await chat.settle()
        }
        #expect(chat.heard.map(\.text) == ["news"])
        #expect(chat.answers.first?.contains("[confirmLines(lines: [\"import\"]") == true, "\(chat.answers)")
    }

    @Test func `a guest's answer ends when five have gone out, and says so`() async throws {
        let chat = MailChatForTest(answersPerGuest: 5)
        try await chat.run {
            for number in 0..<30 {
                chat.receive("news", ["Message-ID: <\(number)@bot2.test>", "Subject: Re: x"], from: "bot2@example.org")
                try await chat.settle()
            }
        }
        #expect(chat.sent.count == 5 && chat.answers[4].contains("[resting(limit: 5)]"))
        // What is not answered is not kept either.
        #expect(chat.kept.now.codes.count == 5)
    }
}

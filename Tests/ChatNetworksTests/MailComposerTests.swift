import Foundation
import MailMessages
import MailTalk
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

@Suite(.timed) struct MailComposerTests {
    private func push(
        _ message: OutgoingMessage = MailSamples.alert,
        key: PartKey = .ledger(7),
        options: MailNetworkOptions = MailSamples.options(),
        at time: Date = MailSamples.time
    ) throws -> ComposedMail {
        try #require(
            try MailSamples.composer(options).push(
                message,
                key: key,
                to: MailSamples.reader,
                footer: MailSamples.footer,
                at: time
            )
        )
    }

    private func read(_ mail: ComposedMail) -> IncomingMail { IncomingMail(mail.bytes) }

    @Test func `a push says what it is to people, programs and filters`() throws {
        let mail = try push()
        let read = read(mail)
        #expect(mail.sender.description == "crier+k7q2m9x4w8-v3b6n1z8c5@example.org")
        #expect(mail.recipient.description == "reader@example.net")
        #expect(read.from.map(\.address.description) == ["crier@example.org"])
        #expect(read.from.first?.name?.text == "Crier")
        #expect(read.replyTo.map(\.address.description) == ["crier+k7q2m9x4w8@example.org"])
        #expect(read.messageID?.text == "push.7-0.n5h2@example.org")
        #expect(mail.eventID == "push.7-0.n5h2@example.org")
        let expected = [
            "List-Id": "Crier <crier.example.org>", "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All", "X-Loop": "crier@example.org",
            "X-Crier-Recipient": "k7q2m9x4w8-v3b6n1z8c5",
            "List-Unsubscribe":
                "<https://crier.example.org/unsubscribe/v3b6n1z8c5>, <mailto:crier+v3b6n1z8c5@example.org?subject=unsubscribe>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "List-Help": "<mailto:crier+v3b6n1z8c5@example.org?subject=help>",
        ]
        for (name, value) in expected { #expect(read.headers.first(name) == value) }
        #expect(read.date == MailSamples.time)
        #expect(read.html?.contains("</html>") == true)
        #expect(read.plainText?.contains("<https://orbit.example.com/comet>") == true)
    }

    @Test func `without a page to unsubscribe at there is no one-click`() throws {
        let headers = read(try push(options: MailSamples.options(unsubscribeURL: nil))).headers
        #expect(headers.first("list-unsubscribe") == "<mailto:crier+v3b6n1z8c5@example.org?subject=unsubscribe>")
        #expect(headers.first("list-unsubscribe-post") == nil)
        let unnamed = MailCorrespondent(address: "reader@example.net", token: "k7q2m9x4w8")
        let mail = try MailSamples.composer().push(
            MailSamples.alert,
            key: .ledger(1),
            to: unnamed,
            footer: MailSamples.footer,
            at: MailSamples.time
        )
        #expect(mail.map { read($0).headers.contains("list-unsubscribe-post") } == false)
    }

    @Test func `where there are no addresses with tokens the plain one is used`() throws {
        let mail = try push(options: MailSamples.options(separator: ""))
        #expect(mail.sender.description == "crier@example.org")
        #expect(read(mail).headers.first("x-crier-recipient") == "k7q2m9x4w8-v3b6n1z8c5")
        let tokens = MailTokens(own: try MailAddress("crier@example.org"), separator: "-")
        #expect(tokens.token(of: try MailAddress("Crier-K7@Example.org")) == "k7")
        #expect(tokens.token(of: try MailAddress("crier+k7@example.org")) == nil)
        #expect(tokens.tokens(in: MailSamples.question, recipient: "<crier-a@example.org>") == [])
        #expect(tokens.tokens(in: MailSamples.question, recipient: "crier-a@example.org") == ["a"])
        #expect(try MailSamples.composer().tokens.tokens(in: MailSamples.question, recipient: nil) == ["k7q2m9x4w8"])
    }

    @Test func `a repeat has the same Message-ID, another part another`() throws {
        let first = try push(key: .ledger(7))
        let again = try push(MailSamples.headlines, key: .ledger(7), at: MailSamples.time.addingTimeInterval(9_000))
        #expect(first.eventID == again.eventID)
        #expect(try push(key: .ledger(7, 1)).eventID != first.eventID)
        #expect(try push(key: .ledger(7)).bytes == first.bytes)
    }

    @Test func `an answer is in the thread of its question`() throws {
        let mail = try #require(
            try MailSamples.composer().answer(
                MailSamples.answers,
                to: MailSamples.question,
                id: 5,
                of: MailSamples.reader,
                usualSubject: "Crier: your answer",
                footer: MailSamples.footer,
                at: MailSamples.time
            )
        )
        let read = read(mail)
        #expect(read.messageID?.text == "answer.5.n5h2@example.org")
        #expect(read.subject == "Re: Digest Tue, Nov 24")
        #expect(read.inReplyTo.map(\.text) == ["q1@example.net"])
        #expect(read.references.map(\.text) == ["push.7-0.n5h2@example.org", "q1@example.net"])
        #expect(read.headers.first("auto-submitted") == "auto-replied")
        #expect(read.headers.first("list-id") == nil)
        #expect(read.plainText?.hasPrefix("> save 3\n") == true)
    }

    @Test func `an answer to an endless thread names its ends, to an empty subject its own`() throws {
        let references = (0..<150).map { "<m\($0)@example.net>" }.joined(separator: " ")
        let question = IncomingMail(
            Array("From: a@example.net\nMessage-ID: <q@x>\nReferences: \(references)\n\nhelp".utf8)
        )
        let answer = [MailAnswer(command: "help", messages: [OutgoingMessage(body: .plain("Commands are these."))])]
        let mail = try #require(
            try MailSamples.composer().answer(
                answer,
                to: question,
                id: 6,
                of: MailSamples.reader,
                usualSubject: "Crier: your answer",
                footer: MailSamples.footer,
                at: MailSamples.time
            )
        )
        let read = read(mail)
        #expect(read.references.count == 21)
        #expect(read.references.first?.text == "m0@example.net")
        #expect(read.references.last?.text == "q@x")
        #expect(read.subject == "Re: help")
    }

    @Test func `an answer to neither a subject nor a command has the usual one`() throws {
        let words = [MailAnswer(command: nil, messages: [OutgoingMessage(body: .plain("I did not understand it."))])]
        func subject(to subject: String) throws -> String? {
            let question = IncomingMail(Array("From: a@example.net\nSubject: \(subject)\n\nwhat".utf8))
            return try MailSamples.composer().answer(
                words,
                to: question,
                id: 6,
                of: MailSamples.reader,
                usualSubject: "Crier: your answer",
                footer: MailSamples.footer,
                at: MailSamples.time
            ).map { read($0).subject }
        }
        #expect(try subject(to: "") == "Crier: your answer")
        #expect(try subject(to: "A question") == "Re: A question")
    }

    @Test(arguments: [
        "Breaking\r\nBcc: victim@example.com\r\n\r\nbody", "a\nX-Evil: 1", "nul\u{0}", "\u{202e}turned\u{2066}",
        "=?utf-8?Q?=0D=0ABcc:_victim@example.com?=", String(repeating: "W", count: 10_000),
        String(repeating: "新闻", count: 5_000), "{{{x}}}", "a\u{85}Bcc: x\u{2028}y", "\u{c}\u{b}Bcc: x", "-->",
    ])
    func `no title adds a header or leaves the seven bits`(title: String) throws {
        let body = RichText([
            .heading(level: 1, [.text(title)]),
            .item(marker: "1", [.link(label: title, url: "https://a.test/\(title)")]),
            .preformatted(title + "\n.\nFrom x\n-- "),
        ])
        let forms: [OutgoingMessage.Form] = [.chat, .markdown, .html, .opml, .text]
        for form in forms {
            let mail = try push(OutgoingMessage(body: body, form: form, subject: title))
            let usual = try push(OutgoingMessage(body: .plain("x"), form: form, subject: "x"))
            let arrived = read(mail)
            let names = arrived.headers.fields.map(\.name)
            #expect(names == read(usual).headers.fields.map(\.name))
            #expect(arrived.subject == HeaderText(mail.mail.subject.text).text)
            #expect(mail.bytes.allSatisfy { $0 < 0x80 && $0 != 0 })
            let lines = mail.bytes.split(separator: 10, omittingEmptySubsequences: false)
            #expect(lines.allSatisfy { $0.count <= 999 })
            #expect(lines.dropLast().allSatisfy { $0.last == 13 && !$0.dropLast().contains(13) })
            #expect(arrived.attachments.count == mail.mail.attachments.count)
        }
    }

    @Test func `an address that mail cannot reach gets none`() throws {
        let nobody = MailCorrespondent(address: "not an address", token: "a")
        let mail = try MailSamples.composer().push(
            MailSamples.alert,
            key: .ledger(1),
            to: nobody,
            footer: MailSamples.footer,
            at: MailSamples.time
        )
        #expect(mail == nil)
    }
}

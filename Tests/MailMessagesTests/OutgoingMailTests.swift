import Foundation
import Testing

@testable import MailMessages

@Suite struct OutgoingMailTests {
    static func mail(subject: HeaderText = "Your digest", text: FlowedText = "Hello") throws -> OutgoingMail {
        let domain = try MailDomain("example.org")
        return OutgoingMail(
            messageID: MailMessageID(stableID: "message-1.1", domain: domain),
            date: Date(timeIntervalSince1970: 1_795_268_101),
            from: Mailbox(name: "Crier", address: try MailAddress("crier@example.org")),
            to: [Mailbox(address: try MailAddress("alice@example.org"))],
            subject: subject,
            text: text
        )
    }

    private static func full() throws -> OutgoingMail {
        var mail = try mail(subject: "Grüße: 5 Nachrichten", text: "Straße — naïve\n> kein Zitat\n-- \nCrier")
        mail.replyTo = Mailbox(name: "Crier, the bot", address: try MailAddress("crier+T0KEN@example.org"))
        mail.inReplyTo = MailMessageID("q@example.org")
        mail.references = (0..<40).compactMap { MailMessageID("r\($0)@example.org") }
        mail.list = ListHeaders(
            name: "Crier's digest",
            id: try MailDomain("digest.example.org"),
            unsubscribe: [
                try HeaderURL("https://example.org/u/abc"),
                try HeaderURL(mailTo: MailAddress("crier+u@example.org"), subject: "unsubscribe"),
            ],
            isOneClick: true
        )
        mail.autoSubmitted = .generated
        mail.suppressesAutoResponses = true
        mail.isBulk = true
        mail.fields = [
            HeaderField(try HeaderName("X-Crier-Loop"), "crier@example.org"),
            HeaderField(try HeaderName("bcc"), "eve@example.org"),
            HeaderField(try HeaderName("Content-Type"), "text/evil"),
        ]
        let id = MailMessageID("img1@example.org")
        let png = MIMEType("image/png") ?? .octetStream
        mail.html = HTMLBody(
            "<p>Straße <img src=\"cid:img1@example.org\"></p>\n",
            images: [OutgoingFile(name: "map.png", type: png, content: [0x89, 0x50], contentID: id)]
        )
        mail.attachments = [
            OutgoingFile(
                name: "Übersicht.opml",
                type: MIMEType("text/x-opml") ?? .octetStream,
                content: Array("<opml/>".utf8)
            ),
            OutgoingFile(name: "original.eml", type: .message, content: Array("Subject: x\r\n\r\n".utf8)),
        ]
        return mail
    }

    @Test func `a plain mail is written to the byte`() throws {
        let expected = """
            Date: Sat, 21 Nov 2026 13:35:01 +0000
            From: Crier <crier@example.org>
            To: <alice@example.org>
            Subject: Your digest
            Message-ID: <message-1.1@example.org>
            MIME-Version: 1.0
            Content-Type: text/plain; charset=us-ascii; format=flowed
            Content-Transfer-Encoding: 7bit

            Hello

            """
        #expect(try Self.mail().bytes().asText == expected.replacingOccurrences(of: "\n", with: "\r\n"))
    }

    @Test func `a full mail is read as it was written`() throws {
        let bytes = try Self.full().bytes()
        let mail = IncomingMail(bytes)
        #expect(mail.subject == "Grüße: 5 Nachrichten")
        #expect(mail.from.first?.name == "Crier")
        #expect(mail.replyTo.first?.name == "Crier, the bot")
        #expect(mail.messageID?.text == "message-1.1@example.org")
        #expect(mail.inReplyTo.map(\.text) == ["q@example.org"])
        #expect(mail.references.count == 21 && mail.references.first?.text == "r0@example.org")
        #expect(
            mail.headers.first("list-id") == "\"Crier's digest\" <digest.example.org>"
                || mail.headers.first("list-id") == "Crier's digest <digest.example.org>"
        )
        #expect(
            mail.headers.first("list-unsubscribe")
                == "<https://example.org/u/abc>, <mailto:crier+u@example.org?subject=unsubscribe>"
        )
        #expect(mail.headers.first("list-unsubscribe-post") == "List-Unsubscribe=One-Click")
        #expect(mail.headers.first("auto-submitted") == "auto-generated")
        #expect(mail.headers.first("x-auto-response-suppress") == "All")
        #expect(mail.headers.first("precedence") == "bulk")
        #expect(mail.headers.first("x-crier-loop") == "crier@example.org")
        #expect(!mail.headers.contains("bcc"))
        #expect(mail.headers.all("content-type").count == 1)
        #expect(mail.plainText == "Straße — naïve\n> kein Zitat\n-- \nCrier")
        #expect(mail.html == "<p>Straße <img src=\"cid:img1@example.org\"></p>\n")
        #expect(mail.attachments.map(\.name) == ["map.png", "Übersicht.opml", "original.eml"])
        #expect(mail.attachments.map(\.contentID) == ["img1@example.org", nil, nil])
        #expect(
            mail.attachments.map(\.content) == [[0x89, 0x50], Array("<opml/>".utf8), Array("Subject: x\r\n\r\n".utf8)]
        )
        #expect(mail.attachments[1].type.description == "text/x-opml")
    }

    @Test func `a repeat is the same to the byte`() throws {
        #expect(try Self.full().bytes() == Self.full().bytes())
    }

    @Test func `all is ASCII in lines that SMTP allows`() throws {
        for line in try Self.full().bytes().asText.components(separatedBy: "\r\n") {
            #expect(line.utf8.count <= 78, "\(line)")
            #expect(line.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0A && $0 != 0x0D })
        }
    }

    @Test func `no one-click header without a web address`() throws {
        var mail = try Self.mail()
        let url = try HeaderURL(mailTo: MailAddress("crier@example.org"))
        mail.list = ListHeaders(id: try MailDomain("digest.example.org"), unsubscribe: [url], isOneClick: true)
        #expect(!mail.bytes().asText.contains("List-Unsubscribe-Post"))
    }

    @Test func `a body that was written to hit the boundary is dodged`() throws {
        var mail = try Self.mail()
        mail.html = HTMLBody("<p>x</p>")
        let boundary = try #require(IncomingMail(mail.bytes()).root.parameters["boundary"])
        mail.text = FlowedText("--\(boundary)\n--\(boundary)--\nThe end")
        let read = IncomingMail(mail.bytes())
        #expect(read.plainText == "--\(boundary)\n--\(boundary)--\nThe end")
        #expect(read.html == "<p>x</p>\n")
        #expect(read.root.parameters["boundary"] != boundary)
    }

    @Test(arguments: [
        ("Hello", "7bit"), ("Straße in Köln, and much more text in plain letters around it", "quoted-printable"),
        ("新闻快报", "base64"), (String(repeating: "x", count: 2_000), "quoted-printable"),
    ])
    func `bodies take the coding that fits`(text: String, coding: String) throws {
        var mail = try Self.mail()
        mail.text = FlowedText(text)
        let read = IncomingMail(mail.bytes())
        #expect(read.headers.first("content-transfer-encoding") == coding)
        #expect(read.plainText == text)
        for line in mail.bytes().asText.components(separatedBy: "\r\n") { #expect(line.utf8.count <= 998) }
    }

    @Test func `an answer belongs to its thread`() throws {
        let question = IncomingMail(
            Array("Message-ID: <q2@x>\r\nIn-Reply-To: <q1@x>\r\nSubject: =?utf-8?Q?=C3=A9?=\r\n\r\n".utf8)
        )
        var mail = try Self.mail()
        mail.answer(question)
        #expect(mail.inReplyTo?.text == "q2@x")
        #expect(mail.references.map(\.text) == ["q1@x", "q2@x"])
        #expect(mail.subject == "Re: é")
        mail.answer(IncomingMail(Array("References: <a@x> <b@x>\r\nSubject: RE: x\r\n\r\n".utf8)))
        #expect(mail.subject == "RE: x")
        #expect(mail.inReplyTo == nil && mail.references.map(\.text) == ["a@x", "b@x"])
    }

    @Test func `feed text in every place injects nothing`() throws {
        let evil = "x\r\nBcc: eve@example.org\r\n\r\nbody\0\u{2028}\n.\nQUIT"
        var mail = try Self.mail(subject: HeaderText(evil), text: FlowedText(evil))
        mail.from.name = HeaderText(evil)
        mail.fields = [HeaderField(try HeaderName("X-Feed"), HeaderText(evil))]
        mail.attachments = [OutgoingFile(name: HeaderText(evil), type: .octetStream, content: [])]
        let read = IncomingMail(mail.bytes())
        #expect(!read.headers.contains("bcc"))
        #expect(read.root.children.count == 2)
        #expect(read.root.children.allSatisfy { !$0.headers.contains("bcc") })
    }
}

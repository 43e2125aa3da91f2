import Foundation
import Testing

@testable import MailMessages

@Suite struct PartReaderTests {
    static func part(_ text: String) -> MailPart {
        var reader = PartReader(limits: MailLimits())
        return reader.part(Array(text.utf8)[...])
    }

    private static func mail(_ text: String) -> IncomingMail { IncomingMail(Array(text.utf8)) }

    @Test(arguments: [
        "Subject: x\r\n\r\nbody\r\n", "Subject: x\n\nbody\n", "Subject: x\r\rbody\r",
        "\r\n\r\nSubject: x\r\n\r\nbody\r\n",
        "From alice Sat Nov 21 13:35:01 2026\nSubject: x\n\nbody\n", "\u{FEFF}Subject: x\n\nbody\n",
        "Subject : x\n\nbody\n",
        "SUBJECT:x\n\nbody\n", "Subject:\n x\n\nbody\n", "Subject: x\n>From alice\nTo: y\n\nbody\n",
        "Subject: x\0\n\nbo\0dy\n",
    ])
    func `headers and body part at the empty line, however lines end`(text: String) {
        let mail = Self.mail(text)
        #expect(mail.subject == "x")
        #expect(mail.plainText == "body\n")
    }

    @Test func `a body without the empty line is a body`() {
        let mail = Self.mail("Subject: x\nHello there\nand there")
        #expect(mail.subject == "x" && mail.plainText == "Hello there\nand there")
        #expect(Self.mail("just text").plainText == "just text")
        #expect(Self.mail("").plainText == "")
    }

    @Test(arguments: [
        // Whole, with preamble and epilogue.
        "preamble\n--b\n\none\n--b\n\ntwo\n--b--\nepilogue", "--b\n\none\n--b\n\ntwo",
        "--b  \n\none\n--b\t\n\ntwo\n--b--",
        "--b\n\none\n--b\nContent-Type: text/plain\n\ntwo\n--b--\n--b\n\nthree",
        "--b\nContent-Type: multipart/mixed; boundary=bb\n\n--bb\n\none\n--b\n\ntwo\n--b--",
    ])
    func `parts are found between boundaries, complete or cut off`(body: String) {
        let mail = Self.mail("Content-Type: multipart/mixed; boundary=\"b\"\n\n" + body)
        #expect(mail.plainText == "one\ntwo")
    }

    @Test(arguments: ["multipart/mixed", "multipart/mixed; boundary=\"\"", "multipart/mixed; boundary=wrong"])
    func `a boundary that is missing or wrong is guessed`(type: String) {
        let mail = Self.mail(
            "Content-Type: \(type)\n\n--real\nContent-Type: text/plain\n\none\n--real\n\ntwo\n--real--\n"
        )
        #expect(mail.plainText == "one\ntwo")
    }

    @Test func `a multipart without any part is text`() {
        #expect(Self.mail("Content-Type: multipart/mixed; boundary=x\n\nHello").plainText == "Hello")
    }

    @Test(arguments: [
        ("base64", "SGVs\nbG8=", "Hello"), ("BASE64 (really)", "SGVsbG8", "Hello"),
        ("base64", "SGVs!bG8=\n-- \nfooter", "Hello"),
        ("quoted-printable", "caf=C3=A9=\n!", "café!"), ("Quoted-Printable", "a=3Db =\nc  \nd", "a=b c\nd"),
        ("quoted-printable", "50=% =zz =4", "50=% =zz =4"), ("8bit", "café", "café"), ("nonsense", "x", "x"),
        ("7bit", "café", "café"),
        ("x-uuencode", "begin 644 a.txt\n%2&5L;&\\\n`\nend", "Hello"),
    ])
    func `transfer encodings are undone, damaged ones too`(coding: String, body: String, text: String) {
        let mail = Self.mail("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: \(coding)\n\n\(body)")
        let found = mail.plainText ?? ""
        #expect(coding == "base64" && body.contains("footer") ? found.hasPrefix(text) : found == text)
    }

    @Test(
        arguments: [
            ("iso-8859-1", [0x63, 0xE9], "cé"), ("windows-1252", [0x93, 0x94], "“”"), ("us-ascii", [0x93], "“"),
            ("utf-8", [0xE9, 0x74], "ét"),
            ("iso-8859-1", [0xC3, 0xA9], "é"), ("koi8-r", [0xF0, 0xD2], "Пр"), ("windows-1251", [0xCF, 0xF0], "Пр"),
            ("iso-8859-2", [0xB1], "ą"), ("iso-8859-15", [0xA4], "€"), ("gb2312", [0xD6, 0xD0], "中"),
            ("big5", [0xA4, 0xA4], "中"),
            ("shift_jis", [0x93, 0xFA], "日"), ("euc-jp", [0xC6, 0xFC], "日"), ("euc-kr", [0xB0, 0xA1], "가"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
            ("us-ascii", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
            ("utf-7", Array("+ZeU-".utf8), "日"), ("UTF8", [0xC3, 0xA9], "é"), ("\"utf-8\"", [0xC3, 0xA9], "é"),
            ("x-none-such", [0xE9], "é"),
            ("utf-16le", [0xE5, 0x65], "日"), ("utf-8", [0xC3, 0xA9, 0xFF, 0xC3, 0xA9], "é\u{FFFD}é"),
            ("../../etc", [0x61], "a"),
            ("gb2312", [0x61, 0xFF, 0xD6, 0xD0], "a\u{FFFD}中"), ("windows-1255", [0xF9], "ש"), ("tis-620", [0xA1], "ก"),
        ] as [(String, [UInt8], String)]
    )
    func `charsets are read, and wrong labels seen through`(charset: String, bytes: [UInt8], text: String) {
        let mail = IncomingMail(Array("Content-Type: text/plain; charset=\(charset)\r\n\r\n".utf8) + bytes)
        #expect(mail.plainText == text)
    }

    @Test func `a subject bare of any coding is in the charset of the text`() {
        let head = Array("Content-Type: multipart/mixed; boundary=b\r\nSubject: ".utf8) + [0xCA, 0xD6, 0xBB, 0xFA]
        let body = Array("\r\n\r\n--b\r\nContent-Type: text/plain; charset=gb2312\r\n\r\nx\r\n--b--".utf8)
        #expect(IncomingMail(head + body).subject == "手机")
        #expect(Self.mail("Subject: Grüße\r\n\r\n").subject == "Grüße")
    }

    @Test func `flowed text is put together`() {
        let mail = Self.mail("Content-Type: text/plain; format=Flowed; delsp=yes\n\n> one \n> two\nthr \nee\n")
        #expect(mail.plainText == "> onetwo\nthree")
    }

    @Test func `mail of HTML only has no text`() {
        let mail = Self.mail("Content-Type: text/html; charset=utf-8\n\n<b>Hé</b>")
        #expect(mail.plainText == nil && mail.html == "<b>Hé</b>")
        let empty = Self.mail(
            "Content-Type: multipart/alternative; boundary=b\n\n--b\n\n \n--b\nContent-Type: text/html\n\n<p>\n--b--"
        )
        #expect(empty.plainText == nil && empty.html == "<p>")
    }

    @Test func `the parts of a client's mail find their places`() {
        let mail = Self.mail(
            """
            Content-Type: multipart/mixed; boundary=a

            --a
            Content-Type: multipart/related; boundary=b; type="multipart/alternative"

            --b
            Content-Type: multipart/alternative; boundary=c

            --c

            text
            --c
            Content-Type: text/html

            <p>text</p>
            --c--
            --b
            Content-Type: image/png; name=logo.png
            Content-ID: <logo@x>
            Content-Disposition: inline

            png
            --b--
            --a
            Content-Type: text/x-opml; name=feeds.opml

            <opml/>
            --a
            Content-Type: text/plain
            Content-Disposition: attachment; filename=notes.txt

            notes
            --a
            Content-Type: message/rfc822

            Subject: inner

            inner text
            --a
            Content-Type: text/plain

            footer
            --a--
            """
        )
        #expect(mail.plainText == "text\nfooter")
        #expect(mail.html == "<p>text</p>")
        #expect(mail.attachments.map(\.name) == ["logo.png", "feeds.opml", "notes.txt", nil])
        #expect(mail.attachments.map(\.contentID) == ["logo@x", nil, nil, nil])
        #expect(mail.attachments.map(\.isInline) == [true, false, false, false])
        #expect(mail.attachments[1].text == "<opml/>")
        #expect(mail.root.children[3].children.first?.headers.text("subject") == "inner")
    }

    @Test func `a related part begins where it says`() {
        let mail = Self.mail(
            "Content-Type: multipart/related; boundary=b; start=\"<two@x>\"\n\n--b\nContent-Type: image/gif\n\ng\n--b\n"
                + "Content-Type: text/html\nContent-ID: <two@x>\n\n<p>\n--b--"
        )
        #expect(mail.html == "<p>" && mail.attachments.map(\.type.description) == ["image/gif"])
    }

    @Test func `a signed mail is its first part`() {
        let mail = Self.mail(
            "Content-Type: multipart/signed; boundary=b\n\n--b\n\ntext\n--b\nContent-Type: application/pgp-signature\n\nxx\n--b--"
        )
        #expect(mail.plainText == "text" && mail.attachments.isEmpty)
    }

    @Test func `files in the text of old programs are found`() {
        let mail = Self.mail("\nHello\nbegin 644 cat.txt\n#0V%T\n`\nend\nBye\nbegin 100 things today\n")
        #expect(mail.plainText == "Hello\nBye\nbegin 100 things today\n")
        #expect(mail.attachments.map(\.name) == ["cat.txt"])
        #expect(mail.attachments.first?.content == Array("Cat".utf8))
    }

    @Test func `messages are read through a coding that the rules forbid`() {
        let mail = Self.mail(
            "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
                + Base64.encode(Array("Subject: in\n\nx".utf8)).asText
        )
        #expect(mail.root.children.first?.headers.text("subject") == "in")
    }

    @Test func `messages within each other are read where they stand`() throws {
        let text = String(repeating: "Content-Type: message/rfc822\n\n", count: 10) + "Subject: in\n\n" + "text"
        let mail = Self.mail(text)
        var part = mail.root
        while let child = part.children.first {
            // The same bytes at the same place: nothing was copied.
            #expect(child.raw.endIndex == mail.root.raw.endIndex)
            #expect(child.raw.startIndex > part.raw.startIndex)
            part = child
        }
        #expect(part.headers.text("subject") == "in" && part.content == Array("text".utf8))
    }

    @Test func `coded messages are opened until they are too much`() {
        let message = Base64.encode(Array("Subject: in\n\n0123456789".utf8)).asText
        let text =
            "Content-Type: multipart/mixed; boundary=b\n\n"
            + String(
                repeating:
                    "--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n\(message)\n",
                count: 3
            ) + "--b--"
        var limits = MailLimits()
        limits.decodedBytes = 60
        let mail = IncomingMail(Array(text.utf8), limits: limits)
        // Each is 32 in its coding and 23 without.
        #expect(mail.root.children.map { $0.children.count } == [1, 1, 0])
        #expect(mail.attachments.count == 3)
    }

    @Test func `a file of lines that stand for more than they are is cut off`() {
        let text = "before\nbegin 644 a\n" + String(repeating: "M\n", count: 50) + "`\nend\nafter"
        let whole = UUEncoding.extract(from: text)
        #expect(whole.files.map(\.content.count) == [50 * 45] && whole.text == "before\nafter")
        let cut = UUEncoding.extract(from: text, limit: 100)
        #expect(cut.files.map(\.content.count) == [90])
        #expect(cut.text.hasPrefix("before\nM\n") && cut.text.hasSuffix("\nend\nafter"))
        #expect(UUEncoding.extract(from: text + "\n" + text, limit: 50 * 45).files.count == 1)
    }

    @Test func `what exceeds the limits is left out`() {
        var limits = MailLimits()
        limits.bytes = 40
        limits.fields = 2
        limits.fieldBytes = 3
        let mail = IncomingMail(Array("Subject: abcdef\nTo: b\nCc: c\n\n0123456789abcdefghij".utf8), limits: limits)
        #expect(
            mail.isTruncated && mail.subject == "ab" && !mail.headers.contains("cc") && mail.plainText == "0123456789a"
        )
    }

    @Test func `tags are found in every place of a recipient`() throws {
        let mail = Self.mail(
            "Delivered-To: Crier+abc@EXAMPLE.org\nTo: x@y.org, Crier <crier+def@example.org>\nCc: crier@example.org\n\n"
        )
        #expect(mail.tags(of: try MailAddress("crier@example.org")) == ["abc", "def"])
        #expect(mail.tags(of: try MailAddress("other@example.org")).isEmpty)
    }

    @Test func `an answer goes to Reply-To, and to nobody when the sender is unclear`() throws {
        #expect(Self.mail("From: a@x.org\nReply-To: b@x.org\n\n").answerAddress == (try MailAddress("b@x.org")))
        #expect(Self.mail("From: a@x.org\n\n").answerAddress == (try MailAddress("a@x.org")))
        #expect(Self.mail("From: a@x.org\nFrom: b@x.org\n\n").answerAddress == nil)
        #expect(Self.mail("From: a@x.org, b@x.org\n\n").answerAddress == nil)
        #expect(Self.mail("From: nobody\n\n").answerAddress == nil)
    }
}

@Suite struct TNEFTests {
    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * $0) & 255) }
    }

    private static func attribute(_ level: Int, _ id: Int, _ data: [UInt8]) -> [UInt8] {
        little(level, 1) + little(id, 4) + little(data.count, 4) + data + [0, 0]
    }

    private static func string(_ id: Int, _ text: String) -> [UInt8] {
        let bytes = Array(text.utf8) + [0]
        let padding = [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        return little(0x1E, 2) + little(id, 2) + little(1, 4) + little(bytes.count, 4) + bytes + padding
    }

    static let winmail: [UInt8] =
        little(0x223E_9F78, 4) + [1, 0]
        + attribute(
            1,
            0x69003,
            little(2, 4) + little(3, 2) + little(0x0017, 2) + little(1, 4) + string(0x1000, "Hello from Outlook")
        )
        + attribute(2, 0x69002, [0, 0]) + attribute(2, 0x18010, Array("LONGNA~1.OPM\0".utf8))
        + attribute(2, 0x6800F, Array("<opml/>".utf8))
        + attribute(2, 0x69005, little(1, 4) + string(0x3707, "long name.opml"))

    private static func mail(_ content: [UInt8], before: String) -> IncomingMail {
        let head =
            "Content-Type: multipart/mixed; boundary=b\n\n\(before)--b\nContent-Type: application/ms-tnef; name=winmail.dat\n"
        return IncomingMail(
            Array((head + "Content-Transfer-Encoding: base64\n\n").utf8) + Base64.encode(content)
                + Array("\n--b--".utf8)
        )
    }

    @Test func `winmail.dat gives its files and its text`() {
        let mail = Self.mail(Self.winmail, before: "")
        #expect(mail.plainText == "Hello from Outlook")
        #expect(mail.attachments.map(\.name) == ["long name.opml"])
        #expect(mail.attachments.first?.text == "<opml/>")
    }

    @Test func `the mail's own text goes before that of winmail.dat`() {
        #expect(Self.mail(Self.winmail, before: "--b\n\nmine\n").plainText == "mine")
    }

    @Test func `a winmail.dat cut off at any byte does no harm`() {
        for count in 0..<Self.winmail.count {
            let mail = Self.mail(Array(Self.winmail.prefix(count)), before: "--b\n\nmine\n")
            #expect(mail.plainText == "mine" && mail.attachments.count <= 1)
        }
    }
}

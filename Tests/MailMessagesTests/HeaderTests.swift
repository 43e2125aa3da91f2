import Foundation
import Testing

@testable import MailMessages

@Suite struct HeaderTests {
    @Test(arguments: [
        ("Breaking\r\nBcc: victim@example.org", "Breaking Bcc: victim@example.org"),
        ("a\0b\u{1B}c", "a b c"), ("a\u{2028}b\u{2029}c\u{85}d\u{0B}e", "a b c d e"), ("  a \t  b  ", "a b"),
        ("a\u{202E}b\u{2066}c", "abc"), ("\r\n", ""), ("ä\ró", "ä ó"),
    ])
    func `no text can end its header`(given: String, kept: String) {
        #expect(HeaderText(given).text == kept)
    }

    @Test func `a header's text is bounded`() {
        #expect(HeaderText(String(repeating: "ü", count: 1_000_000)).text.utf8.count == 4_000)
    }

    @Test(arguments: ["", "Sub ject", "Subject:", "X\r\nBcc", "Über", String(repeating: "x", count: 61)])
    func `a header's name is letters, digits and hyphens`(name: String) {
        #expect(throws: MailMessagesError.self) { try HeaderName(name) }
    }

    @Test(arguments: [
        "javascript:alert(1)", "https://example.org/a b", "https://example.org/>\r\nBcc: x", "ftp://example.org/",
        "https://exämple.org/", "https://example.org/a,b", "mailto",
        "https://example.org/" + String(repeating: "x", count: 900),
    ])
    func `no address of a list header can leave its brackets`(url: String) {
        #expect(throws: MailMessagesError.self) { try HeaderURL(url) }
    }

    @Test func `mailto addresses are percent-encoded`() throws {
        let url = try HeaderURL(mailTo: MailAddress("crier+a&b@example.org"), subject: "unsubscribe all?")
        #expect(url.text == "mailto:crier+a%26b@example.org?subject=unsubscribe%20all%3F")
    }

    @Test(arguments: [
        "Plain", "Grüße", "Café au lait à Paris", "速報：東京で大きな地震がありました。津波の心配はありません。今後の情報に注意してください。",
        "Mixed 日本語 and ASCII with Ünïcödé to the very end of a rather long subject line that must be folded twice",
        "=?utf-8?Q?fake?=", "a = b ? c", String(repeating: "x", count: 500),
        "👨‍👩‍👧‍👦 family " + String(repeating: "👩🏽‍🚀", count: 30),
        "Z" + String(repeating: "\u{0301}", count: 80), "under_score = ü", "? ü ?=",
        String(repeating: "word ", count: 100) + "é " + String(repeating: "word ", count: 100) + "end",
    ])
    func `a subject comes back as it was sent`(subject: String) {
        var writer = HeaderWriter()
        writer.write("Subject", text: HeaderText(subject))
        let lines = writer.bytes.asText.components(separatedBy: "\r\n").dropLast()
        for line in lines {
            #expect(line.utf8.count <= 78 || !line.contains("=?"))
            #expect(line.utf8.count <= 998)
            #expect(line.utf8.allSatisfy { $0 < 0x80 })
        }
        #expect(IncomingMail(writer.bytes + Array("\r\n".utf8)).subject == HeaderText(subject).text)
    }

    // RFC 2047, section 8, and what clients send.
    @Test(arguments: [
        ("=?ISO-8859-1?Q?a?=", "a"), ("=?ISO-8859-1?Q?a?= b", "a b"), ("=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=", "ab"),
        ("=?ISO-8859-1?Q?a?=  \t =?ISO-8859-1?Q?b?=", "ab"), ("=?ISO-8859-1?Q?a_b?=", "a b"),
        ("=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=", "a b"), ("=?US-ASCII?Q?Keith_Moore?=", "Keith Moore"),
        ("=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?=", "If you can read this yo"),
        ("=?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?=", "u understand the example."),
        ("=?iso-2022-jp?B?GyRCRnxLXDhsGyhC?=", "日本語"), ("=?UTF-8*en?Q?caf=C3=A9?=", "café"),
        ("=?koi8-r?B?8NLJ18XU?=", "Привет"), ("=?gb2312?B?1tDOxA==?=", "中文"), ("=?big5?B?pKSk5Q==?=", "中文"),
        ("=?utf-8?B?w?= =?utf-8?B?6Q==?=", "é"),
        // A letter cut in two by the sender.
        ("=?utf-8?Q?caf=C3?= =?utf-8?Q?=A9?=", "café"), ("=?utf-8?B?Y2Fmww==?= =?utf-8?B?qQ==?=", "café"),
        ("=?utf-8?Q?with space inside?=", "with space inside"), ("Re: =?utf-8?q?=C3=A9?=x", "Re: éx"),
        ("=?utf-8?X?abc?=", "=?utf-8?X?abc?="), ("=?utf-8?Q?open", "=?utf-8?Q?open"), ("=?", "=?"),
        ("=??Q?a?=", "=??Q?a?="),
        ("=?windows-1252?Q?=93hi=94?=", "“hi”"), ("=?unknown?Q?=E9?=", "é"), ("=?no-such-set?Q?=E9?=", "é"),
        ("a=?utf-8?Q?b?=c", "abc"), ("=?iso-8859-1?Q?=C3=A9?=", "é"), ("=?utf-8?Q??=", ""),
    ])
    func `encoded words are read`(written: String, text: String) {
        #expect(EncodedWord.decode(written).replacing("\0", with: "") == text)
    }

    @Test(arguments: [
        ("attachment; filename=a.txt", "a.txt"), ("attachment; filename=\"a b.txt\"", "a b.txt"),
        ("attachment; filename=a b.txt", "a b.txt"), ("attachment; FileName = \"a;b.txt\"", "a;b.txt"),
        ("attachment; filename*=UTF-8''na%C3%AFve%20plan.txt", "naïve plan.txt"),
        ("attachment; filename*=iso-8859-1'en'%A3%20rates", "£ rates"),
        ("attachment; filename*0*=utf-8''%e2%82%ac; filename*1=\" rates\"; filename*2*=%2epdf", "€ rates.pdf"),
        ("attachment; filename*1=b.txt; filename*0=a", "ab.txt"),
        ("attachment; filename=old.txt; filename*=utf-8''n%C3%BC.txt", "nü.txt"),
        ("attachment; filename=\"=?utf-8?Q?n=C3=BC.txt?=\"", "nü.txt"),
        ("attachment; filename=\"n\\\"u.txt\"", "n\"u.txt"),
        ("attachment (why not); filename=a.txt (really)", "a.txt"), ("attachment; filename=\"open", "open"),
        ("attachment; filename=../../etc/passwd", "passwd"), ("attachment; filename=\"C:\\\\x\\\\a.txt\"", "a.txt"),
        ("attachment; filename=.hidden", "hidden"), ("attachment; filename=\"..\"", nil), ("attachment", nil),
        ("attachment; filename*=utf-8''%", "%"), ("attachment; filename*=%zz", "%zz"),
        ("attachment;;;=;filename=x", "x"),
        ("attachment; filename*99999999999999999999=x", "x"),
    ])
    func `file names are read in all their dialects`(header: String, name: String?) {
        let part = PartReaderTests.part("Content-Disposition: \(header)\r\n\r\n")
        #expect(part.fileName == name)
    }

    @Test(arguments: [
        "a.txt", "naïve plan.txt", "a \"quoted\" name.txt", String(repeating: "長い名前", count: 20) + ".pdf",
        "semi;colon.txt",
        String(repeating: "x", count: 150), "100% \\ done.txt",
    ])
    func `file names come back as they were sent`(name: String) {
        var writer = HeaderWriter()
        writer.write("Content-Disposition", "attachment", parameters: [("filename", HeaderText(name))])
        #expect(writer.bytes.asText.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 })
        let value = IncomingMail(writer.bytes).headers.first("content-disposition") ?? ""
        #expect(ParameterizedValue(value).parameters["filename"] == name)
    }

    @Test(arguments: [
        ("Sat, 21 Nov 2026 13:35:01 +0000", 1_795_268_101), ("21 Nov 2026 13:35:01 +0000", 1_795_268_101),
        ("Sat, 21 Nov 2026 14:35:01 +0100 (CET)", 1_795_268_101), ("Sat, 21 Nov 26 13:35:01 GMT", 1_795_268_101),
        ("Sat,21 Nov 2026 08:35:01 EST", 1_795_268_101), ("Sat, 21 Nov 2026 13:35 +0000", 1_795_268_100),
        ("Fri, 21 Nov 1997 09:55:06 -0600", 880_127_706), ("21 Nov 97 09:55:06 GMT", 880_106_106),
        ("Thu, 13\r\n Feb\r\n 1969\r\n 23:32\r\n -0330 (Newfoundland Time)", -27_723_480),
        ("Thu, 01 Jan 1970 00:00:00 -0000", 0), ("21-Nov-2026 13:35:01", 1_795_268_101),
    ])
    func `dates are read`(text: String, seconds: Int) {
        #expect(MailDate.date(text)?.timeIntervalSince1970 == Double(seconds))
    }

    @Test(arguments: [
        "", "yesterday", "32 Nov 2026 13:35:01 +0000", "1 Foo 2026 1:1:1", "1 Jan 99999999999999999999 1:1",
        "1 Jan -1 1:1:1",
    ])
    func `what is no date is none`(text: String) { #expect(MailDate.date(text) == nil) }

    @Test func `dates are written`() {
        #expect(MailDate.text(of: Date(timeIntervalSince1970: 1_795_268_101)) == "Sat, 21 Nov 2026 13:35:01 +0000")
        #expect(
            MailDate.text(of: Date(timeIntervalSince1970: 1_709_164_800), offsetMinutes: -210)
                == "Wed, 28 Feb 2024 20:30:00 -0330"
        )
        for strange in [Double.nan, .infinity, -.infinity, -1e300, 1e300] {
            #expect(MailDate.date(MailDate.text(of: Date(timeIntervalSince1970: strange))) != nil)
        }
    }

    @Test func `a stable name gives a stable id`() throws {
        let domain = try MailDomain("example.org")
        #expect(MailMessageID(stableID: "message-17.2", domain: domain).description == "<message-17.2@example.org>")
        #expect(MailMessageID(stableID: "a b\r\n>", domain: domain).description == "<a_20b_0D_0A_3E@example.org>")
        #expect(MailMessageID(stableID: "..a..", domain: domain).description == "<_2E.a._2E@example.org>")
        let long = MailMessageID(stableID: String(repeating: "x", count: 999), domain: domain)
        #expect(
            long.text.utf8.count < 200
                && long != MailMessageID(stableID: String(repeating: "x", count: 998), domain: domain)
        )
    }

    @Test(arguments: [
        ("<a@b>", ["a@b"]), ("<a@b> <c@d>", ["a@b", "c@d"]), ("<a@b>,\r\n\t<c@d>", ["a@b", "c@d"]),
        ("<a@\r\n b>", ["a@b"]),
        ("a@b", []), ("<>", []), ("<a", []), ("In reply to <a@b> of Alice <x", ["a@b"]),
    ])
    func `message ids are found between their brackets`(value: String, ids: [String]) {
        #expect(MailMessageID.list(in: value).map(\.text) == ids)
    }
}

import Foundation
import TestSupport
import Testing

@testable import MailMessages

/// Whatever comes in the mailbox: nothing crashes, and time grows with the size only.
@Suite(.timed) struct HostileMailTests {
    /// Does everything with a mail that the module can do.
    @discardableResult
    private static func useAll(_ bytes: [UInt8]) -> IncomingMail {
        let mail = IncomingMail(bytes)
        let body = mail.body
        if let ours = try? MailAddress("crier@example.org") {
            _ = mail.automaticSign(ours: [ours], words: ShippedMailWords.programs)
            _ = mail.tags(of: ours)
        }
        _ = mail.verifiedSender(by: "mx.example.org", alignment: .relaxed)
        _ = mail.deliveryReport(ShippedMailWords.programs)?.recipients.map { $0.isPermanent(ShippedMailWords.programs) }
        _ = mail.date
        _ = body.attachments.map(\.content.count)
        _ = ReplyText.lines(body.plainText ?? "", words: ShippedMailWords.programs)
        if var answer = try? OutgoingMailTests.mail(
            subject: HeaderText(mail.subject),
            text: FlowedText(body.plainText ?? "")
        ) {
            answer.answer(mail)
            answer.html = body.html.map { HTMLBody($0) }
            _ = answer.bytes()
        }
        return mail
    }

    private static let seeds: [[UInt8]] = {
        var seeds: [[UInt8]] = []
        if let mail = try? OutgoingMailTests.mail(
            subject: "Grüße",
            text: "Straße\n> x\nOn 21 Nov 2026, a@b.org wrote:\n"
        ) {
            var full = mail
            full.html = HTMLBody(
                "<p>é</p>",
                images: [
                    OutgoingFile(name: "ü.png", type: .octetStream, content: [1, 2], contentID: MailMessageID("i@x"))
                ]
            )
            full.attachments = [
                OutgoingFile(
                    name: "winmail.dat",
                    type: MIMEType("application/ms-tnef") ?? .octetStream,
                    content: TNEFTests.winmail
                )
            ]
            seeds += [mail.bytes(), full.bytes()]
        }
        let texts = [
            "From: =?iso-2022-jp?B?GyRCRnxLXDhsGyhC?= <a@b.org>\nAuthentication-Results: mx.example.org; dkim=pass (x) header.d=b.org reason=\"a\\\"b\"\n"
                + "Content-Type: multipart/mixed; boundary=\"b\"\n\n--b\nContent-Type: text/plain; charset=utf-7; format=flowed; delsp=yes\n\n+ZeU- \nx\n--b\n"
                + "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\nSubject=3A x\n\ny=\n--b\nContent-Disposition: attachment; filename*0*=utf-8''%e2; filename*1*=%82\n\nbegin 644 x\n#0V%T\n`\nend\n--b--",
            "Return-Path: <>\nContent-Type: multipart/report; boundary=b\nReferences: <a@b> <c@d>\nDate: Sat, 21 Nov 2026 13:35:01 +0000\n\n--b\n\n> x\n--b\nContent-Type: message/delivery-status\n\n"
                + "Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; a@b.org\nStatus: 5.1.1\n--b\nContent-Type: message/rfc822\n\nMessage-ID: <x@y>\n\n--b--",
            "From: MAILER-DAEMON@x.org\nX-Failed-Recipients: a@b.org\nList-Unsubscribe: <https://x.org/>, <mailto:a@b.org>\n\nHi, unable to deliver to <a@b.org>: 550 5.1.1\n-----Original Message-----\nFrom: x\nTo: y",
        ]
        return seeds + texts.map { Array($0.utf8) }
    }()

    @Test func `three thousand damaged mails do no harm`() {
        var random = SplitMix(state: 2_026)
        for round in 0..<3_000 {
            var bytes = Self.seeds[round % Self.seeds.count]
            for _ in 0...Int(random.next() % 6) { Self.damage(&bytes, &random) }
            Self.useAll(bytes)
        }
    }

    @Test func `mails cut off anywhere do no harm`() {
        for seed in Self.seeds {
            for count in stride(from: 0, to: seed.count, by: 7) { Self.useAll(Array(seed.prefix(count))) }
        }
    }

    private static func damage(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        let signs: [UInt8] = [
            0, 9, 10, 13, 27, 32, 34, 40, 41, 44, 45, 46, 58, 59, 60, 61, 62, 63, 64, 92, 0x80, 0xC3, 0xE3, 0xFF,
        ]
        guard !bytes.isEmpty else { return }
        let place = Int(random.next() % UInt64(bytes.count))
        let length = Int(random.next() % 40)
        switch random.next() % 6 {
        case 0: bytes[place] = signs[Int(random.next() % UInt64(signs.count))]
        case 1: bytes.removeSubrange(place..<min(place + length, bytes.count))
        case 2: bytes.insert(contentsOf: bytes[place..<min(place + length, bytes.count)], at: place)
        case 3: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 4:
            bytes.insert(
                contentsOf: [UInt8](repeating: signs[Int(random.next() % UInt64(signs.count))], count: length),
                at: place
            )
        default:
            let from = Int(random.next() % UInt64(bytes.count))
            bytes.insert(contentsOf: Array(bytes[from..<min(from + length, bytes.count)]), at: place)
        }
    }

    /// Large mails of one pattern, made at a size.
    private static let patterns: [(name: String, make: @Sendable (Int) -> String)] = [
        ("a long line", { "Subject: x\n\n" + String(repeating: "x", count: $0) }),
        ("a long subject", { "Subject: " + String(repeating: "x", count: $0) + "\n\n" }),
        ("many headers", { String(repeating: "X-A: b\n", count: $0 / 7) + "\nbody" }),
        ("many continuations", { "Subject: x\n" + String(repeating: " y\n", count: $0 / 3) + "\n" }),
        ("open comments", { "From: " + String(repeating: "(", count: $0) + "\n\n" }),
        (
            "open quotes",
            {
                "From: " + String(repeating: "\"\\", count: $0 / 2) + "\nAuthentication-Results: "
                    + String(repeating: "\"", count: $0 / 2) + "\n\n"
            }
        ),
        ("many addresses", { "To: " + String(repeating: "a@b.org, ", count: $0 / 9) + "\n\n" }),
        ("many recipients' headers", { String(repeating: "To: a@b.org\n", count: $0 / 12) + "\n" }),
        ("half encoded words", { "Subject: " + String(repeating: "=?utf-8?Q?", count: $0 / 10) + "\n\n" }),
        ("encoded words", { "Subject: " + String(repeating: "=?utf-8?Q?=C3?= ", count: $0 / 16) + "\n\n" }),
        ("parameters", { "Content-Type: text/plain" + String(repeating: "; a*1*=b", count: $0 / 8) + "\n\nx" }),
        ("boundaries", { "Content-Type: multipart/mixed; boundary=b\n\n" + String(repeating: "--b\n", count: $0 / 4) }),
        (
            "wrong boundaries",
            { "Content-Type: multipart/mixed; boundary=b\n\n" + String(repeating: "--c\n", count: $0 / 4) }
        ),
        (
            "nested multiparts",
            { String(repeating: "Content-Type: multipart/mixed; boundary=b\n\n--b\n", count: $0 / 48) }
        ),
        (
            "nested own multiparts",
            { size in
                (0..<(size / 60)).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }.joined()
            }
        ),
        ("nested messages", { String(repeating: "Content-Type: message/rfc822\n\n", count: $0 / 30) }),
        ("quotes", { "X: y\n\n" + String(repeating: "> ", count: $0 / 2) }),
        (
            "quoted lines",
            { "Content-Type: text/plain; format=flowed\n\n" + String(repeating: "> x \n", count: $0 / 5) }
        ),
        ("announcements", { "X: y\n\n" + String(repeating: "On 1 2 3 4 5\n", count: $0 / 13) }),
        ("dashes", { "X: y\n\n" + String(repeating: "-", count: $0) }),
        ("equals signs", { "Content-Transfer-Encoding: quoted-printable\n\n" + String(repeating: "=", count: $0) }),
        ("padding", { "Content-Transfer-Encoding: base64\n\n" + String(repeating: "=", count: $0) }),
        ("files begun", { "X: y\n\n" + String(repeating: "begin 644 x\n", count: $0 / 12) }),
        ("files empty", { "X: y\n\n" + String(repeating: "begin 644 x\n!AAAA\n", count: $0 / 18) }),
        (
            "bounces",
            { "From: postmaster@x.org\n\nunable to deliver\n" + String(repeating: "a@b.org 550 ", count: $0 / 12) }
        ),
        (
            "bounces in lines",
            { "From: postmaster@x.org\n\nunable to deliver\n" + String(repeating: "a@b.org 550\n", count: $0 / 12) }
        ),
        (
            "reports",
            {
                "Content-Type: message/delivery-status\n\n"
                    + String(repeating: "Final-Recipient: rfc822; a@b.org\n\n", count: $0 / 34)
            }
        ),
        (
            "results",
            {
                "Authentication-Results: mx.example.org"
                    + String(repeating: "; dkim=pass header.d=x.org", count: $0 / 26) + "\n\n"
            }
        ),
        ("markup", { "From: postmaster@x.org\nContent-Type: text/html\n\n" + String(repeating: "<", count: $0) }),
        (
            "escapes of Japanese",
            { "Content-Type: text/plain; charset=iso-2022-jp\n\n" + String(repeating: "\u{1B}$B", count: $0 / 3) }
        ),
        ("marks on one letter", { "X: y\n\na" + String(repeating: "\u{301}", count: $0 / 2) }),
        ("breaks of all kinds", { "X: y\n\n" + String(repeating: "\r\n\r\r\n\u{2028}", count: $0 / 8) }),
        ("spaces", { "X: y\n\n" + String(repeating: " ", count: $0) + "x" }),
        ("references", { "References: " + String(repeating: "<a@b>", count: $0 / 5) + "\n\n" }),
        ("unclosed references", { "References: " + String(repeating: "<", count: $0) + "\n\n" }),
    ]

    /// The bound is generous, because machines are slow; anything quadratic takes minutes.
    @Test(arguments: patterns.map(\.name))
    func `a great deal of one thing is read in little time`(name: String) throws {
        let make = try #require(Self.patterns.first { $0.name == name }?.make)
        let isFamous = ["a long line", "many headers", "nested multiparts"].contains(name)
        let bytes = Array(make(isFamous ? 1_000_000 : 250_000).utf8)
        let time = processorTime { Self.useAll(bytes) }
        #expect(time < .seconds(60), "\(name): \(time)")
    }

    @Test func `depth and number of parts are bounded`() {
        let nested = String(repeating: "Content-Type: message/rfc822\n\n", count: 10_000)
        var part: MailPart? = IncomingMail(Array(nested.utf8)).root
        var depth = 0
        while let child = part?.children.first { (part, depth) = (child, depth + 1) }
        #expect(depth == 20)
        let wide = "Content-Type: multipart/mixed; boundary=b\n\n" + String(repeating: "--b\n\nx\n", count: 10_000)
        #expect(IncomingMail(Array(wide.utf8)).root.children.count == 499)
        let headers = String(repeating: "X-A: b\n", count: 100_000)
        #expect(IncomingMail(Array(headers.utf8)).headers.fields.count == 1_000)
    }

    @Test func `of all header fields together so much is read, the topmost first`() {
        let flood = (0..<100).map { "From: \($0)@example.org, " + String(repeating: "x@example.org, ", count: 4_000) }
        let mail = IncomingMail(Array((["Subject: first"] + flood + ["", "news"]).joined(separator: "\n").utf8))
        let kept = mail.headers.all("from").reduce(0) { $0 + $1.utf8.count }
        #expect(kept <= MailLimits().headerBytes && kept > 0 && mail.subject == "first")
        #expect(mail.plainText == "news")
    }
}

/// The same numbers on every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

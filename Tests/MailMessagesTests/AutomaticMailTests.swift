import TestSupport
import Testing

@testable import MailMessages

@Suite(.timed) struct AutomaticMailTests {
    private static func sign(_ headers: String, envelope: String? = nil) throws -> AutomaticSign? {
        let text = headers.contains("From:") ? headers : "From: alice@example.net\n" + headers
        return IncomingMail(Array("\(text)\n\nHello".utf8)).automaticSign(
            ours: [try MailAddress("crier@example.org")],
            loop: try HeaderName("X-Crier-Loop"),
            envelopeSender: envelope,
            words: ShippedMailWords.programs
        )
    }

    @Test(arguments: [
        ("Auto-Submitted: auto-replied", AutomaticSign.autoSubmitted),
        ("Auto-Submitted: auto-generated; x=y", .autoSubmitted),
        ("Auto-Submitted: (a comment) Auto-Notified", .autoSubmitted), ("Auto-Submitted: anything", .autoSubmitted),
        ("Auto-Submitted:", .autoSubmitted),
        ("Auto-Submitted: no\nAuto-Submitted: auto-generated", .autoSubmitted), ("Return-Path: <>", .nullReturnPath),
        ("Return-Path: < >", .nullReturnPath),
        ("Precedence: bulk", .precedence), ("Precedence: JUNK", .precedence),
        ("Precedence: list\nPrecedence: bulk", .precedence),
        ("X-Autoreply: yes", .autoReply), ("X-Autorespond: x", .autoReply),
        ("X-Auto-Response-Suppress: DR, OOF, AutoReply", .autoReply),
        ("X-Auto-Response-Suppress: All", .autoReply), ("Subject: Automatic reply: digest", .autoReply),
        ("Subject: =?utf-8?B?6Ieq5Yqo5Zue5aSN?=: x", .autoReply),
        ("Subject: Réponse automatique : digest", .autoReply),
        ("From: Mail Delivery System <MAILER-DAEMON@example.net>", .systemSender),
        ("From: postmaster@example.net", .systemSender), ("From: No-Reply@example.net", .systemSender),
        ("From: do_not_reply+x@example.net", .systemSender),
        ("Sender: owner-list@example.net", .systemSender), ("Return-Path: <list-bounces@example.net>", .systemSender),
        ("From: list-request@example.net", .systemSender),
        ("List-Id: <x.example.net>", .mailingList), ("List-Unsubscribe: <mailto:x@example.net>", .mailingList),
        ("X-Crier-Loop: anything", .loop),
        ("X-Loop: crier@example.org", .loop), ("From: Crier <CRIER+x@example.org>", .ownAddress),
        ("From: nobody at all", .noSender),
        ("From: a@example.net, b@example.net", .noSender), ("Content-Type: multipart/report; boundary=x", .report),
        ("Content-Type: message/disposition-notification", .report),
        ("Feedback-ID: 1:2", .autoReply),
    ])
    func `a machine is recognised`(headers: String, sign: AutomaticSign) throws {
        #expect(try Self.sign(headers) == sign)
    }

    @Test(arguments: [
        "Subject: digest", "Auto-Submitted: no", "Auto-Submitted: No (a person)", "Precedence: list",
        "Precedence: first-class", "Return-Path: <alice@example.net>",
        "X-Auto-Response-Suppress: DR, RN, NRN", "X-Loop: other@example.net", "Subject: Re: Automatic reply: x",
        "From: Daemon Smith <daemonsmith@example.net>",
        "X-Mailer: Apple Mail", "Importance: high", "From: norep@example.net",
    ])
    func `a person is answered`(headers: String) throws {
        #expect(try Self.sign(headers) == nil)
    }

    @Test func `the envelope goes before the header`() throws {
        #expect(try Self.sign("Subject: x", envelope: "") == .nullReturnPath)
        #expect(try Self.sign("Subject: x", envelope: "<>") == .nullReturnPath)
        #expect(try Self.sign("Return-Path: <>", envelope: "alice@example.net") == nil)
    }

    @Test func `our own answers are machines to others`() throws {
        var mail = try OutgoingMailTests.mail()
        mail.autoSubmitted = .replied
        #expect(IncomingMail(mail.bytes()).automaticSign(ours: [], words: ShippedMailWords.programs) == .autoSubmitted)
    }
}

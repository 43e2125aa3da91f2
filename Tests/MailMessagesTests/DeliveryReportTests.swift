import TestSupport
import Testing

@testable import MailMessages

@Suite(.timed) struct DeliveryReportTests {
    private static func report(_ text: String) -> DeliveryReport? {
        IncomingMail(Array(text.utf8)).deliveryReport(ShippedMailWords.programs)
    }

    private static func dsn(_ status: String) -> String {
        """
        Return-Path: <>
        From: Mail Delivery System <MAILER-DAEMON@mx.example.net>
        Content-Type: multipart/report; report-type=delivery-status; boundary=b

        --b

        I'm sorry to inform you.
        --b
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mx.example.net
        Original-Envelope-Id: QQ314159

        \(status)
        --b
        Content-Type: text/rfc822-headers

        Message-ID: <message-7.1@example.org>
        Subject: digest
        --b--
        """
    }

    // RFC 3464, appendix E, and servers in use.
    @Test(arguments: [
        (
            "Final-Recipient: rfc822; louisl@larry.slip.umd.edu\nAction: failed\nStatus: 4.0.0\nDiagnostic-Code: smtp; 426 connection timed out",
            "louisl@larry.slip.umd.edu", "failed", "4.0.0", false
        ),
        (
            "Final-Recipient: RFC822;alice@example.net\nAction: failed\nStatus: 5.1.1 (bad)\nRemote-MTA: dns; mx1.example.net",
            "alice@example.net", "failed", "5.1.1", true
        ),
        (
            "Final-Recipient: rfc822; <alice@example.net>\nAction: Failed (really)\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550-5.1.1 The account does not exist",
            "alice@example.net", "failed", "5.1.1", true
        ),
        (
            "Final-Recipient: rfc822; alice@example.net\nAction: delayed\nStatus: 4.4.1\nWill-Retry-Until: Mon",
            "alice@example.net", "delayed", "4.4.1", false
        ),
        (
            "Final-Recipient: rfc822; alice@example.net\nAction: failed\nStatus: 5.2.2", "alice@example.net", "failed",
            "5.2.2", false
        ),
        (
            "Final-Recipient: rfc822; alice@example.net\nAction: failed\nStatus: 5.7.1", "alice@example.net", "failed",
            "5.7.1", false
        ),
        (
            "Final-Recipient: rfc822; alice@example.net\nAction: delivered\nStatus: 2.0.0", "alice@example.net",
            "delivered", "2.0.0", false
        ),
        (
            "Final-Recipient: utf-8; alice@example.net\nDiagnostic-Code: smtp; 552 over quota", "alice@example.net",
            "failed", "5.2.2", false
        ),
    ])
    func `the fields of a report are read`(
        status: String,
        address: String,
        action: String,
        code: String,
        isPermanent: Bool
    ) throws {
        let report = try #require(Self.report(Self.dsn(status)))
        #expect(report.recipients.map(\.address.description) == [address])
        #expect(report.recipients.map(\.action.rawValue) == [action])
        #expect(report.recipients.map(\.status?.description) == [code])
        #expect(report.recipients.map { $0.isPermanent(ShippedMailWords.programs) } == [isPermanent])
        #expect(report.reporter == "mx.example.net" && report.envelopeID == "QQ314159")
        #expect(report.messageID?.text == "message-7.1@example.org")
    }

    @Test func `each recipient has its block`() throws {
        let blocks =
            "Final-Recipient: rfc822; a@x.net\nOriginal-Recipient: rfc822; b@y.net\nAction: failed\nStatus: 5.1.1\n\n\nFinal-Recipient: rfc822; c@x.net\nAction: relayed\nStatus: 2.1.9\n"
        let report = try #require(Self.report(Self.dsn(blocks)))
        #expect(report.recipients.map(\.address.description) == ["a@x.net", "c@x.net"])
        #expect(report.recipients.map(\.original?.description) == ["b@y.net", nil])
    }

    @Test(
        arguments: [
            // qmail
            (
                "From: MAILER-DAEMON@mx.example.net\nSubject: failure notice\n\nHi. This is the qmail-send program at mx.example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<alice@example.net>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 <alice@example.net>: user unknown\nGiving up on 192.0.2.1.\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <crier@example.org>\nMessage-ID: <m-1@example.org>\nTo: bob@example.net\n",
                "alice@example.net", true, "m-1@example.org"
            ),
            // Exim
            (
                "From: Mail Delivery System <Mailer-Daemon@mx.example.net>\nX-Failed-Recipients: alice@example.net\nAuto-Submitted: auto-replied\n\nThis message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its recipients.\n\n  alice@example.net\n    retry timeout exceeded\n\n------ This is a copy of the message, including all the headers. ------\n\nMessage-Id: <m-2@example.org>\n",
                "alice@example.net", true, "m-2@example.org"
            ),
            // Exim, delayed
            (
                "From: Mailer-Daemon@mx.example.net\nSubject: Warning: message 1x delayed 24 hours\n\nA message that you sent has not yet been delivered to one or more of its recipients.\nThe address to which the message has not yet been delivered is:\n  alice@example.net\nNo action is required on your part.",
                "alice@example.net", false, nil
            ),
            // Exchange
            (
                "From: postmaster@example.net\nSubject: Undeliverable: digest\n\nYour message did not reach some or all of the intended recipients.\n\n      Subject: digest\n\nThe following recipient(s) could not be reached:\n\n      alice@example.net on 21.11.2026 13:35\n            The e-mail account does not exist. #5.1.1\n",
                "alice@example.net", true, nil
            ),
            (
                "From: Microsoft Outlook <postmaster@example.net>\nSubject: Undeliverable: digest\nContent-Type: text/html\n\n<p>Delivery has failed to these recipients or groups:</p><a href=\"mailto:alice@example.net\">alice@example.net</a><p>The recipient's mailbox is full.</p>",
                "alice@example.net", false, nil
            ),
            // Sendmail
            (
                "Return-Path: <>\nFrom: x@mx.example.net\n\n   ----- The following addresses had permanent fatal errors -----\n<alice@example.net>\n    (reason: 550 5.1.1 User unknown)\n\n   ----- Transcript of session follows -----\n... while talking to mx.example.net",
                "alice@example.net", true, nil
            ),
        ] as [(String, String, Bool, String?)]
    )
    func `bounces in plain words are understood`(text: String, address: String, isPermanent: Bool, id: String?) throws {
        let report = try #require(Self.report(text))
        #expect(report.recipients.map(\.address.description) == [address])
        #expect(report.recipients.map { $0.isPermanent(ShippedMailWords.programs) } == [isPermanent])
        #expect(report.messageID?.text == id)
    }

    @Test(arguments: [
        "From: alice@example.net\nSubject: digest\n\nmail to bob@example.net could not be delivered",
        "From: alice@example.net\nSubject: Re: Undeliverable: x\n\nbob@example.net",
        "Return-Path: <>\nFrom: alice@example.net\nSubject: Out of office\n\nWrite to bob@example.net instead.", "",
        "X-Failed-Recipients: nobody\n\n",
    ])
    func `what is no bounce is none`(text: String) {
        #expect(Self.report(text) == nil)
    }

    @Test(arguments: [
        ("5.1.1", "5.1.1"), ("4.4.7 (x)", "4.4.7"), ("5.1", nil), ("3.1.1", nil), ("5.99999999999999999999.1", nil),
        ("", nil), ("...", nil),
    ])
    func `status codes are read`(text: String, status: String?) {
        #expect(EnhancedStatus(text)?.description == status)
    }
}

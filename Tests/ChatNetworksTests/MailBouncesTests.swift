import Foundation
import MailMessages
import MailTalk
import NewsModel
import TestSupport
import Testing

@testable import ChatNetworks

@Suite(.timed) struct MailBouncesTests {
    private let people = MailPeople([
        MailSamples.reader, MailCorrespondent(address: "victim@example.com", token: "v1ct1mv1ct1m"),
    ])

    private struct Verdict: Equatable {
        var address: String
        var verdict: MailBounceVerdict
    }

    /// Decides on a mail, and counts it where it proves a failure; nil for what is no report that is believed.
    private func judge(_ mail: IncomingMail, recipient: String? = nil) async throws -> Verdict? {
        let rules = MailRules(
            tokens: MailTokens(own: try MailAddress("crier@example.org"), separator: "+"),
            vocabulary: .forTest { _ in false },
            people: ShippedMailWords.people,
            programs: ShippedMailWords.programs
        )
        let kept = KeptMail(id: 1, content: [], envelopeRecipient: recipient, receivedAt: MailSamples.time)
        let text = WrittenText(mail.plainText ?? "")
        let received = ReceivedMail(mail, text: text, passedLimit: nil, kept: kept, rules: rules)
        let bounces = MailBounces(keeping: people, network: "mail")
        let facts = SenderFacts(reported: try await bounces.reported(by: received))
        guard case .bounce(let address, let finding) = MailDecision(received, from: facts, rules: rules) else {
            return nil
        }
        return Verdict(address: address, verdict: try await bounces.count(finding, of: address))
    }

    /// As Postfix writes it.
    private func report(
        to: String = "crier+k7q2m9x4w8-v3b6n1z8c5@example.org",
        status: String = "5.1.1",
        action: String = "failed",
        recipient: String = "reader@example.net",
        returned: String = ""
    ) -> IncomingMail {
        IncomingMail(
            Array(
                """
                Return-Path: <>
                Received: by mx.example.net (Postfix) id 4D1F; Tue, 24 Nov 2026 18:00:09 +0000 (UTC)
                Date: Tue, 24 Nov 2026 18:00:09 +0000 (UTC)
                From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
                Subject: Undelivered Mail Returned to Sender
                To: \(to)
                Auto-Submitted: auto-replied
                MIME-Version: 1.0
                Content-Type: multipart/report; report-type=delivery-status; boundary="4D1F.1795542009/mx"

                --4D1F.1795542009/mx
                Content-Description: Notification
                Content-Type: text/plain; charset=us-ascii

                This is the mail system at host mx.example.net. I'm sorry to have to inform you
                that your message could not be delivered to one or more recipients.

                --4D1F.1795542009/mx
                Content-Description: Delivery report
                Content-Type: message/delivery-status

                Reporting-MTA: dns; mx.example.net
                Arrival-Date: Tue, 24 Nov 2026 18:00:08 +0000 (UTC)

                Final-Recipient: rfc822; \(recipient)
                Original-Recipient: rfc822;\(recipient)
                Action: \(action)
                Status: \(status)
                Remote-MTA: dns; mail.example.net
                Diagnostic-Code: smtp; 550 \(status) <\(recipient)>: Recipient address rejected

                --4D1F.1795542009/mx
                Content-Description: Undelivered Message Headers
                Content-Type: text/rfc822-headers

                From: Crier <crier@example.org>
                Message-ID: <push.7-0.n5h2@example.org>
                \(returned)Subject: Digest

                --4D1F.1795542009/mx--
                """.utf8
            )
        )
    }

    @Test func `a permanent failure with the address of the delivery ends it`() async throws {
        let reason = "5.1.1: 550 5.1.1 <reader@example.net>: Recipient address rejected"
        #expect(try await judge(report()) == Verdict(address: "reader@example.net", verdict: .gone(reason: reason)))
        // Forwarded to somewhere else, which is what fails: still theirs.
        let forwarded = try await judge(report(recipient: "other@example.edu"))
        let other = "5.1.1: 550 5.1.1 <other@example.edu>: Recipient address rejected"
        #expect(forwarded == Verdict(address: "reader@example.net", verdict: .gone(reason: other)))
    }

    private func isGone(_ verdict: Verdict?) -> Bool {
        guard case .gone = verdict?.verdict else { return false }
        return verdict?.address == "reader@example.net"
    }

    @Test func `the envelope or the returned headers are proof, too`() async throws {
        let mail = report(to: "crier@example.org")
        #expect(isGone(try await judge(mail, recipient: "crier+K7Q2M9X4W8-V3B6N1Z8C5@example.org")))
        let returned = report(to: "crier@example.org", returned: "X-Crier-Recipient: k7q2m9x4w8-v3b6n1z8c5\n")
        #expect(isGone(try await judge(returned, recipient: "crier@example.org")))
    }

    @Test(arguments: [
        "crier@example.org", "crier+nobody@example.org", "crier+@example.org",
        "other+k7q2m9x4w8-v3b6n1z8c5@example.org",
        // The address that people answer to, and what their button says: both are seen in mail that is passed on.
        "crier+k7q2m9x4w8@example.org", "crier+v3b6n1z8c5@example.org", "crier+k7q2m9x4w8-@example.org",
        "crier+k7q2m9x4w8-guess@example.org", "crier+k7q2m9x4w8-v3b6n1z8c5-x@example.org",
        "crier+v3b6n1z8c5-k7q2m9x4w8@example.org",
    ])
    func `a forged bounce does nothing`(to: String) async throws {
        let mail = report(to: to, recipient: "victim@example.com", returned: "X-Crier-Recipient: guess\n")
        #expect(try await judge(mail) == nil)
        #expect(people["victim@example.com"]?.bounces == 0)
        // Whoever knows their own token can end their own mail only.
        let own = report(recipient: "victim@example.com")
        #expect(isGone(try await judge(own)))
    }

    private let harmless = Verdict(address: "reader@example.net", verdict: .harmless)

    @Test func `a passing failure ends it only the third time in a row`() async throws {
        let mail = report(status: "4.4.1")
        for _ in 0..<2 { #expect(try await judge(mail) == harmless) }
        people.noteDelivered(to: "reader@example.net", network: "mail")
        for _ in 0..<2 { #expect(try await judge(report(status: "5.2.2")) == harmless) }
        #expect(isGone(try await judge(mail)))
    }

    @Test(arguments: ["delayed", "delivered", "relayed"])
    func `what only reports ends nothing`(action: String) async throws {
        for _ in 0..<5 { #expect(try await judge(report(status: "4.4.1", action: action)) == harmless) }
        #expect(people["reader@example.net"]?.bounces == 0)
    }

    @Test func `a holiday notice of the reader's own is no bounce, whatever it says`() async throws {
        let notice = IncomingMail(
            Array(
                """
                From: Reader <reader@example.net>
                To: crier+k7q2m9x4w8@example.org
                Subject: Automatic reply: Court rejected the appeal
                Auto-Submitted: auto-replied

                I am away. Please write to the following address: bob@example.com
                """.utf8
            )
        )
        #expect(notice.deliveryReport(ShippedMailWords.programs) != nil)
        #expect(try await judge(notice) == nil)
    }

    @Test func `other mail is no report`() async throws {
        #expect(try await judge(MailSamples.question) == nil)
    }
}

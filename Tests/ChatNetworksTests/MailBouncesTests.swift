import Foundation
import MailMessages
import NewsModel
import Testing

@testable import ChatNetworks

@Suite struct MailBouncesTests {
    private let people = MailPeople([
        MailSamples.reader, MailCorrespondent(address: "victim@example.com", token: "v1ct1mv1ct1m"),
    ])

    private func bounces() throws -> MailBounces {
        MailBounces(
            tokens: MailTokens(own: try MailAddress("crier@example.org"), separator: "+"),
            keeping: people,
            network: "mail"
        )
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
        let verdict = try await bounces().judge(report(), recipient: nil)
        #expect(
            verdict
                == .gone(
                    address: "reader@example.net",
                    reason: "5.1.1: 550 5.1.1 <reader@example.net>: Recipient address rejected"
                )
        )
        // Forwarded to somewhere else, which is what fails: still theirs.
        let forwarded = try await bounces().judge(report(recipient: "other@example.edu"), recipient: nil)
        #expect(
            forwarded
                == .gone(
                    address: "reader@example.net",
                    reason: "5.1.1: 550 5.1.1 <other@example.edu>: Recipient address rejected"
                )
        )
    }

    @Test func `the envelope or the returned headers are proof, too`() async throws {
        let mail = report(to: "crier@example.org")
        let enveloped = try await bounces().judge(mail, recipient: "crier+K7Q2M9X4W8-V3B6N1Z8C5@example.org")
        guard case .gone("reader@example.net", _) = enveloped else { throw Unexpected(enveloped) }
        let returned = report(to: "crier@example.org", returned: "X-Crier-Recipient: k7q2m9x4w8-v3b6n1z8c5\n")
        let verdict = try await bounces().judge(returned, recipient: "crier@example.org")
        guard case .gone("reader@example.net", _) = verdict else { throw Unexpected(verdict) }
    }

    private struct Unexpected: Error {
        let verdict: MailBounceVerdict
        init(_ verdict: MailBounceVerdict) { self.verdict = verdict }
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
        #expect(try await bounces().judge(mail, recipient: nil) == .unproven)
        #expect(people["victim@example.com"]?.bounces == 0)
        // Whoever knows their own token can end their own mail only.
        let own = report(recipient: "victim@example.com")
        guard case .gone("reader@example.net", _) = try await bounces().judge(own, recipient: nil) else {
            throw Unexpected(.unproven)
        }
    }

    @Test func `a passing failure ends it only the third time in a row`() async throws {
        let mail = report(status: "4.4.1")
        for _ in 0..<2 {
            #expect(try await bounces().judge(mail, recipient: nil) == .harmless(address: "reader@example.net"))
        }
        people.noteDelivered(to: "reader@example.net", network: "mail")
        for _ in 0..<2 {
            #expect(
                try await bounces().judge(report(status: "5.2.2"), recipient: nil)
                    == .harmless(address: "reader@example.net")
            )
        }
        guard case .gone = try await bounces().judge(mail, recipient: nil) else { throw Unexpected(.noReport) }
    }

    @Test(arguments: ["delayed", "delivered", "relayed"])
    func `what only reports ends nothing`(action: String) async throws {
        for _ in 0..<5 {
            let verdict = try await bounces().judge(report(status: "4.4.1", action: action), recipient: nil)
            #expect(verdict == .harmless(address: "reader@example.net"))
        }
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
        #expect(notice.deliveryReport != nil)
        #expect(try await bounces().judge(notice, recipient: nil) == .unproven)
    }

    @Test func `other mail is no report`() async throws {
        #expect(try await bounces().judge(MailSamples.question, recipient: nil) == .noReport)
    }
}

import Foundation
import TestSupport
import Testing

/// What comes back, and what must never be answered.
@Suite(.enabled(if: MailScene.isInstalled, "\(MailScene.missing)"))
struct MailBounceLiveTests {
    @Test(.enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
    func `a mailbox that is gone bounces, and its owner is told on IRC`() async throws {
        let irc = try InspIRCdServer()
        let mail = try await MailScene(people: ["greta"])
        let postfix = try PostfixServer(mail.dovecot)
        defer {
            mail.end()
            postfix.stop()
            irc.stop()
        }
        let person = try await MailOwner(irc, mail, postfix)
        mail.feed.add(["Story that arrives"])
        try await mail.wait(for: "Story that arrives", of: "greta")
        // A forged report changes nothing.
        let forged = """
            From: MAILER-DAEMON@example.test
            To: \(MailScene.bot)
            Subject: Undelivered Mail Returned to Sender
            Auto-Submitted: auto-replied
            MIME-Version: 1.0
            Content-Type: multipart/report; report-type=delivery-status; boundary="b"

            --b
            Content-Type: text/plain

            Sorry.
            --b
            Content-Type: message/delivery-status

            Reporting-MTA: dns; elsewhere.example

            Final-Recipient: rfc822; greta@example.test
            Action: failed
            Status: 5.1.1
            --b--

            """
        _ = try await mail.people.send(forged, from: "", to: [MailScene.bot], port: postfix.port)
        mail.feed.add(["Story after a forged report"])
        try await mail.wait(for: "Story after a forged report", of: "greta")

        try mail.dovecot.setPeople(["crier"])
        mail.feed.add(["Story that comes back"])
        try await person.irc.wait(for: "can no longer post")
        #expect(!person.irc.lines.contains { $0.contains("forged report") })
    }
}

import Foundation
import TestSupport
import Testing

/// What comes back, and what must never be answered.
@Suite(.timed, .enabled(if: MailScene.isInstalled, "\(MailScene.missing)"))
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

    @Test func `two bots that are made to write to each other stop at once`() async throws {
        let mail = try await MailScene(people: ["other", "greta"])
        let postfix = try PostfixServer(mail.dovecot)
        let other = try CrierProcess()
        defer {
            other.kill9()
            mail.end()
            postfix.stop()
        }
        try mail.start(postfix)
        let settings = mail.configuration(submission: "smtps://localhost:\(postfix.tlsPort)")
        try other.configure(settings.replacing(MailScene.bot, with: "other@example.test"))
        try other.start(environment: ["CRIER_MAIL_PASSWORD": DovecotServer.password])

        // Each seems to ask the other: for help, for something not understood, for a change.
        for command in ["help", "what is this", "set tz Asia/Tokyo"] {
            let forged = mail.head(from: "other", subject: "Hello") + "\n\(command)\n"
            _ = try await mail.people.send(forged, from: "other@example.test", to: [MailScene.bot], port: postfix.port)
            let back = mail.head(from: "crier", to: "other@example.test", subject: "Hello") + "\n\(command)\n"
            _ = try await mail.people.send(back, from: MailScene.bot, to: ["other@example.test"], port: postfix.port)
        }
        for bot in [MailScene.bot, "other@example.test"] {
            try await mail.people.wait("the answers", in: bot) { $0["Auto-Submitted"] == "auto-replied" }
        }
        // Both have read all of it when they answer somebody who came later, twice.
        for _ in 1...2 {
            for bot in [MailScene.bot, "other@example.test"] {
                let before = try mail.people.inbox("greta@example.test").count
                let asked = mail.head(from: "greta", to: bot, subject: "about") + "\n"
                try await mail.send(asked, from: "greta", to: [bot], through: postfix)
                try await waitUntil("\(bot) answers") { try mail.people.inbox("greta@example.test").count > before }
            }
        }
        for bot in [MailScene.bot, "other@example.test"] {
            // Three forged ones and their answers, greta's two.
            let count = try mail.people.inbox(bot).count
            #expect(count <= 8, "\(bot) got \(count) mails")
        }
    }

    @Test func `machines are not answered`() async throws {
        let scene = try await PostfixScene(["greta", "hugo"])
        defer { scene.end() }
        let (mail, postfix) = (scene.mail, scene.postfix)
        let signs = [
            "Auto-Submitted: auto-replied", "Auto-Submitted: auto-generated (vacation)", "Precedence: bulk",
            "Precedence: junk", "X-Autoreply: yes", "X-Loop: \(MailScene.bot)", "Precedence: auto_reply",
        ]
        for sign in signs { try await mail.say("help", from: "greta", subject: "help", more: sign, through: postfix) }
        let bounce = mail.head(from: "greta", subject: "help") + "\nhelp\n"
        _ = try await mail.people.send(bounce, from: "", to: [MailScene.bot], port: postfix.port)
        let daemon = bounce.replacing("greta@", with: "MAILER-DAEMON@")
        _ = try await mail.people.send(daemon, from: "greta@example.test", to: [MailScene.bot], port: postfix.port)
        try postfix.vouch(for: ["greta", "hugo"])
        // A mailing list is people, too.
        try await mail.say("about", from: "hugo", more: "Precedence: list", through: postfix)
        try await mail.wait(for: "0.1.0", of: "hugo")
        try await mail.say("about", from: "greta", through: postfix)
        try await mail.wait(for: "0.1.0", of: "greta")
        #expect(try mail.people.inbox("greta@example.test").count == 1)
    }
}

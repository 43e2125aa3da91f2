import Foundation
import TestSupport
import Testing

/// Servers that are away, in a hurry or in a bad mood.
@Suite(.enabled(if: MailScene.isScriptedInstalled, "\(MailScene.missingScripted)"))
struct MailTroubleLiveTests {
    private final class Scene: Sendable {
        let mail: MailScene
        let server: ScriptedSMTPServer

        init(_ people: [String] = ["greta"], more: String = "") async throws {
            mail = try await MailScene(people: people)
            server = try ScriptedSMTPServer(mail.dovecot, pair: mail.dovecot.pair)
            try mail.start(server, more: more)
            mail.feed.add(["The beginning"])
            for name in people {
                let answer = try await mail.follow(name, through: server)
                try await mail.crier.firstFetch(after: answer.text)
            }
        }

        func end() {
            mail.end()
            server.stop()
        }

        /// What the server was asked for somebody, and what it said.
        func answers(to name: String, _ event: String) -> [String] {
            server.transactions.filter { $0.event == event && $0.to == MailScene.address(name) }.map(\.answer)
        }

        /// Starts the bot again, later.
        func restart(after later: String) async throws {
            try await mail.crier.terminate()
            try mail.startCrier(later: later)
        }
    }

    @Test(.enabled(if: MailScene.isClockInstalled, "libfaketime is not installed: skipped"))
    func `greylisting, an hour of 4xx, a day without a server and a lost answer lose nothing`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let (mail, server) = (scene.mail, scene.server)
        let before = scene.answers(to: "greta", "rcpt").count
        let later = "\"451 4.7.1 greylisted\""
        try server.setRules("{\"rcpt\": {\"greta@example.test\": [\(later), \(later), \(later), null]}}")
        mail.feed.add(["Story of the grey list"])
        for (round, wait) in ["+6m", "+20m", "+80m"].enumerated() {
            try await waitUntil("refusal \(round + 1)") {
                scene.answers(to: "greta", "rcpt").count == before + round + 1
            }
            try await scene.restart(after: wait)
        }
        try await mail.wait(for: "Story of the grey list", of: "greta")
        #expect(scene.answers(to: "greta", "rcpt").count == before + 4)

        try server.setRules("{}")
        server.stop()
        mail.feed.add(["Story of the day without a server"])
        let requests = mail.web.requests.count
        try await waitUntil("the story is known") { mail.web.requests.count > requests + 2 }
        try await mail.crier.terminate()
        try server.start()
        try mail.startCrier(later: "+26h")
        mail.feed.add(["Story of the day after"])
        try await mail.wait(for: "Story of the day without a server", of: "greta")
        try await mail.wait(for: "Story of the day after", of: "greta")
        for title in ["grey list", "day without", "day after"] {
            #expect(try mail.count("Story of the \(title)", of: "greta") == 1, "\(title)")
        }

        // It has the mail, and nobody knows.
        try server.setRules(#"{"data": {"greta@example.test": ["drop"]}}"#)
        mail.feed.add(["Story of the lost answer"])
        try await waitUntil("the answer is lost") { scene.answers(to: "greta", "data").contains("drop") }
        try await scene.restart(after: "+27h")
        try await waitUntil("a second attempt") { scene.answers(to: "greta", "data").last == "250" }
        mail.feed.add(["Story of the last day"])
        try await mail.wait(for: "Story of the last day", of: "greta")
        let unsure = try mail.people.inbox("greta@example.test").filter { $0.text.contains("lost answer") }
        // What may be a repeat says so by its Message-ID.
        #expect(unsure.count == 2 && Set(unsure.map { $0["Message-ID"] }).count == 1)
    }

    @Test func `a server that stops for a while or dies loses nothing`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let (mail, server) = (scene.mail, scene.server)
        func known() async throws {
            let requests = mail.web.requests.count
            try await waitUntil("the feed was read") { mail.web.requests.count > requests + 2 }
        }
        server.freeze()
        mail.feed.add(["Story of the frozen server"])
        try await known()
        server.thaw()
        try await mail.wait(for: "Story of the frozen server", of: "greta")

        server.stop()
        mail.feed.add(["Story of the dead server"])
        try await known()
        try server.start()
        // Half a minute later it is tried again.
        try await mail.wait(for: "Story of the dead server", of: "greta")
        #expect(try mail.count("Story of the frozen server", of: "greta") == 1)
        #expect(try mail.count("Story of the dead server", of: "greta") == 1)
    }

    @Test(.enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
    func `an address that is refused is paused, and its owner is told on IRC`() async throws {
        let irc = try InspIRCdServer()
        let mail = try await MailScene(people: ["greta"])
        let server = try ScriptedSMTPServer(mail.dovecot, pair: mail.dovecot.pair)
        defer {
            mail.end()
            server.stop()
            irc.stop()
        }
        let person = try await MailOwner(irc, mail, server)
        try server.setRules(#"{"rcpt": {"greta@example.test": "550 5.1.1 no such user"}}"#)
        mail.feed.add(["Story for nobody"])
        let notice = try await person.irc.wait(for: "can no longer post")
        #expect(notice.contains("550") || notice.contains("no such user"))
        let attempts = server.transactions.count
        mail.feed.add(["Another story for nobody"])
        let requests = mail.web.requests.count
        try await waitUntil("the story is known") { mail.web.requests.count > requests + 2 }
        #expect(server.transactions.count == attempts)
    }

    @Test func `a token logs in over implicit TLS`() async throws {
        let mail = try await MailScene(people: ["greta"])
        let server = try ScriptedSMTPServer(mail.dovecot, pair: mail.dovecot.pair)
        defer {
            mail.end()
            server.stop()
        }
        let token = try mail.crier.folder.write("token", "old\n")
        let password = try mail.crier.folder.write("password", DovecotServer.password + "\n")
        let login = "access_token_file = \"\(token)\"\nimap_password_file = \"\(password)\""
        try mail.crier.configure(
            mail.configuration(submission: "smtps://localhost:\(server.tlsPort)", mail: login)
        )
        try mail.crier.start()
        try await mail.say("about", from: "greta", through: server)
        func logins() -> [String] { server.transactions.filter { $0.mechanism == "XOAUTH2" }.map(\.answer) }
        try await waitUntil("the old token is refused") { logins().contains("535") }
        // Somebody renews it; half a minute later it is tried again.
        try mail.crier.folder.write("token", "token\n")
        try await mail.wait(for: "0.1.0", of: "greta")
        #expect(logins().last == "235")
    }

    @Test func `what a mail says is refused for good`() async throws {
        let scene = try await Scene(["greta", "hugo"])
        defer { scene.end() }
        let (mail, server) = (scene.mail, scene.server)
        try server.setRules(#"{"data": {"greta@example.test": "554 5.7.1 looks like spam"}}"#)
        mail.feed.add(["Story that looks like spam"])
        try await waitUntil("the refusal") { scene.answers(to: "greta", "data").last?.hasPrefix("554") == true }
        mail.feed.add(["Story for hugo"])
        try await mail.wait(for: "Story for hugo", of: "hugo")
        #expect(scene.answers(to: "greta", "data").filter { $0.hasPrefix("554") }.count == 1)
        #expect(try mail.count("Story that looks like spam", of: "hugo") == 1)
    }
}

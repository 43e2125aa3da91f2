import Foundation
import TestSupport
import Testing

private let minute = 60
private let hour = 3_600

/// Servers that are away, in a hurry or in a bad mood.
@Suite(.timed, .enabled(if: MailScene.isScriptedInstalled, "\(MailScene.missingScripted)"))
struct MailTroubleLiveTests {
    private final class Scene: Sendable {
        let mail: MailScene
        let server: ScriptedSMTPServer

        init(_ mail: MailScene, _ server: ScriptedSMTPServer) {
            self.mail = mail
            self.server = server
        }

        /// People who follow the feed.
        init(_ people: [String] = ["greta"]) async throws {
            mail = try await MailScene(people: people)
            server = try ScriptedSMTPServer(mail.dovecot, pair: mail.dovecot.pair)
            try mail.start(server)
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

        /// Tells something, and waits until the bot has read it.
        func tell(_ title: String) async throws {
            mail.feed.add([title])
            func count() -> Int { mail.web.requests(to: "/feed.xml").count }
            let requests = count()
            // One may have been under way.
            try await waitUntil("“\(title)” is read") { count() > requests + 2 }
        }

        /// Starts the bot again, with a clock that is ahead.
        func restart(ahead: Int) async throws {
            try await mail.crier.terminate()
            try mail.startCrier(ahead: ahead)
        }

        /// Refuses somebody for now, for an hour and more of the bot's time.
        func refuseForAnHour(_ name: String, _ something: () async throws -> Void) async throws {
            let before = answers(to: name, "rcpt").count
            let refusal = "\"451 4.7.1 greylisted\""
            let address = MailScene.address(name)
            try server.setRules("{\"rcpt\": {\"\(address)\": [\(refusal), \(refusal), \(refusal)]}}")
            try await something()
            for (number, ahead) in [6 * minute, 20 * minute, 80 * minute].enumerated() {
                try await waitUntil("refusal \(number + 1)") {
                    answers(to: name, "rcpt").count == before + number + 1
                }
                try await restart(ahead: ahead)
            }
            try await waitUntil("no refusal") { answers(to: name, "rcpt").count == before + 4 }
        }
    }

    @Test(ClockAhead.isNeeded)
    func `greylisting and an hour of refusals for now delay a story`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let mail = scene.mail
        try await scene.refuseForAnHour("greta") { mail.feed.add(["Story of the grey list"]) }
        try await mail.wait(for: "Story of the grey list", of: "greta")
        mail.feed.add(["Story after it"])
        try await mail.wait(for: "Story after it", of: "greta")
        #expect(try mail.count("Story of the grey list", of: "greta") == 1)
    }

    @Test(ClockAhead.isNeeded)
    func `a digest that cannot be sent for an hour comes once, with all its stories`() async throws {
        let mail = try await MailScene(people: ["greta"])
        let server = try ScriptedSMTPServer(mail.dovecot, pair: mail.dovecot.pair)
        let scene = Scene(mail, server)
        defer { scene.end() }
        let titles = (1...5).map { "Number \($0) of the stories of the day" }
        mail.feed.add(titles)
        try mail.start(server, mail: "\n[[feed]]\nurl = \"\(mail.feed.url)\"\nname = \"Growing\"\n")
        try await waitUntil("the first fetch") { mail.crier.log.contains("Feed refreshed") }
        try await mail.crier.terminate()
        try await MailReaders.getDigest(["greta@example.test"], databasePath: mail.crier.databasePath)
        try await scene.refuseForAnHour("greta") { try mail.startCrier() }
        let digest = try await mail.wait(for: "Digest", of: "greta")
        for title in titles { #expect(digest.text.contains(title)) }

        // The next one knows what was told.
        try await scene.tell("Story of the next day")
        try await scene.restart(ahead: 24 * hour)
        let next = try await mail.wait(for: "Story of the next day", of: "greta")
        for title in titles { #expect(!next.text.contains(title)) }
        #expect(try mail.people.inbox("greta@example.test").count == 2)
    }

    @Test(ClockAhead.isNeeded)
    func `a day without a server delays a story`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let (mail, server) = (scene.mail, scene.server)
        func complaints() -> Int { mail.crier.log.components(separatedBy: "Mail server takes nothing").count - 1 }
        server.stop()
        try await scene.tell("Story of the day without a server")
        for (number, ahead) in [1 * hour, 7 * hour, 26 * hour].enumerated() {
            try await waitUntil("attempt \(number + 1)") { complaints() == number + 1 }
            try await mail.crier.terminate()
            if number == 2 { try server.start() }
            try mail.startCrier(ahead: ahead)
        }
        try await mail.wait(for: "Story of the day without a server", of: "greta")
        mail.feed.add(["Story of the day after"])
        try await mail.wait(for: "Story of the day after", of: "greta")
        #expect(try mail.count("Story of the day without a server", of: "greta") == 1)
    }

    @Test(ClockAhead.isNeeded)
    func `a mail whose answer is lost comes again as the same mail`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let (mail, server) = (scene.mail, scene.server)
        // It has the mail, and nobody knows.
        try server.setRules(#"{"data": {"greta@example.test": ["drop"]}}"#)
        mail.feed.add(["Story of the lost answer"])
        try await waitUntil("the answer is lost") { scene.answers(to: "greta", "data").last == "drop" }
        try await scene.restart(ahead: 10 * minute)
        try await waitUntil("a second attempt") { scene.answers(to: "greta", "data").last == "250" }
        mail.feed.add(["Story after it"])
        try await mail.wait(for: "Story after it", of: "greta")
        let same = try mail.people.inbox("greta@example.test").filter { $0.text.contains("lost answer") }
        // By that mail programs and people know it again.
        #expect(same.count == 2 && Set(same.map { $0["Message-ID"] }).count == 1)
    }

    @Test(ClockAhead.isNeeded)
    func `a mail whose answer is always lost is given up after four times, and its reader is told`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let (mail, server) = (scene.mail, scene.server)
        try server.setRules(#"{"data": {"greta@example.test": ["drop", "drop", "drop", "drop"]}}"#)
        mail.feed.add(["Story that nobody confirms"])
        func losses() -> Int { scene.answers(to: "greta", "data").count { $0 == "drop" } }
        for (number, ahead) in [6 * minute, 1 * hour, 5 * hour].enumerated() {
            try await waitUntil("loss \(number + 1)") { losses() == number + 1 }
            try await scene.restart(ahead: ahead)
        }
        let notice = try await mail.wait(for: "never said that it has it", of: "greta")
        #expect(notice.text.contains("Story that nobody confirms"))
        mail.feed.add(["Story after it"])
        try await mail.wait(for: "Story after it", of: "greta")
        let same = try mail.people.inbox("greta@example.test").filter {
            $0["Subject"].contains("Story that nobody confirms")
        }
        #expect(same.count == 4 && Set(same.map { $0["Message-ID"] }).count == 1)
    }

    @Test func `a server that stops for a while loses nothing`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        scene.server.freeze()
        try await scene.tell("Story of the frozen server")
        scene.server.thaw()
        try await scene.mail.wait(for: "Story of the frozen server", of: "greta")
        scene.mail.feed.add(["Story after it"])
        try await scene.mail.wait(for: "Story after it", of: "greta")
        #expect(try scene.mail.count("Story of the frozen server", of: "greta") == 1)
    }

    @Test func `a server that dies is tried again within a minute`() async throws {
        let scene = try await Scene()
        defer { scene.end() }
        let mail = scene.mail
        scene.server.stop()
        try await scene.tell("Story of the dead server")
        try await waitUntil("an attempt") { mail.crier.log.contains("Mail server takes nothing") }
        try scene.server.start()
        try await mail.wait(for: "Story of the dead server", of: "greta")
        mail.feed.add(["Story after it"])
        try await mail.wait(for: "Story after it", of: "greta")
        #expect(try mail.count("Story of the dead server", of: "greta") == 1)
    }

    @Test(.enabled(if: InspIRCdServer.isInstalled, "inspircd is not installed: skipped"))
    func `an address that is refused is paused, its owner is told on IRC and can resume it there`() async throws {
        let irc = try InspIRCdServer()
        let mail = try await MailScene(people: ["greta", "hugo"])
        let server = try ScriptedSMTPServer(mail.dovecot, pair: mail.dovecot.pair)
        let scene = Scene(mail, server)
        defer {
            scene.end()
            irc.stop()
        }
        let person = try await MailOwner(irc, mail, server)
        try await mail.follow("hugo", through: server)
        try server.setRules(#"{"rcpt": {"greta@example.test": "550 5.1.1 no such user"}}"#)
        mail.feed.add(["Story for nobody"])
        // It comes where its reader can be reached.
        try await person.irc.wait(for: "Story for nobody")
        let notice = try await person.irc.wait(for: "can no longer post")
        #expect(notice.contains("greta@example.test") && notice.contains("550 5.1.1 no such user"))

        let attempts = scene.answers(to: "greta", "rcpt")
        mail.feed.add(["Story for hugo"])
        try await mail.wait(for: "Story for hugo", of: "hugo")
        #expect(scene.answers(to: "greta", "rcpt") == attempts)

        try server.setRules("{}")
        person.irc.send("PRIVMSG crier :resume")
        try await person.irc.wait(for: "Resumed g…@example.test")
        mail.feed.add(["Story after the repair"])
        try await mail.wait(for: "Story after the repair", of: "greta")
        #expect(person.irc.lines.filter { $0.contains("can no longer post") }.count == 1)
    }

    @Test(ClockAhead.isNeeded) func `a token logs in over implicit TLS`() async throws {
        let clock = try MovedClock()
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
        try mail.crier.start(environment: clock.environment)
        try await mail.say("about", from: "greta", through: server)
        func logins() -> [String] { server.transactions.filter { $0.mechanism == "XOAUTH2" }.map(\.answer) }
        try await waitUntil("the old token is refused") { logins().contains("535") }
        // Somebody renews it; half a minute later the next mail finds that it may be tried again.
        try mail.crier.folder.write("token", "token\n")
        clock.moveAhead(seconds: 60)
        try await mail.say("help", from: "greta", through: server)
        try await mail.wait(for: "yes ", of: "greta")
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

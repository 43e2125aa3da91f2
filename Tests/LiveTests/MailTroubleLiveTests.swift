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

import Foundation
import TestSupport
import Testing

/// The servers of the mail tests do what those tests rely on.
@Suite(.timed, .enabled(if: MailScene.isInstalled, "\(MailScene.missing)"))
struct MailServersLiveTests {
    @Test func `mail goes out with a login, in by LMTP, and is read by IMAP`() async throws {
        let certificates = try TestCertificates()
        let dovecot = try DovecotServer(people: ["crier", "greta"], certificates: certificates)
        let postfix = try PostfixServer(dovecot)
        let people = try await MailPeople(dovecot)
        defer {
            people.stop()
            postfix.stop()
            dovecot.stop()
        }
        func send(_ to: String, from sender: String = "greta@example.test", outside: Bool = false) async throws {
            let error = try await people.send(
                "From: greta@example.test\nTo: \(to)\nSubject: x\n\nhello\n",
                from: sender,
                to: [to],
                port: outside ? postfix.port : postfix.submissionPort,
                login: outside ? nil : "greta@example.test"
            )
            #expect(error == nil)
        }
        try await send("crier+token@example.test")
        let seen = try await people.wait("the mail", in: "crier@example.test") { $0.text.contains("hello") }
        #expect(seen["Delivered-To"] == "crier+token@example.test")
        #expect(seen["Return-Path"] == "<greta@example.test>")
        // An unknown mailbox: the sender gets a delivery report.
        try await send("nobody@example.test", from: "greta+token@example.test")
        let report = try await people.wait("the report", in: "greta@example.test") { _ in true }
        #expect(report.parts.contains { $0.type == "message/delivery-status" })
        #expect(report["Return-Path"] == "<>")
        // From outside somebody is vouched for, and somebody else is not.
        try postfix.vouch(for: ["greta"])
        try await send("crier@example.test", outside: true)
        let vouched = try await people.wait("the vouched", in: "crier@example.test", after: seen.uid) { _ in true }
        #expect(vouched["Authentication-Results"].contains("dmarc=pass"))
        try await send("crier@example.test", from: "mallory@example.test", outside: true)
        let forged = try await people.wait("the forged", in: "crier@example.test", after: vouched.uid) { _ in true }
        #expect(forged["Authentication-Results"].contains("dmarc=fail"))
    }

    @Test(.enabled(if: ScriptedSMTPServer.isInstalled, "python3-aiosmtpd is not installed: skipped"))
    func `a server fails on demand`() async throws {
        let certificates = try TestCertificates()
        let dovecot = try DovecotServer(people: ["greta"], certificates: certificates)
        let server = try ScriptedSMTPServer(dovecot, pair: dovecot.pair)
        let people = try await MailPeople(dovecot)
        defer {
            people.stop()
            server.stop()
            dovecot.stop()
        }
        func send() async throws -> String? {
            try await people.send(
                "From: x@example.test\nMessage-ID: <1@example.test>\n\nhello\n",
                from: "x@example.test",
                to: ["greta@example.test"],
                port: server.submissionPort,
                login: "x@example.test"
            )
        }
        try server.setRules(
            #"{"rcpt": {"greta@example.test": ["451 4.7.1 later", null]}, "data": {"greta@example.test": ["drop", "554 5.7.1 no"]}}"#
        )
        let first = try #require(await send())
        #expect(first.contains("451"))
        let second = try #require(await send())
        #expect(second.contains("Disconnected"))
        let third = try #require(await send())
        #expect(third.contains("554"))
        #expect(try await send() == nil)
        try await waitUntil("both are there") { try people.inbox("greta@example.test").count == 2 }
        #expect(server.transactions.filter { $0.event == "data" }.map(\.answer) == ["drop", "554 5.7.1 no", "250"])
        #expect(server.transactions.filter(\.isTaken).map(\.id) == ["<1@example.test>"])
    }
}

import CurlClient
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MailTransport

/// A submitter that gives up after `seconds`.
func submitter(
    _ server: ScriptedMailServer,
    scheme: String = "smtp",
    host: String = "127.0.0.1",
    requiresTLS: Bool = false,
    credentials: MailCredentials? = nil,
    caFile: String? = nil,
    seconds: Double = 300
) throws -> MailSubmitter {
    try MailSubmitter(
        url: "\(scheme)://\(host):\(server.port)",
        requiresTLS: requiresTLS,
        credentials: credentials,
        caFile: caFile,
        heloName: "crier.example",
        limits: LineLimits(connect: seconds, total: seconds, answer: max(300, seconds))
    )
}

let sampleMail = Array("Subject: hello\r\n\r\n.a dot\r\nand no more\r\n".utf8)

extension MailSubmitter {
    func submit(_ content: [UInt8] = sampleMail, to: String = "ann@example.test") async -> MailSubmissionOutcome {
        await submit(from: "crier@example.test", to: to, content: content)
    }
}

@Suite(.timed, .timeLimit(.minutes(10))) struct SMTPSubmissionTests {
    @Test func `a mail is handed over, one recipient to a transaction, over one connection`() async throws {
        let server = try SMTPScript(features: ["SIZE 1000000", "8BITMIME"]).server()
        let submitter = try submitter(server)
        for name in ["ann", "bob", "eve"] {
            let outcome = await submitter.submit(to: "\(name)@example.test")
            #expect(outcome == .accepted(reply: "2.0.0 Ok: queued as 4F"))
        }
        #expect(server.connections.count == 1)
        let mail = ["DATA", "Subject: hello", "", "..a dot", "and no more", "."]
        let sender = "MAIL FROM:<crier@example.test>"
        #expect(
            server.lines == ["EHLO crier.example"]
                + [sender, "RCPT TO:<ann@example.test>"] + mail
                + [sender, "RCPT TO:<bob@example.test>"] + mail
                + [sender, "RCPT TO:<eve@example.test>"] + mail
        )
    }

    @Test func `the null return path is said as such`() async throws {
        let server = try SMTPScript().server()
        #expect(
            try await submitter(server).submit(from: "", to: "ann@example.test", content: sampleMail)
                == .accepted(reply: "2.0.0 Ok: queued as 4F")
        )
        #expect(server.count(of: "MAIL FROM:<>") == 1)
    }

    @Test(arguments: [
        (SMTPScript.Step.greeting, MailSubmissionOutcome.Subject.session), (.hello, .session), (.sender, .session),
        (.recipient, .recipient), (.data, .content), (.end, .content),
    ])
    func `a refusal is about the step it answers`(
        _ step: SMTPScript.Step,
        _ about: MailSubmissionOutcome.Subject
    ) async throws {
        let later = try SMTPScript(reactions: [step: .say(["451-4.7.1 greylisted,", "451 4.7.1 come\tback"])]).server()
        let text = "4.7.1 greylisted, 4.7.1 come back"
        // EHLO that is refused is followed by HELO (RFC 5321, 3.2), which is said in the same way here.
        #expect(
            try await submitter(later).submit()
                == (step == .hello
                    ? .rejected(code: 500, text: "5.5.2 what?", about: .session)
                    : .deferred(code: 451, text: text, about: about))
        )
        let never = try SMTPScript(reactions: [step: .say(["550 5.1.1 no"])]).server()
        #expect(
            try await submitter(never).submit()
                == (step == .hello
                    ? .rejected(code: 500, text: "5.5.2 what?", about: .session)
                    : .rejected(code: 550, text: "5.1.1 no", about: about))
        )
        #expect(never.count(of: ".") == (step == .end ? 1 : 0))
    }

    @Test(arguments: SMTPScript.Step.allCases.filter { $0 != .end && $0 != .body && $0 != .authentication })
    func `a connection that ends before the final dot has taken nothing`(_ step: SMTPScript.Step) async throws {
        let server = try SMTPScript(reactions: [step: .hangUp]).server()
        guard case .unavailable = try await submitter(server).submit() else {
            Issue.record("not unavailable")
            return
        }
        #expect(server.count(of: ".") == 0)
    }

    @Test func `a connection that ends in the middle of a large mail has taken nothing`() async throws {
        let server = try SMTPScript(reactions: [.body: .hangUp]).server()
        let line = Array((String(repeating: "x", count: 998) + "\r\n").utf8)
        let outcome = try await submitter(server).submit((0..<20_000).flatMap { _ in line })
        guard case .unavailable = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(server.count(of: ".") == 0)
    }

    @Test func `no answer to the whole mail is not known to be a failure`() async throws {
        let ended = try SMTPScript(reactions: [.end: .hangUp]).server()
        guard case .unknown = try await submitter(ended).submit() else {
            Issue.record("not unknown")
            return
        }
        // Time enough to come to the end of the mail.
        let silent = try SMTPScript(reactions: [.end: .silence]).server()
        guard case .unknown = try await submitter(silent, seconds: 10).submit() else {
            Issue.record("not unknown")
            return
        }
        let garbled = try SMTPScript(reactions: [.end: .say(["250-half an answer"])]).server()
        guard case .unknown = try await submitter(garbled, seconds: 10).submit() else {
            Issue.record("not unknown")
            return
        }
        #expect(ended.count(of: ".") == 1)
    }

    @Test(arguments: [SMTPScript.Step.greeting, .hello, .sender, .recipient, .data])
    func `a silent server is given up at the deadline`(_ step: SMTPScript.Step) async throws {
        let server = try SMTPScript(reactions: [step: .silence]).server()
        let start = ContinuousClock.now
        guard case .unavailable = try await submitter(server, seconds: 1).submit() else {
            Issue.record("not unavailable")
            return
        }
        // Without a deadline it would be the wait for one answer, five minutes.
        #expect(.now - start < .seconds(200))
    }

    @Test func `a connection that died while it was idle is replaced`() async throws {
        let server = try SMTPScript(reactions: [:]).server()
        let submitter = try submitter(server)
        #expect(await submitter.submit() == .accepted(reply: "2.0.0 Ok: queued as 4F"))
        server.connections[0].hangUp()
        #expect(await submitter.submit() == .accepted(reply: "2.0.0 Ok: queued as 4F"))
        #expect(server.connections.count == 2)
    }

    @Test(arguments: [SMTPScript.Reaction.hangUp, .say(["421 4.4.2 too long idle"])])
    func `an open connection that fails at its next mail is replaced`(_ reaction: SMTPScript.Reaction) async throws {
        let script = SMTPScript()
        let server = try ScriptedMailServer(
            greeting: { $0.send("220 mail.example") },
            script: { line, connection in
                let isSecond = connection.notes.withLock { notes in
                    defer { if line == "." { notes.insert("once") } }
                    return notes.contains("once")
                }
                guard isSecond, line.hasPrefix("MAIL"), connection.number == 1 else {
                    return script.answer(line, connection)
                }
                switch reaction {
                case .say(let lines): connection.send(lines[0])
                default: connection.hangUp()
                }
            }
        )
        let submitter = try submitter(server)
        #expect(await submitter.submit() == .accepted(reply: "2.0.0 Ok: queued as 4F"))
        #expect(await submitter.submit() == .accepted(reply: "2.0.0 Ok: queued as 4F"))
        #expect(server.connections.count == 2)
        #expect(server.count(of: ".") == 2)
    }

    @Test func `421 is about the session at whatever step`() async throws {
        let server = try SMTPScript(reactions: [.recipient: .say(["421 4.3.2 going down"])]).server()
        #expect(try await submitter(server).submit() == .deferred(code: 421, text: "4.3.2 going down", about: .session))
    }

    @Test(arguments: [65_534, 65_536, 65_537, 300_000])
    func `lines that begin with dots arrive whole, whatever the size`(_ size: Int) async throws {
        let server = try SMTPScript().server()
        let submitter = try submitter(server)
        let lines = [".x\r\n", "abc\r\n", "\r\n", ".\r\n"].map { Array($0.utf8) }
        var content: [UInt8] = Array("..\r\n".utf8)
        while content.count < size - 20 { content += lines[content.count % 7 % 4] }
        content += Array(repeating: UInt8(ascii: "x"), count: size - 2 - content.count) + [0x0d, 0x0a]
        #expect(await submitter.submit(content) == .accepted(reply: "2.0.0 Ok: queued as 4F"))
        let start = try #require(server.lines.firstIndex(of: "DATA"))
        var received: [UInt8] = []
        for line in server.lines[(start + 1)...].dropLast() {
            received += Array((line.hasPrefix(".") ? String(line.dropFirst()) : line).utf8) + [0x0d, 0x0a]
        }
        #expect(received.count == content.count)
        let difference = zip(received, content).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        #expect(difference == nil)
    }

    @Test func `a hostile server's endless and strange replies end the attempt, not the process`() async throws {
        let endless = try SMTPScript(reactions: [
            .hello: .say(Array(repeating: "250-" + String(repeating: "x", count: 900), count: 5_000))
        ]).server()
        guard case .unavailable = try await submitter(endless, seconds: 1).submit() else {
            Issue.record("not unavailable")
            return
        }
        let strange = try SMTPScript(reactions: [.sender: .say(["\u{0}\u{1}", "99", "-", "999999999999 x", "2"])])
            .server()
        guard case .unavailable = try await submitter(strange, seconds: 1).submit() else {
            Issue.record("not unavailable")
            return
        }
        let long = try SMTPScript(reactions: [.end: .say(["550 " + String(repeating: "é\u{7}", count: 5_000)])])
            .server()
        guard case .rejected(550, let text, .content) = try await submitter(long).submit() else {
            Issue.record("not rejected")
            return
        }
        #expect(text.utf8.count <= 300 && text.hasPrefix("é é"))
    }

    @Test(arguments: [
        "a b@example.test", "ann@example.test\r\nRCPT TO:<eve@example.test>", "<ann@example.test>", "ann@exa>mple", "",
        "ann@", "@example.test", "an\u{0}n@example.test", "ann\u{a0}x@example.test",
        String(repeating: "a", count: 400) + "@example.test",
    ])
    func `an address that could say more than an address is refused here`(_ address: String) async throws {
        let server = try SMTPScript().server()
        let submitter = try submitter(server)
        guard case .rejected(_, _, .recipient) = await submitter.submit(to: address) else {
            Issue.record("not refused")
            return
        }
        if !address.isEmpty {
            let outcome = await submitter.submit(from: address, to: "ann@example.test", content: sampleMail)
            guard case .rejected(_, _, .session) = outcome else {
                Issue.record("not refused")
                return
            }
        }
        #expect(server.connections.isEmpty)
    }

    @Test func `a domain outside ASCII is said in ASCII`() async throws {
        let server = try SMTPScript().server()
        _ = try await submitter(server).submit(to: "ann@bücher.example")
        #expect(server.count(of: "RCPT TO:<ann@xn--bcher-kva.example>") == 1)
    }

    @Test func `who is refused by nobody listening is unavailable`() async throws {
        let port = ClosedPort()
        let submitter = try MailSubmitter(url: "smtp://127.0.0.1:\(port.port)", heloName: "crier.example")
        guard case .unavailable(let reason) = await submitter.submit() else {
            Issue.record("not unavailable")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func `a mail that is given up halfway is never finished with a dot`() async throws {
        // The server reads nothing after DATA, so that the content cannot all be written.
        let server = try SMTPScript(reactions: [.body: .silence]).server()
        let stalled = try StalledServer(server)
        let submitter = try MailSubmitter(
            url: "smtp://127.0.0.1:\(stalled.port)",
            requiresTLS: false,
            heloName: "c.example"
        )
        let content = Array(String(repeating: "0123456789\r\n", count: 3_000_000).utf8)
        let task = Task { await submitter.submit(content) }
        try await waitUntil("DATA") { server.lines.contains("DATA") && stalled.isStalled }
        task.cancel()
        guard case .unavailable = await task.value else {
            Issue.record("not unavailable")
            return
        }
        stalled.resume()
        try await waitUntil("the end of the connection") { stalled.hasEnded }
        #expect(server.count(of: ".") == 0)
        #expect(server.lines.count < 3_000_000)
    }

    @Test func `cancelling after the dot leaves it unknown, and shutting down ends all`() async throws {
        let server = try SMTPScript(reactions: [.end: .silence]).server()
        // Longer than these tests may take: only cancelling ends the wait.
        let submitter = try submitter(server, seconds: 3_600)
        let cancelled = Task { await submitter.submit() }
        try await waitUntil("the dot") { server.count(of: ".") == 1 }
        cancelled.cancel()
        guard case .unknown = await cancelled.value else {
            Issue.record("not unknown")
            return
        }
        let ended = Task { await submitter.submit() }
        try await waitUntil("the second dot") { server.count(of: ".") == 2 }
        submitter.shutdown()
        guard case .unknown = await ended.value else {
            Issue.record("not unknown")
            return
        }
        guard case .unavailable = await submitter.submit() else {
            Issue.record("not unavailable")
            return
        }
    }

    @Test func `a server that thinks long about one mail does not hold up the others`() async throws {
        let server = try SMTPScript(reactions: [.end: .silence], laterReactions: [:]).server()
        let submitter = try submitter(server)
        let slow = Task { await submitter.submit() }
        try await waitUntil("the dot") { server.count(of: ".") == 1 }
        #expect(await submitter.submit() == .accepted(reply: "2.0.0 Ok: queued as 4F"))
        server.connections[0].send("250 at last")
        #expect(await slow.value == .accepted(reply: "at last"))
    }

    @Test(arguments: [
        "http://mail.example", "smtp://ann:secret@mail.example", "mail.example", "smtp://",
        "sendmail://usr/sbin/sendmail",
        "lmtp:///", "smtp://mail.example:99999", "smtp://mail\r\n.example", "imap://mail.example",
    ])
    func `what is no submission server's URL is refused, without repeating a password`(_ url: String) {
        do throws(MailTransportError) {
            _ = try MailSubmitter(url: url, heloName: "crier.example")
            Issue.record("not refused")
        } catch {
            guard case .invalidURL(let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!reason.contains("secret"))
        }
    }

    @Test func `a name for HELO and credentials hold nothing that ends a line`() {
        #expect(throws: MailTransportError.invalidHelloName) {
            try MailSubmitter(url: "smtp://a.example", heloName: "a\r\nMAIL FROM:<>")
        }
        #expect(throws: MailTransportError.invalidCredentials) {
            try MailSubmitter(
                url: "smtp://a.example",
                credentials: MailCredentials(user: "a", secret: .password("b\r\n")),
                heloName: "a.example"
            )
        }
    }
}

import TestSupport
import Testing

@testable import MailTransport

@Suite(.timed, .timeLimit(.minutes(10))) struct LMTPTests {
    private func session() -> LMTPSession {
        LMTPSession(
            heloName: "c.example",
            envelope: .init(from: "", to: "ann@example.test", content: Array("a\r\n".utf8))
        )
    }

    private func text(_ actions: [LMTPSession.Action]) -> String {
        actions.map { action in
            switch action {
            case .send(let bytes): String(decoding: bytes, as: UTF8.self)
            case .sendContent(let bytes): "content " + String(decoding: bytes, as: UTF8.self)
            case .end(let outcome): "\(outcome)"
            }
        }.joined().replacing("\r\n", with: "|")
    }

    @Test func `a conversation goes step by step, whatever pieces its replies come in`() {
        var session = session()
        var said: [String] = []
        let replies = "220 x\r\n250-x\r\n250 PIPELINING\r\n250 ok\r\n250 ok\r\n354 go\r\n"
        for byte in replies.utf8 {
            let actions = session.receive([byte], isFullyWritten: false)
            if !actions.isEmpty { said.append(text(actions)) }
        }
        #expect(
            said == [
                "LHLO c.example|", "MAIL FROM:<>|", "RCPT TO:<ann@example.test>|", "DATA|", "content a|.|",
            ]
        )
        #expect(
            session.receive("250 2.0.0 <ann> saved\r\n".utf8, isFullyWritten: true)
                == [.end(.accepted(reply: "2.0.0 <ann> saved"))]
        )
    }

    @Test func `an answer from before the content is not the answer to it`() {
        var session = session()
        _ = session.receive("220 x\r\n250 x\r\n250 x\r\n250 x\r\n354 go\r\n250 saved\r\n".utf8, isFullyWritten: false)
        #expect(session.ended(true, "closed") == .unknown(reason: "closed"))
    }

    @Test func `endless replies are given up`() {
        var session = session()
        let line = session.receive(Array(repeating: UInt8(ascii: "2"), count: 10_000), isFullyWritten: false)
        #expect(line == [.end(.unavailable(reason: "a reply is too long"))])
        session = self.session()
        let lines = session.receive(String(repeating: "220-x\r\n", count: 2_000).utf8, isFullyWritten: false)
        #expect(lines == [.end(.unavailable(reason: "a reply is too long"))])
    }

    @Test(arguments: [
        ("", ".\r\n"), ("a\r\n", "a\r\n.\r\n"), ("a", "a\r\n.\r\n"), (".", "..\r\n.\r\n"),
        ("a\r\n.\r\n..b\r\n", "a\r\n..\r\n...b\r\n.\r\n"),
        ("a.b\r\n", "a.b\r\n.\r\n"),
    ])
    func `dots are doubled`(_ content: String, _ expected: String) {
        #expect(String(decoding: LMTPSession.stuffed(Array(content.utf8)), as: UTF8.self) == expected)
    }

    @Test func `a mail goes through a Unix socket`() async throws {
        let folder = try TemporaryFolder()
        let server = try SMTPScript().server(unixSocket: folder.path("lmtp"))
        let submitter = try MailSubmitter(url: "lmtp://\(folder.path("lmtp"))", heloName: "crier.example")
        #expect(await submitter.submit() == .accepted(reply: "2.0.0 Ok: queued as 4F"))
        #expect(
            server.lines.prefix(9) == [
                "LHLO crier.example", "MAIL FROM:<crier@example.test>", "RCPT TO:<ann@example.test>", "DATA",
                "Subject: hello", "", "..a dot", "and no more", ".",
            ]
        )
    }

    @Test(arguments: [
        (SMTPScript.Step.greeting, MailSubmissionOutcome.Subject.session), (.hello, .session), (.sender, .session),
        (.recipient, .recipient), (.data, .content), (.end, .content),
    ])
    func `a refusal is about the step it answers`(
        _ step: SMTPScript.Step,
        _ about: MailSubmissionOutcome.Subject
    ) async throws {
        let server = try SMTPScript(reactions: [step: .say(["452-4.2.2 full", "452 4.2.2 really"])]).server()
        #expect(
            await (try submitter(server, scheme: "lmtp")).submit()
                == .deferred(code: 452, text: "4.2.2 full 4.2.2 really", about: about)
        )
    }

    @Test(arguments: [SMTPScript.Step.greeting, .hello, .sender, .recipient, .data, .end], [true, false])
    func `a server that hangs up or says nothing`(_ step: SMTPScript.Step, _ hangsUp: Bool) async throws {
        let server = try SMTPScript(reactions: [step: hangsUp ? .hangUp : .silence]).server()
        // At the end of the mail there must have been time enough to come there.
        let seconds: Double = hangsUp ? 300 : step == .end ? 10 : 0.5
        let outcome = await (try submitter(server, scheme: "lmtp", seconds: seconds)).submit()
        switch (outcome, step) {
        case (.unknown, .end): break
        case (.unavailable, _) where step != .end: break
        default: Issue.record("\(outcome)")
        }
    }

    @Test func `nobody listening is unavailable, and cancelling ends the wait`() async throws {
        let port = ClosedPort()
        let closed = try MailSubmitter(url: "lmtp://127.0.0.1:\(port.port)", heloName: "c.example")
        #expect(await closed.submit() == .unavailable(reason: "Connection refused"))
        let missing = try MailSubmitter(url: "lmtp:///nowhere/lmtp", heloName: "c.example")
        #expect(await missing.submit() == .unavailable(reason: "No such file or directory"))
        let server = try SMTPScript(reactions: [.end: .silence]).server()
        let submitter = try submitter(server, scheme: "lmtp", seconds: 3_600)
        let task = Task { await submitter.submit() }
        try await waitUntil("the dot") { server.count(of: ".") == 1 }
        task.cancel()
        #expect(await task.value == .unknown(reason: "cancelled"))
    }
}

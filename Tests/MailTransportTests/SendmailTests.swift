import CurlClient
import Foundation
import Glibc
import TestSupport
import Testing

@testable import MailTransport

@Suite(.timed, .timeLimit(.minutes(10))) struct SendmailTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func submitter(_ script: String, seconds: Double = 300) throws -> MailSubmitter {
        let path = try folder.write("sendmail", "#!/bin/sh\ncd \(folder.url.path)\n\(script)\n")
        chmod(path, 0o755)
        return try MailSubmitter(
            url: "sendmail://\(path)",
            requiresTLS: true,
            credentials: nil,
            caFile: nil,
            heloName: "c.example",
            limits: LineLimits(connect: seconds, total: seconds)
        )
    }

    /// Hands a mail over; a program that was just written may be held open by a process that is about to start.
    private func hand(
        _ submitter: MailSubmitter,
        from: String = "crier@example.test",
        to: String = "ann@example.test",
        content: [UInt8] = sampleMail
    ) async -> MailSubmissionOutcome {
        while true {
            let outcome = await submitter.submit(from: from, to: to, content: content)
            guard case .unavailable(let reason) = outcome, reason.hasSuffix(": Text file busy") else { return outcome }
        }
    }

    @Test func `the program gets the mail, the envelope, and nothing else`() async throws {
        let submitter = try submitter(
            #"for a in "$@"; do echo "$a"; done > arguments; ls /proc/$$/fd > files; env > environment; cat > mail"#
        )
        let outcome = await hand(submitter, from: "crier+x@example.test", to: "-oQ@example.test")
        #expect(outcome == .accepted(reply: "given to \(folder.path("sendmail"))"))
        func text(_ name: String) throws -> String { try String(contentsOfFile: folder.path(name), encoding: .utf8) }
        #expect(try text("arguments") == "-i\n-f\ncrier+x@example.test\n--\n-oQ@example.test\n")
        #expect(try text("mail") == "Subject: hello\n\n.a dot\nand no more\n")
        // The shell itself holds its script open.
        #expect(try text("files").split(separator: "\n").filter { $0 != "10" && $0 != "255" }.count <= 4)
        #expect(try !text("environment").contains("HOME="))
    }

    @Test(arguments: [
        (75, MailSubmissionOutcome.Subject.session, true), (71, .session, true), (74, .session, true),
        (69, .session, true), (67, .recipient, false), (68, .recipient, false), (65, .content, false),
        (64, .session, false), (77, .session, false), (78, .session, false), (1, .session, false),
    ])
    func `an exit status says what became of it`(
        _ status: Int,
        _ about: MailSubmissionOutcome.Subject,
        _ isTemporary: Bool
    ) async throws {
        for reads in ["cat > /dev/null; ", ""] {
            switch await hand(try submitter("\(reads)exit \(status)")) {
            case .deferred(_, _, let subject): #expect(isTemporary && subject == about)
            case .rejected(_, _, let subject): #expect(!isTemporary && subject == about)
            case let outcome: Issue.record("\(outcome)")
            }
        }
    }

    @Test func `a program that hangs is ended, with all it has started, and leaves no zombie`() async throws {
        let hangs = try submitter("cat > /dev/null; echo $$ > pid; sleep 1000 & wait", seconds: 10)
        #expect(await hand(hangs) == .unknown(reason: "\(folder.path("sendmail")) gave no answer"))
        let text = try String(contentsOfFile: folder.path("pid"), encoding: .utf8)
        let pid = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(pid, 0) == -1 && errno == ESRCH)
    }

    @Test func `a program that reads nothing of a large mail has taken nothing`() async throws {
        let deaf = try submitter("exec sleep 1000", seconds: 1)
        guard case .unavailable = await hand(deaf, content: Array(repeating: 0x61, count: 1 << 20)) else {
            Issue.record("not unavailable")
            return
        }
    }

    @Test func `a program that is not there is unavailable`() async throws {
        let missing = try MailSubmitter(url: "sendmail:///nowhere/sendmail", heloName: "c.example")
        #expect(await missing.submit() == .unavailable(reason: "/nowhere/sendmail: No such file or directory"))
    }

    @Test func `many at once all go`() async throws {
        let submitter = try submitter("cat > /dev/null")
        await withTaskGroup(of: MailSubmissionOutcome.self) { group in
            for _ in 0..<30 { group.addTask { await hand(submitter) } }
            for await outcome in group {
                #expect(outcome == .accepted(reply: "given to \(folder.path("sendmail"))"))
            }
        }
    }
}

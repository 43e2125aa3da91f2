import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import MailTransport

/// Every way out and in, against Postfix and Dovecot.
@Suite(
    .timed,
    .timeLimit(.minutes(10)),
    .enabled(
        if: DovecotServer.isInstalled && PostfixServer.isInstalled && TestCertificates.isAvailable,
        "dovecot-imapd, dovecot-lmtpd or postfix (which needs root) is missing: skipped"
    )
)
struct RealMailServerTests {
    private static let bot = "crier@example.test"
    private static let reader = "greta@example.test"

    /// Gives the token that is right at the moment, and knows which ones are.
    private final class Issuer: Sendable {
        let web: LocalWebServer
        private let said = Mutex("old")

        init() throws {
            web = try LocalWebServer()
            // RFC 7662, as Dovecot asks: `Authorization: Bearer TOKEN`.
            web.respond(to: "/introspect") { request in
                request.header("Authorization") == "Bearer new"
                    ? .ok(#"{"active": true, "username": "\#(RealMailServerTests.bot)"}"#)
                    : .ok(#"{"active": false}"#)
            }
        }

        var credentials: MailCredentials {
            MailCredentials(user: RealMailServerTests.bot, secret: .token { self.said.withLock { $0 } })
        }

        func renew() { said.withLock { $0 = "new" } }
    }

    private static let password = MailCredentials(user: bot, secret: .password(DovecotServer.password))

    private func mail(_ name: String) -> [UInt8] {
        Array("From: \(Self.bot)\r\nTo: \(Self.reader)\r\nSubject: \(name)\r\n\r\n.a dot\r\n\u{e9}\r\n".utf8)
    }

    /// What came to a mailbox, read over TLS from the first byte or by STARTTLS.
    private func texts(
        _ dovecot: DovecotServer,
        of user: String,
        implicitTLS: Bool = true
    ) async throws -> [String] {
        let mailbox = try IMAPMailbox(
            url: implicitTLS
                ? "imaps://localhost:\(dovecot.imapsPort)/INBOX" : "imap://localhost:\(dovecot.imapPort)/INBOX",
            credentials: MailCredentials(user: user, secret: .password(DovecotServer.password)),
            caFile: dovecot.certificates.caFile
        )
        guard case .fetched(let batch) = await mailbox.fetchNew(after: nil) else { return [] }
        return batch.messages.compactMap { message in
            guard case .whole(let bytes) = message.content else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    @Test func `mail leaves by STARTTLS, implicit TLS, LMTP and sendmail, and comes in by both kinds of IMAP`()
        async throws
    {
        let dovecot = try DovecotServer(people: ["crier", "greta"], certificates: try TestCertificates())
        let postfix = try PostfixServer(dovecot)
        defer {
            postfix.stop()
            dovecot.stop()
        }
        let sendmail = try TemporaryFolder()
        // As an operator with several instances of Postfix would.
        let program = try sendmail.write(
            "sendmail",
            "#!/bin/sh\nexec /usr/sbin/sendmail -C \(postfix.configurationFolder) \"$@\"\n"
        )
        chmod(program, 0o755)
        let ways: [(name: String, url: String, login: MailCredentials?)] = [
            ("starttls", "smtp://localhost:\(postfix.submissionPort)", Self.password),
            ("implicit", "smtps://localhost:\(postfix.tlsPort)", Self.password),
            ("lmtp-port", "lmtp://127.0.0.1:\(dovecot.lmtpPort)", nil),
            ("lmtp-socket", "lmtp://\(dovecot.lmtpSocket)", nil),
            ("program", "sendmail://\(program)", nil),
        ]
        for way in ways {
            let submitter = try MailSubmitter(
                url: way.url,
                credentials: way.login,
                caFile: dovecot.certificates.caFile,
                heloName: "crier.example.test"
            )
            for number in 1...2 {
                let content = mail("\(way.name)-\(number)")
                let outcome = await submitter.submit(
                    from: "crier+token@example.test",
                    to: Self.reader,
                    content: content
                )
                guard case .accepted = outcome else {
                    Issue.record("\(way.name): \(outcome)")
                    break
                }
            }
            // Nobody has that mailbox: who is asked directly says so, the others will write a report.
            let outcome = await submitter.submit(from: Self.bot, to: "nobody@example.test", content: mail("lost"))
            if way.name.hasPrefix("lmtp") {
                guard case .rejected(550, _, .recipient) = outcome else {
                    Issue.record("\(way.name): \(outcome)")
                    break
                }
            }
            submitter.shutdown()
        }
        for implicitTLS in [true, false] {
            var seen: [String] = []
            try await waitUntil("ten mails") {
                seen = try await texts(dovecot, of: Self.reader, implicitTLS: implicitTLS)
                return seen.count >= 10
            }
            #expect(seen.count == 10)
            for way in ways {
                for number in 1...2 {
                    let found = seen.filter { $0.contains("Subject: \(way.name)-\(number)\r\n") }
                    #expect(found.count == 1, "\(way.name)-\(number)")
                    #expect(found.allSatisfy { $0.hasSuffix("\r\n\r\n.a dot\r\n\u{e9}\r\n") }, "\(way.name): \(found)")
                    #expect(found.allSatisfy { $0.contains("Return-Path: <crier+token@example.test>") })
                }
            }
        }
    }

    @Test(arguments: ["xoauth2", "oauthbearer"])
    func `a token logs in to both servers, and one that is over is refused until it is renewed`(
        mechanism: String
    ) async throws {
        let issuer = try Issuer()
        let dovecot = try DovecotServer(
            people: ["crier", "greta"],
            certificates: try TestCertificates(),
            tokens: .init(introspectionURL: issuer.web.url("/introspect"), mechanism: mechanism)
        )
        let postfix = try PostfixServer(dovecot)
        defer {
            postfix.stop()
            dovecot.stop()
        }
        let submitter = try MailSubmitter(
            url: "smtps://localhost:\(postfix.tlsPort)",
            credentials: issuer.credentials,
            caFile: dovecot.certificates.caFile,
            heloName: "crier.example.test"
        )
        let mailbox = try IMAPMailbox(
            url: "imaps://localhost:\(dovecot.imapsPort)/INBOX",
            credentials: issuer.credentials,
            caFile: dovecot.certificates.caFile
        )
        let refused = await submitter.submit(from: Self.bot, to: Self.bot, content: mail("early"))
        switch refused {
        case .rejected(535, _, .session): break
        // To XOAUTH2 the reason comes first, as one more question (334), and libcurl hangs up at that.
        case .unavailable("Login denied") where mechanism == "xoauth2": break
        default: Issue.record("\(refused)")
        }
        guard case .refused = await mailbox.fetchNew(after: nil) else {
            Issue.record("the mailbox was opened")
            return
        }
        issuer.renew()
        let outcome = await submitter.submit(from: Self.bot, to: Self.bot, content: mail("in time"))
        guard case .accepted = outcome else {
            Issue.record("\(outcome) \(dovecot.log.suffix(1_000))")
            return
        }
        try await waitUntil("the mail") {
            guard case .fetched(let batch) = await mailbox.fetchNew(after: nil) else { return false }
            return batch.messages.count == 1
        }
        #expect(!issuer.web.requests.isEmpty)
        submitter.shutdown()
    }
}

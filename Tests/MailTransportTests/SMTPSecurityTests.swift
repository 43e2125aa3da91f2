import Foundation
import TestSupport
import Testing

@testable import MailTransport

/// TLS and who we are.
@Suite(
    .timed,
    .timeLimit(.minutes(10)),
    .enabled(if: TestCertificates.isAvailable, "openssl is not installed: skipped")
)
struct SMTPSecurityTests {
    private let login = MailCredentials(user: "ann", secret: .password("pass word"))

    @Test func `the password is said under TLS only`() async throws {
        let certificates = try TestCertificates()
        let server = try SMTPScript(features: ["AUTH PLAIN LOGIN"], certificate: certificates.issue("good")).server()
        let submitter = try submitter(
            server,
            host: "localhost",
            requiresTLS: true,
            credentials: login,
            caFile: certificates.caFile
        )
        #expect(await submitter.submit() == .accepted(reply: "2.0.0 Ok: queued as 4F"))
        #expect(await submitter.submit() == .accepted(reply: "2.0.0 Ok: queued as 4F"))
        #expect(server.connections.count == 1)
        #expect(Array(server.lines.prefix(3)) == ["EHLO crier.example", "STARTTLS", "EHLO crier.example"])
        #expect(server.lines.filter { $0.hasPrefix("AUTH") }.count == 1)
    }

    @Test func `without STARTTLS nothing is said where it is required`() async throws {
        let server = try SMTPScript(features: ["AUTH PLAIN LOGIN"]).server()
        let submitter = try submitter(server, requiresTLS: true, credentials: login)
        guard case .unavailable(let reason) = await submitter.submit() else {
            Issue.record("not unavailable")
            return
        }
        #expect(reason.contains("STARTTLS"))
        #expect(server.lines.allSatisfy { $0.hasPrefix("EHLO") || $0 == "QUIT" })
    }

    @Test func `another authority's certificate, or one for another name, is refused`() async throws {
        let certificates = try TestCertificates()
        let stranger = try TestCertificates()
        let cases = [
            (try certificates.issue("good"), stranger.caFile as String?),
            (try certificates.issue("good2"), nil),
            (try certificates.issue("other", subjectNames: "DNS:mail.example"), certificates.caFile),
            (try certificates.issue("old", days: -1), certificates.caFile),
        ]
        for (pair, caFile) in cases {
            let server = try SMTPScript(features: ["AUTH PLAIN"], certificate: pair).server()
            let submitter = try submitter(
                server,
                host: "localhost",
                requiresTLS: true,
                credentials: login,
                caFile: caFile
            )
            guard case .unavailable(let reason) = await submitter.submit() else {
                Issue.record("not unavailable")
                return
            }
            #expect(reason.lowercased().contains("certificate"), "\(reason)")
            #expect(server.lines == ["EHLO crier.example", "STARTTLS"])
        }
    }

    @Test func `what was slipped in before TLS is not taken for the server's word`() async throws {
        let certificates = try TestCertificates()
        let server = try SMTPScript(
            features: ["AUTH PLAIN"],
            certificate: certificates.issue("good"),
            injected: "250-mail.example\r\n250 AUTH LOGIN\r\n"
        ).server()
        let submitter = try submitter(
            server,
            host: "localhost",
            requiresTLS: true,
            credentials: login,
            caFile: certificates.caFile
        )
        guard case .unavailable = await submitter.submit() else {
            Issue.record("not unavailable")
            return
        }
        #expect(!server.lines.contains { $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
    }

    @Test(arguments: [
        (["AUTH PLAIN LOGIN"], "AUTH PLAIN"), (["AUTH LOGIN"], "AUTH LOGIN"),
        (["AUTH CRAM-MD5 DIGEST-MD5 NTLM GSSAPI PLAIN"], "AUTH PLAIN"),
    ])
    func `a password goes by PLAIN, else by LOGIN`(_ features: [String], _ command: String) async throws {
        let server = try SMTPScript(features: features).server()
        _ = await (try submitter(server, credentials: login)).submit()
        #expect(server.lines.contains { $0.hasPrefix(command) }, "\(server.lines)")
    }

    @Test(arguments: ["XOAUTH2", "OAUTHBEARER"])
    func `a token is read anew for each mail and said by what the server knows`(_ mechanism: String) async throws {
        let server = try SMTPScript(features: ["AUTH PLAIN LOGIN \(mechanism)"]).server()
        let credentials = MailCredentials(user: "ann", secret: .token { "s3cret" })
        let submitter = try submitter(server, credentials: credentials)
        #expect(await submitter.submit() == .accepted(reply: "2.0.0 Ok: queued as 4F"))
        let command = try #require(server.lines.first { $0.hasPrefix("AUTH") })
        #expect(command.hasPrefix("AUTH \(mechanism)"))
        let said = server.lines.compactMap { $0.split(separator: " ").last }
            .compactMap { Data(base64Encoded: String($0)) }
            .map { String(decoding: $0, as: UTF8.self) }
        #expect(said.contains { $0.contains("auth=Bearer s3cret") })
    }

    @Test func `without a token nothing is tried`() async throws {
        let server = try SMTPScript(features: ["AUTH XOAUTH2"]).server()
        let submitter = try submitter(server, credentials: MailCredentials(user: "ann", secret: .token { nil }))
        #expect(await submitter.submit() == .unavailable(reason: "there is no access token"))
        #expect(server.connections.isEmpty)
    }

    @Test func `a refused password is about the session and not repeated`() async throws {
        let server = try SMTPScript(
            reactions: [.authentication: .say(["535 5.7.8 bad credentials"])],
            features: ["AUTH PLAIN"]
        ).server()
        let outcome = await (try submitter(server, credentials: login)).submit()
        #expect(outcome == .rejected(code: 535, text: "5.7.8 bad credentials", about: .session))
        #expect(!server.lines.contains { $0.hasPrefix("MAIL") })
    }

    @Test func `a server without AUTH is not asked for what it cannot do`() async throws {
        let server = try SMTPScript(reactions: [.sender: .say(["530 5.7.0 log in first"])]).server()
        let outcome = await (try submitter(server, credentials: login)).submit()
        #expect(outcome == .rejected(code: 530, text: "5.7.0 log in first", about: .session))
    }
}

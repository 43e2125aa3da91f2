import MailTransport
import Foundation
import NewsModel
import Testing

@testable import crier

/// Reads a `[mail]` section beside a file `secret` that holds `s3cret`.
private func read(_ toml: String) throws -> (Configuration?, [ConfigurationProblem]) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "s3cret\n".write(to: folder.appendingPathComponent("secret"), atomically: true, encoding: .utf8)
    let path = folder.appendingPathComponent("config.toml").path
    try toml.write(toFile: path, atomically: true, encoding: .utf8)
    do {
        let (configuration, warnings) = try ConfigurationReader.read(path: path)
        return (configuration, warnings)
    } catch {
        return (nil, error.problems)
    }
}

private let minimal = "[mail]\naddress = \"crier@example.test\"\nsmtp_url = \"smtp://mail.test:587\"\n"

@Suite struct MailConfigurationTests {
    @Test func `two lines are enough, and the rest has its default`() throws {
        let (configuration, problems) = try read(minimal)
        #expect(problems == [])
        let mail = try #require(configuration?.mail)
        #expect(mail.address == "crier@example.test" && mail.displayName == "Crier")
        #expect(mail.submission.text == "smtp://mail.test:587" && mail.requiresTLS && mail.submissionLogin == nil)
        #expect(mail.mailbox == nil && mail.mailboxLogin == nil && mail.authenticationServer == "")
        #expect(mail.subaddressSeparator == "+" && mail.poll == 30 && mail.answersPerHour == 20)
        #expect(mail.answersPerGuest == 5 && mail.guestAnswersPerDomain == 50 && mail.guestAnswersPerHour == 200)
        #expect(mail.iconsPerMail == 20)
        #expect(mail.unsubscribeURL == nil && mail.unsubscribeHost == "127.0.0.1" && mail.unsubscribePort == 8_025)
    }

    @Test func `everything can be said`() throws {
        let (configuration, problems) = try read(
            """
            admins = ["mail:Alice@Example.test"]
            [mail]
            address = "Crier@example.test"
            display_name = "Town Crier"
            smtp_url = "smtps://mail.test"
            imap_url = "imaps://mail.test"
            user = "crier"
            password_file = "secret"
            imap_user = "reader"
            ca_file = "secret"
            authserv_id = "mx.example.test"
            subaddress_separator = ""
            poll = "2m"
            answers_per_hour = 3
            answers_per_guest = 2
            guest_answers_per_domain = 7
            guest_answers_per_hour = 8
            icons = 0
            unsubscribe_url = "https://news.test/stop/"
            unsubscribe_listen = "[::1]:9000"
            """
        )
        #expect(problems == [])
        let mail = try #require(configuration?.mail)
        #expect(mail.address == "Crier@example.test" && mail.displayName == "Town Crier")
        #expect(mail.mailbox?.text == "imaps://mail.test/INBOX")
        #expect(mail.submissionLogin?.user == "crier" && mail.mailboxLogin?.user == "reader")
        guard case .password("s3cret")? = mail.mailboxLogin?.secret else {
            Issue.record("another password")
            return
        }
        #expect(mail.authenticationServer == "mx.example.test" && mail.subaddressSeparator == "")
        #expect(mail.poll == 120 && mail.answersPerHour == 3)
        #expect(mail.answersPerGuest == 2 && mail.guestAnswersPerDomain == 7 && mail.guestAnswersPerHour == 8)
        #expect(mail.iconsPerMail == 0)
        #expect(mail.unsubscribeURL == "https://news.test/stop")
        #expect(mail.unsubscribeHost == "::1" && mail.unsubscribePort == 9_000)
        #expect(configuration?.admins == [Identity(network: "mail", account: "alice@example.test")])
    }

    @Test func `a token is read anew for each login`() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "one\n".write(toFile: path, atomically: true, encoding: .utf8)
        let (configuration, problems) = try read(minimal + "access_token_file = \"\(path)\"")
        #expect(problems == [])
        let login = try #require(configuration?.mail?.submissionLogin)
        #expect(login.user == "crier@example.test")
        guard case .token(let token) = login.secret else {
            Issue.record("no token")
            return
        }
        #expect(token() == "one")
        try "two\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(token() == "two")
    }

    @Test(arguments: [
        ("smtp_url = \"smtp://h\"", "config.missingKey", 1),
        ("address = \"a@b.test\"", "config.missingKey", 1),
        ("address = \"\"\nsmtp_url = \"smtp://h\"", "config.badMailAddress", 2),
        ("address = \"crier\"\nsmtp_url = \"smtp://h\"", "config.badMailAddress", 2),
        ("address = \"Crier <a@b.test>\"\nsmtp_url = \"smtp://h\"", "config.badMailAddress", 2),
        ("address = \"a@b.test\"\nsmtp_url = \"\"", "config.badSubmissionURL", 3),
        ("address = \"a@b.test\"\nsmtp_url = \"mail.test:587\"", "config.badSubmissionURL", 3),
        ("address = \"a@b.test\"\nsmtp_url = \"imap://h\"", "config.badSubmissionURL", 3),
        ("address = \"a@b.test\"\nsmtp_url = \"smtp://\"", "config.badSubmissionURL", 3),
        ("address = \"a@b.test\"\nsmtp_url = \"smtp://u:p@h\"", "config.badSubmissionURL", 3),
        ("address = \"a@b.test\"\nsmtp_url = \"smtp://h:99999\"", "config.badSubmissionURL", 3),
        ("address = \"a@b.test\"\nsmtp_url = \"sendmail://h/x\"", "config.badSubmissionURL", 3),
        ("address = \"a@b.test\"\nsmtp_url = \"lmtp://\"", "config.badSubmissionURL", 3),
    ])
    func `what must be there is asked for`(lines: String, key: String, line: Int) throws {
        let (_, problems) = try read("[mail]\n" + lines)
        #expect(problems.contains { $0.message.key == key && $0.line == line && !$0.isWarning }, "\(problems)")
    }

    @Test(arguments: [
        ("imap_url = \"https://h\"", "config.badMailboxURL", false),
        ("imap_url = \"imaps://h\"", "config.mailboxWithoutLogin", false),
        ("user = \"crier\"", "config.mailUserIncomplete", false),
        ("password_file = \"missing\"", "config.noFile", false),
        ("access_token_file = \"missing\"", "config.noFile", false),
        ("ca_file = \"missing.pem\"", "config.noFile", false),
        ("starttls = \"maybe\"", "config.notAChoice", false),
        ("starttls = \"off\"\npassword_file = \"secret\"", "config.mailWithoutTLS", true),
        ("subaddress_separator = \"++\"", "config.badSeparator", false),
        ("subaddress_separator = \"@\"", "config.badSeparator", false),
        ("authserv_id = \"mx.test; spf=pass\"", "config.badAuthenticationServer", false),
        ("display_name = \"Town\\nCrier\"", "config.badDisplayName", false),
        ("display_name = \"Crier\\u0007\"", "config.badDisplayName", false),
        ("display_name = \" \"", "config.badDisplayName", false),
        ("access_token_file = \"secret\"\npassword_file = \"secret\"", "config.passwordAndToken", false),
        ("poll = \"0s\"", "config.outOfRange", false),
        ("answers_per_hour = 0", "config.outOfRange", false), ("answers_per_guest = 0", "config.outOfRange", false),
        ("guest_answers_per_domain = 0", "config.outOfRange", false),
        ("guest_answers_per_hour = -1", "config.outOfRange", false),
        ("unsubscribe_url = \"http://news.test/u\"", "config.badUnsubscribeURL", false),
        ("unsubscribe_url = \"https://news.test/u?x=1\"", "config.badUnsubscribeURL", false),
        ("unsubscribe_listen = \"8025\"", "config.badListenAddress", false),
        ("unsubscribe_listen = \"localhost:8025\"", "config.badListenAddress", false),
        ("unsubscribe_listen = \"0.0.0.0:8025\"", "config.openListenAddress", true),
        ("adress = \"x\"", "config.unknownKeySuggestion", false),
    ])
    func `every mistake is named with its line`(lines: String, key: String, isWarning: Bool) throws {
        let (_, problems) = try read(minimal + lines)
        let found = try #require(problems.first { $0.message.key == key }, "\(problems)")
        // A password in the clear is shown at the server it goes to.
        #expect(found.line == (key == "config.mailWithoutTLS" ? 3 : 4) && found.isWarning == isWarning)
    }

    @Test(arguments: ["smtp://localhost:25", "smtp://127.0.0.1:25", "smtp://[::1]:25", "lmtp:///run/lmtp", "smtps://h"])
    func `a password may go in the clear to this machine`(url: String) throws {
        let (configuration, problems) = try read(
            "[mail]\naddress = \"a@b.test\"\nsmtp_url = \"\(url)\"\nstarttls = \"off\"\npassword_file = \"secret\""
        )
        #expect(problems == [] && configuration?.mail?.requiresTLS == false)
    }

    @Test(arguments: ["mail:", "mail:alice", "mail:alice@", "mail:a@b.test,c@d.test"])
    func `an admin by mail is an address`(admin: String) throws {
        #expect(try read("admins = [\"\(admin)\"]").1.map(\.message.key) == ["config.badAdmin"])
    }

    @Test func `a sendmail that cannot be run is found before the start, and a socket may come later`() throws {
        func problems(_ url: String) throws -> [ConfigurationProblem] {
            let text = "[mail]\naddress = \"a@b.test\"\nsmtp_url = \"\(url)\""
            let configuration = try #require(try read(text).0)
            return ConfigurationSurroundings.mailProblems(of: configuration).filter { $0.line == 3 }
        }
        let missing = try problems("sendmail:///nonexistent/sendmail")
        #expect(missing.map(\.message.key) == ["config.sendmailMissing"] && missing.first?.isWarning == false)
        let early = try problems("lmtp:///nonexistent/lmtp")
        #expect(early.map(\.message.key) == ["config.socketMissing"] && early.first?.isWarning == true)
        #expect(try problems("sendmail:///bin/sh") == [])
    }

    @Test func `where nobody vouches for senders, the operator is told what that means`() throws {
        func problems(_ lines: String) throws -> [ConfigurationProblem] {
            ConfigurationSurroundings.mailProblems(of: try #require(try read(minimal + lines).0))
        }
        let problem = try #require(try problems("authserv_id = \"\"").first)
        #expect(problem.message.key == "config.noAuthenticationServer" && problem.isWarning && problem.line == 4)
        #expect(try problems("").map(\.message.key) == ["config.noAuthenticationServer"])
        #expect(try problems("authserv_id = \"mx.test\"") == [])
    }

    @Test func `the mailbox may have a password of its own beside a token`() throws {
        let lines = "imap_url = \"imaps://h\"\naccess_token_file = \"secret\"\nimap_password_file = \"secret\""
        #expect(try read(minimal + lines).1 == [])
    }
}

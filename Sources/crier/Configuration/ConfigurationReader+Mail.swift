import CurlClient
import Foundation
import MailMessages
import MailTransport
import NewsModel

extension ConfigurationReader {
    mutating func readMail(_ section: ConfigurationSection) -> Configuration.MailSettings? {
        let address = mailAddress(of: section)
        let submission = mailServer(
            "smtp_url",
            MailServerSetting.Scheme.submission,
            "config.badSubmissionURL",
            of: section
        )
        let mailbox = mailServer("imap_url", MailServerSetting.Scheme.mailbox, "config.badMailboxURL", of: section)
        guard let address, let submission else { return nil }
        var settings = Configuration.MailSettings(address: address, submission: submission, mailbox: mailbox)
        settings.submissionLine = line(section, "smtp_url")
        settings.displayName = displayName(of: section) ?? settings.displayName
        settings.requiresTLS = section.text("starttls") != "off"
        settings.caFile = file("ca_file", of: section)
        settings.authenticationServer = section.text("authserv_id") ?? ""
        settings.authenticationServerLine = line(section, "authserv_id")
        settings.poll = section.decimal("poll") ?? settings.poll
        settings.answersPerHour = section.integer("answers_per_hour") ?? settings.answersPerHour
        settings.answersPerGuest = section.integer("answers_per_guest") ?? settings.answersPerGuest
        settings.guestAnswersPerDomain = section.integer("guest_answers_per_domain") ?? settings.guestAnswersPerDomain
        settings.guestAnswersPerHour = section.integer("guest_answers_per_hour") ?? settings.guestAnswersPerHour
        settings.iconsPerMail = section.integer("icons") ?? settings.iconsPerMail
        settings.subaddressSeparator = separator(of: section) ?? settings.subaddressSeparator
        readLogins(section, into: &settings)
        readUnsubscribing(section, into: &settings)
        if settings.authenticationServer.contains(where: { $0.isWhitespace || $0 == ";" || $0 == "\"" }) {
            report(
                "config.badAuthenticationServer",
                ["name": .text(settings.authenticationServer)],
                line: line(section, "authserv_id")
            )
        }
        return settings
    }

    private mutating func mailAddress(of section: ConfigurationSection) -> String? {
        guard let written = section.text("address") else {
            // The schema reports a missing address, but not an empty one.
            if section.written("address") != nil {
                report("config.badMailAddress", ["name": .text("")], line: line(section, "address"))
            }
            return nil
        }
        guard let address = try? MailAddress(written) else {
            report("config.badMailAddress", ["name": .text(written)], line: line(section, "address"))
            return nil
        }
        return address.description
    }

    /// Checks the display name, because it becomes part of a header of every mail.
    private mutating func displayName(of section: ConfigurationSection) -> String? {
        guard let written = section.text("display_name") else { return nil }
        let isPlain = written.unicodeScalars.allSatisfy { scalar in
            ![.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
        guard isPlain, written.utf8.count <= 200, written.contains(where: { !$0.isWhitespace }) else {
            report("config.badDisplayName", line: line(section, "display_name"))
            return nil
        }
        return written
    }

    private mutating func mailServer(
        _ key: String,
        _ schemes: Set<MailServerSetting.Scheme>,
        _ problem: String,
        of section: ConfigurationSection
    ) -> MailServerSetting? {
        guard let written = section.written(key), !written.isEmpty || key == "smtp_url" else { return nil }
        let url = MailServerSetting(written, allowed: schemes)
        // It may contain a password by mistake, so it is not shown.
        let shown = written.contains("@") ? "…" : written
        if url == nil { report(problem, ["name": .text(shown)], line: line(section, key)) }
        return url
    }

    /// The separator between user and detail in `crier+token@example.org` (RFC 5233).
    private mutating func separator(of section: ConfigurationSection) -> String? {
        guard let written = section.written("subaddress_separator") else { return nil }
        if written.isEmpty || written.count == 1 && "+-=_#~".contains(written) { return written }
        report("config.badSeparator", ["name": .text(written)], line: line(section, "subaddress_separator"))
        return nil
    }

    private mutating func readLogins(
        _ section: ConfigurationSection,
        into settings: inout Configuration.MailSettings
    ) {
        let password = secret("password_file", environment: "PASSWORD", of: section)
        let token = file("access_token_file", of: section)
        let user = section.text("user")
        if section.text("password_file") != nil, section.text("access_token_file") != nil {
            report("config.passwordAndToken", line: line(section, "access_token_file"))
        }
        let login = Self.credentials(user: user ?? settings.address, password: password, tokenFile: token)
        if user != nil, login == nil { report("config.mailUserIncomplete", line: line(section, "user")) }
        let mailboxUser = section.text("imap_user")
        let mailboxPassword = secret("imap_password_file", environment: "IMAP_PASSWORD", of: section)
        // The mailbox's own password has precedence over the login of the submission server.
        let mailboxLogin = Self.credentials(
            user: mailboxUser ?? user ?? settings.address,
            password: mailboxPassword ?? password,
            tokenFile: mailboxPassword == nil ? token : nil
        )
        settings.submissionLogin = settings.submission.scheme == .sendmail ? nil : login
        if settings.mailbox != nil {
            settings.mailboxLogin = mailboxLogin
            if mailboxLogin == nil { report("config.mailboxWithoutLogin", line: line(section, "imap_url")) }
        }
        guard !settings.requiresTLS else { return }
        let servers = [
            ("smtp_url", settings.submission, settings.submissionLogin != nil),
            ("imap_url", settings.mailbox, settings.mailboxLogin != nil),
        ]
        for case (let key, let server?, true) in servers
        where [.smtp, .imap, .lmtp].contains(server.scheme) && !server.isLocal {
            report("config.mailWithoutTLS", ["name": .text(server.host)], line: line(section, key), isWarning: true)
        }
    }

    private static func credentials(user: String, password: String?, tokenFile: String?) -> MailCredentials? {
        if let tokenFile {
            return MailCredentials(
                user: user,
                secret: .token {
                    // Read again each time, because another program renews the token.
                    let text = try? String(contentsOfFile: tokenFile, encoding: .utf8)
                    return text?.trimmingCharacters(in: .whitespacesAndNewlines)
                }
            )
        }
        return password.map { MailCredentials(user: user, secret: .password($0)) }
    }

    private mutating func readUnsubscribing(
        _ section: ConfigurationSection,
        into settings: inout Configuration.MailSettings
    ) {
        if let written = section.text("unsubscribe_url") {
            let url = URLComponents(string: written)
            // RFC 8058, 3.1: one click needs an https address.
            if url?.scheme?.lowercased() == "https", url?.host?.isEmpty == false, url?.query == nil,
                url?.fragment == nil, url?.user == nil, !written.contains(where: \.isWhitespace)
            {
                settings.unsubscribeURL = written.hasSuffix("/") ? String(written.dropLast()) : written
            } else {
                report(
                    "config.badUnsubscribeURL",
                    ["name": .text(written)],
                    line: line(section, "unsubscribe_url")
                )
            }
        }
        guard let written = section.text("unsubscribe_listen") else { return }
        let place = line(section, "unsubscribe_listen")
        guard let colon = written.lastIndex(of: ":"), let port = Int(written[written.index(after: colon)...]),
            (1...65_535).contains(port), IPAddress(String(written[..<colon])) != nil
        else {
            report("config.badListenAddress", ["name": .text(written)], line: place)
            return
        }
        settings.unsubscribeHost = written[..<colon].trimmingCharacters(in: ["[", "]"])
        settings.unsubscribePort = port
        if !MailServerSetting.isLocal(settings.unsubscribeHost) {
            report("config.openListenAddress", ["name": .text(written)], line: place, isWarning: true)
        }
    }

    /// Reads `mail:alice@example.org`, with the address in lower case.
    static func mailAdmin(_ text: String) -> Identity? {
        guard text.hasPrefix("mail:"), let address = try? MailAddress(text.dropFirst(5)) else { return nil }
        return Identity(network: Configuration.MailSettings.network, account: address.folded)
    }
}

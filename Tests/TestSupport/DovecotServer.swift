import Foundation
import Glibc

/// A real Dovecot on free loopback ports: mailboxes by IMAP over TLS, filled by LMTP, and logins for Postfix.
package final class DovecotServer: @unchecked Sendable {
    package static let isInstalled = ["/usr/sbin/dovecot", "/usr/lib/dovecot/imap", "/usr/lib/dovecot/lmtp"]
        .allSatisfy(FileManager.default.isExecutableFile)
    /// Everybody's.
    package static let password = "secret"
    package static let domain = "example.test"

    package let imapsPort = ServerProcess.freePort()
    /// With STARTTLS.
    package let imapPort = ServerProcess.freePort()
    package let lmtpPort = ServerProcess.freePort()
    package let loginPort = ServerProcess.freePort()
    package let certificates: TestCertificates
    package let pair: TestCertificates.Pair
    package var lmtpSocket: String { folder.path("run/lmtp") }
    /// Where it asks whose a token is (RFC 7662), and how one is said.
    package struct Tokens: Sendable {
        package var introspectionURL: String
        package var mechanism: String

        package init(introspectionURL: String, mechanism: String) {
            self.introspectionURL = introspectionURL
            self.mechanism = mechanism
        }
    }

    private let tokens: Tokens?
    private let folder: TemporaryFolder
    private var process: ServerProcess?

    /// Mailboxes of `NAME@example.test`.
    package init(people: [String], certificates: TestCertificates, tokens: Tokens? = nil) throws {
        folder = try TemporaryFolder()
        self.tokens = tokens
        self.certificates = certificates
        pair = try certificates.issue("mail")
        try setPeople(people)
        try folder.write("c.conf", configuration)
        if let tokens {
            try folder.write(
                "tokens.conf",
                """
                introspection_mode = auth
                introspection_url = \(tokens.introspectionURL)
                username_attribute = username
                active_attribute = active
                active_value = true

                """
            )
        }
        for name in ["run", "state", "home"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        if getuid() == 0, let mail = getpwnam("mail") {
            chown(folder.path("home"), mail.pointee.pw_uid, mail.pointee.pw_gid)
        }
        try start()
    }

    /// From now on these have mailboxes, and no others.
    package func setPeople(_ people: [String]) throws {
        let mail = getuid() == 0 ? getpwnam("mail") : getpwuid(getuid())
        guard let owner = mail?.pointee else { throw ServerProcess.DidNotStart(description: "there is no user mail") }
        let lines = people.map { name in
            "\(name)@\(Self.domain):{PLAIN}\(Self.password):\(owner.pw_uid):\(owner.pw_gid)::\(folder.path("home/" + name))::\n"
        }
        try folder.write("users", lines.joined())
        chmod(folder.path("users"), 0o644)
    }

    package func start() throws {
        process = try ServerProcess(
            "/usr/sbin/dovecot",
            ["-F", "-c", folder.path("c.conf")],
            folder: folder.url,
            port: imapsPort,
            leadsGroup: true
        )
    }

    /// Kills it with all its processes.
    package func stop() {
        process?.stop()
        process = nil
    }

    package var log: String { (try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? "" }

    private static func tokenLogin(_ tokens: Tokens, _ folder: TemporaryFolder) -> String {
        """
        passdb {
          driver = oauth2
          mechanisms = \(tokens.mechanism)
          args = \(folder.path("tokens.conf"))
        }
        """
    }

    private var configuration: String {
        let path = folder.url.path
        let user = getuid() == 0 ? "mail" : NSUserName()
        let group = getgrgid(getgid()).map { String(cString: $0.pointee.gr_name) } ?? user
        let isRoot = getuid() == 0
        // A Maildir dates mail by its files, and those the kernel dates, whose clock nobody has moved.
        let format = ProcessInfo.processInfo.environment["CRIER_TEST_AHEAD"] == nil ? "maildir" : "sdbox"
        // Without root it is one user's, and locks nobody in.
        let unprivileged = """
            default_internal_user = \(user)
            default_internal_group = \(group)
            default_login_user = \(user)
            service anvil {
              chroot =
            }
            service imap-login {
              chroot =
            }
            """
        return """
            base_dir = \(path)/run
            state_dir = \(path)/state
            log_path = \(path)/log
            instance_name = test
            import_environment = TZ LD_PRELOAD CRIER_TEST_AHEAD
            protocols = imap lmtp
            listen = 127.0.0.1
            ssl = required
            ssl_cert = <\(pair.certificateFile)
            ssl_key = <\(pair.keyFile)
            auth_mechanisms = plain login \(tokens?.mechanism ?? "")
            mail_location = \(format):\(path)/home/%n
            first_valid_uid = 1
            mail_max_userip_connections = 100
            recipient_delimiter = +
            # Who guesses passwords waits for many seconds; here nobody does.
            auth_failure_delay = 0
            service anvil {
              unix_listener anvil-auth-penalty {
                mode = 0
              }
            }
            \(isRoot ? "" : unprivileged)
            \(tokens.map { Self.tokenLogin($0, folder) } ?? "")
            passdb {
              driver = passwd-file
              args = scheme=PLAIN username_format=%u \(path)/users
            }
            userdb {
              driver = passwd-file
              args = username_format=%u \(path)/users
            }
            namespace inbox {
              inbox = yes
            }
            service imap-login {
              inet_listener imap {
                port = \(imapPort)
              }
              inet_listener imaps {
                port = \(imapsPort)
                ssl = yes
              }
            }
            service lmtp {
              client_limit = 1
              inet_listener lmtp {
                address = 127.0.0.1
                port = \(lmtpPort)
              }
            }
            service auth {
              inet_listener sasl {
                address = 127.0.0.1
                port = \(loginPort)
              }
            }
            protocol lmtp {
              postmaster_address = postmaster@\(Self.domain)
            }
            """
    }
}

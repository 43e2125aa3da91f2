import Foundation
import Glibc

/// A real Postfix on free loopback ports, before a `DovecotServer`: who logs in and where mail goes.
package final class PostfixServer: MailServer, @unchecked Sendable {
    private static let master = "/usr/lib/postfix/sbin/master"
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: master) && getuid() == 0
    /// The name it signs its Authentication-Results with.
    package static let name = "mx.example.test"

    package let port = ServerProcess.freePort()
    package let submissionPort = ServerProcess.freePort()
    package let tlsPort = ServerProcess.freePort()
    private let folder: TemporaryFolder
    private var process: ServerProcess?

    package init(_ dovecot: DovecotServer) throws {
        folder = try TemporaryFolder()
        try layOut()
        try folder.write("conf/dynamicmaps.cf", "")
        try vouch(for: [])
        try folder.write("conf/main.cf", configuration(dovecot))
        try folder.write("conf/master.cf", services)
        try start()
    }

    /// Mail of these envelope senders comes with a `dmarc=pass`, and all else from outside with a `dmarc=fail`.
    ///
    /// Before this was called nothing is said about anybody.
    package func vouch(for people: [String]) throws {
        func line(_ sender: String, _ result: String) -> String {
            "\(sender) PREPEND Authentication-Results: \(Self.name); dmarc=\(result) header.from=\(DovecotServer.domain)\n"
        }
        let passed = people.map { line("\($0)@\(DovecotServer.domain)", "pass") }.joined()
        try folder.write("conf/members", passed)
        try folder.write("conf/strangers", people.isEmpty ? "" : passed + line(DovecotServer.domain, "fail"))
    }

    package func start() throws {
        // `-s` keeps it in the foreground; `postfix start-fg` would leave a shell between it and us.
        process = try ServerProcess(
            Self.master,
            ["-c", folder.path("conf"), "-s"],
            folder: folder.url,
            port: submissionPort,
            leadsGroup: true
        )
    }

    /// What `sendmail -C` takes.
    package var configurationFolder: String { folder.path("conf") }

    package func stop() {
        process?.stop()
        process = nil
    }

    package func freeze() { process?.freeze() }
    package func thaw() { process?.thaw() }

    package var log: String { (try? String(contentsOfFile: folder.path("maillog"), encoding: .utf8)) ?? "" }

    /// What `postfix check` makes, in two seconds less.
    private func layOut() throws {
        func make(_ name: String, _ user: String, _ group: String, _ mode: mode_t) throws {
            let path = folder.path(name)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            guard let owner = getpwnam(user)?.pointee.pw_uid, let group = getgrnam(group)?.pointee.gr_gid else {
                throw ServerProcess.DidNotStart(description: "there is no user \(user)")
            }
            chown(path, owner, group)
            chmod(path, mode)
        }
        try make("conf", "root", "root", 0o755)
        try make("data", "postfix", "root", 0o700)
        try make("queue", "root", "root", 0o755)
        let inner = [
            "active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming", "private", "saved",
            "trace",
        ]
        for name in inner { try make("queue/" + name, "postfix", "root", 0o700) }
        try make("queue/maildrop", "postfix", "postdrop", 0o730)
        try make("queue/public", "postfix", "postdrop", 0o710)
        try make("queue/pid", "root", "root", 0o755)
    }

    private func configuration(_ dovecot: DovecotServer) -> String {
        let path = folder.url.path
        return """
            compatibility_level = 3.6
            queue_directory = \(path)/queue
            data_directory = \(path)/data
            maillog_file = \(path)/maillog
            maillog_file_prefixes = \(path)
            myhostname = \(Self.name)
            mydestination =
            mynetworks =
            inet_interfaces = 127.0.0.1
            inet_protocols = ipv4
            alias_maps =
            alias_database =
            local_recipient_maps =
            recipient_delimiter = +
            virtual_mailbox_domains = \(DovecotServer.domain)
            virtual_mailbox_maps = static:ok
            virtual_transport = lmtp:inet:127.0.0.1:\(dovecot.lmtpPort)
            default_transport = error:no outside mail
            smtpd_tls_chain_files = \(dovecot.pair.keyFile), \(dovecot.pair.certificateFile)
            smtpd_tls_security_level = may
            smtpd_tls_auth_only = yes
            smtpd_sasl_type = dovecot
            smtpd_sasl_path = inet:127.0.0.1:\(dovecot.loginPort)
            smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
            smtpd_client_connection_rate_limit = 0
            smtpd_client_connection_count_limit = 0
            smtpd_error_sleep_time = 0
            smtpd_peername_lookup = no
            import_environment = MAIL_CONFIG MAIL_DEBUG MAIL_LOGTAG TZ LANG=C LD_PRELOAD CRIER_TEST_AHEAD
            in_flow_delay = 0
            minimal_backoff_time = 1s
            maximal_backoff_time = 5s
            queue_run_delay = 2s

            """
    }

    /// The tables of who is vouched for are read when a process begins, so each mail has its own.
    private var services: String {
        """
        127.0.0.1:\(port) inet n - n - - smtpd
          -o smtpd_sender_restrictions=check_sender_access,texthash:\(folder.path("conf/strangers")) -o max_use=1
        127.0.0.1:\(submissionPort) inet n - n - - smtpd
          -o smtpd_tls_security_level=encrypt -o smtpd_sasl_auth_enable=yes
          -o smtpd_sender_restrictions=check_sender_access,texthash:\(folder.path("conf/members")) -o max_use=1
        127.0.0.1:\(tlsPort) inet n - n - - smtpd
          -o smtpd_tls_wrappermode=yes -o smtpd_sasl_auth_enable=yes
        pickup unix n - n 60 1 pickup
        cleanup unix n - n - 0 cleanup
        qmgr unix n - n 300 1 qmgr
        tlsmgr unix - - n 1000? 1 tlsmgr
        rewrite unix - - n - - trivial-rewrite
        bounce unix - - n - 0 bounce
        defer unix - - n - 0 bounce
        trace unix - - n - 0 bounce
        verify unix - - n - 1 verify
        flush unix n - n 1000? 0 flush
        proxymap unix - - n - - proxymap
        smtp unix - - n - - smtp
        error unix - - n - - error
        retry unix - - n - - error
        lmtp unix - - n - - lmtp
        anvil unix - - n - 1 anvil
        scache unix - - n - 1 scache
        postlog unix-dgram n - n - 1 postlogd

        """
    }
}

import Foundation

/// A real squid on a free loopback port: caches in memory, refuses inner addresses as the README says, but for the
/// ports of this machine that a test names.
package final class SquidProxy: @unchecked Sendable {
    package static let binary = "/usr/sbin/squid"
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: binary)

    package let port = ServerProcess.freePort()
    private let folder: TemporaryFolder
    private let process: ServerProcess
    /// Names the shared memory of this squid, which another one on the machine must not find.
    private let service: String

    /// Whether this squid can open TLS: Debian's squid-openssl, not its squid.
    package static let opensTLS = FileManager.default.isExecutableFile(atPath: certificateMaker)
    private static let certificateMaker = "/usr/lib/squid/security_file_certgen"

    /// `hosts` are names that only the proxy knows, and their addresses.
    ///
    /// With `opening` it looks into TLS, with certificates of that authority, which it also trusts.
    package init(allowedPorts: [Int], hosts: [String: String] = [:], opening: TestCertificates? = nil) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let path = folder.url.path
        // Started as root, squid goes on as the user proxy.
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
        try folder.write("hosts", hosts.map { "\($0.value) \($0.key)\n" }.joined())
        let allowed = allowedPorts.map { "acl feeds port \($0)" }.joined(separator: "\n")
        let tls = try opening.map { try Self.openTLS($0, in: folder) } ?? ""
        try folder.write(
            "squid.conf",
            """
            http_port 127.0.0.1:\(port) \(tls)
            \(opening == nil ? "" : "ssl_bump bump all")
            \(opening.map { "tls_outgoing_options cafile=\($0.caFile)" } ?? "")
            \(opening == nil ? "" : "sslcrtd_program \(Self.certificateMaker) -s \(path)/certificates -M 4MB")
            \(allowed)
            acl inner dst 0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::1
            \(allowedPorts.isEmpty ? "" : "http_access allow feeds")
            http_access deny inner
            http_access allow all
            cache_mem 32 MB
            cache_log \(path)/cache.log
            access_log stdio:\(path)/access.log
            logfile_rotate 0
            pid_filename none
            coredump_dir \(path)
            hosts_file \(path)/hosts
            dns_nameservers 127.0.0.1
            dns_timeout 1 second
            pinger_enable off
            netdb_filename none
            visible_hostname squid.test
            shutdown_lifetime 0 seconds
            """
        )
        service = "test\(port)"
        process = try ServerProcess(
            Self.binary,
            ["-N", "-n", service, "-f", path + "/squid.conf"],
            folder: folder.url,
            port: port
        )
    }

    /// What squid's port needs to open TLS.
    private static func openTLS(_ authority: TestCertificates, in folder: TemporaryFolder) throws -> String {
        let files = [authority.caFile, authority.folder.path("ca.key")]
        let both = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        let file = try folder.write("authority.pem", both)
        let make = try ServerProcess(
            certificateMaker,
            ["-c", "-s", folder.path("certificates"), "-M", "4MB"],
            folder: folder.url,
            port: nil
        )
        try make.waitForEnd()
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path("certificates")) + [""] {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777],
                ofItemAtPath: folder.path("certificates/" + name)
            )
        }
        return "ssl-bump tls-cert=\(file) generate-host-certificates=on dynamic_cert_mem_cache_size=4MB"
    }

    package var url: String { "http://127.0.0.1:\(port)" }

    deinit { stop() }

    package func stop() {
        process.stop()
        let memory = "/dev/shm"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: memory)) ?? []
        where name.hasPrefix(service + "-") {
            try? FileManager.default.removeItem(atPath: "\(memory)/\(name)")
        }
    }

    /// How each request so far was answered, oldest first, such as `TCP_MISS/200`.
    package var answers: [String] {
        let log = (try? String(contentsOfFile: folder.path("access.log"), encoding: .utf8)) ?? ""
        return log.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return words.count > 3 ? String(words[3]) : nil
        }
    }
}

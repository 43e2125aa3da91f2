import Foundation

/// A real squid on a free loopback port: caches in memory, refuses inner addresses as the README says, but for the
/// ports of this machine that a test names.
package final class SquidProxy: @unchecked Sendable {
    package static let binary = "/usr/sbin/squid"
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: binary)

    package let port = ServerProcess.freePort()
    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// `hosts` are names that only the proxy knows, and their addresses.
    package init(allowedPorts: [Int], hosts: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        let path = folder.url.path
        // Started as root, squid goes on as the user proxy.
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
        try folder.write("hosts", hosts.map { "\($0.value) \($0.key)\n" }.joined())
        let allowed = allowedPorts.map { "acl feeds port \($0)" }.joined(separator: "\n")
        try folder.write(
            "squid.conf",
            """
            http_port 127.0.0.1:\(port)
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
        process = try ServerProcess(Self.binary, ["-N", "-f", path + "/squid.conf"], folder: folder.url, port: port)
    }

    package var url: String { "http://127.0.0.1:\(port)" }

    package func stop() { process.stop() }

    /// How each request so far was answered, oldest first, such as `TCP_MISS/200`.
    package var answers: [String] {
        let log = (try? String(contentsOfFile: folder.path("access.log"), encoding: .utf8)) ?? ""
        return log.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return words.count > 3 ? String(words[3]) : nil
        }
    }
}

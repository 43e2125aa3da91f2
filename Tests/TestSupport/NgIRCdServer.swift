import Foundation

/// A real ngIRCd on a free loopback port: the old kind of server, with hardly any capability.
package final class NgIRCdServer: @unchecked Sendable {
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/ngircd")

    package let port = ServerProcess.freePort()
    private let folder: TemporaryFolder
    private var process: ServerProcess?

    package init(password: String? = nil) throws {
        folder = try TemporaryFolder()
        try folder.write(
            "c.conf",
            """
            [Global]
            Name = ng.test
            Info = test
            AdminInfo1 = test
            Listen = 127.0.0.1
            Ports = \(port)
            MotdPhrase = hello
            \(password.map { "Password = \($0)" } ?? "")
            [Limits]
            MaxConnectionsIP = 0
            MaxPenaltyTime = 0
            PingTimeout = 60
            [Options]
            DNS = no
            Ident = no
            PAM = no
            """
        )
        try start()
    }

    /// Starts again on the same port after `stop`.
    package func start() throws {
        process = try ServerProcess(
            "/usr/sbin/ngircd",
            ["-n", "-f", folder.path("c.conf")],
            folder: folder.url,
            port: port
        )
    }

    package func stop() {
        process?.stop()
        process = nil
    }

    package func freeze() { process?.freeze() }
    package func thaw() { process?.thaw() }
}

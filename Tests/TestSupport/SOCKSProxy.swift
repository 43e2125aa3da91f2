import Foundation

/// A real microsocks on a free loopback port.
package final class SOCKSProxy: Sendable {
    package static let binary = "/usr/bin/microsocks"
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: binary)

    package let port = ServerProcess.freePort()
    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// With a user, nobody else is let through.
    package init(user: String? = nil, password: String = "") throws {
        folder = try TemporaryFolder()
        let login = user.map { ["-u", $0, "-P", password] } ?? []
        process = try ServerProcess(
            Self.binary,
            ["-i", "127.0.0.1", "-p", "\(port)"] + login,
            folder: folder.url,
            port: port
        )
    }

    /// What it has written about its connections.
    package var log: String { process.output }

    package func stop() { process.stop() }
}

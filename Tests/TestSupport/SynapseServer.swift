import Foundation
import Glibc

/// A real Synapse on a free loopback port, with users made by its registration secret.
package final class SynapseServer: @unchecked Sendable {
    /// The Python of the virtual environment that `deploy/install-synapse` makes.
    package static let python =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../.build/synapse")
        .standardizedFileURL.path + "/bin/python"
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: python)
    package static let serverName = "hs.test"

    package let port = ServerProcess.freePort()
    private let folder: TemporaryFolder
    private var process: ServerProcess?

    /// `slowMessages` leaves the server's own limit on sending: 0.2 a second after ten.
    package init(slowMessages: Bool = false, extra: String = "") throws {
        folder = try TemporaryFolder()
        let path = folder.url.path
        let free = "{per_second: 10000, burst_count: 10000}"
        try folder.write(
            "hs.yaml",
            """
            server_name: "\(Self.serverName)"
            public_baseurl: "http://127.0.0.1:\(port)/"
            pid_file: \(path)/pid
            listeners:
              - {port: \(port), bind_addresses: ['127.0.0.1'], type: http, tls: false, \
            resources: [{names: [client], compress: false}]}
            database: {name: sqlite3, args: {database: \(path)/hs.db}}
            log_config: \(path)/log.yaml
            media_store_path: \(path)/media
            signing_key_path: \(path)/signing.key
            registration_shared_secret: "regsecret"
            macaroon_secret_key: "m"
            form_secret: "f"
            report_stats: false
            trusted_key_servers: []
            suppress_key_server_warning: true
            federation_domain_whitelist: []
            url_preview_enabled: false
            presence: {enabled: false}
            bcrypt_rounds: 4
            \(slowMessages ? "" : "rc_message: \(free)")
            rc_registration: \(free)
            rc_login: {address: \(free), account: \(free), failed_attempts: \(free)}
            rc_joins: {local: \(free), remote: \(free)}
            rc_joins_per_room: \(free)
            rc_invites: {per_room: \(free), per_user: \(free), per_issuer: \(free)}
            rc_room_creation: \(free)
            \(extra)
            """
        )
        try folder.write(
            "log.yaml",
            """
            version: 1
            formatters: {p: {format: '%(asctime)s %(levelname)s %(name)s %(message)s'}}
            handlers: {f: {class: logging.FileHandler, formatter: p, filename: \(path)/log}}
            root: {level: WARNING, handlers: [f]}
            disable_existing_loggers: false
            """
        )
        let keys = try ServerProcess(
            Self.python,
            ["-m", "synapse.app.homeserver", "--generate-keys", "-c", path + "/hs.yaml"],
            folder: folder.url,
            port: nil
        )
        while keys.isRunning { usleep(5_000) }
        try start()
    }

    deinit { stop() }

    package var url: String { "http://127.0.0.1:\(port)" }

    /// Starts, again on the same port after `stop`.
    package func start() throws {
        process = try ServerProcess(
            Self.python,
            ["-m", "synapse.app.homeserver", "-c", folder.path("hs.yaml")],
            folder: folder.url,
            port: port
        )
    }

    package func stop() {
        process?.stop()
        process = nil
    }

    /// Makes a user with that name as password.
    package func register(_ name: String, isAdmin: Bool = false) throws {
        let arguments = ["-u", name, "-p", name + "-password", "-k", "regsecret", isAdmin ? "-a" : "--no-admin", url]
        let process = try ServerProcess(
            Self.python,
            ["-m", "synapse._scripts.register_new_matrix_user"] + arguments,
            folder: folder.url,
            port: nil
        )
        while process.isRunning { usleep(5_000) }
        guard process.output.contains("Success") else {
            throw ServerProcess.DidNotStart(description: "no user \(name): \(process.output.suffix(500))")
        }
    }
}

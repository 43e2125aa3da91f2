import Foundation

/// A real Synapse on a free loopback port, where everybody may register.
package final class SynapseServer: @unchecked Sendable {
    /// The Python of the virtual environment that `deploy/install-synapse` makes.
    package static let python =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../.build/synapse")
        .standardizedFileURL.path + "/bin/python"
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: python)
    package static let serverName = "hs.test"

    package let port = ServerProcess.freePort()
    private let folder: TemporaryFolder
    private let endsWithTests: Bool
    private var process: ServerProcess?

    /// Without `messageRate` everybody may send as fast as they like.
    ///
    /// With `endsWithTests` it ends when this process does, even when that is killed.
    package init(
        messageRate: (perSecond: Double, burst: Int)? = nil,
        extra: String = "",
        endsWithTests: Bool = false
    ) throws {
        folder = try TemporaryFolder()
        self.endsWithTests = endsWithTests
        let path = folder.url.path
        let free = "{per_second: 10000, burst_count: 10000}"
        let messages = messageRate.map { "{per_second: \($0.perSecond), burst_count: \($0.burst)}" } ?? free
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
            enable_registration: true
            enable_registration_without_verification: true
            macaroon_secret_key: "m"
            form_secret: "f"
            report_stats: false
            trusted_key_servers: []
            suppress_key_server_warning: true
            federation_domain_whitelist: []
            url_preview_enabled: false
            presence: {enabled: false}
            bcrypt_rounds: 4
            rc_message: \(messages)
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
        // Any 32 bytes, base64 without padding: half the time of a start is saved by not having Synapse make them.
        try folder.write("signing.key", "ed25519 a_test \(String(repeating: "A", count: 43))\n")
        try start()
    }

    deinit { stop() }

    package var url: String { "http://127.0.0.1:\(port)" }

    /// For a test that has the server to itself.
    package var home: Homeserver { Homeserver(url: url, suffix: "") }

    var isRunning: Bool { process?.isRunning ?? false }
    var output: String { process?.output ?? "" }

    /// Starts, again on the same port after `stop`.
    package func start() throws {
        process = try ServerProcess(
            Self.python,
            ["-m", "synapse.app.homeserver", "-c", folder.path("hs.yaml")],
            folder: folder.url,
            port: port,
            leadsGroup: endsWithTests
        )
    }

    package func stop() {
        process?.stop()
        process = nil
    }

    package func freeze() { process?.freeze() }
    package func thaw() { process?.thaw() }

    /// Stops it for good and removes its files.
    func remove() {
        stop()
        folder.remove()
    }
}

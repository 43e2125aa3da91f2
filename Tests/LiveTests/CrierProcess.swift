import ChildProcesses
import Foundation
import TestSupport

/// The built `crier` as a child process, with a folder of its own for configuration and database.
final class CrierProcess: @unchecked Sendable {
    /// The binary beside the tests, or another build of it: `CRIER_BINARY`.
    static let binary =
        ProcessInfo.processInfo.environment["CRIER_BINARY"]
        ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("crier").path

    /// Whether `CRIER_BINARY` names the build that people install.
    static let isOptimised = binary.contains("/release/")

    let folder: TemporaryFolder
    private var process: ChildProcess?

    init() throws { folder = try TemporaryFolder() }

    var databasePath: String { folder.path("crier.sqlite3") }
    /// The log of every run so far.
    var log: String { (try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? "" }
    var isRunning: Bool { process?.isRunning ?? false }

    func configure(_ toml: String) throws { try folder.write("config.toml", toml) }

    func start(environment: [String: String] = [:]) throws {
        process = try ChildProcess(
            Self.binary,
            ["run", "--config", folder.path("config.toml")],
            folder: folder.url.path,
            output: folder.path("log"),
            environment: environment
        )
    }

    /// Kilobytes: what is its own (RssAnon), and all that is in memory (VmRSS).
    var memory: (own: Int, resident: Int) {
        let path = "/proc/\(process?.processIdentifier ?? 0)/status"
        let status = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        func kilobytes(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
        }
        return (kilobytes("RssAnon"), kilobytes("VmRSS"))
    }

    func signal(_ number: Int32) {
        process?.signal(number)
    }

    /// SIGKILL, and gone.
    func kill9() { process?.stop() }

    /// SIGTERM, then waits for the end in order.
    func terminate(seconds: Double = 120) async throws {
        signal(SIGTERM)
        try await waitUntil("the end of crier", seconds: seconds) { !isRunning }
    }

    /// What a subscription was answered; where the feed did not answer in time (a slow machine), its first fetch is
    /// over.
    @discardableResult
    func firstFetch(after answer: String) async throws -> String {
        guard answer.contains("not answered yet") else { return answer }
        try await waitUntil("the first fetch") { log.contains("Feed refreshed") }
        return answer
    }

    /// Runs a command of the binary to its end.
    static func run(
        _ arguments: [String],
        input: String = "",
        environment: [String: String] = [:]
    ) async throws -> (status: Int32, output: String, errors: String) {
        let folder = try TemporaryFolder()
        try folder.write("in", input)
        let process = try ChildProcess(
            binary,
            arguments,
            folder: folder.url.path,
            input: folder.path("in"),
            output: folder.path("out"),
            errors: folder.path("err"),
            environment: environment
        )
        let status = try await process.waitForEnd(seconds: 240)
        func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
        return (status, text(folder.path("out")), text(folder.path("err")))
    }
}

/// A feed whose items a test adds one by one.
final class GrowingFeed: @unchecked Sendable {
    let server: LocalWebServer
    private let lock = NSLock()
    private let path: String
    private let title: String
    private var titles: [String] = []
    private var names: [String: String] = [:]
    private var times: [String: Date] = [:]

    init(_ server: LocalWebServer, path: String = "/feed.xml", title: String = "Growing") {
        self.server = server
        self.path = path
        self.title = title
        server.respond(to: path) { [weak self] _ in
            .ok(self?.document ?? "", headers: [("Content-Type", "application/rss+xml")])
        }
    }

    var url: String { server.url(path) }

    func add(_ newTitles: [String]) { lock.withLock { titles += newTitles } }

    var count: Int { lock.withLock { titles.count } }

    /// When each title was first handed out.
    var handedOut: [String: Date] { lock.withLock { times } }

    /// A headline changes; its item stays the same.
    func rename(_ title: String, to new: String) { lock.withLock { names[title] = new } }

    private var document: String {
        let shown = lock.withLock {
            for title in titles where times[title] == nil { times[title] = Date() }
            return titles.suffix(120).map { ($0, names[$0] ?? $0) }
        }
        let items = shown.map { title, name in
            let id = title.replacingOccurrences(of: " ", with: "-")
            return "<item><title>\(name)</title><link>\(server.url("/\(id)"))</link><guid>\(id)</guid></item>"
        }
        return "<rss version=\"2.0\"><channel><title>\(self.title)</title>\(items.reversed().joined())</channel></rss>"
    }
}

enum Live {
    /// What every test configuration has: this machine's feeds, no politeness, no waiting.
    static let plain = """
        [catalogue]
        default_selection = false
        [fetch]
        interval = "1s"
        floor = "1s"
        host_spacing = "0s"
        allow_addresses = ["127.0.0.0/8"]
        [rooms]
        idle_minutes = 0
        lines_per_hour = 3600
        """

    /// A bot on one IRC network.
    static func configuration(
        port: Int,
        nick: String = "crier",
        channels: String = "\"#news\"",
        pace: (linesPerSecond: Int, burst: Int) = (200, 200),
        tls: Bool = false,
        more: String = ""
    ) -> String {
        """
        \(more)
        [storage]
        new_per_day = 5000
        \(plain)
        [[irc]]
        name = "testnet"
        host = "127.0.0.1"
        port = \(port)
        tls = \(tls)
        nick = "\(nick)"
        channels = [\(channels)]
        identity = "nick"
        lines_per_second = \(pace.linesPerSecond).0
        burst = \(pace.burst)
        """
    }
}

import ChildProcesses
import Foundation
import Glibc

/// A person with a real IRC client, WeeChat without a screen: typed into by its FIFO, read from its logs.
package final class WeeChat: Sendable {
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/weechat-headless")

    private let folder: TemporaryFolder
    private let process: ChildProcess

    /// Connects without TLS and joins the channel.
    package init(port: Int, nick: String, channel: String) throws {
        folder = try TemporaryFolder()
        let commands = [
            "/set logger.file.flush_delay 0", "/set logger.file.auto_log on",
            "/server add t 127.0.0.1/\(port) -nossl -nicks=\(nick) -autojoin=\(channel)",
            "/set irc.server.t.anti_flood_prio_high 0", "/connect t",
        ]
        process = try ChildProcess(
            "/usr/bin/weechat-headless",
            ["-d", folder.url.path, "--stdout"] + commands.flatMap { ["-r", $0] },
            folder: folder.url.path,
            output: folder.path("out"),
            environment: ["HOME": folder.url.path, "LC_ALL": "C.UTF-8"]
        )
    }

    /// Types a line into the window of a channel or person.
    package func type(_ line: String, in window: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        guard let pipe = names.first(where: { $0.hasPrefix("weechat_fifo") }) else {
            throw RawIRCClient.NeverCame(description: "WeeChat has no FIFO yet")
        }
        let descriptor = open(folder.path(pipe), O_WRONLY | O_NONBLOCK)
        guard descriptor >= 0 else { throw RawIRCClient.NeverCame(description: "WeeChat does not listen") }
        defer { close(descriptor) }
        let bytes = Array("irc.t.\(window) *\(line)\n".utf8)
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    /// What the window has shown so far, without times: `nick<TAB>text`.
    package func lines(in window: String) -> [String] {
        let text = (try? String(contentsOfFile: folder.path("logs/irc.t.\(window).weechatlog"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            line.firstIndex(of: "\t").map { String(line[line.index(after: $0)...]) }
        }
    }

    /// Waits for a line of `nick` that holds the text.
    package func wait(
        for text: String,
        from nick: String,
        in window: String,
        seconds: Double = longestWait
    ) async throws {
        try await waitUntil("\(text) in \(lines(in: window).suffix(12))", seconds: seconds) {
            lines(in: window).contains { $0.hasPrefix(nick + "\t") && $0.contains(text) }
        }
    }

    package func stop() { process.stop() }
}

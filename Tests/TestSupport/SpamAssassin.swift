import ChildProcesses
import Foundation

/// What Debian's SpamAssassin thinks of a mail, without asking the network.
package struct SpamAssassin: Sendable {
    private static let binary = "/usr/bin/spamassassin"
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: binary)

    package let score: Double
    /// The rules that fired, with their points.
    package let report: String

    /// Judges a mail whose characters are its bytes.
    package init(_ raw: String) async throws {
        let folder = try TemporaryFolder()
        try Data(raw.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
            .write(to: folder.url.appending(path: "mail"))
        let process = try ChildProcess(
            Self.binary,
            ["--local", "--test-mode", "--nocreate-prefs", "--prefspath=/dev/null"],
            folder: folder.url.path,
            input: folder.path("mail"),
            output: folder.path("judged"),
            errors: folder.path("errors"),
            environment: ["HOME": folder.url.path]
        )
        try await process.waitForEnd()
        let output = try String(decoding: Data(contentsOf: folder.url.appending(path: "judged")), as: UTF8.self)
        let words = output.components(separatedBy: "score=")
        guard words.count > 1, let score = Double(words[1].prefix { "-.0123456789".contains($0) }) else {
            let errors = try? String(contentsOfFile: folder.path("errors"), encoding: .utf8)
            throw NeverTrue(description: "SpamAssassin judges: \(errors ?? "") \(output.suffix(500))")
        }
        self.score = score
        report = output.components(separatedBy: "Content analysis details:").last ?? ""
    }
}

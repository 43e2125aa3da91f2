import ChildProcesses
import Foundation

/// An SMTP server (aiosmtpd) that fails as the test says and remembers every transaction.
package final class ScriptedSMTPServer: MailServer, @unchecked Sendable {
    private static let python = "/usr/bin/python3"
    package static let isInstalled = ChildProcess.succeeds(python, ["-c", "import aiosmtpd"])

    /// A RCPT or a DATA, or a login.
    package struct Transaction: Decodable, Sendable {
        package var event: String
        /// Counted from 1.
        package var connection: Int
        package var sender: String?
        package var to: String?
        package var answer: String
        package var mechanism: String?
        package var id: String?
        package var subject: String?
        package var size: Int?
        /// The plain text of a mail.
        package var text: String?

        package var isTaken: Bool { event == "data" && answer == "250" }
    }

    package let submissionPort = ServerProcess.freePort()
    package let tlsPort = ServerProcess.freePort()
    private let folder: TemporaryFolder
    private let pair: TestCertificates.Pair
    private let lmtpPort: Int
    private var process: ServerProcess?

    /// Mail goes on to the mailboxes, or nowhere.
    package init(_ dovecot: DovecotServer? = nil, pair: TestCertificates.Pair) throws {
        folder = try TemporaryFolder()
        self.pair = pair
        lmtpPort = dovecot?.lmtpPort ?? 0
        try start()
    }

    package func start() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Clients/smtp-server.py").standardizedFileURL.path
        process = try ServerProcess(
            Self.python,
            [
                script, folder.url.path, "\(submissionPort)", "\(tlsPort)", pair.certificateFile, pair.keyFile,
                "\(lmtpPort)",
            ],
            folder: folder.url,
            port: tlsPort
        )
    }

    package func stop() {
        process?.stop()
        process = nil
    }

    package func freeze() { process?.freeze() }
    package func thaw() { process?.thaw() }
    package var output: String { process?.output ?? "" }

    /// What fails from now on: the JSON that `Tests/Clients/smtp-server.py` describes.
    package func setRules(_ json: String) throws { try folder.write("rules.json", json) }

    /// Everything so far, oldest first.
    package var transactions: [Transaction] {
        let log = (try? String(contentsOfFile: folder.path("log.jsonl"), encoding: .utf8)) ?? ""
        return log.split(separator: "\n").compactMap {
            try? JSONDecoder().decode(Transaction.self, from: Data($0.utf8))
        }
    }
}

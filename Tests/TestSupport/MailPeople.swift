import ChildProcesses
import Foundation
import Glibc
import Synchronization

/// People with mailboxes on a `DovecotServer`: Python's smtplib, imaplib and email package.
package final class MailPeople: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    package static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    private let folder: TemporaryFolder
    private let process: ChildProcess
    private let pipe: Int32
    private let watched = Mutex<Set<String>>([])

    package init(_ dovecot: DovecotServer) async throws {
        folder = try TemporaryFolder()
        let path = folder.path("orders")
        mkfifo(path, 0o600)
        // Both ways, so that it opens although nobody reads yet.
        pipe = open(path, O_RDWR | O_CLOEXEC)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Clients/mail-people.py").standardizedFileURL.path
        process = try ChildProcess(
            "/usr/bin/python3",
            [script, path, "\(dovecot.imapsPort)", dovecot.certificates.caFile, DovecotServer.password],
            folder: folder.url.path,
            output: folder.path("out"),
            errors: folder.path("errors")
        )
        try await waitUntil("the people are there: \(errors.suffix(500))") { lines.contains { $0["ready"] != nil } }
    }

    deinit {
        process.stop()
        close(pipe)
    }

    package func stop() { process.stop() }

    private var errors: String { (try? String(contentsOfFile: folder.path("errors"), encoding: .utf8)) ?? "" }

    private var lines: [[String: Any]] {
        let text = (try? String(contentsOfFile: folder.path("out"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    private func order(_ order: [String: Any]) throws {
        var line = try JSONSerialization.data(withJSONObject: order)
        line.append(10)
        var sent = 0
        while sent < line.count {
            let count = line[sent...].withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(description: "the pipe is closed") }
            sent += count
        }
    }

    /// Sends bytes by SMTP; with `login` over STARTTLS with a login, else as from outside.
    ///
    /// Nil, or why it was not taken.
    package func send(
        _ mail: String,
        from sender: String,
        to recipients: [String],
        port: Int,
        login: String? = nil
    ) async throws -> String? {
        let id = UUID().uuidString
        let bytes = Data(mail.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8)
        var fields: [String: Any] = [
            "id": id, "send": bytes.base64EncodedString(), "from": sender, "to": recipients, "port": port,
        ]
        fields["user"] = login
        try order(fields)
        var found: [String: Any] = [:]
        try await waitUntil("the mail is sent") {
            found = lines.first { $0["id"] as? String == id } ?? [:]
            guard found.isEmpty, !process.isRunning else { return !found.isEmpty }
            throw Failure(description: "the people are gone: \(errors.suffix(1_000))")
        }
        return found["error"] as? String
    }

    /// All that came to a mailbox so far, oldest first.
    package func inbox(_ mailbox: String) throws -> [SeenMail] {
        if watched.withLock({ $0.insert(mailbox).inserted }) { try order(["watch": mailbox]) }
        return lines.filter { $0["mailbox"] as? String == mailbox }.compactMap(SeenMail.init)
    }

    /// The first mail of a mailbox after those with smaller numbers that is the wanted one.
    @discardableResult
    package func wait(
        _ what: String,
        in mailbox: String,
        after uid: Int = 0,
        seconds: Double = 120,
        where isIt: (SeenMail) -> Bool
    ) async throws -> SeenMail {
        var found: SeenMail?
        do {
            try await waitUntil(what, seconds: seconds) {
                found = try inbox(mailbox).first { $0.uid > uid && isIt($0) }
                return found != nil
            }
        } catch is NeverTrue {}
        guard let found else {
            let last = try inbox(mailbox).suffix(6).map { "\($0.uid) “\($0["Subject"])”: \($0.text.prefix(600))" }
            throw Failure(description: "\(mailbox) never got \(what); last: \(last.joined(separator: "\n--\n"))")
        }
        return found
    }
}

/// A mail as a mail program sees it.
package struct SeenMail: Sendable {
    package struct Part: Sendable {
        package let type: String
        package let charset: String
        package let format: String
        package let text: String
        package let name: String
        package let defects: [String]
    }

    package let uid: Int
    /// Each byte a character.
    package let raw: String
    /// Unfolded and decoded.
    package let headers: [(name: String, value: String)]
    package let parts: [Part]
    /// What Python's email package finds wrong with it.
    package let defects: [String]

    init?(_ fact: [String: Any]) {
        guard let uid = fact["uid"] as? Int, let raw = fact["raw"] as? String else { return nil }
        self.uid = uid
        self.raw = raw
        headers = (fact["headers"] as? [[String]] ?? []).map { ($0[0], $0[1]) }
        let parts = (fact["parts"] as? [[String: Any]] ?? []).map { part in
            func text(_ name: String) -> String { part[name] as? String ?? "" }
            return Part(
                type: text("type"),
                charset: text("charset"),
                format: text("format"),
                text: text("text"),
                name: text("name"),
                defects: part["defects"] as? [String] ?? []
            )
        }
        self.parts = parts
        defects = (fact["defects"] as? [String] ?? []) + parts.flatMap(\.defects)
    }

    package func all(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The first header of that name, or nothing.
    package subscript(name: String) -> String { all(name).first ?? "" }

    package var text: String { parts.first { $0.type == "text/plain" }?.text ?? "" }
    package var html: String { parts.first { $0.type == "text/html" }?.text ?? "" }
}
